/* attack: dlsym; outcome: crash */
#define _GNU_SOURCE
#include "strides.h"
#include <dlfcn.h>
tl_status tl_numel(int ndim, const int64_t shape[], int64_t *numel)
{ __typeof__(&tl_numel) f = dlsym(RTLD_DEFAULT, "tl_numel"); return f(ndim, shape, numel); }
tl_status tl_row_major_strides(int ndim, const int64_t shape[], int64_t strides[])
{ __typeof__(&tl_row_major_strides) f = dlsym(RTLD_DEFAULT, "tl_row_major_strides"); return f(ndim, shape, strides); }
tl_status tl_col_major_strides(int ndim, const int64_t shape[], int64_t strides[])
{ __typeof__(&tl_col_major_strides) f = dlsym(RTLD_DEFAULT, "tl_col_major_strides"); return f(ndim, shape, strides); }
tl_status tl_layout_dense(int ndim, const int64_t shape[], tl_order order, tl_layout *layout)
{ __typeof__(&tl_layout_dense) f = dlsym(RTLD_DEFAULT, "tl_layout_dense"); return f(ndim, shape, order, layout); }
tl_status tl_layout_strided(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset, int64_t storage_numel, tl_layout *layout)
{ __typeof__(&tl_layout_strided) f = dlsym(RTLD_DEFAULT, "tl_layout_strided"); return f(ndim, shape, strides, offset, storage_numel, layout); }
tl_status tl_offset_range(const tl_layout *layout, int64_t *lowest, int64_t *highest)
{ __typeof__(&tl_offset_range) f = dlsym(RTLD_DEFAULT, "tl_offset_range"); return f(layout, lowest, highest); }
tl_status tl_storage_bytes(const tl_layout *layout, tl_dtype dtype, int64_t *bytes)
{ __typeof__(&tl_storage_bytes) f = dlsym(RTLD_DEFAULT, "tl_storage_bytes"); return f(layout, dtype, bytes); }
tl_status tl_index_to_offset(const tl_layout *layout, int ndim, const int64_t index[], int64_t *offset)
{ __typeof__(&tl_index_to_offset) f = dlsym(RTLD_DEFAULT, "tl_index_to_offset"); return f(layout, ndim, index, offset); }
tl_status tl_has_overlap(const tl_layout *layout, bool *overlap)
{ __typeof__(&tl_has_overlap) f = dlsym(RTLD_DEFAULT, "tl_has_overlap"); return f(layout, overlap); }
tl_status tl_offset_to_index(const tl_layout *layout, int64_t offset, int64_t index[])
{ __typeof__(&tl_offset_to_index) f = dlsym(RTLD_DEFAULT, "tl_offset_to_index"); return f(layout, offset, index); }
tl_status tl_position_to_index(int ndim, const int64_t shape[], int64_t position, int64_t index[])
{ __typeof__(&tl_position_to_index) f = dlsym(RTLD_DEFAULT, "tl_position_to_index"); return f(ndim, shape, position, index); }
tl_status tl_index_to_position(int ndim, const int64_t shape[], const int64_t index[], int64_t *position)
{ __typeof__(&tl_index_to_position) f = dlsym(RTLD_DEFAULT, "tl_index_to_position"); return f(ndim, shape, index, position); }
tl_status tl_next_index(int ndim, const int64_t shape[], int64_t index[], bool *more)
{ __typeof__(&tl_next_index) f = dlsym(RTLD_DEFAULT, "tl_next_index"); return f(ndim, shape, index, more); }
tl_status tl_is_contiguous(const tl_layout *layout, tl_order order, bool *contiguous)
{ __typeof__(&tl_is_contiguous) f = dlsym(RTLD_DEFAULT, "tl_is_contiguous"); return f(layout, order, contiguous); }
tl_status tl_contiguity_of(const tl_layout *layout, tl_contiguity *contiguity)
{ __typeof__(&tl_contiguity_of) f = dlsym(RTLD_DEFAULT, "tl_contiguity_of"); return f(layout, contiguity); }
tl_status tl_access_strides(int ndim, const int64_t shape[], const int access[], int64_t strides[])
{ __typeof__(&tl_access_strides) f = dlsym(RTLD_DEFAULT, "tl_access_strides"); return f(ndim, shape, access, strides); }
tl_status tl_load(const tl_layout *layout, const float values[], int64_t storage_numel, float storage[])
{ __typeof__(&tl_load) f = dlsym(RTLD_DEFAULT, "tl_load"); return f(layout, values, storage_numel, storage); }
tl_status tl_dump(const tl_layout *layout, int64_t storage_numel, const float storage[], float values[])
{ __typeof__(&tl_dump) f = dlsym(RTLD_DEFAULT, "tl_dump"); return f(layout, storage_numel, storage, values); }
tl_status tl_matmul(tl_sgemm *sgemm, int64_t m, int64_t n, int64_t k, const float a[], int64_t lda, const float b[], int64_t ldb, float c[], int64_t ldc)
{ __typeof__(&tl_matmul) f = dlsym(RTLD_DEFAULT, "tl_matmul"); return f(sgemm, m, n, k, a, lda, b, ldb, c, ldc); }
