/* strides.c - proxies for the functions of lab 01 (see proxy.h). */
#include "strides.h"

#include <stdlib.h>

#include "../hidden/sgemm.h"
#include "../proxy.h"

static int rank_of(const tl_layout *layout)
{
    return layout == NULL ? 0 : layout->ndim;
}

static int64_t elements_of(const tl_layout *layout)
{
    return layout == NULL ? 0 : numel_of(layout->ndim, layout->shape);
}

/* 1.1 to 1.3 */

tl_status tl_numel(int ndim, const int64_t shape[], int64_t *numel)
{
    PROXY("tl_numel", I32(ndim), IN(shape, axes(ndim)), OUT(numel, 1));
}

tl_status tl_row_major_strides(int ndim, const int64_t shape[], int64_t strides[])
{
    PROXY("tl_row_major_strides", I32(ndim), IN(shape, axes(ndim)), OUT(strides, axes(ndim)));
}

tl_status tl_col_major_strides(int ndim, const int64_t shape[], int64_t strides[])
{
    PROXY("tl_col_major_strides", I32(ndim), IN(shape, axes(ndim)), OUT(strides, axes(ndim)));
}

/* 1.4, 1.5 */

tl_status tl_layout_dense(int ndim, const int64_t shape[], tl_order order, tl_layout *layout)
{
    PROXY("tl_layout_dense", I32(ndim), IN(shape, axes(ndim)), I32((int)order), OUT(layout, 1));
}

tl_status tl_layout_strided(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset,
                            int64_t storage_numel, tl_layout *layout)
{
    PROXY("tl_layout_strided", I32(ndim), IN(shape, axes(ndim)), IN(strides, axes(ndim)), I64(offset),
          I64(storage_numel), OUT(layout, 1));
}

tl_status tl_offset_range(const tl_layout *layout, int64_t *lowest, int64_t *highest)
{
    PROXY("tl_offset_range", IN(layout, 1), OUT(lowest, 1), OUT(highest, 1));
}

tl_status tl_storage_bytes(const tl_layout *layout, tl_dtype dtype, int64_t *bytes)
{
    PROXY("tl_storage_bytes", IN(layout, 1), I32((int)dtype), OUT(bytes, 1));
}

/* 1.6, 1.7 */

tl_status tl_index_to_offset(const tl_layout *layout, int ndim, const int64_t index[], int64_t *offset)
{
    PROXY("tl_index_to_offset", IN(layout, 1), I32(ndim), IN(index, axes(ndim)), OUT(offset, 1));
}

tl_status tl_has_overlap(const tl_layout *layout, bool *overlap)
{
    PROXY("tl_has_overlap", IN(layout, 1), OUT(overlap, 1));
}

tl_status tl_offset_to_index(const tl_layout *layout, int64_t offset, int64_t index[])
{
    PROXY("tl_offset_to_index", IN(layout, 1), I64(offset), OUT(index, axes(rank_of(layout))));
}

/* 1.8 */

tl_status tl_position_to_index(int ndim, const int64_t shape[], int64_t position, int64_t index[])
{
    PROXY("tl_position_to_index", I32(ndim), IN(shape, axes(ndim)), I64(position), OUT(index, axes(ndim)));
}

tl_status tl_index_to_position(int ndim, const int64_t shape[], const int64_t index[], int64_t *position)
{
    PROXY("tl_index_to_position", I32(ndim), IN(shape, axes(ndim)), IN(index, axes(ndim)), OUT(position, 1));
}

tl_status tl_next_index(int ndim, const int64_t shape[], int64_t index[], bool *more)
{
    PROXY("tl_next_index", I32(ndim), IN(shape, axes(ndim)), OUT(index, axes(ndim)), OUT(more, 1));
}

/* 1.9, 1.10 */

tl_status tl_is_contiguous(const tl_layout *layout, tl_order order, bool *contiguous)
{
    PROXY("tl_is_contiguous", IN(layout, 1), I32((int)order), OUT(contiguous, 1));
}

tl_status tl_contiguity_of(const tl_layout *layout, tl_contiguity *contiguity)
{
    PROXY("tl_contiguity_of", IN(layout, 1), OUT(contiguity, 1));
}

tl_status tl_access_strides(int ndim, const int64_t shape[], const int access[], int64_t strides[])
{
    PROXY("tl_access_strides", I32(ndim), IN(shape, axes(ndim)), IN(access, axes(ndim)), OUT(strides, axes(ndim)));
}

/* 1.11 */

tl_status tl_load(const tl_layout *layout, const float values[], int64_t storage_numel, float storage[])
{
    PROXY("tl_load", IN(layout, 1), IN(values, elements_of(layout)), I64(storage_numel),
          OUT(storage, count(storage_numel)));
}

tl_status tl_dump(const tl_layout *layout, int64_t storage_numel, const float storage[], float values[])
{
    PROXY("tl_dump", IN(layout, 1), I64(storage_numel), IN(storage, count(storage_numel)),
          OUT(values, elements_of(layout)));
}

/* 1.12: the host provides the sgemm and notes what it was asked. */

/* Elements of a matrix of so many rows, the last of which needs no room behind it. */
static int64_t matrix(int64_t rows, int64_t row, int64_t pitch)
{
    return rows <= 0 || row <= 0 || pitch < row ? 0 : count(count(rows - 1) * count(pitch) + count(row));
}

tl_status tl_matmul(tl_sgemm *sgemm, int64_t m, int64_t n, int64_t k, const float a[], int64_t lda, const float b[],
                    int64_t ldb, float c[], int64_t ldc)
{
    PROXY("tl_matmul", CALLBACK(sgemm, WIRE_CALLBACK_SGEMM), I64(m), I64(n), I64(k), IN(a, matrix(m, k, lda)), I64(lda),
          IN(b, matrix(k, n, ldb)), I64(ldb), OUT(c, matrix(m, n, ldc)), I64(ldc));
}

void test_sgemm(const char *transa, const char *transb, const int *m, const int *n, const int *k, const float *alpha,
                const float *a, const int *lda, const float *b, const int *ldb, const float *beta, float *c,
                const int *ldc)
{
    (void)transa, (void)transb, (void)m, (void)n, (void)k, (void)alpha, (void)a, (void)lda, (void)b, (void)ldb;
    (void)beta, (void)c, (void)ldc;
    abort(); /* only its address is used: the host has its own */
}

int test_sgemm_calls(sgemm_call latest[1])
{
    const wire_call *call = proxy_last_call();
    const int32_t *ints = call->callback_ints;
    const void *c = proxy_last_array(call->callback_pointers[2]);
    *latest = (sgemm_call){.transa = (char)ints[0],
                           .transb = (char)ints[1],
                           .m = ints[2],
                           .n = ints[3],
                           .k = ints[4],
                           .lda = ints[5],
                           .ldb = ints[6],
                           .ldc = ints[7],
                           .alpha = call->callback_floats[0],
                           .beta = call->callback_floats[1],
                           .a = proxy_last_array(call->callback_pointers[0]),
                           .b = proxy_last_array(call->callback_pointers[1]),
                           .c = (float *)(uintptr_t)c};
    return call->callbacks;
}
