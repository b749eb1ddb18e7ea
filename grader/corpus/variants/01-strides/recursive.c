/* recursive.c - lab 01 in another way: each function deals with one axis and leaves the rest to itself.
 *
 * A right submission must get every point whatever its manner; this one shows that the tests ask for results only.
 */
#include "strides.h"

#include <limits.h>
#include <string.h>

static bool any_below(int n, const int64_t *sizes, int64_t bound)
{
    return n > 0 && (*sizes < bound || any_below(n - 1, sizes + 1, bound));
}

static tl_status usable(int n, const int64_t *shape)
{
    if (n < 0 || n > TL_MAX_NDIM)
        return TL_ERR_RANK;
    if (n == 0)
        return TL_OK;
    if (!shape)
        return TL_ERR_NULL;
    return any_below(n, shape, 0) ? TL_ERR_SHAPE : TL_OK;
}

static bool hollow(int n, const int64_t *shape)
{
    return any_below(n, shape, 1);
}

/* ---- 1.1 ---- */

static tl_status multiply_all(int n, const int64_t *shape, int64_t *product)
{
    if (n == 0) {
        *product = 1;
        return TL_OK;
    }
    TL_TRY(multiply_all(n - 1, shape + 1, product));
    return tl_checked_mul(*shape, *product, product);
}

tl_status tl_numel(int ndim, const int64_t shape[], int64_t *numel)
{
    int64_t product = 0;
    TL_TRY(usable(ndim, shape));
    if (!numel)
        return TL_ERR_NULL;
    if (!hollow(ndim, shape))
        TL_TRY(multiply_all(ndim, shape, &product));
    *numel = product;
    return TL_OK;
}

/* ---- 1.2, 1.3, 1.10: a stride is the neighbour's stride times the neighbour's size ---- */

static tl_status step_over(int64_t stride, int64_t size, int64_t *result)
{
    return size == 0 ? tl_checked_add(stride, 0, result) : tl_checked_mul(stride, size, result);
}

static tl_status from_the_right(int n, const int64_t *shape, int64_t *strides)
{
    if (n == 1)
        *strides = 1;
    if (n <= 1)
        return TL_OK;
    TL_TRY(from_the_right(n - 1, shape + 1, strides + 1));
    return step_over(strides[1], shape[1], strides);
}

static tl_status from_the_left(int n, const int64_t *shape, int64_t *strides)
{
    if (n == 1)
        *strides = 1;
    if (n <= 1)
        return TL_OK;
    TL_TRY(from_the_left(n - 1, shape, strides));
    return step_over(strides[n - 2], shape[n - 2], strides + n - 1);
}

static tl_status from_the_inside(int n, const int64_t *shape, const int *access, int64_t *strides)
{
    if (n == 1)
        strides[access[0]] = 1;
    if (n <= 1)
        return TL_OK;
    TL_TRY(from_the_inside(n - 1, shape, access, strides));
    return step_over(strides[access[n - 2]], shape[access[n - 2]], strides + access[n - 1]);
}

static tl_status hand_over(int n, const int64_t *from, int64_t *to)
{
    if (n > 0 && !to)
        return TL_ERR_NULL;
    if (n > 0)
        memcpy(to, from, (size_t)n * sizeof *to);
    return TL_OK;
}

tl_status tl_row_major_strides(int ndim, const int64_t shape[], int64_t strides[])
{
    int64_t numel, mine[TL_MAX_NDIM];
    TL_TRY(tl_numel(ndim, shape, &numel));
    TL_TRY(from_the_right(ndim, shape, mine));
    return hand_over(ndim, mine, strides);
}

tl_status tl_col_major_strides(int ndim, const int64_t shape[], int64_t strides[])
{
    int64_t numel, mine[TL_MAX_NDIM];
    TL_TRY(tl_numel(ndim, shape, &numel));
    TL_TRY(from_the_left(ndim, shape, mine));
    return hand_over(ndim, mine, strides);
}

/* Whether the first n entries name axes of rank ndim, none of them twice; named has a bit for each named before. */
static bool names_axes(int n, const int *access, int ndim, unsigned named)
{
    return n == 0 || (*access >= 0 && *access < ndim && !(named >> *access & 1) &&
                      names_axes(n - 1, access + 1, ndim, named | 1u << *access));
}

tl_status tl_access_strides(int ndim, const int64_t shape[], const int access[], int64_t strides[])
{
    int64_t numel, mine[TL_MAX_NDIM];
    TL_TRY(tl_numel(ndim, shape, &numel));
    if (ndim > 0 && !access)
        return TL_ERR_NULL;
    if (!names_axes(ndim, access, ndim, 0))
        return TL_ERR_AXIS;
    TL_TRY(from_the_inside(ndim, shape, access, mine));
    return hand_over(ndim, mine, strides);
}

/* ---- 1.4, 1.5 ---- */

static tl_status widen(int n, const int64_t *shape, const int64_t *strides, int64_t *low, int64_t *high)
{
    int64_t far;
    if (n == 0)
        return TL_OK;
    TL_TRY(tl_checked_mul(*shape - 1, *strides, &far));
    int64_t *end = far > 0 ? high : low;
    TL_TRY(tl_checked_add(*end, far, end));
    return widen(n - 1, shape + 1, strides + 1, low, high);
}

tl_status tl_offset_range(const tl_layout *layout, int64_t *lowest, int64_t *highest)
{
    if (!layout || !lowest || !highest)
        return TL_ERR_NULL;
    TL_TRY(usable(layout->ndim, layout->shape));
    int64_t low = layout->offset, high = layout->offset;
    if (hollow(layout->ndim, layout->shape))
        TL_TRY(tl_checked_add(low, -1, &high));
    else
        TL_TRY(widen(layout->ndim, layout->shape, layout->strides, &low, &high));
    *lowest = low;
    *highest = high;
    return TL_OK;
}

static tl_status inside(const tl_layout *layout, int64_t storage_numel)
{
    int64_t low, high;
    TL_TRY(tl_offset_range(layout, &low, &high));
    if (high < low)
        return low < 0 || low > storage_numel ? TL_ERR_BOUNDS : TL_OK;
    return low < 0 || high >= storage_numel ? TL_ERR_BOUNDS : TL_OK;
}

tl_status tl_layout_dense(int ndim, const int64_t shape[], tl_order order, tl_layout *layout)
{
    tl_layout mine;
    memset(&mine, 0, sizeof mine);
    TL_TRY(usable(ndim, shape));
    if (!layout)
        return TL_ERR_NULL;
    mine.ndim = ndim;
    TL_TRY(hand_over(ndim, shape, mine.shape));
    switch (order) {
    case TL_ROW_MAJOR:
        TL_TRY(tl_row_major_strides(ndim, shape, mine.strides));
        break;
    case TL_COL_MAJOR:
        TL_TRY(tl_col_major_strides(ndim, shape, mine.strides));
        break;
    default:
        return TL_ERR_ORDER;
    }
    *layout = mine;
    return TL_OK;
}

tl_status tl_layout_strided(int ndim, const int64_t shape[], const int64_t strides[], int64_t offset,
                            int64_t storage_numel, tl_layout *layout)
{
    int64_t numel;
    tl_layout mine;
    memset(&mine, 0, sizeof mine);
    TL_TRY(tl_numel(ndim, shape, &numel));
    if (!layout || (ndim > 0 && !strides))
        return TL_ERR_NULL;
    mine.ndim = ndim;
    mine.offset = offset;
    TL_TRY(hand_over(ndim, shape, mine.shape));
    TL_TRY(hand_over(ndim, strides, mine.strides));
    TL_TRY(inside(&mine, storage_numel));
    *layout = mine;
    return TL_OK;
}

tl_status tl_storage_bytes(const tl_layout *layout, tl_dtype dtype, int64_t *bytes)
{
    int64_t low, high, result;
    if (!bytes)
        return TL_ERR_NULL;
    TL_TRY(tl_offset_range(layout, &low, &high));
    if (tl_dtype_describe(dtype).itemsize == 0)
        return TL_ERR_DTYPE;
    if (low < 0 && low <= high)
        return TL_ERR_BOUNDS;
    TL_TRY(tl_checked_add(high, 1, &result));
    TL_TRY(tl_checked_mul(high < low ? 0 : result, tl_dtype_describe(dtype).itemsize, &result));
    *bytes = result;
    return TL_OK;
}

/* ---- 1.6 ---- */

static tl_status within(int n, const int64_t *shape, const int64_t *index)
{
    if (n == 0)
        return TL_OK;
    if (!index)
        return TL_ERR_NULL;
    return *index < 0 || *index >= *shape ? TL_ERR_INDEX : within(n - 1, shape + 1, index + 1);
}

static tl_status walk_to(int n, const int64_t *index, const int64_t *strides, int64_t from, int64_t *to)
{
    int64_t way;
    if (n == 0) {
        *to = from;
        return TL_OK;
    }
    TL_TRY(tl_checked_mul(*index, *strides, &way));
    TL_TRY(tl_checked_add(from, way, &from));
    return walk_to(n - 1, index + 1, strides + 1, from, to);
}

tl_status tl_index_to_offset(const tl_layout *layout, int ndim, const int64_t index[], int64_t *offset)
{
    int64_t result;
    if (!layout || !offset)
        return TL_ERR_NULL;
    TL_TRY(usable(layout->ndim, layout->shape));
    if (layout->ndim != ndim)
        return TL_ERR_RANK;
    TL_TRY(within(ndim, layout->shape, index));
    TL_TRY(walk_to(ndim, index, layout->strides, layout->offset, &result));
    *offset = result;
    return TL_OK;
}

/* ---- 1.7: take away the axis with the longest step, and ask the same of the others ---- */

typedef unsigned axis_set; /* a bit for each axis */

static int64_t step_of(const tl_layout *layout, int axis)
{
    return layout->strides[axis] < 0 ? -layout->strides[axis] : layout->strides[axis];
}

static axis_set moving_axes(const tl_layout *layout, int axis)
{
    if (axis == layout->ndim)
        return 0;
    return (layout->shape[axis] > 1 ? 1u << axis : 0) | moving_axes(layout, axis + 1);
}

/* The axis of a set that is not empty with the longest step. */
static int longest(const tl_layout *layout, axis_set axes)
{
    int first = __builtin_ctz(axes);
    axis_set others = axes & (axes - 1);
    if (others == 0)
        return first;
    int best = longest(layout, others);
    return step_of(layout, first) > step_of(layout, best) ? first : best;
}

/* From the lowest to the highest offset of the axes. */
static int64_t span(const tl_layout *layout, axis_set axes)
{
    if (axes == 0)
        return 0;
    int axis = __builtin_ctz(axes);
    return (layout->shape[axis] - 1) * step_of(layout, axis) + span(layout, axes & (axes - 1));
}

/* Whether two indices with different numbers on some of these axes are `apart` elements apart; equal: on none so far. */
static bool meet(const tl_layout *layout, axis_set axes, int64_t apart, bool equal, int *work)
{
    if (axes == 0)
        return apart == 0 && !equal;
    int axis = __builtin_ctz(axes);
    for (int64_t d = 1 - layout->shape[axis]; d < layout->shape[axis] && --*work > 0; d++)
        if (meet(layout, axes & (axes - 1), apart - d * step_of(layout, axis), equal && d == 0, work))
            return true;
    return false;
}

static tl_status overlap_among(const tl_layout *layout, axis_set axes, bool *overlap)
{
    if (axes == 0) {
        *overlap = false;
        return TL_OK;
    }
    int axis = longest(layout, axes), work = 1 << 22;
    axis_set others = axes & ~(1u << axis);
    if (step_of(layout, axis) > span(layout, others))
        return overlap_among(layout, others, overlap);
    bool found = meet(layout, axes, 0, true, &work);
    if (!found && work <= 0)
        return TL_ERR_WORK;
    *overlap = found;
    return TL_OK;
}

tl_status tl_has_overlap(const tl_layout *layout, bool *overlap)
{
    int64_t low, high, width;
    if (!layout || !overlap)
        return TL_ERR_NULL;
    TL_TRY(tl_offset_range(layout, &low, &high));
    if (hollow(layout->ndim, layout->shape)) {
        *overlap = false;
        return TL_OK;
    }
    if (__builtin_sub_overflow(high, low, &width))
        return TL_ERR_OVERFLOW;
    return overlap_among(layout, moving_axes(layout, 0), overlap);
}

static bool solve(const tl_layout *layout, axis_set axes, int64_t distance, int64_t *index)
{
    if (axes == 0)
        return distance == 0;
    int axis = longest(layout, axes);
    axis_set others = axes & ~(1u << axis);
    int64_t step = step_of(layout, axis), rest = span(layout, others), last = layout->shape[axis] - 1;
    int64_t i = distance / step < last ? distance / step : last;
    for (; i >= 0 && distance - i * step <= rest; i--)
        if (solve(layout, others, distance - i * step, index)) {
            index[axis] = layout->strides[axis] < 0 ? last - i : i;
            return true;
        }
    return false;
}

tl_status tl_offset_to_index(const tl_layout *layout, int64_t offset, int64_t index[])
{
    int64_t low, high, mine[TL_MAX_NDIM] = {0};
    bool overlap;
    TL_TRY(tl_has_overlap(layout, &overlap));
    if (layout->ndim > 0 && !index)
        return TL_ERR_NULL;
    if (overlap)
        return TL_ERR_OVERLAP;
    TL_TRY(tl_offset_range(layout, &low, &high));
    if (offset < low || offset > high || !solve(layout, moving_axes(layout, 0), offset - low, mine))
        return TL_ERR_OFFSET;
    return hand_over(layout->ndim, mine, index);
}

/* ---- 1.8 ---- */

static int64_t unroll(int n, const int64_t *shape, int64_t position, int64_t *index)
{
    if (n == 0)
        return position;
    position = unroll(n - 1, shape + 1, position, index + 1);
    *index = position % *shape;
    return position / *shape;
}

tl_status tl_position_to_index(int ndim, const int64_t shape[], int64_t position, int64_t index[])
{
    int64_t numel;
    TL_TRY(tl_numel(ndim, shape, &numel));
    if (ndim > 0 && !index)
        return TL_ERR_NULL;
    if (position < 0 || position >= numel)
        return TL_ERR_INDEX;
    if (ndim > 0)
        unroll(ndim, shape, position, index);
    return TL_OK;
}

static int64_t roll(int n, const int64_t *shape, const int64_t *index)
{
    return n == 0 ? 0 : roll(n - 1, shape, index) * shape[n - 1] + index[n - 1];
}

tl_status tl_index_to_position(int ndim, const int64_t shape[], const int64_t index[], int64_t *position)
{
    int64_t numel;
    TL_TRY(tl_numel(ndim, shape, &numel));
    TL_TRY(within(ndim, shape, index));
    if (!position)
        return TL_ERR_NULL;
    *position = roll(ndim, shape, index);
    return TL_OK;
}

/* Turn the wheels; the answer is whether they have not all come round. */
static bool turn(int n, const int64_t *shape, int64_t *index)
{
    if (n == 0)
        return false;
    if (turn(n - 1, shape + 1, index + 1))
        return true;
    *index = (*index + 1) % *shape;
    return *index != 0;
}

tl_status tl_next_index(int ndim, const int64_t shape[], int64_t index[], bool *more)
{
    TL_TRY(usable(ndim, shape));
    TL_TRY(within(ndim, shape, index));
    if (!more)
        return TL_ERR_NULL;
    *more = ndim > 0 && turn(ndim, shape, index);
    return TL_OK;
}

/* ---- 1.9 ---- */

/* Whether n axes, of which the first is the innermost and the others lie `way` entries on, have the stride that is due. */
static bool goes_on(int n, const int64_t *size, const int64_t *stride, int way, int64_t due)
{
    if (n == 0)
        return true;
    if (*size != 1 && *stride != due)
        return false;
    return n == 1 || goes_on(n - 1, size + way, stride + way, way, due * *size);
}

tl_status tl_is_contiguous(const tl_layout *layout, tl_order order, bool *contiguous)
{
    int64_t numel;
    if (!layout || !contiguous)
        return TL_ERR_NULL;
    TL_TRY(tl_numel(layout->ndim, layout->shape, &numel));
    int end = layout->ndim > 0 ? layout->ndim - 1 : 0;
    if (order == TL_ROW_MAJOR)
        *contiguous = numel == 0 || goes_on(layout->ndim, layout->shape + end, layout->strides + end, -1, 1);
    else if (order == TL_COL_MAJOR)
        *contiguous = numel == 0 || goes_on(layout->ndim, layout->shape, layout->strides, 1, 1);
    else
        return TL_ERR_ORDER;
    return TL_OK;
}

tl_status tl_contiguity_of(const tl_layout *layout, tl_contiguity *contiguity)
{
    bool row = false, col = false;
    if (!contiguity)
        return TL_ERR_NULL;
    TL_TRY(tl_is_contiguous(layout, TL_ROW_MAJOR, &row));
    TL_TRY(tl_is_contiguous(layout, TL_COL_MAJOR, &col));
    *contiguity = (tl_contiguity)((row ? TL_CONTIGUOUS_ROW : 0) | (col ? TL_CONTIGUOUS_COL : 0));
    return TL_OK;
}

/* ---- 1.11 ---- */

/* Both ways at once: from the values to the storage, or back; gives back the values that are still to come. */
typedef struct transfer {
    const float *values_in, *storage_in;
    float *values_out, *storage_out;
} transfer;

static int64_t move(const tl_layout *layout, int axis, int64_t offset, const transfer *t, int64_t position)
{
    if (axis == layout->ndim) {
        if (t->storage_out)
            t->storage_out[offset] = t->values_in[position];
        else
            t->values_out[position] = t->storage_in[offset];
        return position + 1;
    }
    for (int64_t i = 0; i < layout->shape[axis]; i++)
        position = move(layout, axis + 1, offset + i * layout->strides[axis], t, position);
    return position;
}

static tl_status transferable(const tl_layout *layout, const float *values, int64_t storage_numel, const float *storage)
{
    if (!layout)
        return TL_ERR_NULL;
    TL_TRY(inside(layout, storage_numel));
    return (!values || !storage) && !hollow(layout->ndim, layout->shape) ? TL_ERR_NULL : TL_OK;
}

tl_status tl_load(const tl_layout *layout, const float values[], int64_t storage_numel, float storage[])
{
    bool overlap;
    TL_TRY(transferable(layout, values, storage_numel, storage));
    TL_TRY(tl_has_overlap(layout, &overlap));
    if (overlap)
        return TL_ERR_OVERLAP;
    if (!hollow(layout->ndim, layout->shape))
        move(layout, 0, layout->offset, &(transfer){.values_in = values, .storage_out = storage}, 0);
    return TL_OK;
}

tl_status tl_dump(const tl_layout *layout, int64_t storage_numel, const float storage[], float values[])
{
    TL_TRY(transferable(layout, values, storage_numel, storage));
    if (!hollow(layout->ndim, layout->shape))
        move(layout, 0, layout->offset, &(transfer){.storage_in = storage, .values_out = values}, 0);
    return TL_OK;
}

/* ---- 1.12 ---- */

static bool fit_in_int(int n, const int64_t *numbers)
{
    return n == 0 || (*numbers <= INT_MAX && fit_in_int(n - 1, numbers + 1));
}

tl_status tl_matmul(tl_sgemm *sgemm, int64_t m, int64_t n, int64_t k, const float a[], int64_t lda, const float b[],
                    int64_t ldb, float c[], int64_t ldc)
{
    const int64_t given[] = {m, n, k, lda, ldb, ldc}, least[] = {k, n, n};
    if (any_below(3, given, 0))
        return TL_ERR_SHAPE;
    for (int i = 0; i < 3; i++)
        if (given[3 + i] < 1 || given[3 + i] < least[i])
            return TL_ERR_BOUNDS;
    if (!fit_in_int(6, given))
        return TL_ERR_OVERFLOW;
    if (!sgemm || (!a && m && k) || (!b && k && n) || (!c && m && n))
        return TL_ERR_NULL;
    if (m && n) {
        int M = (int)n, N = (int)m, K = (int)k, A = (int)ldb, B = (int)lda, C = (int)ldc;
        sgemm("N", "N", &M, &N, &K, &(float){1}, b, &A, a, &B, &(float){0}, c, &C);
    }
    return TL_OK;
}
