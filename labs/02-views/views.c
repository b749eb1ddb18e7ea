/* views.c - lab 02: one storage, many lenses.
 *
 * This is your file.  Every function below still returns TL_ERR_TODO.  Take them in order: replace that line by code after
 * which the sentence under TODO holds, save, and run
 *
 *     make lab-02                every task
 *     make lab-02 TASK=2.1       one task
 *     make hint TASK=2.1         when you are stuck
 *
 * First read the top of views.h: it says what holds for every function (which status for which mistake), and above
 * each declaration it has the details.  ../tl.h has the words in use: status, layout, checked arithmetic.
 * A function may call those of other tasks (2.8 wants 2.7) and those of lab 01, and you may add static functions of your own.
 */
#include "views.h"

/* A function that is not written yet does not use its parameters: no warning about that. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* ---- 2.1  A slice of one axis ---- */

/* TODO 2.1: *range holds what Python's slice(start, stop, step).indices(size) gives, and in length how many indices that
 * takes.
 * Book: 02-views.md, section 2.1 */
tl_status tl_slice_resolve(const tl_slice *slice, int64_t size, tl_range *range)
{
    return TL_ERR_TODO;
}

/* TODO 2.1: index i along the axis of *result is index start + i * step along that axis of the layout; no other axis has
 * changed.
 * Book: 02-views.md, section 2.1 */
tl_status tl_layout_slice(const tl_layout *layout, int axis, const tl_slice *slice, tl_layout *result)
{
    return TL_ERR_TODO;
}

/* ---- 2.2  Select and narrow ---- */

/* TODO 2.2: *result has one axis less, and its elements are those of the layout at this index of that axis.
 * Book: 02-views.md, section 2.2 */
tl_status tl_layout_select(const tl_layout *layout, int axis, int64_t index, tl_layout *result)
{
    return TL_ERR_TODO;
}

/* TODO 2.2: index i along the axis of *result is index start + i of the layout, for length indices; an index that is not
 * there is refused.
 * Book: 02-views.md, section 2.2 */
tl_status tl_layout_narrow(const tl_layout *layout, int axis, int64_t start, int64_t length, tl_layout *result)
{
    return TL_ERR_TODO;
}

/* ---- 2.3  Several axes at once ---- */

/* TODO 2.3: *result is what each item, from the left, makes of the axes that the items before it have not taken.
 * Book: 02-views.md, section 2.3 */
tl_status tl_layout_subscript(const tl_layout *layout, int nitems, const tl_item items[], tl_layout *result)
{
    return TL_ERR_TODO;
}

/* ---- 2.4  Transpose and permute ---- */

/* TODO 2.4: *result has the same elements, with index i of the one axis and index j of the other in exchange.
 * Book: 02-views.md, section 2.4 */
tl_status tl_layout_transpose(const tl_layout *layout, int axis, int other, tl_layout *result)
{
    return TL_ERR_TODO;
}

/* TODO 2.4: axis i of *result is axis axes[i] of the layout, and every axis is named once.
 * Book: 02-views.md, section 2.4 */
tl_status tl_layout_permute(const tl_layout *layout, int ndim, const int axes[], tl_layout *result)
{
    return TL_ERR_TODO;
}

/* TODO 2.4: element [j, i] of *result is element [i, j] of the layout; a layout of rank 0 or 1 is as it was.
 * Book: 02-views.md, section 2.4 */
tl_status tl_layout_t(const tl_layout *layout, tl_layout *result)
{
    return TL_ERR_TODO;
}

/* TODO 2.4: element [..., j, i] of *result is element [..., i, j] of the layout.
 * Book: 02-views.md, section 2.4 */
tl_status tl_layout_mt(const tl_layout *layout, tl_layout *result)
{
    return TL_ERR_TODO;
}

/* ---- 2.5  Squeeze and unsqueeze ---- */

/* TODO 2.5: *result has every axis of the layout whose size is not 1, in the same sequence, and no other.
 * Book: 02-views.md, section 2.5 */
tl_status tl_layout_squeeze(const tl_layout *layout, tl_layout *result)
{
    return TL_ERR_TODO;
}

/* TODO 2.5: *result is the layout without this axis if its size is 1, and the layout itself if not.
 * Book: 02-views.md, section 2.5 */
tl_status tl_layout_squeeze_axis(const tl_layout *layout, int axis, tl_layout *result)
{
    return TL_ERR_TODO;
}

/* TODO 2.5: *result has one axis more: of size 1, at this place among the others, with the stride that views.h tells.
 * Book: 02-views.md, section 2.5 */
tl_status tl_layout_unsqueeze(const tl_layout *layout, int axis, tl_layout *result)
{
    return TL_ERR_TODO;
}

/* ---- 2.6  Expand ---- */

/* TODO 2.6: *result has the given sizes, and each of its indices leads to the element that it would have without the
 * repeated axes.
 * Book: 02-views.md, section 2.6 */
tl_status tl_layout_expand(const tl_layout *layout, int ndim, const int64_t sizes[], tl_layout *result)
{
    return TL_ERR_TODO;
}

/* ---- 2.7  Other sizes for the same elements ---- */

/* TODO 2.7: shape is sizes, with the -1 replaced, and has numel elements.
 * Book: 02-views.md, section 2.7 */
tl_status tl_infer_shape(int64_t numel, int ndim, const int64_t sizes[], int64_t shape[])
{
    return TL_ERR_TODO;
}

/* TODO 2.7: *result has the given sizes, and at each position (counted in row-major order) the element that the layout has
 * there.
 * Book: 02-views.md, section 2.7 */
tl_status tl_layout_view(const tl_layout *layout, int ndim, const int64_t sizes[], tl_layout *result)
{
    return TL_ERR_TODO;
}

/* ---- 2.8  Flatten and unflatten ---- */

/* TODO 2.8: *result has one axis in place of first to last, and at each position the element that the layout has there.
 * Book: 02-views.md, section 2.8 */
tl_status tl_layout_flatten(const tl_layout *layout, int first, int last, tl_layout *result)
{
    return TL_ERR_TODO;
}

/* TODO 2.8: *result has the given sizes in place of one axis, and at each position the element that the layout has there.
 * Book: 02-views.md, section 2.8 */
tl_status tl_layout_unflatten(const tl_layout *layout, int axis, int ndim, const int64_t sizes[], tl_layout *result)
{
    return TL_ERR_TODO;
}

/* ---- 2.9  Split and chunk ---- */

/* TODO 2.9: *count is how many pieces of size indices, the last one perhaps shorter, the axis is cut into.
 * Book: 02-views.md, section 2.9 */
tl_status tl_split_count(const tl_layout *layout, int axis, int64_t size, int64_t *count)
{
    return TL_ERR_TODO;
}

/* TODO 2.9: *result is the piece of this number, counted from 0; all pieces one after the other are the axis again.
 * Book: 02-views.md, section 2.9 */
tl_status tl_layout_split(const tl_layout *layout, int axis, int64_t size, int64_t piece, tl_layout *result)
{
    return TL_ERR_TODO;
}

/* TODO 2.9: *count is how many pieces the axis is cut into when at most `chunks` are wanted, all of one size but the last.
 * Book: 02-views.md, section 2.9 */
tl_status tl_chunk_count(const tl_layout *layout, int axis, int64_t chunks, int64_t *count)
{
    return TL_ERR_TODO;
}

/* TODO 2.9: *result is the piece of this number, counted from 0; all pieces one after the other are the axis again.
 * Book: 02-views.md, section 2.9 */
tl_status tl_layout_chunk(const tl_layout *layout, int axis, int64_t chunks, int64_t piece, tl_layout *result)
{
    return TL_ERR_TODO;
}

/* ---- 2.10  Storage that counts ---- */

/* TODO 2.10: *storage has so many bytes, all 0, at an aligned address, and one holder; if it cannot be made, nothing is left
 * allocated.
 * Book: 02-views.md, section 2.10 */
tl_status tl_storage_new(const tl_allocator *allocator, int64_t bytes, tl_storage **storage)
{
    return TL_ERR_TODO;
}

/* TODO 2.10: the storage has one holder more.
 * Book: 02-views.md, section 2.10 */
tl_status tl_storage_retain(tl_storage *storage)
{
    return TL_ERR_TODO;
}

/* TODO 2.10: the storage has one holder less, *storage is NULL, and without a holder all of its memory is back at its
 * allocator.
 * Book: 02-views.md, section 2.10 */
tl_status tl_storage_release(tl_storage **storage)
{
    return TL_ERR_TODO;
}

/* ---- 2.11  Tensors that cannot reach outside ---- */

/* TODO 2.11: *tensor is dense in the given order, all its elements are 0, and it is the only holder of its storage.
 * Book: 02-views.md, section 2.11 */
tl_status tl_tensor_new(const tl_allocator *allocator, tl_dtype dtype, int ndim, const int64_t shape[], tl_order order,
                        tl_tensor *tensor)
{
    return TL_ERR_TODO;
}

/* TODO 2.11: *view looks at base's storage through the layout and holds a reference to it; no index of it lies outside.
 * Book: 02-views.md, section 2.11 */
tl_status tl_tensor_view(const tl_tensor *base, const tl_layout *layout, tl_tensor *view)
{
    return TL_ERR_TODO;
}

/* TODO 2.11: the tensor's reference is given back, and the tensor has no storage any more.
 * Book: 02-views.md, section 2.11 */
tl_status tl_tensor_release(tl_tensor *tensor)
{
    return TL_ERR_TODO;
}

/* ---- 2.12  Get, set, fill ---- */

/* TODO 2.12: *element holds the bytes of the element at this index, and no more bytes than that.
 * Book: 02-views.md, section 2.12 */
tl_status tl_get(const tl_tensor *tensor, int ndim, const int64_t index[], void *element)
{
    return TL_ERR_TODO;
}

/* TODO 2.12: the element at this index holds what *element holds, no other element has changed, and the version is one
 * higher.
 * Book: 02-views.md, section 2.12 */
tl_status tl_set(const tl_tensor *tensor, int ndim, const int64_t index[], const void *element)
{
    return TL_ERR_TODO;
}

/* TODO 2.12: every element that the layout reaches holds what *element holds, no other has changed, and the version is one
 * higher.
 * Book: 02-views.md, section 2.12 */
tl_status tl_fill(const tl_tensor *tensor, const void *element)
{
    return TL_ERR_TODO;
}

/* ---- 2.13  From one dtype to another ---- */

/* TODO 2.13: *result is the value of `from` as one of `to`, by the rules in views.h, whatever the value is.
 * Book: 02-views.md, section 2.13 */
tl_status tl_convert(tl_dtype from, const void *value, tl_dtype to, void *result)
{
    return TL_ERR_TODO;
}

/* ---- 2.14  Copy, clone, contiguous ---- */

/* TODO 2.14: target has at every index what source had there before the call, and its version is one higher.
 * Book: 02-views.md, section 2.14 */
tl_status tl_copy(const tl_tensor *source, const tl_tensor *target)
{
    return TL_ERR_TODO;
}

/* TODO 2.14: *clone has the same elements, lies dense and row-major in a storage of its own, and shares nothing with the
 * tensor.
 * Book: 02-views.md, section 2.14 */
tl_status tl_clone(const tl_tensor *tensor, tl_tensor *clone)
{
    return TL_ERR_TODO;
}

/* TODO 2.14: *result has the same elements and is row-major contiguous; it shares the storage if the tensor was so already.
 * Book: 02-views.md, section 2.14 */
tl_status tl_to_contiguous(const tl_tensor *tensor, tl_tensor *result)
{
    return TL_ERR_TODO;
}

/* ---- 2.15  Reshape ---- */

/* TODO 2.15: *result has the given sizes and the same elements in the same order; *copied is false exactly when it shares
 * the storage.
 * Book: 02-views.md, section 2.15 */
tl_status tl_reshape(const tl_tensor *tensor, int ndim, const int64_t sizes[], bool *copied, tl_tensor *result)
{
    return TL_ERR_TODO;
}
