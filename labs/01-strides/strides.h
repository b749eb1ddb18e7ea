/* strides.h - lab 01: from shapes to strides, from indices to offsets, and back.
 *
 * This file is the contract.  For every function below:
 *
 *   - ndim is 0 to TL_MAX_NDIM, else TL_ERR_RANK and no array is read; sizes are >= 0, else TL_ERR_SHAPE.
 *   - a pointer that is needed and is NULL gives TL_ERR_NULL; an array of no elements (a shape when ndim is 0, the values of
 *     an empty layout) may be NULL.
 *   - the number of elements of a shape that is passed fits in int64_t, else TL_ERR_OVERFLOW (the odometer of 1.8, which
 *     never counts them, answers all the same).  Functions that take a layout refuse only numbers that they need.
 *   - results are written only when TL_OK is returned.
 *   - no function allocates memory.
 */
#ifndef TL_STRIDES_H
#define TL_STRIDES_H

#include "../tl.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 1.1  The number of elements: the product of the sizes.
 * Rank 0 has one element.  A shape with a size of 0 has none, however large its other sizes are. */
tl_status tl_numel(int ndim, const int64_t shape[/* ndim */], int64_t *numel);

/* 1.2  Row-major strides: the last axis has stride 1, each axis before it the product of the sizes behind it.
 * A size of 0 counts as 1 here, as in NumPy and PyTorch: [2,0,3] gives [3,3,1].
 * TL_ERR_OVERFLOW when a stride, or the number of elements, does not fit. */
tl_status tl_row_major_strides(int ndim, const int64_t shape[/* ndim */], int64_t strides[/* ndim */]);

/* 1.3  Column-major strides: the first axis has stride 1, each axis after it the product of the sizes before it.
 * A size of 0 counts as 1.  TL_ERR_OVERFLOW when a stride, or the number of elements, does not fit. */
tl_status tl_col_major_strides(int ndim, const int64_t shape[/* ndim */], int64_t strides[/* ndim */]);

/* 1.4  The dense layout of a shape in an order, at offset 0.
 * TL_ERR_ORDER when order is neither TL_ROW_MAJOR nor TL_COL_MAJOR. */
tl_status tl_layout_dense(int ndim, const int64_t shape[/* ndim */], tl_order order, tl_layout *layout);

/* 1.4  The layout with the given strides and offset, for a storage of storage_numel elements.
 * Strides may be 0, negative, and in any sequence; [3,4] with strides [10,1] needs 24 elements, not 12.
 * TL_ERR_BOUNDS when some index would lie outside elements 0 to storage_numel - 1.  A layout without elements
 * reaches nothing, yet its offset must stay within 0 to storage_numel, so that a pointer to it may be formed.
 * TL_ERR_OVERFLOW when an offset that is reached does not fit in int64_t. */
tl_status tl_layout_strided(int ndim, const int64_t shape[/* ndim */], const int64_t strides[/* ndim */],
                            int64_t offset, int64_t storage_numel, tl_layout *layout);

/* 1.5  The lowest and the highest offset that any index reaches; *lowest may be negative.
 * A layout without elements reaches nothing: *lowest is its offset and *highest is one less, so that
 * highest - lowest + 1 is the length of the stretch reached for every layout.
 * TL_ERR_OVERFLOW when one of the two, or a product or sum on the way to it, does not fit. */
tl_status tl_offset_range(const tl_layout *layout, int64_t *lowest, int64_t *highest);

/* 1.5  The bytes of the smallest storage, starting at element 0, that holds the layout; 0 without elements, wherever
 * the offset stands.  TL_ERR_BOUNDS when an index lies below element 0, TL_ERR_DTYPE for an unknown dtype,
 * TL_ERR_OVERFLOW when the number does not fit. */
tl_status tl_storage_bytes(const tl_layout *layout, tl_dtype dtype, int64_t *bytes);

/* 1.6  The offset of an index: offset + sum over axes of index * stride.
 * TL_ERR_RANK when ndim is not the layout's; TL_ERR_INDEX when an index is not within 0 to size - 1
 * (negative indices do not count from the end); TL_ERR_OVERFLOW when the offset, or a product or sum on the way to it,
 * does not fit. */
tl_status tl_index_to_offset(const tl_layout *layout, int ndim, const int64_t index[/* ndim */], int64_t *offset);

/* 1.7  Whether two different indices of the layout share one element.
 * Axes of size 1 never cause it; a layout without elements has no overlap.
 *
 * Axes nest when, those of size 1 left out and the others sorted by |stride|, each |stride| is larger than the sum of
 * (size - 1) * |stride| over the smaller ones: every row-major, column-major, permuted, padded or reversed layout
 * does.  Nested layouts of any size must be answered at once.  Layouts that do not nest, such as [2,3] with strides [3,2],
 * may need a search: they have at most 256 elements in the tests.  A search may give up with TL_ERR_WORK past that. */
tl_status tl_has_overlap(const tl_layout *layout, bool *overlap);

/* 1.7  The index that lies at an offset: the inverse of 1.6, for every layout without overlap.
 * Row-major, column-major, permuted, padded, reversed, axes of size 1 with any stride: all of them.
 * TL_ERR_OVERLAP when two indices share an element; TL_ERR_OFFSET when no index lies at the offset.
 * The cost is bounded as for tl_has_overlap. */
tl_status tl_offset_to_index(const tl_layout *layout, int64_t offset, int64_t index[/* layout->ndim */]);

/* 1.8  The index at a position: positions count the indices of a shape from 0 in row-major order, the last axis
 * fastest, whatever the strides are.  TL_ERR_INDEX when position is not within 0 to numel - 1. */
tl_status tl_position_to_index(int ndim, const int64_t shape[/* ndim */], int64_t position, int64_t index[/* ndim */]);

/* 1.8  The position of an index.  TL_ERR_INDEX when an index is not within 0 to size - 1. */
tl_status tl_index_to_position(int ndim, const int64_t shape[/* ndim */], const int64_t index[/* ndim */],
                               int64_t *position);

/* 1.8  The odometer: turn index, in place, into the index at the next position, and say in *more that there was one.
 * At the last position index becomes [0, 0, ...] again and *more is false.
 * TL_ERR_INDEX when index is not within the shape (always so when the shape has no elements). */
tl_status tl_next_index(int ndim, const int64_t shape[/* ndim */], int64_t index[/* ndim */], bool *more);

/* 1.9  Whether the elements lie in the given order without a gap: strides are those of task 1.2 or 1.3, except that
 * the stride of an axis of size 1 may be anything; a layout without elements is contiguous in both orders.
 * The offset plays no part.  TL_ERR_ORDER for an unknown order. */
tl_status tl_is_contiguous(const tl_layout *layout, tl_order order, bool *contiguous);

typedef enum tl_contiguity {
    TL_CONTIGUOUS_NONE = 0,
    TL_CONTIGUOUS_ROW = 1,
    TL_CONTIGUOUS_COL = 2,
    TL_CONTIGUOUS_BOTH = TL_CONTIGUOUS_ROW | TL_CONTIGUOUS_COL
} tl_contiguity;

/* 1.9  In which of the two orders a layout is contiguous. */
tl_status tl_contiguity_of(const tl_layout *layout, tl_contiguity *contiguity);

/* 1.10  Dense strides for a loop that walks axis access[0] innermost, access[1] around it, and so on:
 * access[0] gets stride 1, and each further axis steps over all that is inside it (a size of 0 counts as 1).
 * TL_ERR_AXIS when access does not name every axis 0 to ndim - 1 once; TL_ERR_OVERFLOW when a stride, or the number of
 * elements, does not fit. */
tl_status tl_access_strides(int ndim, const int64_t shape[/* ndim */], const int access[/* ndim */],
                            int64_t strides[/* ndim */]);

/* 1.11  Load values, given in logical (row-major) order, into the storage, each at its layout's offset.
 * Elements of the storage that no index reaches keep what they hold.
 * TL_ERR_BOUNDS when the layout does not fit the storage as in 1.4; TL_ERR_OVERLAP when two indices share an element. */
tl_status tl_load(const tl_layout *layout, const float values[/* numel */], int64_t storage_numel,
                  float storage[/* storage_numel */]);

/* 1.11  Dump the elements of a storage in logical (row-major) order: the inverse of tl_load.
 * TL_ERR_BOUNDS when the layout does not fit the storage as in 1.4.  Overlap is no hindrance to reading. */
tl_status tl_dump(const tl_layout *layout, int64_t storage_numel, const float storage[/* storage_numel */],
                  float values[/* numel */]);

/* The single-precision product of BLAS, column-major, every argument by address as in Fortran:
 * c = alpha * op(a) * op(b) + beta * c, where op(a) is [m,k], op(b) is [k,n] and c is [m,n]; element [i,j] of a matrix is
 * at i + j * ld.  transa and transb are "N" (op(a) = a) or "T" (op(a) = a transposed).  OpenBLAS calls it sgemm_. */
typedef void tl_sgemm(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                      const float *alpha, const float *a, const int *lda, const float *b, const int *ldb,
                      const float *beta, float *c, const int *ldc);

/* 1.12  The row-major product C = A B by one call of a column-major sgemm, with "N" for both operands, on the callers'
 * own arrays: nothing is transposed and nothing is copied.  A leading dimension is the number of elements from one row to
 * the next, and may exceed the row, as it does in a sub-matrix; elements between the rows of C keep what they hold.
 * With k = 0, C becomes zero.  With m = 0 or n = 0 nothing is to do: sgemm need not be called, and no matrix is needed.
 * TL_ERR_SHAPE when m, n or k is negative; TL_ERR_BOUNDS when lda < max(1,k), ldb < max(1,n) or ldc < max(1,n);
 * TL_ERR_OVERFLOW when a number does not fit in int; TL_ERR_NULL when sgemm or a matrix with elements is NULL. */
tl_status tl_matmul(tl_sgemm *sgemm, int64_t m, int64_t n, int64_t k, const float a[/* m, lda */], int64_t lda,
                    const float b[/* k, ldb */], int64_t ldb, float c[/* m, ldc */], int64_t ldc);

#ifdef __cplusplus
}
#endif
#endif
