/* views.c - proxies for the functions of lab 02 (see proxy.h), and the memory that its tests look at. */
#include "views.h"

#include <string.h>

#include "../hidden/memory.h"
#include "../judge.h"
#include "../proxy.h"

/* ---- Memory ---- */

/* Never called here: its address stands for the host's allocator. */
static const tl_allocator stand_in;
const tl_allocator *const test_allocator = &stand_in;

#define ALLOCATOR(a) CALLBACK(a, WIRE_CALLBACK_ALLOCATOR)

int64_t test_live_blocks(void)
{
    return session_arena()->memory.live;
}

int64_t test_allocations(void)
{
    return session_arena()->memory.allocations;
}

void test_fail_at(int64_t nth)
{
    session_arena()->memory.fail_at = nth;
}

/* Whether bytes at an address lie in the heap. */
static bool in_heap(const void *address, int64_t bytes)
{
    uintptr_t heap = (uintptr_t)session_arena()->heap, start = (uintptr_t)address;
    return bytes >= 0 && bytes <= WIRE_HEAP_BYTES && start >= heap && start - heap <= (uintptr_t)(WIRE_HEAP_BYTES - bytes);
}

tl_storage test_storage(const tl_storage *storage)
{
    tl_storage copy;
    if (!in_heap(storage, sizeof copy) || (uintptr_t)storage % _Alignof(tl_storage) != 0)
        judge_bad_address("storage");
    memcpy(&copy, storage, sizeof copy);
    return copy;
}

void test_read(const tl_storage *storage, int64_t start, int64_t bytes, void *out)
{
    tl_storage copy = test_storage(storage);
    uintptr_t address = (uintptr_t)copy.data + (uintptr_t)start;
    if (start < 0 || start > WIRE_HEAP_BYTES || !in_heap((const void *)address, bytes))
        judge_bad_address("data of the storage");
    memcpy(out, (const void *)address, (size_t)bytes);
}

/* ---- 2.1 to 2.3 ---- */

tl_status tl_slice_resolve(const tl_slice *slice, int64_t size, tl_range *range)
{
    PROXY("tl_slice_resolve", IN(slice, 1), I64(size), OUT(range, 1));
}

tl_status tl_layout_slice(const tl_layout *layout, int axis, const tl_slice *slice, tl_layout *result)
{
    PROXY("tl_layout_slice", IN(layout, 1), I32(axis), IN(slice, 1), OUT(result, 1));
}

tl_status tl_layout_select(const tl_layout *layout, int axis, int64_t index, tl_layout *result)
{
    PROXY("tl_layout_select", IN(layout, 1), I32(axis), I64(index), OUT(result, 1));
}

tl_status tl_layout_narrow(const tl_layout *layout, int axis, int64_t start, int64_t length, tl_layout *result)
{
    PROXY("tl_layout_narrow", IN(layout, 1), I32(axis), I64(start), I64(length), OUT(result, 1));
}

tl_status tl_layout_subscript(const tl_layout *layout, int nitems, const tl_item items[], tl_layout *result)
{
    PROXY("tl_layout_subscript", IN(layout, 1), I32(nitems), IN(items, count(nitems)), OUT(result, 1));
}

/* ---- 2.4 to 2.6 ---- */

tl_status tl_layout_transpose(const tl_layout *layout, int axis, int other, tl_layout *result)
{
    PROXY("tl_layout_transpose", IN(layout, 1), I32(axis), I32(other), OUT(result, 1));
}

tl_status tl_layout_permute(const tl_layout *layout, int ndim, const int axes_of[], tl_layout *result)
{
    PROXY("tl_layout_permute", IN(layout, 1), I32(ndim), IN(axes_of, axes(ndim)), OUT(result, 1));
}

tl_status tl_layout_t(const tl_layout *layout, tl_layout *result)
{
    PROXY("tl_layout_t", IN(layout, 1), OUT(result, 1));
}

tl_status tl_layout_mt(const tl_layout *layout, tl_layout *result)
{
    PROXY("tl_layout_mt", IN(layout, 1), OUT(result, 1));
}

tl_status tl_layout_squeeze(const tl_layout *layout, tl_layout *result)
{
    PROXY("tl_layout_squeeze", IN(layout, 1), OUT(result, 1));
}

tl_status tl_layout_squeeze_axis(const tl_layout *layout, int axis, tl_layout *result)
{
    PROXY("tl_layout_squeeze_axis", IN(layout, 1), I32(axis), OUT(result, 1));
}

tl_status tl_layout_unsqueeze(const tl_layout *layout, int axis, tl_layout *result)
{
    PROXY("tl_layout_unsqueeze", IN(layout, 1), I32(axis), OUT(result, 1));
}

tl_status tl_layout_expand(const tl_layout *layout, int ndim, const int64_t sizes[], tl_layout *result)
{
    PROXY("tl_layout_expand", IN(layout, 1), I32(ndim), IN(sizes, axes(ndim)), OUT(result, 1));
}

/* ---- 2.7 to 2.9 ---- */

tl_status tl_infer_shape(int64_t numel, int ndim, const int64_t sizes[], int64_t shape[])
{
    PROXY("tl_infer_shape", I64(numel), I32(ndim), IN(sizes, axes(ndim)), OUT(shape, axes(ndim)));
}

tl_status tl_layout_view(const tl_layout *layout, int ndim, const int64_t sizes[], tl_layout *result)
{
    PROXY("tl_layout_view", IN(layout, 1), I32(ndim), IN(sizes, axes(ndim)), OUT(result, 1));
}

tl_status tl_layout_flatten(const tl_layout *layout, int first, int last, tl_layout *result)
{
    PROXY("tl_layout_flatten", IN(layout, 1), I32(first), I32(last), OUT(result, 1));
}

tl_status tl_layout_unflatten(const tl_layout *layout, int axis, int ndim, const int64_t sizes[], tl_layout *result)
{
    PROXY("tl_layout_unflatten", IN(layout, 1), I32(axis), I32(ndim), IN(sizes, axes(ndim)), OUT(result, 1));
}

tl_status tl_split_count(const tl_layout *layout, int axis, int64_t size, int64_t *pieces)
{
    PROXY("tl_split_count", IN(layout, 1), I32(axis), I64(size), OUT(pieces, 1));
}

tl_status tl_layout_split(const tl_layout *layout, int axis, int64_t size, int64_t piece, tl_layout *result)
{
    PROXY("tl_layout_split", IN(layout, 1), I32(axis), I64(size), I64(piece), OUT(result, 1));
}

tl_status tl_chunk_count(const tl_layout *layout, int axis, int64_t chunks, int64_t *pieces)
{
    PROXY("tl_chunk_count", IN(layout, 1), I32(axis), I64(chunks), OUT(pieces, 1));
}

tl_status tl_layout_chunk(const tl_layout *layout, int axis, int64_t chunks, int64_t piece, tl_layout *result)
{
    PROXY("tl_layout_chunk", IN(layout, 1), I32(axis), I64(chunks), I64(piece), OUT(result, 1));
}

/* ---- 2.10, 2.11: storages are handles, tensors carry one ---- */

tl_status tl_storage_new(const tl_allocator *allocator, int64_t bytes, tl_storage **storage)
{
    PROXY("tl_storage_new", ALLOCATOR(allocator), I64(bytes), OUT(storage, 1));
}

tl_status tl_storage_retain(tl_storage *storage)
{
    PROXY("tl_storage_retain", HANDLE(storage));
}

tl_status tl_storage_release(tl_storage **storage)
{
    PROXY("tl_storage_release", OUT(storage, 1));
}

tl_status tl_tensor_new(const tl_allocator *allocator, tl_dtype dtype, int ndim, const int64_t shape[], tl_order order,
                        tl_tensor *tensor)
{
    PROXY("tl_tensor_new", ALLOCATOR(allocator), I32((int)dtype), I32(ndim), IN(shape, axes(ndim)), I32((int)order),
          OUT(tensor, 1));
}

tl_status tl_tensor_view(const tl_tensor *base, const tl_layout *layout, tl_tensor *view)
{
    PROXY("tl_tensor_view", IN(base, 1), IN(layout, 1), OUT(view, 1));
}

tl_status tl_tensor_release(tl_tensor *tensor)
{
    PROXY("tl_tensor_release", OUT(tensor, 1));
}

/* ---- 2.12 to 2.15 ---- */

static int64_t element_bytes(tl_dtype dtype)
{
    return tl_dtype_describe(dtype).itemsize;
}

static int64_t element_of(const tl_tensor *tensor)
{
    return tensor == NULL ? 0 : element_bytes(tensor->dtype);
}

tl_status tl_get(const tl_tensor *tensor, int ndim, const int64_t index[], void *element)
{
    PROXY("tl_get", IN(tensor, 1), I32(ndim), IN(index, axes(ndim)), OUT_BYTES(element, element_of(tensor)));
}

tl_status tl_set(const tl_tensor *tensor, int ndim, const int64_t index[], const void *element)
{
    PROXY("tl_set", IN(tensor, 1), I32(ndim), IN(index, axes(ndim)), IN_BYTES(element, element_of(tensor)));
}

tl_status tl_fill(const tl_tensor *tensor, const void *element)
{
    PROXY("tl_fill", IN(tensor, 1), IN_BYTES(element, element_of(tensor)));
}

tl_status tl_convert(tl_dtype from, const void *value, tl_dtype to, void *result)
{
    PROXY("tl_convert", I32((int)from), IN_BYTES(value, element_bytes(from)), I32((int)to),
          OUT_BYTES(result, element_bytes(to)));
}

tl_status tl_copy(const tl_tensor *source, const tl_tensor *target)
{
    PROXY("tl_copy", IN(source, 1), IN(target, 1));
}

tl_status tl_clone(const tl_tensor *tensor, tl_tensor *clone)
{
    PROXY("tl_clone", IN(tensor, 1), OUT(clone, 1));
}

tl_status tl_to_contiguous(const tl_tensor *tensor, tl_tensor *result)
{
    PROXY("tl_to_contiguous", IN(tensor, 1), OUT(result, 1));
}

tl_status tl_reshape(const tl_tensor *tensor, int ndim, const int64_t sizes[], bool *copied, tl_tensor *result)
{
    PROXY("tl_reshape", IN(tensor, 1), I32(ndim), IN(sizes, axes(ndim)), OUT(copied, 1), OUT(result, 1));
}
