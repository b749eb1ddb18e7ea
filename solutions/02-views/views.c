/* views.c - one storage, many lenses.
 *
 * The first half computes layouts from layouts and touches no data.  The second half ties a layout to a storage that counts
 * its holders, and moves elements.
 */
#include "views.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static tl_status check_layout(const tl_layout *layout, const void *result)
{
    if (layout == NULL || result == NULL)
        return TL_ERR_NULL;
    if (layout->ndim < 0 || layout->ndim > TL_MAX_NDIM)
        return TL_ERR_RANK;
    int64_t signs = 0;
    for (int axis = 0; axis < layout->ndim; axis++)
        signs |= layout->shape[axis]; /* negative if any of them is */
    return signs < 0 ? TL_ERR_SHAPE : TL_OK;
}

/* Turn an axis that may count from the end into 0 to ndim - 1. */
static tl_status wrap_axis(int ndim, int *axis)
{
    if (*axis < -ndim || *axis >= ndim)
        return TL_ERR_AXIS;
    if (*axis < 0)
        *axis += ndim;
    return TL_OK;
}

/* offset + index * stride */
static tl_status move_offset(int64_t *offset, int64_t index, int64_t stride)
{
    int64_t distance;
    TL_TRY(tl_checked_mul(index, stride, &distance));
    return tl_checked_add(*offset, distance, offset);
}

static void remove_axis(tl_layout *layout, int axis)
{
    layout->ndim--;
    for (int i = axis; i < layout->ndim; i++) {
        layout->shape[i] = layout->shape[i + 1];
        layout->strides[i] = layout->strides[i + 1];
    }
}

static tl_status insert_axis(tl_layout *layout, int axis, int64_t size, int64_t stride)
{
    if (layout->ndim == TL_MAX_NDIM)
        return TL_ERR_RANK;
    for (int i = layout->ndim; i > axis; i--) {
        layout->shape[i] = layout->shape[i - 1];
        layout->strides[i] = layout->strides[i - 1];
    }
    layout->shape[axis] = size;
    layout->strides[axis] = stride;
    layout->ndim++;
    return TL_OK;
}

/* ---- 2.1  A slice of one axis ---- */

/* A bound counted from the end when negative, then held within low to high. */
static int64_t clamp_bound(int64_t bound, int64_t size, int64_t low, int64_t high)
{
    if (bound < 0)
        bound += size; /* a negative and a non-negative number: no overflow */
    return bound < low ? low : bound > high ? high : bound;
}

tl_status tl_slice_resolve(const tl_slice *slice, int64_t size, tl_range *range)
{
    if (slice == NULL || range == NULL)
        return TL_ERR_NULL;
    if (size < 0)
        return TL_ERR_SHAPE;
    int64_t step = slice->has_step ? slice->step : 1;
    if (step == 0)
        return TL_ERR_STEP;
    /* walking down, one may start at the last index and run past index 0 */
    int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
    int64_t start = step > 0 ? low : high, stop = step > 0 ? high : low;
    if (slice->has_start)
        start = clamp_bound(slice->start, size, low, high);
    if (slice->has_stop)
        stop = clamp_bound(slice->stop, size, low, high);

    uint64_t distance = step > 0 ? (uint64_t)stop - (uint64_t)start : (uint64_t)start - (uint64_t)stop;
    uint64_t pace = step > 0 ? (uint64_t)step : 0 - (uint64_t)step; /* also right for INT64_MIN */
    bool any = step > 0 ? start < stop : start > stop;
    uint64_t steps = pace == 1 ? distance - 1 : (distance - 1) / pace; /* division is slow, and most slices have no step */
    *range = (tl_range){start, stop, step, any ? (int64_t)steps + 1 : 0};
    return TL_OK;
}

tl_status tl_layout_slice(const tl_layout *layout, int axis, const tl_slice *slice, tl_layout *result)
{
    tl_range range;
    TL_TRY(check_layout(layout, result));
    TL_TRY(wrap_axis(layout->ndim, &axis));
    TL_TRY(tl_slice_resolve(slice, layout->shape[axis], &range));
    int64_t offset = layout->offset, stride = layout->strides[axis];
    int64_t first = range.start < 0 ? 0 : range.start; /* -1 only when nothing is taken */
    TL_TRY(move_offset(&offset, first, stride));
    if (tl_checked_mul(stride, range.step, &stride) != TL_OK && range.length > 1)
        return TL_ERR_OVERFLOW;
    *result = *layout;
    result->shape[axis] = range.length;
    result->strides[axis] = stride;
    result->offset = offset;
    return TL_OK;
}

/* ---- 2.2  Select and narrow ---- */

tl_status tl_layout_narrow(const tl_layout *layout, int axis, int64_t start, int64_t length, tl_layout *result)
{
    TL_TRY(check_layout(layout, result));
    TL_TRY(wrap_axis(layout->ndim, &axis));
    int64_t size = layout->shape[axis];
    if (start < 0)
        start += size;
    if (start < 0 || start > size || length < 0 || length > size - start)
        return TL_ERR_INDEX;
    int64_t offset = layout->offset;
    TL_TRY(move_offset(&offset, start, layout->strides[axis]));
    *result = *layout;
    result->shape[axis] = length;
    result->offset = offset;
    return TL_OK;
}

tl_status tl_layout_select(const tl_layout *layout, int axis, int64_t index, tl_layout *result)
{
    tl_layout selected;
    TL_TRY(check_layout(layout, result));
    TL_TRY(wrap_axis(layout->ndim, &axis));
    TL_TRY(tl_layout_narrow(layout, axis, index, 1, &selected));
    remove_axis(&selected, axis);
    *result = selected;
    return TL_OK;
}

/* ---- 2.3  Several axes at once ---- */

tl_status tl_layout_subscript(const tl_layout *layout, int nitems, const tl_item items[], tl_layout *result)
{
    TL_TRY(check_layout(layout, result));
    if (nitems < 0)
        return TL_ERR_RANK;
    if (nitems > 0 && items == NULL)
        return TL_ERR_NULL;
    int taken = 0, ellipses = 0;
    for (int i = 0; i < nitems; i++) {
        taken += items[i].kind == TL_ITEM_SLICE || items[i].kind == TL_ITEM_INDEX;
        ellipses += items[i].kind == TL_ITEM_ELLIPSIS;
    }
    if (ellipses > 1)
        return TL_ERR_AXIS;
    if (taken > layout->ndim)
        return TL_ERR_RANK;

    tl_layout view = *layout;
    int axis = 0; /* of view: the first axis that no item has taken yet */
    for (int i = 0; i < nitems; i++)
        switch (items[i].kind) {
        case TL_ITEM_SLICE: TL_TRY(tl_layout_slice(&view, axis++, &items[i].slice, &view)); break;
        case TL_ITEM_INDEX: TL_TRY(tl_layout_select(&view, axis, items[i].index, &view)); break;
        case TL_ITEM_ELLIPSIS: axis += layout->ndim - taken; break;
        case TL_ITEM_NEWAXIS: break;
        default: return TL_ERR_AXIS;
        }
    axis = 0; /* the new axes come last: an index may have made room for them */
    for (int i = 0; i < nitems; i++)
        switch (items[i].kind) {
        case TL_ITEM_SLICE: axis++; break;
        case TL_ITEM_INDEX: break;
        case TL_ITEM_ELLIPSIS: axis += layout->ndim - taken; break;
        case TL_ITEM_NEWAXIS: TL_TRY(insert_axis(&view, axis++, 1, 0)); break;
        }
    *result = view;
    return TL_OK;
}

/* ---- 2.4  Transpose and permute ---- */

tl_status tl_layout_permute(const tl_layout *layout, int ndim, const int axes[], tl_layout *result)
{
    TL_TRY(check_layout(layout, result));
    if (ndim != layout->ndim)
        return TL_ERR_RANK;
    if (ndim > 0 && axes == NULL)
        return TL_ERR_NULL;
    tl_layout permuted = *layout;
    bool seen[TL_MAX_NDIM] = {false};
    for (int i = 0; i < ndim; i++) {
        int axis = axes[i];
        TL_TRY(wrap_axis(ndim, &axis));
        if (seen[axis])
            return TL_ERR_AXIS;
        seen[axis] = true;
        permuted.shape[i] = layout->shape[axis];
        permuted.strides[i] = layout->strides[axis];
    }
    *result = permuted;
    return TL_OK;
}

tl_status tl_layout_transpose(const tl_layout *layout, int axis, int other, tl_layout *result)
{
    int axes[TL_MAX_NDIM];
    TL_TRY(check_layout(layout, result));
    TL_TRY(wrap_axis(layout->ndim, &axis));
    TL_TRY(wrap_axis(layout->ndim, &other));
    for (int i = 0; i < TL_MAX_NDIM; i++)
        axes[i] = i;
    axes[axis] = other;
    axes[other] = axis;
    return tl_layout_permute(layout, layout->ndim, axes, result);
}

tl_status tl_layout_t(const tl_layout *layout, tl_layout *result)
{
    TL_TRY(check_layout(layout, result));
    if (layout->ndim > 2)
        return TL_ERR_RANK;
    if (layout->ndim == 2)
        return tl_layout_transpose(layout, 0, 1, result);
    *result = *layout;
    return TL_OK;
}

tl_status tl_layout_mt(const tl_layout *layout, tl_layout *result)
{
    TL_TRY(check_layout(layout, result));
    return layout->ndim < 2 ? TL_ERR_RANK : tl_layout_transpose(layout, -2, -1, result);
}

/* ---- 2.5  Squeeze and unsqueeze ---- */

tl_status tl_layout_squeeze(const tl_layout *layout, tl_layout *result)
{
    TL_TRY(check_layout(layout, result));
    tl_layout squeezed = *layout;
    for (int axis = squeezed.ndim - 1; axis >= 0; axis--)
        if (squeezed.shape[axis] == 1)
            remove_axis(&squeezed, axis);
    *result = squeezed;
    return TL_OK;
}

tl_status tl_layout_squeeze_axis(const tl_layout *layout, int axis, tl_layout *result)
{
    TL_TRY(check_layout(layout, result));
    TL_TRY(wrap_axis(layout->ndim, &axis));
    tl_layout squeezed = *layout;
    if (squeezed.shape[axis] == 1)
        remove_axis(&squeezed, axis);
    *result = squeezed;
    return TL_OK;
}

tl_status tl_layout_unsqueeze(const tl_layout *layout, int axis, tl_layout *result)
{
    int64_t stride = 1;
    TL_TRY(check_layout(layout, result));
    TL_TRY(wrap_axis(layout->ndim + 1, &axis)); /* an axis of the result */
    if (axis < layout->ndim)
        TL_TRY(tl_checked_mul(layout->shape[axis], layout->strides[axis], &stride));
    tl_layout longer = *layout;
    TL_TRY(insert_axis(&longer, axis, 1, stride));
    *result = longer;
    return TL_OK;
}

/* ---- 2.6  Expand ---- */

tl_status tl_layout_expand(const tl_layout *layout, int ndim, const int64_t sizes[], tl_layout *result)
{
    TL_TRY(check_layout(layout, result));
    if (ndim < layout->ndim || ndim > TL_MAX_NDIM)
        return TL_ERR_RANK;
    if (ndim > 0 && sizes == NULL)
        return TL_ERR_NULL;
    tl_layout expanded = {.ndim = ndim, .offset = layout->offset};
    for (int i = 0; i < ndim; i++) {
        int axis = i - (ndim - layout->ndim); /* aligned from the right; negative for a new axis */
        int64_t old_size = axis >= 0 ? layout->shape[axis] : 1;
        int64_t size = sizes[i] == -1 && axis >= 0 ? old_size : sizes[i];
        if (size == -1 || (size >= 0 && size != old_size && old_size != 1))
            return TL_ERR_BROADCAST;
        if (size < 0)
            return TL_ERR_SHAPE;
        expanded.shape[i] = size;
        expanded.strides[i] = axis >= 0 && size == old_size ? layout->strides[axis] : 0;
    }
    *result = expanded;
    return TL_OK;
}

/* ---- 2.7  Other sizes for the same elements ---- */

tl_status tl_infer_shape(int64_t numel, int ndim, const int64_t sizes[], int64_t shape[])
{
    int64_t product = 1; /* of the sizes that are given */
    bool fits = true;
    int unknown = -1;
    if (ndim < 0 || ndim > TL_MAX_NDIM)
        return TL_ERR_RANK;
    if (ndim > 0 && (sizes == NULL || shape == NULL))
        return TL_ERR_NULL;
    if (numel < 0)
        return TL_ERR_SHAPE;
    for (int i = 0; i < ndim; i++) {
        if (sizes[i] < -1)
            return TL_ERR_SHAPE;
        if (sizes[i] == -1 && unknown >= 0)
            return TL_ERR_INFER;
        if (sizes[i] == -1)
            unknown = i;
        else if (sizes[i] == 0)
            product = 0, fits = true; /* outweighs all others */
        else
            fits = fits && tl_checked_mul(product, sizes[i], &product) == TL_OK;
    }
    if (!fits)
        return TL_ERR_OVERFLOW;
    if (unknown < 0 && product != numel)
        return TL_ERR_NUMEL;
    if (unknown >= 0 && (product == 0 || numel % product != 0))
        return TL_ERR_INFER;
    for (int i = 0; i < ndim; i++)
        shape[i] = i == unknown ? numel / product : sizes[i];
    return TL_OK;
}

static bool same_shape(int ndim, const int64_t a[], const int64_t b[])
{
    for (int axis = 0; axis < ndim; axis++)
        if (a[axis] != b[axis])
            return false;
    return true;
}

/* Strides for a shape of the same, non-zero, number of elements.
 *
 * Walk both shapes from the right.  Old axes that one stride can walk through as if they were one make a run:
 * stride[outer] == size[inner] * stride[inner]; an axis of size 1 joins any run.  New axes are cut from a run until its
 * elements are used up; a new axis that would reach across the end of a run cannot be expressed. */
static tl_status view_strides(const tl_layout *layout, int ndim, const int64_t shape[], int64_t strides[])
{
    int next = layout->ndim - 1;           /* the old axis that no run holds yet */
    int64_t whole = 1, used = 1, step = 1; /* elements of the run; those that new axes hold; the stride of the next one */
    for (int i = ndim - 1; i >= 0; i--) {
        if (shape[i] > 1 && used == whole) { /* begin a run; as elements are left, there is one */
            while (layout->shape[next] == 1)
                next--;
            int64_t across;
            used = 1;
            whole = layout->shape[next];
            step = layout->strides[next--];
            for (; next >= 0; next--) {
                bool joins = tl_checked_mul(whole, step, &across) == TL_OK && layout->strides[next] == across;
                if (layout->shape[next] != 1 && !joins)
                    break;
                whole *= layout->shape[next]; /* at most the number of elements */
            }
        }
        strides[i] = step;
        used *= shape[i]; /* likewise */
        if (used > whole)
            return TL_ERR_COPY;
        if (used < whole)
            TL_TRY(tl_checked_mul(step, shape[i], &step));
    }
    return TL_OK;
}

/* The common case, told apart first because it is several times as fast: a dense layout with elements, and sizes without -1.
 * False, and nothing written, when it is another case or a mistake. */
static bool view_dense(const tl_layout *layout, int ndim, const int64_t sizes[], tl_layout *result)
{
    int64_t elements = 1, product = 1, strides[TL_MAX_NDIM];
    for (int axis = layout->ndim - 1; axis >= 0; axis--)
        if (layout->strides[axis] != elements || layout->shape[axis] < 1 ||
            tl_checked_mul(elements, layout->shape[axis], &elements) != TL_OK)
            return false;
    for (int i = ndim - 1; i >= 0; i--) {
        strides[i] = product;
        if (sizes[i] < 1 || tl_checked_mul(product, sizes[i], &product) != TL_OK)
            return false;
    }
    if (product != elements)
        return false;
    result->offset = layout->offset;
    result->ndim = ndim;
    for (int i = 0; i < ndim; i++) {
        result->shape[i] = sizes[i];
        result->strides[i] = strides[i];
    }
    return true;
}

tl_status tl_layout_view(const tl_layout *layout, int ndim, const int64_t sizes[], tl_layout *result)
{
    int64_t numel;
    TL_TRY(check_layout(layout, result));
    if (ndim >= 0 && ndim <= TL_MAX_NDIM && sizes != NULL && view_dense(layout, ndim, sizes, result))
        return TL_OK;
    TL_TRY(tl_numel(layout->ndim, layout->shape, &numel));
    tl_layout view = {.ndim = ndim, .offset = layout->offset};
    TL_TRY(tl_infer_shape(numel, ndim, sizes, view.shape));
    if (ndim == layout->ndim && same_shape(ndim, view.shape, layout->shape))
        memcpy(view.strides, layout->strides, sizeof view.strides);
    else if (numel == 0)
        TL_TRY(tl_row_major_strides(ndim, view.shape, view.strides));
    else
        TL_TRY(view_strides(layout, ndim, view.shape, view.strides));
    *result = view;
    return TL_OK;
}

/* ---- 2.8  Flatten and unflatten ---- */

tl_status tl_layout_flatten(const tl_layout *layout, int first, int last, tl_layout *result)
{
    int64_t sizes[TL_MAX_NDIM];
    TL_TRY(check_layout(layout, result));
    int ndim = layout->ndim > 0 ? layout->ndim : 1; /* rank 0 is flattened as if it were [1] */
    TL_TRY(wrap_axis(ndim, &first));
    TL_TRY(wrap_axis(ndim, &last));
    if (first > last)
        return TL_ERR_AXIS;
    int n = 0;
    for (int axis = 0; axis < first; axis++)
        sizes[n++] = layout->shape[axis];
    TL_TRY(tl_numel(layout->ndim > 0 ? last - first + 1 : 0, layout->shape + first, &sizes[n++]));
    for (int axis = last + 1; axis < layout->ndim; axis++)
        sizes[n++] = layout->shape[axis];
    return tl_layout_view(layout, n, sizes, result);
}

tl_status tl_layout_unflatten(const tl_layout *layout, int axis, int ndim, const int64_t sizes[], tl_layout *result)
{
    int64_t shape[TL_MAX_NDIM];
    TL_TRY(check_layout(layout, result));
    TL_TRY(wrap_axis(layout->ndim, &axis));
    if (ndim < 1 || layout->ndim - 1 + ndim > TL_MAX_NDIM)
        return TL_ERR_RANK;
    TL_TRY(tl_infer_shape(layout->shape[axis], ndim, sizes, shape));
    tl_layout longer = *layout;
    int64_t stride = layout->strides[axis];
    remove_axis(&longer, axis);
    for (int i = ndim - 1; i >= 0; i--) { /* each new axis goes before the ones that are in already */
        TL_TRY(insert_axis(&longer, axis, shape[i], stride));
        if (i > 0 && shape[i] > 1)
            TL_TRY(tl_checked_mul(stride, shape[i], &stride));
    }
    *result = longer;
    return TL_OK;
}

/* ---- 2.9  Split and chunk ---- */

/* Pieces of an axis: how long each is, and how many there are. */
typedef struct pieces {
    int64_t length, count;
} pieces;

static tl_status split_pieces(const tl_layout *layout, int axis, int64_t size, pieces *result)
{
    TL_TRY(check_layout(layout, result));
    TL_TRY(wrap_axis(layout->ndim, &axis));
    if (size < 1)
        return TL_ERR_COUNT;
    int64_t total = layout->shape[axis];
    *result = (pieces){size, total == 0 ? 1 : (total - 1) / size + 1};
    return TL_OK;
}

static tl_status chunk_pieces(const tl_layout *layout, int axis, int64_t chunks, pieces *result)
{
    TL_TRY(check_layout(layout, result));
    TL_TRY(wrap_axis(layout->ndim, &axis));
    if (chunks < 1)
        return TL_ERR_COUNT;
    int64_t total = layout->shape[axis];
    if (total > 0)
        return split_pieces(layout, axis, (total - 1) / chunks + 1, result);
    *result = (pieces){0, chunks};
    return TL_OK;
}

static tl_status piece_of(const tl_layout *layout, int axis, pieces all, int64_t piece, tl_layout *result)
{
    TL_TRY(wrap_axis(layout->ndim, &axis));
    if (piece < 0 || piece >= all.count)
        return TL_ERR_INDEX;
    int64_t start = piece * all.length; /* at most the axis's size */
    int64_t rest = layout->shape[axis] - start;
    return tl_layout_narrow(layout, axis, start, rest < all.length ? rest : all.length, result);
}

tl_status tl_split_count(const tl_layout *layout, int axis, int64_t size, int64_t *count)
{
    pieces all;
    TL_TRY(split_pieces(layout, axis, size, &all));
    if (count == NULL)
        return TL_ERR_NULL;
    *count = all.count;
    return TL_OK;
}

tl_status tl_layout_split(const tl_layout *layout, int axis, int64_t size, int64_t piece, tl_layout *result)
{
    pieces all;
    TL_TRY(split_pieces(layout, axis, size, &all));
    return piece_of(layout, axis, all, piece, result);
}

tl_status tl_chunk_count(const tl_layout *layout, int axis, int64_t chunks, int64_t *count)
{
    pieces all;
    TL_TRY(chunk_pieces(layout, axis, chunks, &all));
    if (count == NULL)
        return TL_ERR_NULL;
    *count = all.count;
    return TL_OK;
}

tl_status tl_layout_chunk(const tl_layout *layout, int axis, int64_t chunks, int64_t piece, tl_layout *result)
{
    pieces all;
    TL_TRY(chunk_pieces(layout, axis, chunks, &all));
    return piece_of(layout, axis, all, piece, result);
}

/* ---- 2.10  Storage that counts ---- */

static void *system_allocate(void *context, int64_t bytes, int64_t alignment)
{
    (void)context;
    int64_t rounded; /* aligned_alloc takes whole multiples of the alignment */
    if (tl_checked_add(bytes, alignment - 1, &rounded) != TL_OK || (uint64_t)rounded > SIZE_MAX)
        return NULL;
    return aligned_alloc((size_t)alignment, (size_t)(rounded / alignment * alignment));
}

static void system_release(void *context, void *memory)
{
    (void)context;
    free(memory);
}

tl_status tl_storage_new(const tl_allocator *allocator, int64_t bytes, tl_storage **storage)
{
    static const tl_allocator system_allocator = {system_allocate, system_release, NULL};
    if (storage == NULL)
        return TL_ERR_NULL;
    if (bytes < 0)
        return TL_ERR_SHAPE;
    if (allocator == NULL)
        allocator = &system_allocator;
    tl_storage *made = allocator->allocate(allocator->context, sizeof *made, TL_STORAGE_ALIGNMENT);
    if (made == NULL)
        return TL_ERR_MEMORY;
    *made = (tl_storage){.bytes = bytes, .references = 1, .allocator = allocator};
    if (bytes > 0) {
        made->data = allocator->allocate(allocator->context, bytes, TL_STORAGE_ALIGNMENT);
        if (made->data == NULL) {
            allocator->release(allocator->context, made);
            return TL_ERR_MEMORY;
        }
        memset(made->data, 0, (size_t)bytes);
    }
    *storage = made;
    return TL_OK;
}

tl_status tl_storage_retain(tl_storage *storage)
{
    if (storage == NULL)
        return TL_ERR_NULL;
    storage->references++;
    return TL_OK;
}

tl_status tl_storage_release(tl_storage **storage)
{
    if (storage == NULL)
        return TL_ERR_NULL;
    tl_storage *held = *storage;
    if (held == NULL)
        return TL_ERR_RELEASED;
    *storage = NULL;
    if (--held->references == 0) {
        const tl_allocator *allocator = held->allocator;
        if (held->data != NULL)
            allocator->release(allocator->context, held->data);
        allocator->release(allocator->context, held);
    }
    return TL_OK;
}

/* ---- 2.11  Tensors that cannot reach outside ---- */

static int64_t itemsize_of(const tl_tensor *tensor)
{
    return tl_dtype_describe(tensor->dtype).itemsize;
}

static tl_status check_tensor(const tl_tensor *tensor)
{
    if (tensor == NULL)
        return TL_ERR_NULL;
    if (tensor->storage == NULL)
        return TL_ERR_RELEASED;
    return itemsize_of(tensor) == 0 ? TL_ERR_DTYPE : TL_OK;
}

tl_status tl_tensor_new(const tl_allocator *allocator, tl_dtype dtype, int ndim, const int64_t shape[], tl_order order,
                        tl_tensor *tensor)
{
    tl_tensor made = {.dtype = dtype};
    int64_t bytes;
    if (tensor == NULL)
        return TL_ERR_NULL;
    TL_TRY(tl_layout_dense(ndim, shape, order, &made.layout));
    TL_TRY(tl_storage_bytes(&made.layout, dtype, &bytes));
    TL_TRY(tl_storage_new(allocator, bytes, &made.storage));
    *tensor = made;
    return TL_OK;
}

tl_status tl_tensor_view(const tl_tensor *base, const tl_layout *layout, tl_tensor *view)
{
    TL_TRY(check_tensor(base));
    TL_TRY(check_layout(layout, view));
    tl_tensor made = {.storage = base->storage, .dtype = base->dtype};
    int64_t numel, elements = base->storage->bytes / itemsize_of(base), offset = layout->offset;
    TL_TRY(tl_numel(layout->ndim, layout->shape, &numel));
    if (numel == 0)
        offset = offset < 0 ? 0 : offset > elements ? elements : offset;
    TL_TRY(tl_layout_strided(layout->ndim, layout->shape, layout->strides, offset, elements, &made.layout));
    TL_TRY(tl_storage_retain(made.storage));
    *view = made;
    return TL_OK;
}

tl_status tl_tensor_release(tl_tensor *tensor)
{
    return tensor == NULL ? TL_ERR_NULL : tl_storage_release(&tensor->storage);
}

/* ---- 2.12  Get, set, fill ---- */

static unsigned char *element_at(const tl_tensor *tensor, int64_t offset)
{
    return (unsigned char *)tensor->storage->data + offset * itemsize_of(tensor);
}

/* Whether a tensor may be written to: two indices that share an element would overwrite each other. */
static tl_status check_writable(const tl_tensor *tensor)
{
    bool overlap;
    TL_TRY(check_tensor(tensor));
    TL_TRY(tl_has_overlap(&tensor->layout, &overlap));
    return overlap ? TL_ERR_OVERLAP : TL_OK;
}

tl_status tl_get(const tl_tensor *tensor, int ndim, const int64_t index[], void *element)
{
    int64_t offset;
    TL_TRY(check_tensor(tensor));
    if (element == NULL)
        return TL_ERR_NULL;
    TL_TRY(tl_index_to_offset(&tensor->layout, ndim, index, &offset));
    memcpy(element, element_at(tensor, offset), (size_t)itemsize_of(tensor));
    return TL_OK;
}

tl_status tl_set(const tl_tensor *tensor, int ndim, const int64_t index[], const void *element)
{
    int64_t offset;
    TL_TRY(check_writable(tensor));
    if (element == NULL)
        return TL_ERR_NULL;
    TL_TRY(tl_index_to_offset(&tensor->layout, ndim, index, &offset));
    memcpy(element_at(tensor, offset), element, (size_t)itemsize_of(tensor));
    tensor->storage->version++;
    return TL_OK;
}

tl_status tl_fill(const tl_tensor *tensor, const void *element)
{
    int64_t numel, offset, index[TL_MAX_NDIM] = {0};
    bool more = true;
    TL_TRY(check_writable(tensor));
    if (element == NULL)
        return TL_ERR_NULL;
    TL_TRY(tl_numel(tensor->layout.ndim, tensor->layout.shape, &numel));
    for (int64_t position = 0; position < numel; position++) {
        TL_TRY(tl_index_to_offset(&tensor->layout, tensor->layout.ndim, index, &offset));
        memcpy(element_at(tensor, offset), element, (size_t)itemsize_of(tensor));
        TL_TRY(tl_next_index(tensor->layout.ndim, tensor->layout.shape, index, &more));
    }
    tensor->storage->version++;
    return TL_OK;
}

/* ---- 2.13  From one dtype to another ---- */

/* One element of any dtype: a whole number or a floating one. */
typedef struct number {
    bool floating;
    int64_t whole;
    double real;
} number;

static number read_number(tl_dtype dtype, const void *value)
{
    number n = {.floating = dtype == TL_F32 || dtype == TL_F64};
    int32_t i32;
    float f32;
    switch (dtype) {
    case TL_BOOL: n.whole = *(const unsigned char *)value != 0; break;
    case TL_U8: n.whole = *(const unsigned char *)value; break;
    case TL_I32: memcpy(&i32, value, sizeof i32), n.whole = i32; break;
    case TL_I64: memcpy(&n.whole, value, sizeof n.whole); break;
    case TL_F32: memcpy(&f32, value, sizeof f32), n.real = (double)f32; break;
    case TL_F64: memcpy(&n.real, value, sizeof n.real); break;
    case TL_DTYPE_COUNT: break;
    }
    return n;
}

/* The whole number nearest to n within low to high, fractions cut off.  2^63 is the first double above INT64_MAX. */
static int64_t to_whole(number n, int64_t low, int64_t high)
{
    int64_t whole = n.whole;
    if (n.floating)
        whole = isnan(n.real) ? 0 : n.real >= 0x1p63 ? INT64_MAX : n.real < -0x1p63 ? INT64_MIN : (int64_t)n.real;
    return whole < low ? low : whole > high ? high : whole;
}

tl_status tl_convert(tl_dtype from, const void *value, tl_dtype to, void *result)
{
    if (tl_dtype_describe(from).itemsize == 0 || tl_dtype_describe(to).itemsize == 0)
        return TL_ERR_DTYPE;
    if (value == NULL || result == NULL)
        return TL_ERR_NULL;
    number n = read_number(from, value);
    int32_t i32;
    int64_t i64;
    float f32;
    double f64;
    switch (to) {
    case TL_BOOL: *(unsigned char *)result = n.floating ? n.real != 0 : n.whole != 0; break;
    case TL_U8: *(unsigned char *)result = (unsigned char)to_whole(n, 0, UINT8_MAX); break;
    case TL_I32: i32 = (int32_t)to_whole(n, INT32_MIN, INT32_MAX), memcpy(result, &i32, sizeof i32); break;
    case TL_I64: i64 = to_whole(n, INT64_MIN, INT64_MAX), memcpy(result, &i64, sizeof i64); break;
    case TL_F32: f32 = n.floating ? (float)n.real : (float)n.whole, memcpy(result, &f32, sizeof f32); break;
    case TL_F64: f64 = n.floating ? n.real : (double)n.whole, memcpy(result, &f64, sizeof f64); break;
    case TL_DTYPE_COUNT: break;
    }
    return TL_OK;
}

/* ---- 2.14  Copy, clone, contiguous ---- */

static tl_status copy_elements(const tl_tensor *source, const tl_tensor *target)
{
    const tl_layout *from = &source->layout, *to = &target->layout;
    int64_t numel, from_offset, to_offset, index[TL_MAX_NDIM] = {0};
    bool more = true;
    TL_TRY(tl_numel(to->ndim, to->shape, &numel));
    for (int64_t position = 0; position < numel; position++) {
        TL_TRY(tl_index_to_offset(from, from->ndim, index, &from_offset));
        TL_TRY(tl_index_to_offset(to, to->ndim, index, &to_offset));
        TL_TRY(tl_convert(source->dtype, element_at(source, from_offset), target->dtype, element_at(target, to_offset)));
        TL_TRY(tl_next_index(to->ndim, to->shape, index, &more));
    }
    return TL_OK;
}

tl_status tl_clone(const tl_tensor *tensor, tl_tensor *clone)
{
    tl_tensor made;
    TL_TRY(check_tensor(tensor));
    if (clone == NULL)
        return TL_ERR_NULL;
    TL_TRY(tl_tensor_new(tensor->storage->allocator, tensor->dtype, tensor->layout.ndim, tensor->layout.shape,
                         TL_ROW_MAJOR, &made));
    tl_status status = copy_elements(tensor, &made);
    if (status != TL_OK) {
        tl_tensor_release(&made);
        return status;
    }
    *clone = made;
    return TL_OK;
}

tl_status tl_copy(const tl_tensor *source, const tl_tensor *target)
{
    TL_TRY(check_tensor(source));
    TL_TRY(check_writable(target));
    if (source->layout.ndim != target->layout.ndim ||
        !same_shape(source->layout.ndim, source->layout.shape, target->layout.shape))
        return TL_ERR_BROADCAST;
    if (source->storage != target->storage) {
        TL_TRY(copy_elements(source, target));
    } else { /* an element may be read after it was written: copy from a clone (lab 04 tells when that is not needed) */
        tl_tensor clone;
        TL_TRY(tl_clone(source, &clone));
        tl_status status = copy_elements(&clone, target);
        tl_tensor_release(&clone);
        TL_TRY(status);
    }
    target->storage->version++;
    return TL_OK;
}

tl_status tl_to_contiguous(const tl_tensor *tensor, tl_tensor *result)
{
    bool contiguous;
    TL_TRY(check_tensor(tensor));
    TL_TRY(tl_is_contiguous(&tensor->layout, TL_ROW_MAJOR, &contiguous));
    return contiguous ? tl_tensor_view(tensor, &tensor->layout, result) : tl_clone(tensor, result);
}

/* ---- 2.15  Reshape ---- */

tl_status tl_reshape(const tl_tensor *tensor, int ndim, const int64_t sizes[], bool *copied, tl_tensor *result)
{
    tl_layout layout;
    TL_TRY(check_tensor(tensor));
    if (copied == NULL || result == NULL)
        return TL_ERR_NULL;
    tl_status status = tl_layout_view(&tensor->layout, ndim, sizes, &layout);
    if (status == TL_OK) {
        TL_TRY(tl_tensor_view(tensor, &layout, result));
        *copied = false;
        return TL_OK;
    }
    if (status != TL_ERR_COPY)
        return status;
    tl_tensor clone;
    TL_TRY(tl_clone(tensor, &clone));
    status = tl_layout_view(&clone.layout, ndim, sizes, &clone.layout); /* dense, so always a view */
    if (status != TL_OK) {
        tl_tensor_release(&clone);
        return status;
    }
    *result = clone;
    *copied = true;
    return TL_OK;
}
