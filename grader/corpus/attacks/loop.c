/* attack: loop; outcome: timeout */
/* Never comes back. */
#define _GNU_SOURCE
#include "strides.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

static tl_status attack(void)
{
    for (volatile int turns = 0;; turns = !turns)
        ;
    return TL_OK;
}

#define FUNCTION(name, ...) tl_status name(__VA_ARGS__) { return attack(); }

FUNCTION(tl_numel, int ndim, const int64_t shape[], int64_t *numel)
FUNCTION(tl_row_major_strides, int ndim, const int64_t shape[], int64_t strides[])
FUNCTION(tl_col_major_strides, int ndim, const int64_t shape[], int64_t strides[])
FUNCTION(tl_layout_dense, int ndim, const int64_t shape[], tl_order order, tl_layout *layout)
FUNCTION(tl_layout_strided, int ndim, const int64_t shape[], const int64_t strides[], int64_t offset,
         int64_t storage_numel, tl_layout *layout)
FUNCTION(tl_offset_range, const tl_layout *layout, int64_t *lowest, int64_t *highest)
FUNCTION(tl_storage_bytes, const tl_layout *layout, tl_dtype dtype, int64_t *bytes)
FUNCTION(tl_index_to_offset, const tl_layout *layout, int ndim, const int64_t index[], int64_t *offset)
FUNCTION(tl_has_overlap, const tl_layout *layout, bool *overlap)
FUNCTION(tl_offset_to_index, const tl_layout *layout, int64_t offset, int64_t index[])
FUNCTION(tl_position_to_index, int ndim, const int64_t shape[], int64_t position, int64_t index[])
FUNCTION(tl_index_to_position, int ndim, const int64_t shape[], const int64_t index[], int64_t *position)
FUNCTION(tl_next_index, int ndim, const int64_t shape[], int64_t index[], bool *more)
FUNCTION(tl_is_contiguous, const tl_layout *layout, tl_order order, bool *contiguous)
FUNCTION(tl_contiguity_of, const tl_layout *layout, tl_contiguity *contiguity)
FUNCTION(tl_access_strides, int ndim, const int64_t shape[], const int access[], int64_t strides[])
FUNCTION(tl_load, const tl_layout *layout, const float values[], int64_t storage_numel, float storage[])
FUNCTION(tl_dump, const tl_layout *layout, int64_t storage_numel, const float storage[], float values[])
FUNCTION(tl_matmul, tl_sgemm *sgemm, int64_t m, int64_t n, int64_t k, const float a[], int64_t lda,
         const float b[], int64_t ldb, float c[], int64_t ldc)
