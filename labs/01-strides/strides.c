/* strides.c - lab 01: from shapes to strides, from indices to offsets, and back.
 *
 * This is your file.  Every function below still returns TL_ERR_TODO.  Take them in order: replace that line by code after
 * which the sentence under TODO holds, save, and run
 *
 *     make lab-01                every task
 *     make lab-01 TASK=1.1       one task
 *     make hint TASK=1.1         when you are stuck
 *
 * First read the top of strides.h: it says what holds for every function (which status for which mistake), and above
 * each declaration it has the details.  ../tl.h has the words in use: status, layout, checked arithmetic.
 * A function may call those of other tasks (1.4 wants 1.5), and you may add static functions of your own.
 */
#include "strides.h"

/* A function that is not written yet does not use its parameters: no warning about that. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* ---- 1.1  Counting elements ---- */

/* TODO 1.1: *numel is the product of the sizes: 1 for rank 0, and 0 if any size is 0, however large the others are.
 * Book: 01-strides.md, section 1.1 */
tl_status tl_numel(int ndim, const int64_t shape[], int64_t *numel)
{
    return TL_ERR_TODO;
}

/* ---- 1.2  Row-major strides ---- */

/* TODO 1.2: the last of the strides is 1, and each other one is the product of all sizes behind it (a size of 0 counts as 1).
 * Book: 01-strides.md, section 1.2 */
tl_status tl_row_major_strides(int ndim, const int64_t shape[], int64_t strides[])
{
    return TL_ERR_TODO;
}

/* ---- 1.3  Column-major strides ---- */

/* TODO 1.3: the first of the strides is 1, and each other one is the product of all sizes before it (a size of 0 counts as 1).
 * Book: 01-strides.md, section 1.3 */
tl_status tl_col_major_strides(int ndim, const int64_t shape[], int64_t strides[])
{
    return TL_ERR_TODO;
}

/* ---- 1.4  A layout that fits its storage ---- */

/* TODO 1.4: *layout has the given shape, the strides of the given order, and offset 0.
 * Book: 01-strides.md, section 1.4 */
tl_status tl_layout_dense(int ndim, const int64_t shape[], tl_order order, tl_layout *layout)
{
    return TL_ERR_TODO;
}

/* TODO 1.4: *layout has the given shape, strides and offset, and no index of it lies outside elements 0 to storage_numel - 1.
 * Book: 01-strides.md, section 1.4 */
tl_status tl_layout_strided(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset,
                            int64_t storage_numel, tl_layout *layout)
{
    return TL_ERR_TODO;
}

/* ---- 1.5  How far a layout reaches ---- */

/* TODO 1.5: no index has an offset below *lowest or above *highest, and both are reached.  Without elements, *lowest is the
 * layout's offset and *highest is one less.
 * Book: 01-strides.md, section 1.5 */
tl_status tl_offset_range(const tl_layout *layout, int64_t *lowest, int64_t *highest)
{
    return TL_ERR_TODO;
}

/* TODO 1.5: *bytes is the size of the smallest storage that holds every element of the layout; 0 when there is none.
 * Book: 01-strides.md, section 1.5 */
tl_status tl_storage_bytes(const tl_layout *layout, tl_dtype dtype, int64_t *bytes)
{
    return TL_ERR_TODO;
}

/* ---- 1.6  From an index to an offset ---- */

/* TODO 1.6: *offset is the element of the storage at which the index lives.
 * Book: 01-strides.md, section 1.6 */
tl_status tl_index_to_offset(const tl_layout *layout, int ndim, const int64_t index[], int64_t *offset)
{
    return TL_ERR_TODO;
}

/* ---- 1.7  From an offset to an index ---- */

/* TODO 1.7: *overlap is true exactly when two different indices have the same offset.
 * Book: 01-strides.md, section 1.7 */
tl_status tl_has_overlap(const tl_layout *layout, bool *overlap)
{
    return TL_ERR_TODO;
}

/* TODO 1.7: index is the one index whose offset is the given one, whatever sequence the strides are in.
 * Book: 01-strides.md, section 1.7 */
tl_status tl_offset_to_index(const tl_layout *layout, int64_t offset, int64_t index[])
{
    return TL_ERR_TODO;
}

/* ---- 1.8  The odometer ---- */

/* TODO 1.8: index is the one that comes at this position when the indices are counted from 0, the last axis fastest.
 * Book: 01-strides.md, section 1.8 */
tl_status tl_position_to_index(int ndim, const int64_t shape[], int64_t position, int64_t index[])
{
    return TL_ERR_TODO;
}

/* TODO 1.8: *position is the number of indices that come before this one.
 * Book: 01-strides.md, section 1.8 */
tl_status tl_index_to_position(int ndim, const int64_t shape[], const int64_t index[], int64_t *position)
{
    return TL_ERR_TODO;
}

/* TODO 1.8: index is the one after what it was, and *more is true; after the last one, index is all 0 and *more is false.
 * Book: 01-strides.md, section 1.8 */
tl_status tl_next_index(int ndim, const int64_t shape[], int64_t index[], bool *more)
{
    return TL_ERR_TODO;
}

/* ---- 1.9  Contiguity ---- */

/* TODO 1.9: *contiguous is true exactly when the elements lie in the given order without a gap.
 * Book: 01-strides.md, section 1.9 */
tl_status tl_is_contiguous(const tl_layout *layout, tl_order order, bool *contiguous)
{
    return TL_ERR_TODO;
}

/* TODO 1.9: *contiguity names the orders in which the layout is contiguous: row, column, both or none.
 * Book: 01-strides.md, section 1.9 */
tl_status tl_contiguity_of(const tl_layout *layout, tl_contiguity *contiguity)
{
    return TL_ERR_TODO;
}

/* ---- 1.10  Strides for an access pattern ---- */

/* TODO 1.10: a loop with axis access[0] innermost, access[1] around it, and so on, walks through memory one element at a time.
 * Book: 01-strides.md, section 1.10 */
tl_status tl_access_strides(int ndim, const int64_t shape[], const int access[], int64_t strides[])
{
    return TL_ERR_TODO;
}

/* ---- 1.11  Memory order against logical order ---- */

/* TODO 1.11: for each position p, storage holds values[p] at the offset of the index at position p; the rest of it is as before.
 * Book: 01-strides.md, section 1.11 */
tl_status tl_load(const tl_layout *layout, const float values[], int64_t storage_numel, float storage[])
{
    return TL_ERR_TODO;
}

/* TODO 1.11: for each position p, values[p] is what storage holds at the offset of the index at position p.
 * Book: 01-strides.md, section 1.11 */
tl_status tl_dump(const tl_layout *layout, int64_t storage_numel, const float storage[], float values[])
{
    return TL_ERR_TODO;
}

/* ---- 1.12  A row-major product from a column-major BLAS ---- */

/* TODO 1.12: c is the product of a and b, all three row-major, made by one call of a column-major sgemm on these very arrays.
 * Book: 01-strides.md, section 1.12 */
tl_status tl_matmul(tl_sgemm *sgemm, int64_t m, int64_t n, int64_t k, const float a[], int64_t lda, const float b[],
                    int64_t ldb, float c[], int64_t ldc)
{
    return TL_ERR_TODO;
}
