/* wide.c - lab 02 in another way: sums and products are made in 128 bits and held against 64 at the end, every way to take part
 * of an axis is one function, and a storage and its bytes are one block of memory.
 *
 * A right submission must get every point whatever its manner; this one shows that the tests ask for results only.
 */
#include "views.h"

#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 wide;

static tl_status fit(wide number, int64_t *result)
{
    if (number < INT64_MIN || number > INT64_MAX)
        return TL_ERR_OVERFLOW;
    *result = (int64_t)number;
    return TL_OK;
}

static tl_status usable(const tl_layout *layout)
{
    if (!layout)
        return TL_ERR_NULL;
    if (layout->ndim < 0 || layout->ndim > TL_MAX_NDIM)
        return TL_ERR_RANK;
    for (int i = 0; i < layout->ndim; i++)
        if (layout->shape[i] < 0)
            return TL_ERR_SHAPE;
    return TL_OK;
}

/* A layout and one of its axes, counted from the front; result is where the answer is to go. */
static tl_status usable_axis(const tl_layout *layout, int axis, const void *result, int *found)
{
    TL_TRY(usable(layout));
    if (!result)
        return TL_ERR_NULL;
    long wrapped = axis < 0 ? (long)axis + layout->ndim : axis;
    if (wrapped < 0 || wrapped >= layout->ndim)
        return TL_ERR_AXIS;
    *found = (int)wrapped;
    return TL_OK;
}

/* Append an axis to a layout that grows. */
static tl_status append(tl_layout *layout, int64_t size, int64_t stride)
{
    if (layout->ndim == TL_MAX_NDIM)
        return TL_ERR_RANK;
    layout->shape[layout->ndim] = size;
    layout->strides[layout->ndim++] = stride;
    return TL_OK;
}

/* ---- Part of an axis: 2.1, 2.2, 2.9 ---- */

static tl_status part(const tl_layout *layout, int axis, int64_t first, int64_t step, int64_t length, tl_layout *result)
{
    tl_layout made = *layout;
    TL_TRY(fit((wide)layout->offset + (wide)first * layout->strides[axis], &made.offset));
    tl_status fits = fit((wide)layout->strides[axis] * step, &made.strides[axis]);
    if (fits != TL_OK && length >= 2)
        return fits;
    made.shape[axis] = length;
    *result = made;
    return TL_OK;
}

tl_status tl_slice_resolve(const tl_slice *slice, int64_t size, tl_range *range)
{
    if (!slice || !range)
        return TL_ERR_NULL;
    if (size < 0)
        return TL_ERR_SHAPE;
    wide step = slice->has_step ? slice->step : 1;
    if (step == 0)
        return TL_ERR_STEP;
    wide edge = step < 0 ? -1 : 0, bounds[2];
    for (int i = 0; i < 2; i++) {
        bool given = i == 0 ? slice->has_start : slice->has_stop;
        wide bound = i == 0 ? slice->start : slice->stop;
        if (!given)
            bound = (i == 0) == (step > 0) ? edge : size + edge;
        else if (bound < 0)
            bound += size;
        bounds[i] = bound < edge ? edge : bound > size + edge ? size + edge : bound;
    }
    wide length = (bounds[1] - bounds[0] + step + (step > 0 ? -1 : 1)) / step;
    *range = (tl_range){(int64_t)bounds[0], (int64_t)bounds[1], (int64_t)step, length > 0 ? (int64_t)length : 0};
    return TL_OK;
}

tl_status tl_layout_slice(const tl_layout *layout, int axis, const tl_slice *slice, tl_layout *result)
{
    tl_range range;
    TL_TRY(usable_axis(layout, axis, result, &axis));
    TL_TRY(tl_slice_resolve(slice, layout->shape[axis], &range));
    return part(layout, axis, range.start >= 0 ? range.start : 0, range.step, range.length, result);
}

tl_status tl_layout_narrow(const tl_layout *layout, int axis, int64_t start, int64_t length, tl_layout *result)
{
    TL_TRY(usable_axis(layout, axis, result, &axis));
    wide size = layout->shape[axis], first = start < 0 ? start + size : start;
    if (first < 0 || length < 0 || first + length > size)
        return TL_ERR_INDEX;
    return part(layout, axis, (int64_t)first, 1, length, result);
}

tl_status tl_layout_select(const tl_layout *layout, int axis, int64_t index, tl_layout *result)
{
    tl_layout one, made = {0};
    TL_TRY(usable_axis(layout, axis, result, &axis));
    if (index >= layout->shape[axis] || (wide)index + layout->shape[axis] < 0)
        return TL_ERR_INDEX;
    TL_TRY(part(layout, axis, index < 0 ? index + layout->shape[axis] : index, 1, 1, &one));
    for (int i = 0; i < one.ndim; i++)
        if (i != axis)
            TL_TRY(append(&made, one.shape[i], one.strides[i]));
    made.offset = one.offset;
    *result = made;
    return TL_OK;
}

/* Piece number n of an axis that is dealt out by length; there are count. */
static tl_status deal(const tl_layout *layout, int axis, int64_t length, int64_t count, int64_t n, tl_layout *result)
{
    if (n < 0 || n >= count)
        return TL_ERR_INDEX;
    wide first = (wide)n * length, end = first + length;
    if (end > layout->shape[axis])
        end = layout->shape[axis];
    return first > end ? TL_ERR_INDEX : part(layout, axis, (int64_t)first, 1, (int64_t)(end - first), result);
}

tl_status tl_split_count(const tl_layout *layout, int axis, int64_t size, int64_t *count)
{
    TL_TRY(usable_axis(layout, axis, count, &axis));
    if (size < 1)
        return TL_ERR_COUNT;
    wide pieces = ((wide)layout->shape[axis] + size - 1) / size;
    return fit(pieces > 0 ? pieces : 1, count);
}

tl_status tl_layout_split(const tl_layout *layout, int axis, int64_t size, int64_t piece, tl_layout *result)
{
    int64_t count;
    TL_TRY(tl_split_count(layout, axis, size, &count));
    TL_TRY(usable_axis(layout, axis, result, &axis));
    return deal(layout, axis, size, count, piece, result);
}

tl_status tl_chunk_count(const tl_layout *layout, int axis, int64_t chunks, int64_t *count)
{
    TL_TRY(usable_axis(layout, axis, count, &axis));
    if (chunks < 1)
        return TL_ERR_COUNT;
    wide total = layout->shape[axis], size = (total + chunks - 1) / chunks;
    return fit(total > 0 ? (total + size - 1) / size : chunks, count);
}

tl_status tl_layout_chunk(const tl_layout *layout, int axis, int64_t chunks, int64_t piece, tl_layout *result)
{
    int64_t count;
    TL_TRY(tl_chunk_count(layout, axis, chunks, &count));
    TL_TRY(usable_axis(layout, axis, result, &axis));
    wide size = ((wide)layout->shape[axis] + chunks - 1) / chunks;
    return deal(layout, axis, (int64_t)size, count, piece, result);
}

/* ---- 2.3: read the items off, one axis after the other, into a new layout ---- */

tl_status tl_layout_subscript(const tl_layout *layout, int nitems, const tl_item items[], tl_layout *result)
{
    TL_TRY(usable(layout));
    if (!result || (nitems > 0 && !items))
        return TL_ERR_NULL;
    if (nitems < 0)
        return TL_ERR_RANK;
    int spare = layout->ndim, ellipses = 0, axis = 0; /* spare: axes that only an ellipsis can take */
    for (int i = 0; i < nitems; i++) {
        if ((unsigned)items[i].kind > (unsigned)TL_ITEM_NEWAXIS)
            return TL_ERR_AXIS;
        spare -= items[i].kind == TL_ITEM_SLICE || items[i].kind == TL_ITEM_INDEX;
        ellipses += items[i].kind == TL_ITEM_ELLIPSIS;
    }
    if (ellipses > 1)
        return TL_ERR_AXIS;
    if (spare < 0)
        return TL_ERR_RANK;
    tl_layout made = {0}, piece;
    wide offset = layout->offset;
    for (int i = 0; i <= nitems; i++) {
        tl_item_kind kind = i < nitems ? items[i].kind : TL_ITEM_ELLIPSIS;
        if (kind == TL_ITEM_NEWAXIS)
            TL_TRY(append(&made, 1, 0));
        if (kind == TL_ITEM_SLICE || kind == TL_ITEM_INDEX) {
            if (kind == TL_ITEM_SLICE)
                TL_TRY(tl_layout_slice(layout, axis, &items[i].slice, &piece));
            else
                TL_TRY(tl_layout_select(layout, axis, items[i].index, &piece));
            offset += (wide)piece.offset - layout->offset;
            if (kind == TL_ITEM_SLICE)
                TL_TRY(append(&made, piece.shape[axis], piece.strides[axis]));
            axis++;
        }
        if (kind == TL_ITEM_ELLIPSIS && (i < nitems || ellipses == 0))
            for (; spare > 0; spare--, axis++)
                TL_TRY(append(&made, layout->shape[axis], layout->strides[axis]));
    }
    TL_TRY(fit(offset, &made.offset));
    *result = made;
    return TL_OK;
}

/* ---- 2.4 ---- */

static void swap_axes(tl_layout *layout, int a, int b)
{
    int64_t size = layout->shape[a], stride = layout->strides[a];
    layout->shape[a] = layout->shape[b], layout->strides[a] = layout->strides[b];
    layout->shape[b] = size, layout->strides[b] = stride;
}

tl_status tl_layout_transpose(const tl_layout *layout, int axis, int other, tl_layout *result)
{
    TL_TRY(usable_axis(layout, axis, result, &axis));
    TL_TRY(usable_axis(layout, other, result, &other));
    *result = *layout;
    swap_axes(result, axis, other);
    return TL_OK;
}

tl_status tl_layout_permute(const tl_layout *layout, int ndim, const int axes[], tl_layout *result)
{
    TL_TRY(usable(layout));
    if (!result)
        return TL_ERR_NULL;
    if (ndim != layout->ndim)
        return TL_ERR_RANK;
    if (ndim > 0 && !axes)
        return TL_ERR_NULL;
    tl_layout made = {.offset = layout->offset};
    unsigned left = (1u << ndim) - 1;
    for (int i = 0, axis; i < ndim; i++) {
        TL_TRY(usable_axis(layout, axes[i], result, &axis));
        if (!(left >> axis & 1))
            return TL_ERR_AXIS;
        left ^= 1u << axis;
        TL_TRY(append(&made, layout->shape[axis], layout->strides[axis]));
    }
    *result = made;
    return TL_OK;
}

tl_status tl_layout_t(const tl_layout *layout, tl_layout *result)
{
    TL_TRY(usable(layout));
    if (!result)
        return TL_ERR_NULL;
    if (layout->ndim > 2)
        return TL_ERR_RANK;
    *result = *layout;
    if (layout->ndim == 2)
        swap_axes(result, 0, 1);
    return TL_OK;
}

tl_status tl_layout_mt(const tl_layout *layout, tl_layout *result)
{
    TL_TRY(usable(layout));
    if (!result)
        return TL_ERR_NULL;
    if (layout->ndim < 2)
        return TL_ERR_RANK;
    *result = *layout;
    swap_axes(result, layout->ndim - 2, layout->ndim - 1);
    return TL_OK;
}

/* ---- 2.5, 2.6 ---- */

/* Leave out the axes of size 1 that a set names. */
static void leave_out(const tl_layout *layout, unsigned axes, tl_layout *result)
{
    tl_layout made = {.offset = layout->offset};
    for (int i = 0; i < layout->ndim; i++)
        if (layout->shape[i] != 1 || !(axes >> i & 1))
            append(&made, layout->shape[i], layout->strides[i]);
    *result = made;
}

tl_status tl_layout_squeeze(const tl_layout *layout, tl_layout *result)
{
    TL_TRY(usable(layout));
    if (!result)
        return TL_ERR_NULL;
    leave_out(layout, ~0u, result);
    return TL_OK;
}

tl_status tl_layout_squeeze_axis(const tl_layout *layout, int axis, tl_layout *result)
{
    TL_TRY(usable_axis(layout, axis, result, &axis));
    leave_out(layout, 1u << axis, result);
    return TL_OK;
}

tl_status tl_layout_unsqueeze(const tl_layout *layout, int axis, tl_layout *result)
{
    TL_TRY(usable(layout));
    if (!result)
        return TL_ERR_NULL;
    int places = layout->ndim + 1, at = axis < 0 && axis >= -places ? axis + places : axis;
    if (at < 0 || at >= places)
        return TL_ERR_AXIS;
    tl_layout made = {.offset = layout->offset};
    for (int i = 0; i < places; i++) {
        int64_t stride = 1;
        if (i == at && i < layout->ndim)
            TL_TRY(fit((wide)layout->shape[i] * layout->strides[i], &stride));
        if (i == at)
            TL_TRY(append(&made, 1, stride));
        if (i < layout->ndim)
            TL_TRY(append(&made, layout->shape[i], layout->strides[i]));
    }
    *result = made;
    return TL_OK;
}

tl_status tl_layout_expand(const tl_layout *layout, int ndim, const int64_t sizes[], tl_layout *result)
{
    TL_TRY(usable(layout));
    if (!result || (ndim > 0 && !sizes))
        return TL_ERR_NULL;
    if (ndim < layout->ndim || ndim > TL_MAX_NDIM)
        return TL_ERR_RANK;
    tl_layout made = {.offset = layout->offset};
    int fresh = ndim - layout->ndim;
    for (int i = 0; i < ndim; i++) {
        if (sizes[i] < -1)
            return TL_ERR_SHAPE;
        if (i < fresh) {
            if (sizes[i] < 0)
                return TL_ERR_BROADCAST;
            TL_TRY(append(&made, sizes[i], 0));
            continue;
        }
        int64_t size = layout->shape[i - fresh], stride = layout->strides[i - fresh];
        if (sizes[i] == -1 || sizes[i] == size)
            TL_TRY(append(&made, size, stride));
        else if (size == 1)
            TL_TRY(append(&made, sizes[i], 0));
        else
            return TL_ERR_BROADCAST;
    }
    *result = made;
    return TL_OK;
}

/* ---- 2.7, 2.8 ---- */

tl_status tl_infer_shape(int64_t numel, int ndim, const int64_t sizes[], int64_t shape[])
{
    if (ndim < 0 || ndim > TL_MAX_NDIM)
        return TL_ERR_RANK;
    if (ndim > 0 && (!sizes || !shape))
        return TL_ERR_NULL;
    if (numel < 0)
        return TL_ERR_SHAPE;
    int unknown = 0;
    bool hollow = false;
    for (int i = 0; i < ndim; i++) {
        if (sizes[i] < -1)
            return TL_ERR_SHAPE;
        unknown += sizes[i] == -1;
        hollow = hollow || sizes[i] == 0;
    }
    if (unknown > 1)
        return TL_ERR_INFER;
    wide known = hollow ? 0 : 1; /* of the others; never more than a bit above what numel can be */
    for (int i = 0; i < ndim && !hollow; i++)
        if (sizes[i] != -1 && (known *= sizes[i]) > INT64_MAX)
            return unknown ? TL_ERR_INFER : TL_ERR_NUMEL;
    if (!unknown && known != numel)
        return TL_ERR_NUMEL;
    if (unknown && (known == 0 || numel % known != 0))
        return TL_ERR_INFER;
    for (int i = 0; i < ndim; i++)
        shape[i] = sizes[i] == -1 ? (int64_t)(numel / known) : sizes[i];
    return TL_OK;
}

/* Group both shapes from the left into the shortest stretches that hold as many elements.  Within a group the old axes must
 * follow on each other; the new ones are then strides of the last. */
static tl_status regroup(const tl_layout *old, int ndim, const int64_t shape[], int64_t strides[])
{
    int from = 0, to = 0;
    for (int i = 0; i < ndim; i++)
        strides[i] = 1;
    while (from < old->ndim && to < ndim) {
        int from_end = from + 1, to_end = to + 1;
        wide olds = old->shape[from], news = shape[to];
        while (olds != news)
            if (olds < news)
                olds *= old->shape[from_end++];
            else
                news *= shape[to_end++];
        for (int i = from; i + 1 < from_end; i++)
            if (old->strides[i] != (wide)old->shape[i + 1] * old->strides[i + 1])
                return TL_ERR_COPY;
        wide stride = old->strides[from_end - 1];
        for (int i = to_end - 1; i >= to; i--) {
            if (shape[i] > 1)
                TL_TRY(fit(stride, &strides[i]));
            stride *= shape[i];
        }
        from = from_end;
        to = to_end;
    }
    return TL_OK;
}

tl_status tl_layout_view(const tl_layout *layout, int ndim, const int64_t sizes[], tl_layout *result)
{
    int64_t numel;
    tl_layout made = {.ndim = ndim}, old, compact = {0};
    TL_TRY(usable(layout));
    if (!result)
        return TL_ERR_NULL;
    TL_TRY(tl_numel(layout->ndim, layout->shape, &numel));
    TL_TRY(tl_infer_shape(numel, ndim, sizes, made.shape));
    made.offset = layout->offset;
    bool same =
        ndim == layout->ndim && (ndim == 0 || memcmp(made.shape, layout->shape, sizeof *sizes * (size_t)ndim) == 0);
    if (same) {
        made = *layout;
    } else if (numel == 0) {
        TL_TRY(tl_row_major_strides(ndim, made.shape, made.strides));
    } else {
        int64_t strides[TL_MAX_NDIM];
        leave_out(layout, ~0u, &old);
        for (int i = 0; i < ndim; i++)
            if (made.shape[i] != 1)
                TL_TRY(append(&compact, made.shape[i], 0));
        TL_TRY(regroup(&old, compact.ndim, compact.shape, strides));
        for (int i = 0, next = 0; i < ndim; i++)
            made.strides[i] = made.shape[i] != 1 ? strides[next++] : 0;
    }
    *result = made;
    return TL_OK;
}

tl_status tl_layout_flatten(const tl_layout *layout, int first, int last, tl_layout *result)
{
    tl_layout padded;
    TL_TRY(usable(layout));
    padded = *layout;
    if (padded.ndim == 0)
        TL_TRY(append(&padded, 1, 1));
    TL_TRY(usable_axis(&padded, first, result, &first));
    TL_TRY(usable_axis(&padded, last, result, &last));
    if (last < first)
        return TL_ERR_AXIS;
    tl_layout merged = {0};
    for (int i = 0; i < padded.ndim; i++)
        if (i <= first || i > last)
            TL_TRY(append(&merged, padded.shape[i], 0));
    TL_TRY(tl_numel(last - first + 1, padded.shape + first, &merged.shape[first]));
    return tl_layout_view(&padded, merged.ndim, merged.shape, result);
}

tl_status tl_layout_unflatten(const tl_layout *layout, int axis, int ndim, const int64_t sizes[], tl_layout *result)
{
    int64_t shape[TL_MAX_NDIM];
    TL_TRY(usable_axis(layout, axis, result, &axis));
    if (ndim < 1 || ndim + layout->ndim - 1 > TL_MAX_NDIM)
        return TL_ERR_RANK;
    TL_TRY(tl_infer_shape(layout->shape[axis], ndim, sizes, shape));
    tl_layout made = {.offset = layout->offset};
    for (int i = 0; i < layout->ndim; i++) {
        if (i != axis) {
            TL_TRY(append(&made, layout->shape[i], layout->strides[i]));
            continue;
        }
        for (int j = 0; j < ndim; j++) {
            wide stride = layout->strides[axis];
            for (int behind = j + 1; behind < ndim; behind++)
                stride *= shape[behind]; /* at most the size of the axis: no more than 126 bits */
            int64_t narrow = 0;
            if (shape[j] > 1)
                TL_TRY(fit(stride, &narrow));
            TL_TRY(append(&made, shape[j], narrow));
        }
    }
    *result = made;
    return TL_OK;
}

/* ---- 2.10: [ storage, filled up to 64 bytes | data ] ---- */

enum { HEAD = (sizeof(tl_storage) + TL_STORAGE_ALIGNMENT - 1) / TL_STORAGE_ALIGNMENT * TL_STORAGE_ALIGNMENT };

static void *from_malloc(void *context, int64_t bytes, int64_t alignment)
{
    char *memory = malloc((size_t)bytes + (size_t)alignment + sizeof(void *)), *start;
    (void)context;
    if (!memory)
        return NULL;
    start = memory + sizeof(void *);
    start += (size_t)alignment - (uintptr_t)start % (uintptr_t)alignment;
    memcpy(start - sizeof(void *), &memory, sizeof memory); /* in front of it: where it begins */
    return start;
}

static void to_malloc(void *context, void *start)
{
    char *memory;
    (void)context;
    memcpy(&memory, (char *)start - sizeof(void *), sizeof memory);
    free(memory);
}

tl_status tl_storage_new(const tl_allocator *allocator, int64_t bytes, tl_storage **storage)
{
    static const tl_allocator usual = {from_malloc, to_malloc, NULL};
    int64_t whole;
    if (!storage)
        return TL_ERR_NULL;
    if (bytes < 0)
        return TL_ERR_SHAPE;
    if (!allocator)
        allocator = &usual;
    if (fit((wide)bytes + HEAD, &whole) != TL_OK)
        return TL_ERR_MEMORY;
    unsigned char *block = allocator->allocate(allocator->context, whole, TL_STORAGE_ALIGNMENT);
    if (!block)
        return TL_ERR_MEMORY;
    memset(block, 0, (size_t)whole);
    tl_storage *made = (tl_storage *)(void *)block;
    made->data = bytes > 0 ? block + HEAD : NULL;
    made->bytes = bytes;
    made->references = 1;
    made->allocator = allocator;
    *storage = made;
    return TL_OK;
}

tl_status tl_storage_retain(tl_storage *storage)
{
    return storage ? ((void)(storage->references += 1), TL_OK) : TL_ERR_NULL;
}

tl_status tl_storage_release(tl_storage **storage)
{
    if (!storage)
        return TL_ERR_NULL;
    if (!*storage)
        return TL_ERR_RELEASED;
    tl_storage *gone = *storage;
    *storage = NULL;
    gone->references -= 1;
    if (gone->references == 0)
        gone->allocator->release(gone->allocator->context, gone);
    return TL_OK;
}

/* ---- 2.11 ---- */

static int64_t width(tl_dtype dtype)
{
    return tl_dtype_describe(dtype).itemsize;
}

static tl_status alive(const tl_tensor *tensor)
{
    return !tensor                     ? TL_ERR_NULL
           : !tensor->storage          ? TL_ERR_RELEASED
           : width(tensor->dtype) == 0 ? TL_ERR_DTYPE
                                       : TL_OK;
}

static bool hollow_layout(const tl_layout *layout)
{
    for (int i = 0; i < layout->ndim; i++)
        if (layout->shape[i] == 0)
            return true;
    return false;
}

tl_status tl_tensor_new(const tl_allocator *allocator, tl_dtype dtype, int ndim, const int64_t shape[], tl_order order,
                        tl_tensor *tensor)
{
    tl_tensor made = {.dtype = dtype};
    int64_t numel, bytes;
    if (!tensor)
        return TL_ERR_NULL;
    TL_TRY(tl_layout_dense(ndim, shape, order, &made.layout));
    if (width(dtype) == 0)
        return TL_ERR_DTYPE;
    TL_TRY(tl_numel(ndim, shape, &numel));
    TL_TRY(fit((wide)numel * width(dtype), &bytes));
    TL_TRY(tl_storage_new(allocator, bytes, &made.storage));
    *tensor = made;
    return TL_OK;
}

tl_status tl_tensor_view(const tl_tensor *base, const tl_layout *layout, tl_tensor *view)
{
    TL_TRY(alive(base));
    TL_TRY(usable(layout));
    if (!view)
        return TL_ERR_NULL;
    tl_layout inside = *layout;
    int64_t room = base->storage->bytes / width(base->dtype), numel;
    TL_TRY(tl_numel(layout->ndim, layout->shape, &numel));
    if (hollow_layout(layout)) {
        inside.offset = inside.offset < 0 ? 0 : inside.offset < room ? inside.offset : room;
    } else {
        wide low = inside.offset, high = inside.offset; /* eight terms of at most 126 bits fit */
        for (int i = 0; i < inside.ndim; i++) {
            wide reach = (wide)(inside.shape[i] - 1) * inside.strides[i];
            if (reach < -INT64_MAX || reach > INT64_MAX)
                return TL_ERR_BOUNDS;
            *(reach < 0 ? &low : &high) += reach;
        }
        if (low < 0 || high >= room)
            return TL_ERR_BOUNDS;
    }
    TL_TRY(tl_storage_retain(base->storage));
    *view = (tl_tensor){base->storage, inside, base->dtype};
    return TL_OK;
}

tl_status tl_tensor_release(tl_tensor *tensor)
{
    return tensor ? tl_storage_release(&tensor->storage) : TL_ERR_NULL;
}

/* ---- 2.12 ---- */

static unsigned char *first_element(const tl_tensor *tensor)
{
    unsigned char *data = tensor->storage->data;
    return data ? data + tensor->layout.offset * width(tensor->dtype) : NULL;
}

static tl_status writable(const tl_tensor *tensor)
{
    bool shared;
    TL_TRY(alive(tensor));
    TL_TRY(tl_has_overlap(&tensor->layout, &shared));
    return shared ? TL_ERR_OVERLAP : TL_OK;
}

tl_status tl_get(const tl_tensor *tensor, int ndim, const int64_t index[], void *element)
{
    int64_t at;
    TL_TRY(alive(tensor));
    TL_TRY(tl_index_to_offset(&tensor->layout, ndim, index, &at));
    if (!element)
        return TL_ERR_NULL;
    memcpy(element, first_element(tensor) + (at - tensor->layout.offset) * width(tensor->dtype),
           (size_t)width(tensor->dtype));
    return TL_OK;
}

tl_status tl_set(const tl_tensor *tensor, int ndim, const int64_t index[], const void *element)
{
    int64_t at;
    TL_TRY(alive(tensor));
    TL_TRY(tl_index_to_offset(&tensor->layout, ndim, index, &at));
    if (!element)
        return TL_ERR_NULL;
    TL_TRY(writable(tensor));
    memcpy(first_element(tensor) + (at - tensor->layout.offset) * width(tensor->dtype), element,
           (size_t)width(tensor->dtype));
    tensor->storage->version += 1;
    return TL_OK;
}

/* Call visit for every element below an axis; both strides are in bytes. */
typedef void visitor(const void *how, const unsigned char *from, unsigned char *to);

static void walk(int ndim, const int64_t *shape, const int64_t *from_strides, int64_t from_width,
                 const unsigned char *from, const int64_t *to_strides, int64_t to_width, unsigned char *to,
                 visitor *visit, const void *how)
{
    if (ndim == 0) {
        visit(how, from, to);
        return;
    }
    for (int64_t i = 0; i < *shape; i++) /* a stride that is never walked may be too long to multiply */
        walk(ndim - 1, shape + 1, from_strides + 1, from_width, i == 0 ? from : from + i * *from_strides * from_width,
             to_strides + 1, to_width, i == 0 ? to : to + i * *to_strides * to_width, visit, how);
}

static void put(const void *how, const unsigned char *from, unsigned char *to)
{
    memcpy(to, from, *(const size_t *)how);
}

tl_status tl_fill(const tl_tensor *tensor, const void *element)
{
    static const int64_t still[TL_MAX_NDIM];
    if (tensor && tensor->storage && !element)
        return TL_ERR_NULL;
    TL_TRY(writable(tensor));
    size_t bytes = (size_t)width(tensor->dtype);
    if (!hollow_layout(&tensor->layout))
        walk(tensor->layout.ndim, tensor->layout.shape, still, 0, element, tensor->layout.strides, (int64_t)bytes,
             first_element(tensor), put, &bytes);
    tensor->storage->version += 1;
    return TL_OK;
}

/* ---- 2.13: every number fits a long double of 64 bits and more ---- */

static long double widen(tl_dtype dtype, const void *value)
{
    unsigned char byte;
    int32_t i32;
    int64_t i64;
    float f32;
    double f64;
    switch (dtype) {
    case TL_I32: memcpy(&i32, value, 4); return i32;
    case TL_I64: memcpy(&i64, value, 8); return (long double)i64;
    case TL_F32: memcpy(&f32, value, 4); return (long double)f32;
    case TL_F64: memcpy(&f64, value, 8); return (long double)f64;
    default: memcpy(&byte, value, 1); return dtype == TL_BOOL ? byte != 0 : byte;
    }
}

static int64_t whole(long double value, int64_t low, int64_t high)
{
    if (value != value)
        return 0;
    return value <= (long double)low ? low : value >= (long double)high ? high : (int64_t)value;
}

tl_status tl_convert(tl_dtype from, const void *value, tl_dtype to, void *result)
{
    if (width(from) == 0 || width(to) == 0)
        return TL_ERR_DTYPE;
    if (!value || !result)
        return TL_ERR_NULL;
    long double x = widen(from, value);
    union {
        unsigned char byte;
        int32_t i32;
        int64_t i64;
        float f32;
        double f64;
    } out = {0};
    if (to == TL_BOOL)
        out.byte = x != 0;
    else if (to == TL_U8)
        out.byte = (unsigned char)whole(x, 0, 255);
    else if (to == TL_I32)
        out.i32 = (int32_t)whole(x, INT32_MIN, INT32_MAX);
    else if (to == TL_I64)
        out.i64 = whole(x, INT64_MIN, INT64_MAX);
    else if (to == TL_F32)
        out.f32 = (float)x;
    else
        out.f64 = (double)x;
    memcpy(result, &out, (size_t)width(to));
    return TL_OK;
}

/* ---- 2.14, 2.15 ---- */

static void convert(const void *how, const unsigned char *from, unsigned char *to)
{
    const tl_dtype *dtypes = how;
    tl_convert(dtypes[0], from, dtypes[1], to);
}

static void move(const tl_tensor *source, const tl_tensor *target)
{
    const tl_dtype dtypes[2] = {source->dtype, target->dtype};
    if (!hollow_layout(&source->layout))
        walk(source->layout.ndim, source->layout.shape, source->layout.strides, width(dtypes[0]), first_element(source),
             target->layout.strides, width(dtypes[1]), first_element(target), convert, dtypes);
}

tl_status tl_clone(const tl_tensor *tensor, tl_tensor *clone)
{
    tl_tensor made;
    TL_TRY(alive(tensor));
    if (!clone)
        return TL_ERR_NULL;
    TL_TRY(tl_tensor_new(tensor->storage->allocator, tensor->dtype, tensor->layout.ndim, tensor->layout.shape,
                         TL_ROW_MAJOR, &made));
    move(tensor, &made);
    *clone = made;
    return TL_OK;
}

tl_status tl_copy(const tl_tensor *source, const tl_tensor *target)
{
    tl_tensor aside;
    TL_TRY(alive(source));
    TL_TRY(writable(target));
    const tl_layout *from = &source->layout, *to = &target->layout;
    if (from->ndim != to->ndim ||
        (to->ndim > 0 && memcmp(from->shape, to->shape, sizeof *to->shape * (size_t)to->ndim) != 0))
        return TL_ERR_BROADCAST;
    TL_TRY(tl_clone(source, &aside)); /* always: then nothing has to be asked about overlap */
    move(&aside, target);
    TL_TRY(tl_tensor_release(&aside));
    target->storage->version += 1;
    return TL_OK;
}

tl_status tl_to_contiguous(const tl_tensor *tensor, tl_tensor *result)
{
    tl_contiguity contiguity;
    TL_TRY(alive(tensor));
    TL_TRY(tl_contiguity_of(&tensor->layout, &contiguity));
    if (contiguity & TL_CONTIGUOUS_ROW)
        return tl_tensor_view(tensor, &tensor->layout, result);
    return tl_clone(tensor, result);
}

tl_status tl_reshape(const tl_tensor *tensor, int ndim, const int64_t sizes[], bool *copied, tl_tensor *result)
{
    tl_tensor made;
    tl_layout layout;
    TL_TRY(alive(tensor));
    if (!copied || !result)
        return TL_ERR_NULL;
    tl_status status = tl_layout_view(&tensor->layout, ndim, sizes, &layout);
    if (status != TL_OK && status != TL_ERR_COPY)
        return status;
    if (status == TL_OK) {
        TL_TRY(tl_tensor_view(tensor, &layout, &made));
    } else {
        TL_TRY(tl_clone(tensor, &made));
        TL_TRY(tl_layout_view(&made.layout, ndim, sizes, &made.layout));
    }
    *copied = status != TL_OK;
    *result = made;
    return TL_OK;
}
