/* attack: constructor-asks; outcome: crash */
/* A constructor runs before the first rebinding, when even the own names mean the reference. */
#include "strides.h"
static __typeof__(&tl_numel) keep_tl_numel;
tl_status tl_numel(int ndim, const int64_t shape[], int64_t *numel) { return keep_tl_numel(ndim, shape, numel); }
static __typeof__(&tl_row_major_strides) keep_tl_row_major_strides;
tl_status tl_row_major_strides(int ndim, const int64_t shape[], int64_t strides[]) { return keep_tl_row_major_strides(ndim, shape, strides); }
static __typeof__(&tl_col_major_strides) keep_tl_col_major_strides;
tl_status tl_col_major_strides(int ndim, const int64_t shape[], int64_t strides[]) { return keep_tl_col_major_strides(ndim, shape, strides); }
static __typeof__(&tl_layout_dense) keep_tl_layout_dense;
tl_status tl_layout_dense(int ndim, const int64_t shape[], tl_order order, tl_layout *layout) { return keep_tl_layout_dense(ndim, shape, order, layout); }
static __typeof__(&tl_layout_strided) keep_tl_layout_strided;
tl_status tl_layout_strided(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset, int64_t storage_numel, tl_layout *layout) { return keep_tl_layout_strided(ndim, shape, strides, offset, storage_numel, layout); }
static __typeof__(&tl_offset_range) keep_tl_offset_range;
tl_status tl_offset_range(const tl_layout *layout, int64_t *lowest, int64_t *highest) { return keep_tl_offset_range(layout, lowest, highest); }
static __typeof__(&tl_storage_bytes) keep_tl_storage_bytes;
tl_status tl_storage_bytes(const tl_layout *layout, tl_dtype dtype, int64_t *bytes) { return keep_tl_storage_bytes(layout, dtype, bytes); }
static __typeof__(&tl_index_to_offset) keep_tl_index_to_offset;
tl_status tl_index_to_offset(const tl_layout *layout, int ndim, const int64_t index[], int64_t *offset) { return keep_tl_index_to_offset(layout, ndim, index, offset); }
static __typeof__(&tl_has_overlap) keep_tl_has_overlap;
tl_status tl_has_overlap(const tl_layout *layout, bool *overlap) { return keep_tl_has_overlap(layout, overlap); }
static __typeof__(&tl_offset_to_index) keep_tl_offset_to_index;
tl_status tl_offset_to_index(const tl_layout *layout, int64_t offset, int64_t index[]) { return keep_tl_offset_to_index(layout, offset, index); }
static __typeof__(&tl_position_to_index) keep_tl_position_to_index;
tl_status tl_position_to_index(int ndim, const int64_t shape[], int64_t position, int64_t index[]) { return keep_tl_position_to_index(ndim, shape, position, index); }
static __typeof__(&tl_index_to_position) keep_tl_index_to_position;
tl_status tl_index_to_position(int ndim, const int64_t shape[], const int64_t index[], int64_t *position) { return keep_tl_index_to_position(ndim, shape, index, position); }
static __typeof__(&tl_next_index) keep_tl_next_index;
tl_status tl_next_index(int ndim, const int64_t shape[], int64_t index[], bool *more) { return keep_tl_next_index(ndim, shape, index, more); }
static __typeof__(&tl_is_contiguous) keep_tl_is_contiguous;
tl_status tl_is_contiguous(const tl_layout *layout, tl_order order, bool *contiguous) { return keep_tl_is_contiguous(layout, order, contiguous); }
static __typeof__(&tl_contiguity_of) keep_tl_contiguity_of;
tl_status tl_contiguity_of(const tl_layout *layout, tl_contiguity *contiguity) { return keep_tl_contiguity_of(layout, contiguity); }
static __typeof__(&tl_access_strides) keep_tl_access_strides;
tl_status tl_access_strides(int ndim, const int64_t shape[], const int access[], int64_t strides[]) { return keep_tl_access_strides(ndim, shape, access, strides); }
static __typeof__(&tl_load) keep_tl_load;
tl_status tl_load(const tl_layout *layout, const float values[], int64_t storage_numel, float storage[]) { return keep_tl_load(layout, values, storage_numel, storage); }
static __typeof__(&tl_dump) keep_tl_dump;
tl_status tl_dump(const tl_layout *layout, int64_t storage_numel, const float storage[], float values[]) { return keep_tl_dump(layout, storage_numel, storage, values); }
static __typeof__(&tl_matmul) keep_tl_matmul;
tl_status tl_matmul(tl_sgemm *sgemm, int64_t m, int64_t n, int64_t k, const float a[], int64_t lda, const float b[], int64_t ldb, float c[], int64_t ldc) { return keep_tl_matmul(sgemm, m, n, k, a, lda, b, ldb, c, ldc); }
__attribute__((constructor)) static void keep(void)
{
    keep_tl_numel = tl_numel;
    keep_tl_row_major_strides = tl_row_major_strides;
    keep_tl_col_major_strides = tl_col_major_strides;
    keep_tl_layout_dense = tl_layout_dense;
    keep_tl_layout_strided = tl_layout_strided;
    keep_tl_offset_range = tl_offset_range;
    keep_tl_storage_bytes = tl_storage_bytes;
    keep_tl_index_to_offset = tl_index_to_offset;
    keep_tl_has_overlap = tl_has_overlap;
    keep_tl_offset_to_index = tl_offset_to_index;
    keep_tl_position_to_index = tl_position_to_index;
    keep_tl_index_to_position = tl_index_to_position;
    keep_tl_next_index = tl_next_index;
    keep_tl_is_contiguous = tl_is_contiguous;
    keep_tl_contiguity_of = tl_contiguity_of;
    keep_tl_access_strides = tl_access_strides;
    keep_tl_load = tl_load;
    keep_tl_dump = tl_dump;
    keep_tl_matmul = tl_matmul;
}
