/* strides.c - from shapes to strides, from indices to offsets, and back.
 *
 * One idea carries the file: an element's offset is a sum of index * stride.  Everything else is a way to choose
 * the strides, to bound the sum, or to solve it for the index.
 */
#include "strides.h"

#include <limits.h>

/* ---- 1.1  Counting elements ---- */

static tl_status check_shape(int ndim, const int64_t shape[])
{
    if (ndim < 0 || ndim > TL_MAX_NDIM)
        return TL_ERR_RANK;
    if (ndim > 0 && shape == NULL)
        return TL_ERR_NULL;
    for (int axis = 0; axis < ndim; axis++)
        if (shape[axis] < 0)
            return TL_ERR_SHAPE;
    return TL_OK;
}

static bool has_no_elements(int ndim, const int64_t shape[])
{
    for (int axis = 0; axis < ndim; axis++)
        if (shape[axis] == 0)
            return true;
    return false;
}

tl_status tl_numel(int ndim, const int64_t shape[], int64_t *numel)
{
    int64_t product = 1;
    bool fits = true, empty = false;
    TL_TRY(check_shape(ndim, shape));
    if (numel == NULL)
        return TL_ERR_NULL;
    for (int axis = 0; axis < ndim; axis++) {
        fits = fits && tl_checked_mul(product, shape[axis], &product) == TL_OK;
        empty = empty || shape[axis] == 0;
    }
    if (!fits && !empty) /* a size of 0 anywhere outweighs all others */
        return TL_ERR_OVERFLOW;
    *numel = empty ? 0 : product;
    return TL_OK;
}

/* ---- 1.2, 1.3, 1.10  Dense strides ---- */

/* Dense strides when the axes are walked in the sequence inner_to_outer. */
static tl_status dense_strides(int ndim, const int64_t shape[], const int inner_to_outer[], int64_t strides[])
{
    int64_t numel, stride = 1, result[TL_MAX_NDIM];
    TL_TRY(tl_numel(ndim, shape, &numel));
    if (ndim > 0 && strides == NULL)
        return TL_ERR_NULL;
    for (int i = 0; i < ndim; i++) {
        int axis = inner_to_outer[i];
        result[axis] = stride;
        bool outermost = i == ndim - 1; /* its size is in no stride, so it must not overflow one */
        if (!outermost && shape[axis] > 1)
            TL_TRY(tl_checked_mul(stride, shape[axis], &stride));
    }
    for (int axis = 0; axis < ndim; axis++)
        strides[axis] = result[axis];
    return TL_OK;
}

tl_status tl_row_major_strides(int ndim, const int64_t shape[], int64_t strides[])
{
    int last_to_first[TL_MAX_NDIM] = {0};
    for (int i = 0; i < ndim && i < TL_MAX_NDIM; i++)
        last_to_first[i] = ndim - 1 - i;
    return dense_strides(ndim, shape, last_to_first, strides);
}

tl_status tl_col_major_strides(int ndim, const int64_t shape[], int64_t strides[])
{
    static const int first_to_last[TL_MAX_NDIM] = {0, 1, 2, 3, 4, 5, 6, 7};
    return dense_strides(ndim, shape, first_to_last, strides);
}

tl_status tl_access_strides(int ndim, const int64_t shape[], const int access[], int64_t strides[])
{
    TL_TRY(check_shape(ndim, shape));
    if (ndim > 0 && access == NULL)
        return TL_ERR_NULL;
    bool seen[TL_MAX_NDIM] = {false};
    for (int i = 0; i < ndim; i++) {
        if (access[i] < 0 || access[i] >= ndim || seen[access[i]])
            return TL_ERR_AXIS;
        seen[access[i]] = true;
    }
    return dense_strides(ndim, shape, access, strides);
}

/* ---- 1.4, 1.5  A layout and how far it reaches ---- */

static tl_status check_layout(const tl_layout *layout)
{
    return layout == NULL ? TL_ERR_NULL : check_shape(layout->ndim, layout->shape);
}

tl_status tl_offset_range(const tl_layout *layout, int64_t *lowest, int64_t *highest)
{
    TL_TRY(check_layout(layout));
    if (lowest == NULL || highest == NULL)
        return TL_ERR_NULL;
    int64_t low = layout->offset, high = layout->offset;
    if (has_no_elements(layout->ndim, layout->shape)) {
        TL_TRY(tl_checked_add(high, -1, &high));
    } else {
        for (int axis = 0; axis < layout->ndim; axis++) {
            int64_t reach; /* from the first index of the axis to its last */
            TL_TRY(tl_checked_mul(layout->shape[axis] - 1, layout->strides[axis], &reach));
            TL_TRY(reach < 0 ? tl_checked_add(low, reach, &low) : tl_checked_add(high, reach, &high));
        }
    }
    *lowest = low;
    *highest = high;
    return TL_OK;
}

static tl_status check_fits(const tl_layout *layout, int64_t storage_numel)
{
    int64_t lowest, highest;
    TL_TRY(tl_offset_range(layout, &lowest, &highest));
    /* without elements lowest is the offset itself, which may stand at the end of the storage */
    bool fits = lowest >= 0 && lowest <= storage_numel && highest < storage_numel;
    return fits ? TL_OK : TL_ERR_BOUNDS;
}

tl_status tl_layout_dense(int ndim, const int64_t shape[], tl_order order, tl_layout *layout)
{
    tl_layout result = {.ndim = ndim};
    TL_TRY(check_shape(ndim, shape));
    if (layout == NULL)
        return TL_ERR_NULL;
    if (order == TL_ROW_MAJOR)
        TL_TRY(tl_row_major_strides(ndim, shape, result.strides));
    else if (order == TL_COL_MAJOR)
        TL_TRY(tl_col_major_strides(ndim, shape, result.strides));
    else
        return TL_ERR_ORDER;
    for (int axis = 0; axis < ndim; axis++)
        result.shape[axis] = shape[axis];
    *layout = result;
    return TL_OK;
}

tl_status tl_layout_strided(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset,
                            int64_t storage_numel, tl_layout *layout)
{
    tl_layout result = {.ndim = ndim, .offset = offset};
    int64_t numel;
    TL_TRY(tl_numel(ndim, shape, &numel));
    if (layout == NULL || (ndim > 0 && strides == NULL))
        return TL_ERR_NULL;
    for (int axis = 0; axis < ndim; axis++) {
        result.shape[axis] = shape[axis];
        result.strides[axis] = strides[axis];
    }
    TL_TRY(check_fits(&result, storage_numel));
    *layout = result;
    return TL_OK;
}

tl_status tl_storage_bytes(const tl_layout *layout, tl_dtype dtype, int64_t *bytes)
{
    int64_t lowest, highest, numel, itemsize = tl_dtype_describe(dtype).itemsize;
    TL_TRY(tl_offset_range(layout, &lowest, &highest));
    if (bytes == NULL)
        return TL_ERR_NULL;
    if (itemsize == 0)
        return TL_ERR_DTYPE;
    if (highest < lowest)
        numel = 0;
    else if (lowest < 0)
        return TL_ERR_BOUNDS;
    else
        TL_TRY(tl_checked_add(highest, 1, &numel));
    return tl_checked_mul(numel, itemsize, bytes);
}

/* ---- 1.6  From an index to an offset ---- */

static tl_status check_index(int ndim, const int64_t shape[], const int64_t index[])
{
    if (ndim > 0 && index == NULL)
        return TL_ERR_NULL;
    for (int axis = 0; axis < ndim; axis++)
        if (index[axis] < 0 || index[axis] >= shape[axis])
            return TL_ERR_INDEX;
    return TL_OK;
}

tl_status tl_index_to_offset(const tl_layout *layout, int ndim, const int64_t index[], int64_t *offset)
{
    TL_TRY(check_layout(layout));
    if (ndim != layout->ndim)
        return TL_ERR_RANK;
    TL_TRY(check_index(ndim, layout->shape, index));
    if (offset == NULL)
        return TL_ERR_NULL;
    int64_t sum = layout->offset;
    for (int axis = 0; axis < ndim; axis++) {
        int64_t step;
        TL_TRY(tl_checked_mul(index[axis], layout->strides[axis], &step));
        TL_TRY(tl_checked_add(sum, step, &sum));
    }
    *offset = sum;
    return TL_OK;
}

/* ---- 1.7  From an offset to an index ----
 *
 * Take the axes that really move, size > 1, in order of falling |stride|, and measure every offset from the lowest one:
 * then all steps are positive.  At each axis only those indices can be right whose rest the later axes still reach.
 * In a layout whose axes nest that is one index, and the search is a plain division per axis.
 */
typedef struct axis_walk {
    int axis;
    uint64_t last;  /* highest index: size - 1 */
    uint64_t step;  /* |stride| */
    uint64_t reach; /* the most that this axis and the later ones add up to */
} axis_walk;

enum { WORK_LIMIT = 1 << 20 }; /* nodes that one search may visit */

/* The moving axes, largest step first; their number in *count, the lowest offset in *lowest. */
static tl_status sorted_axes(const tl_layout *layout, axis_walk walk[TL_MAX_NDIM], int *count, int64_t *lowest)
{
    int64_t highest, width;
    int n = 0;
    TL_TRY(tl_offset_range(layout, lowest, &highest));
    if (__builtin_sub_overflow(highest, *lowest, &width))
        return TL_ERR_OVERFLOW;
    for (int axis = 0; axis < layout->ndim; axis++) {
        if (layout->shape[axis] <= 1)
            continue;
        int64_t stride = layout->strides[axis];
        axis_walk moving = {.axis = axis,
                            .last = (uint64_t)layout->shape[axis] - 1,
                            .step = (uint64_t)(stride < 0 ? -stride : stride)};
        int place = n++;
        for (; place > 0 && walk[place - 1].step < moving.step; place--)
            walk[place] = walk[place - 1];
        walk[place] = moving;
    }
    uint64_t reach = 0;
    for (int i = n - 1; i >= 0; i--)
        walk[i].reach = reach += walk[i].last * walk[i].step;
    *count = n;
    return TL_OK;
}

/* Whether target is a sum of indices * steps over walk[0..count), where axis i may go up to range * last: range 1 asks for
 * an index, range 2 for a difference of two indices, shifted to start at 0.  The indices are left in found. */
static tl_status search(const axis_walk walk[], int count, unsigned range, uint64_t target, uint64_t found[], int *work)
{
    if (count == 0)
        return target == 0 ? TL_OK : TL_ERR_OFFSET;
    if (++*work > WORK_LIMIT)
        return TL_ERR_WORK;
    uint64_t later = count > 1 ? range * walk[1].reach : 0;
    uint64_t first = target > later ? (target - later - 1) / walk->step + 1 : 0;
    uint64_t last = target / walk->step;
    if (last > range * walk->last)
        last = range * walk->last;
    for (uint64_t i = first; i <= last; i++) {
        found[0] = i;
        tl_status status = search(walk + 1, count - 1, range, target - i * walk->step, found + 1, work);
        if (status != TL_ERR_OFFSET)
            return status;
    }
    return TL_ERR_OFFSET;
}

tl_status tl_has_overlap(const tl_layout *layout, bool *overlap)
{
    axis_walk walk[TL_MAX_NDIM];
    uint64_t found[TL_MAX_NDIM];
    int64_t lowest;
    int count, work = 0;
    TL_TRY(check_layout(layout));
    if (overlap == NULL)
        return TL_ERR_NULL;
    if (has_no_elements(layout->ndim, layout->shape)) {
        *overlap = false;
        return TL_OK;
    }
    TL_TRY(sorted_axes(layout, walk, &count, &lowest));
    if (count > 0 && walk[count - 1].step == 0) { /* the smallest step comes last */
        *overlap = true;
        return TL_OK;
    }
    /* Two indices that share an element first differ on some axis i, by d > 0; the later axes must make up for d steps. */
    for (int i = 0; i < count - 1; i++) {
        uint64_t later = walk[i + 1].reach;
        for (uint64_t d = 1; d <= walk[i].last && d <= later / walk[i].step; d++) {
            tl_status status = search(walk + i + 1, count - i - 1, 2, later - d * walk[i].step, found, &work);
            if (status == TL_ERR_WORK)
                return status;
            if (status == TL_OK) {
                *overlap = true;
                return TL_OK;
            }
        }
    }
    *overlap = false;
    return TL_OK;
}

tl_status tl_offset_to_index(const tl_layout *layout, int64_t offset, int64_t index[])
{
    axis_walk walk[TL_MAX_NDIM];
    uint64_t found[TL_MAX_NDIM];
    int64_t lowest, distance;
    int count, work = 0;
    bool overlap;
    TL_TRY(tl_has_overlap(layout, &overlap));
    if (layout->ndim > 0 && index == NULL)
        return TL_ERR_NULL;
    if (overlap)
        return TL_ERR_OVERLAP;
    if (has_no_elements(layout->ndim, layout->shape))
        return TL_ERR_OFFSET;
    TL_TRY(sorted_axes(layout, walk, &count, &lowest));
    if (offset < lowest || __builtin_sub_overflow(offset, lowest, &distance))
        return TL_ERR_OFFSET;
    TL_TRY(search(walk, count, 1, (uint64_t)distance, found, &work));

    for (int axis = 0; axis < layout->ndim; axis++)
        index[axis] = 0; /* the axes that do not move */
    for (int i = 0; i < count; i++) {
        int axis = walk[i].axis;
        bool reversed = layout->strides[axis] < 0; /* the lowest offset lies at its last index */
        index[axis] = (int64_t)(reversed ? walk[i].last - found[i] : found[i]);
    }
    return TL_OK;
}

/* ---- 1.8  The odometer ---- */

tl_status tl_position_to_index(int ndim, const int64_t shape[], int64_t position, int64_t index[])
{
    int64_t numel;
    TL_TRY(tl_numel(ndim, shape, &numel));
    if (ndim > 0 && index == NULL)
        return TL_ERR_NULL;
    if (position < 0 || position >= numel)
        return TL_ERR_INDEX;
    for (int axis = ndim - 1; axis >= 0; axis--) {
        index[axis] = position % shape[axis];
        position /= shape[axis];
    }
    return TL_OK;
}

tl_status tl_index_to_position(int ndim, const int64_t shape[], const int64_t index[], int64_t *position)
{
    int64_t numel, result = 0;
    TL_TRY(tl_numel(ndim, shape, &numel));
    TL_TRY(check_index(ndim, shape, index));
    if (position == NULL)
        return TL_ERR_NULL;
    for (int axis = 0; axis < ndim; axis++)
        result = result * shape[axis] + index[axis]; /* below numel, so it cannot overflow */
    *position = result;
    return TL_OK;
}

tl_status tl_next_index(int ndim, const int64_t shape[], int64_t index[], bool *more)
{
    TL_TRY(check_shape(ndim, shape));
    TL_TRY(check_index(ndim, shape, index));
    if (more == NULL)
        return TL_ERR_NULL;
    for (int axis = ndim - 1; axis >= 0; axis--) {
        if (++index[axis] < shape[axis]) {
            *more = true;
            return TL_OK;
        }
        index[axis] = 0; /* carry into the axis before */
    }
    *more = false;
    return TL_OK;
}

/* ---- 1.9  Contiguity ---- */

tl_status tl_is_contiguous(const tl_layout *layout, tl_order order, bool *contiguous)
{
    TL_TRY(check_layout(layout));
    if (contiguous == NULL)
        return TL_ERR_NULL;
    if (order != TL_ROW_MAJOR && order != TL_COL_MAJOR)
        return TL_ERR_ORDER;
    bool dense = true, fits = true; /* a stride that does not fit is not the layout's */
    int64_t expected = 1;
    for (int i = 0; i < layout->ndim; i++) {
        int axis = order == TL_ROW_MAJOR ? layout->ndim - 1 - i : i;
        if (layout->shape[axis] != 1 && !(fits && layout->strides[axis] == expected))
            dense = false;
        fits = fits && tl_checked_mul(expected, layout->shape[axis], &expected) == TL_OK;
    }
    dense = dense || has_no_elements(layout->ndim, layout->shape);
    *contiguous = dense;
    return TL_OK;
}

tl_status tl_contiguity_of(const tl_layout *layout, tl_contiguity *contiguity)
{
    bool row, col;
    TL_TRY(tl_is_contiguous(layout, TL_ROW_MAJOR, &row));
    TL_TRY(tl_is_contiguous(layout, TL_COL_MAJOR, &col));
    if (contiguity == NULL)
        return TL_ERR_NULL;
    *contiguity = row && col ? TL_CONTIGUOUS_BOTH : row ? TL_CONTIGUOUS_ROW : col ? TL_CONTIGUOUS_COL : TL_CONTIGUOUS_NONE;
    return TL_OK;
}

/* ---- 1.11  Memory order against logical order ---- */

tl_status tl_load(const tl_layout *layout, const float values[], int64_t storage_numel, float storage[])
{
    bool overlap, more = true;
    int64_t index[TL_MAX_NDIM] = {0};
    TL_TRY(check_layout(layout));
    TL_TRY(check_fits(layout, storage_numel));
    TL_TRY(tl_has_overlap(layout, &overlap));
    if (overlap)
        return TL_ERR_OVERLAP;
    if (has_no_elements(layout->ndim, layout->shape))
        return TL_OK;
    if (values == NULL || storage == NULL)
        return TL_ERR_NULL;
    for (int64_t position = 0; more; position++) {
        int64_t offset;
        TL_TRY(tl_index_to_offset(layout, layout->ndim, index, &offset));
        storage[offset] = values[position];
        TL_TRY(tl_next_index(layout->ndim, layout->shape, index, &more));
    }
    return TL_OK;
}

tl_status tl_dump(const tl_layout *layout, int64_t storage_numel, const float storage[], float values[])
{
    bool more = true;
    int64_t index[TL_MAX_NDIM] = {0};
    TL_TRY(check_layout(layout));
    TL_TRY(check_fits(layout, storage_numel));
    if (has_no_elements(layout->ndim, layout->shape))
        return TL_OK;
    if (values == NULL || storage == NULL)
        return TL_ERR_NULL;
    for (int64_t position = 0; more; position++) {
        int64_t offset;
        TL_TRY(tl_index_to_offset(layout, layout->ndim, index, &offset));
        values[position] = storage[offset];
        TL_TRY(tl_next_index(layout->ndim, layout->shape, index, &more));
    }
    return TL_OK;
}

/* ---- 1.12  A row-major product from a column-major BLAS ----
 *
 * The bytes of a row-major C [m,n] are those of a column-major C' [n,m].  So ask for C' = B' A': swap the operands, swap m
 * and n, keep every leading dimension.
 */
tl_status tl_matmul(tl_sgemm *sgemm, int64_t m, int64_t n, int64_t k, const float a[], int64_t lda, const float b[],
                    int64_t ldb, float c[], int64_t ldc)
{
    if (m < 0 || n < 0 || k < 0)
        return TL_ERR_SHAPE;
    if (lda < k || lda < 1 || ldb < n || ldb < 1 || ldc < n || ldc < 1)
        return TL_ERR_BOUNDS;
    if (m > INT_MAX || lda > INT_MAX || ldb > INT_MAX || ldc > INT_MAX) /* k <= lda, n <= ldb */
        return TL_ERR_OVERFLOW;
    if (sgemm == NULL)
        return TL_ERR_NULL;
    if (m == 0 || n == 0)
        return TL_OK;
    if (c == NULL || (k > 0 && (a == NULL || b == NULL)))
        return TL_ERR_NULL;
    const int rows = (int)m, cols = (int)n, inner = (int)k;
    const int a_pitch = (int)lda, b_pitch = (int)ldb, c_pitch = (int)ldc;
    const float one = 1, zero = 0;
    sgemm("N", "N", &cols, &rows, &inner, &one, b, &b_pitch, a, &a_pitch, &zero, c, &c_pitch);
    return TL_OK;
}
