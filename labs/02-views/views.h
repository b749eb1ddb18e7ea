/* views.h - lab 02: one storage, many lenses.
 *
 *     storage   |  0  |  1  |  2  |  3  |  4  |  5  |      one row of elements, counted by who looks at it
 *
 *     shape [2,3], strides [3,1]   0 1 2 / 3 4 5           a view is a layout over that row:
 *     shape [3,2], strides [1,3]   0 3 / 1 4 / 2 5         another layout, no element moved
 *
 * This file is the contract.  Beside the rules of tl.h and strides.h:
 *
 *   - an axis may be given from the end: -1 is the last one; outside -ndim to ndim - 1 it is TL_ERR_AXIS.
 *   - functions named tl_layout_... compute a layout from a layout and touch no data; result may be the same object as
 *     the argument.  A size, stride or offset that does not fit in int64_t gives TL_ERR_OVERFLOW.
 *   - a layout passed in has ndim 0 to TL_MAX_NDIM, else TL_ERR_RANK, and no negative size, else TL_ERR_SHAPE; a result
 *     of more than TL_MAX_NDIM dimensions is TL_ERR_RANK.
 *   - the stride of an axis of size 1 is never walked: where nothing is said of it, it may be any number.
 */
#ifndef TL_VIEWS_H
#define TL_VIEWS_H

#include "../01-strides/strides.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 2.1  A slice of one axis ---- */

/* start:stop:step as Python writes it.  What is left out has its flag false, and its number carries no meaning. */
typedef struct tl_slice {
    bool has_start, has_stop, has_step;
    int64_t start, stop, step;
} tl_slice;

/* What a slice means for an axis: the indices start, start + step, ..., length of them.  stop is the first index not taken,
 * clamped to the axis: -1 when a negative step runs past index 0. */
typedef struct tl_range {
    int64_t start, stop, step, length;
} tl_range;

/* 2.1  Resolve a slice for an axis of the given size, exactly as Python's slice(start, stop, step).indices(size): bounds
 * below 0 count from the end, then all are clamped; a step left out is 1.
 * TL_ERR_SHAPE when size is negative, TL_ERR_STEP when step is 0.  Every int64_t is a legal bound or step. */
tl_status tl_slice_resolve(const tl_slice *slice, int64_t size, tl_range *range);

/* 2.1  The layout that keeps of one axis what the slice takes: its stride is multiplied by the step, the offset moves to
 * the first index taken.  With at most one index taken the stride is never walked: when the product does not fit, it stays
 * as it was.  With none taken the offset moves as far as start, held within 0 to size. */
tl_status tl_layout_slice(const tl_layout *layout, int axis, const tl_slice *slice, tl_layout *result);

/* ---- 2.2  Select and narrow: these do not clamp ---- */

/* 2.2  Take one index of an axis, which disappears.  index counts from the end when negative.
 * TL_ERR_INDEX outside -size to size - 1. */
tl_status tl_layout_select(const tl_layout *layout, int axis, int64_t index, tl_layout *result);

/* 2.2  Keep length indices from start on.  start counts from the end when negative.
 * TL_ERR_INDEX unless 0 <= start, 0 <= length and start + length <= size. */
tl_status tl_layout_narrow(const tl_layout *layout, int axis, int64_t start, int64_t length, tl_layout *result);

/* ---- 2.3  Several axes at once ---- */

typedef enum tl_item_kind {
    TL_ITEM_SLICE,    /* takes one axis and keeps it:      1:3 */
    TL_ITEM_INDEX,    /* takes one axis, which disappears: 2 */
    TL_ITEM_ELLIPSIS, /* takes all axes that no other item takes, and keeps them whole: ... */
    TL_ITEM_NEWAXIS   /* takes none, and puts in an axis of size 1 */
} tl_item_kind;

typedef struct tl_item {
    tl_item_kind kind;
    tl_slice slice; /* for TL_ITEM_SLICE */
    int64_t index;  /* for TL_ITEM_INDEX */
} tl_item;

/* 2.3  Apply items to the axes from the left, as x[1:3, ..., 0] does; axes behind the last item are kept whole.
 * A new axis has stride 0.  TL_ERR_AXIS for a second ellipsis or an unknown kind; TL_ERR_RANK for more slices and indices
 * than axes. */
tl_status tl_layout_subscript(const tl_layout *layout, int nitems, const tl_item items[/* nitems */], tl_layout *result);

/* ---- 2.4  Transpose and permute ---- */

/* 2.4  Swap two axes; they may be the same. */
tl_status tl_layout_transpose(const tl_layout *layout, int axis, int other, tl_layout *result);

/* 2.4  Axis i of the result is axis axes[i] of the layout.
 * TL_ERR_RANK when ndim is not the layout's; TL_ERR_AXIS when an axis does not exist or is named twice. */
tl_status tl_layout_permute(const tl_layout *layout, int ndim, const int axes[/* ndim */], tl_layout *result);

/* 2.4  T reverses the axes of a layout of rank 0, 1 or 2, and refuses more: TL_ERR_RANK. */
tl_status tl_layout_t(const tl_layout *layout, tl_layout *result);

/* 2.4  mT swaps the last two axes: a stack of matrices, each transposed.  TL_ERR_RANK below rank 2. */
tl_status tl_layout_mt(const tl_layout *layout, tl_layout *result);

/* ---- 2.5  Squeeze and unsqueeze ---- */

/* 2.5  Leave out every axis of size 1. */
tl_status tl_layout_squeeze(const tl_layout *layout, tl_layout *result);

/* 2.5  Leave out one axis if its size is 1; else the layout stays as it is. */
tl_status tl_layout_squeeze_axis(const tl_layout *layout, int axis, tl_layout *result);

/* 2.5  Put an axis of size 1 before the given one.  axis is 0 to ndim, or -1 (behind the last) down to -ndim - 1.
 * Its stride is size * stride of the axis that then follows it, 1 at the end, as in PyTorch. */
tl_status tl_layout_unsqueeze(const tl_layout *layout, int axis, tl_layout *result);

/* ---- 2.6  Expand ---- */

/* 2.6  Repeat axes of size 1 without copying: their stride becomes 0.  sizes are aligned with the layout from the right; -1
 * keeps an axis as it is; new leading axes have stride 0.  An axis of the size asked for keeps its stride.
 * TL_ERR_RANK when ndim is less than the layout's; TL_ERR_BROADCAST when a size differs and the axis is not of size 1, or
 * when a new leading axis is -1; TL_ERR_SHAPE for sizes below -1. */
tl_status tl_layout_expand(const tl_layout *layout, int ndim, const int64_t sizes[/* ndim */], tl_layout *result);

/* ---- 2.7  View: other sizes for the same elements ---- */

/* 2.7  Replace the one -1 that sizes may hold, so that there are numel elements.
 * TL_ERR_INFER for a second -1, or when the other sizes hold a 0 (any size would do) or do not divide numel;
 * TL_ERR_NUMEL without a -1 when the product is not numel, or TL_ERR_OVERFLOW, both are right when it does not fit; TL_ERR_SHAPE for other negative sizes or a negative numel. */
tl_status tl_infer_shape(int64_t numel, int ndim, const int64_t sizes[/* ndim */], int64_t shape[/* ndim */]);

/* 2.7  The layout of other sizes over the same elements in the same (row-major) order, when strides can express it:
 * TL_ERR_COPY when none can.  sizes may hold one -1.  Statuses of tl_infer_shape besides.
 * A shape equal to the layout's keeps its strides.  Otherwise, without elements, the result is dense (row-major), at the same offset. */
tl_status tl_layout_view(const tl_layout *layout, int ndim, const int64_t sizes[/* ndim */], tl_layout *result);

/* ---- 2.8  Flatten and unflatten ---- */

/* 2.8  Merge axes first to last (both included) into one, as a view: TL_ERR_COPY when strides cannot express it.
 * Rank 0 becomes [1] (first and last may be 0 or -1).  TL_ERR_AXIS when first lies behind last. */
tl_status tl_layout_flatten(const tl_layout *layout, int first, int last, tl_layout *result);

/* 2.8  Split one axis into several of the given sizes, which may hold one -1; always a view.  ndim is at least 1, else TL_ERR_RANK.
 * TL_ERR_NUMEL, TL_ERR_INFER, TL_ERR_SHAPE as in tl_infer_shape, for the size of the axis. */
tl_status tl_layout_unflatten(const tl_layout *layout, int axis, int ndim, const int64_t sizes[/* ndim */],
                              tl_layout *result);

/* ---- 2.9  Split and chunk ---- */

/* 2.9  Pieces of `size` indices along an axis; the last may be shorter.  An axis of size 0 has one piece, empty.
 * *count gets their number.  TL_ERR_COUNT when size is less than 1. */
tl_status tl_split_count(const tl_layout *layout, int axis, int64_t size, int64_t *count);
/* 2.9  The piece of a number, from 0.  TL_ERR_INDEX when there is none such. */
tl_status tl_layout_split(const tl_layout *layout, int axis, int64_t size, int64_t piece, tl_layout *result);

/* 2.9  At most `chunks` pieces of equal size, ceil(axis size / chunks), the last perhaps shorter; as in PyTorch there may be
 * fewer: 6 in 4 chunks gives 2 2 2.  An axis of size 0 has exactly `chunks` empty ones.  TL_ERR_COUNT when chunks < 1. */
tl_status tl_chunk_count(const tl_layout *layout, int axis, int64_t chunks, int64_t *count);
tl_status tl_layout_chunk(const tl_layout *layout, int axis, int64_t chunks, int64_t piece, tl_layout *result);

/* ---- 2.10  Storage: bytes that count who looks at them ---- */

/* Where memory comes from.  Every byte of a storage or a copy, the tl_storage itself included, is asked for here. */
typedef struct tl_allocator {
    /* bytes > 0 at an address that is a multiple of alignment, a power of two; NULL when there are none. */
    void *(*allocate)(void *context, int64_t bytes, int64_t alignment);
    /* Give back what allocate gave. */
    void (*release)(void *context, void *memory);
    void *context; /* handed to both */
} tl_allocator;

typedef struct tl_storage {
    void *data;                    /* the elements; aligned to TL_STORAGE_ALIGNMENT, NULL when bytes is 0 */
    int64_t bytes;                 /* their length */
    int64_t references;            /* how many tensors, and other holders, look at it */
    int64_t version;               /* how many writes there have been, through any view */
    const tl_allocator *allocator; /* gets the memory back */
} tl_storage;

#define TL_STORAGE_ALIGNMENT 64

/* 2.10  A storage of bytes zero bytes, with one reference and version 0.  allocator NULL means malloc and free.
 * TL_ERR_SHAPE when bytes is negative; TL_ERR_MEMORY when the allocator has none, with nothing left allocated. */
tl_status tl_storage_new(const tl_allocator *allocator, int64_t bytes, tl_storage **storage);

/* 2.10  One reference more. */
tl_status tl_storage_retain(tl_storage *storage);

/* 2.10  One reference less; the last one frees the storage.  *storage becomes NULL, so that a handle cannot be released
 * twice: that is TL_ERR_RELEASED. */
tl_status tl_storage_release(tl_storage **storage);

/* ---- 2.11  Tensors: a storage, a layout and a dtype ---- */

/* The layout counts in elements of the dtype.  Every tensor holds one reference to its storage. */
typedef struct tl_tensor {
    tl_storage *storage; /* NULL once released */
    tl_layout layout;
    tl_dtype dtype;
} tl_tensor;

/* 2.11  A dense tensor of zeros with a storage of its own, whose only reference it is.
 * Statuses of tl_layout_dense, tl_storage_bytes and tl_storage_new. */
tl_status tl_tensor_new(const tl_allocator *allocator, tl_dtype dtype, int ndim, const int64_t shape[/* ndim */],
                        tl_order order, tl_tensor *tensor);

/* 2.11  Another tensor over the same storage, with a layout of its own; it holds a reference.  Every layout is checked
 * against the storage, so that no tensor can read outside: TL_ERR_BOUNDS.  A layout without elements reaches nothing; its
 * offset is brought into the storage instead.  TL_ERR_OVERFLOW as in tl_layout_strided: the number of elements, or an offset
 * that is reached, does not fit.  TL_ERR_RELEASED when base has been released.
 * With base->layout the result is an alias of base. */
tl_status tl_tensor_view(const tl_tensor *base, const tl_layout *layout, tl_tensor *view);

/* 2.11  Give back the tensor's reference; its storage pointer becomes NULL.  Again: TL_ERR_RELEASED. */
tl_status tl_tensor_release(tl_tensor *tensor);

/* ---- 2.12  Get, set, fill ---- */

/* 2.12  Read one element into *element, which has the tensor's dtype.
 * Statuses of tl_index_to_offset; TL_ERR_RELEASED when the tensor has been released; TL_ERR_DTYPE for an unknown dtype. */
tl_status tl_get(const tl_tensor *tensor, int ndim, const int64_t index[/* ndim */], void *element);

/* 2.12  Write one element.  The version rises by one.  TL_ERR_OVERLAP when two indices of the tensor share an element. */
tl_status tl_set(const tl_tensor *tensor, int ndim, const int64_t index[/* ndim */], const void *element);

/* 2.12  Write the same value to every element.  The version rises by one, also when there is no element. */
tl_status tl_fill(const tl_tensor *tensor, const void *element);

/* ---- 2.13  From one dtype to another ---- */

/* 2.13  Convert one element.  Never undefined, whatever the value:
 *   to bool      0 is false, everything else, NaN too, is true
 *   from bool    false is 0, true is 1
 *   to integer   a fraction is cut off; what lies outside becomes the nearest value inside; NaN becomes 0
 *   to floating  the nearest value, as IEEE 754 rounds: far beyond the largest float that is an infinity
 * The two pointers need no alignment.  TL_ERR_DTYPE for an unknown dtype. */
tl_status tl_convert(tl_dtype from, const void *value, tl_dtype to, void *result);

/* ---- 2.14  Copy, clone, contiguous ---- */

/* 2.14  Copy every element of source to the same index of target, converting.  The shapes are equal, else TL_ERR_BROADCAST.
 * As if source had been copied elsewhere first, however the two overlap; when that copy is made and there is no memory for it,
 * TL_ERR_MEMORY and nothing is written.  TL_ERR_OVERLAP when two indices of target share an element.
 * target's version rises by one. */
tl_status tl_copy(const tl_tensor *source, const tl_tensor *target);

/* 2.14  A dense row-major copy in a storage of its own, of the same dtype, from the allocator of tensor's storage. */
tl_status tl_clone(const tl_tensor *tensor, tl_tensor *clone);

/* 2.14  The tensor itself as an alias when it is row-major contiguous, else a clone. */
tl_status tl_to_contiguous(const tl_tensor *tensor, tl_tensor *result);

/* ---- 2.15  Reshape ---- */

/* 2.15  Other sizes for the same elements: a view when strides can express it (*copied is false), else a dense row-major
 * copy (*copied is true).  Statuses of tl_layout_view, but never TL_ERR_COPY. */
tl_status tl_reshape(const tl_tensor *tensor, int ndim, const int64_t sizes[/* ndim */], bool *copied, tl_tensor *result);

#ifdef __cplusplus
}
#endif
#endif
