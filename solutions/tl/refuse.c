/* refuse.c - why an operation is refused: the number that caused it, and what would have been right. */
#include "view.h"

#include <inttypes.h>

/* Looks for the number that caused a status, and adds what is wrong with it; adds nothing when it finds none. */
typedef void explanation(const operation *op, const tl_layout *layout, text *why);

static const char *plural(int64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/* ---- Axes ---- */

static int axis_count(const operation *op, const tl_layout *layout)
{
    if (op->kind == OP_UNSQUEEZE)
        return layout->ndim + 1; /* the axes of the result */
    return op->kind == OP_FLATTEN && layout->ndim == 0 ? 1 : layout->ndim;
}

static bool has_axis(int64_t number, int ndim)
{
    return number >= -ndim && number < ndim;
}

static int64_t wrapped(int64_t number, int64_t size)
{
    return number < 0 ? number + size : number;
}

static void explain_axis(const operation *op, const tl_layout *layout, text *why)
{
    const number_list *numbers = &op->numbers;
    int axes = numbers->count < op_table[op->kind].axes ? numbers->count : op_table[op->kind].axes;
    int ndim = axis_count(op, layout), ellipses = 0;
    for (int i = 0; i < axes; i++)
        if (!has_axis(numbers->values[i], ndim)) {
            text_add(why, "axis %" PRId64, numbers->values[i]);
            if (ndim > 0)
                text_add(why, ", expected %d to %d", -ndim, ndim - 1);
            else
                text_add(why, " of rank 0, which has no axis");
            return;
        }
    for (int i = 0; i < axes; i++)
        for (int j = 0; j < i && op->kind == OP_PERMUTE; j++)
            if (wrapped(numbers->values[i], ndim) == wrapped(numbers->values[j], ndim)) {
                text_add(why, "axis %" PRId64 " twice", wrapped(numbers->values[i], ndim));
                return;
            }
    if (op->kind == OP_FLATTEN)
        text_add(why, "axis %" PRId64 " lies behind axis %" PRId64, wrapped(numbers->values[0], ndim),
                 numbers->count > 1 ? wrapped(numbers->values[1], ndim) : ndim - 1);
    for (int i = 0; i < op->item_count && i < MOST_ITEMS; i++)
        ellipses += op->items[i].kind == TL_ITEM_ELLIPSIS;
    if (ellipses > 1)
        text_add(why, "%d ellipses, expected one at most", ellipses);
}

/* ---- Ranks ---- */

static void explain_items(const operation *op, const tl_layout *layout, text *why)
{
    int taken = 0;
    for (int i = 0; i < op->item_count && i < MOST_ITEMS; i++)
        taken += op->items[i].kind == TL_ITEM_SLICE || op->items[i].kind == TL_ITEM_INDEX;
    if (op->item_count < MOST_ITEMS && taken > layout->ndim)
        text_add(why, "%d %s an axis, the shape has %d", taken, plural(taken, "item takes", "items take"),
                 layout->ndim);
    else
        text_add(why, "too many items or axes, expected at most %d axes in the result", TL_MAX_NDIM);
}

static void explain_rank(const operation *op, const tl_layout *layout, text *why)
{
    int count = op->numbers.count, ndim = layout->ndim;
    switch (op->kind) {
    case OP_SLICE: explain_items(op, layout, why); break;
    case OP_PERMUTE: text_add(why, "%d %s, the shape has %d", count, plural(count, "axis", "axes"), ndim); break;
    case OP_T: text_add(why, "rank %d, expected at most 2; mT takes the last two axes", ndim); break;
    case OP_MT: text_add(why, "rank %d, expected at least 2", ndim); break;
    case OP_UNSQUEEZE: text_add(why, "%d axes, expected at most %d", ndim + 1, TL_MAX_NDIM); break;
    case OP_UNFLATTEN: text_add(why, "%d axes, expected at most %d", ndim + count - 2, TL_MAX_NDIM); break;
    default:
        if (count < ndim) /* an expand */
            text_add(why, "%d %s, the shape has %d", count, plural(count, "size", "sizes"), ndim);
        else
            text_add(why, "%d sizes, expected at most %d", count, TL_MAX_NDIM);
    }
}

/* ---- Indices ---- */

static void add_index(text *why, int64_t index, int axis, int64_t size)
{
    text_add(why, "index %" PRId64 " on axis %d, size %" PRId64, index, axis, size);
}

static void explain_item_index(const operation *op, const tl_layout *layout, text *why)
{
    int taken = 0, axis = 0;
    for (int i = 0; i < op->item_count; i++)
        taken += op->items[i].kind == TL_ITEM_SLICE || op->items[i].kind == TL_ITEM_INDEX;
    for (int i = 0; i < op->item_count; i++) {
        const tl_item *item = &op->items[i];
        if (item->kind == TL_ITEM_ELLIPSIS)
            axis += layout->ndim - taken;
        if (item->kind == TL_ITEM_INDEX && (item->index < -layout->shape[axis] || item->index >= layout->shape[axis])) {
            add_index(why, item->index, axis, layout->shape[axis]);
            return;
        }
        axis += item->kind == TL_ITEM_SLICE || item->kind == TL_ITEM_INDEX;
    }
}

static void explain_index(const operation *op, const tl_layout *layout, text *why)
{
    const int64_t *n = op->numbers.values;
    if (op->kind == OP_SLICE) {
        explain_item_index(op, layout, why);
        return;
    }
    int axis = (int)wrapped(n[0], layout->ndim);
    int64_t size = layout->shape[axis], count = 0;
    switch (op->kind) {
    case OP_SELECT: add_index(why, n[1], axis, size); break;
    case OP_NARROW:
        text_add(why, "%" PRId64 " %s from %" PRId64 " on, axis %d has %" PRId64, n[2],
                 plural(n[2], "index", "indices"), n[1], axis, size);
        break;
    case OP_SPLIT:
    case OP_CHUNK:
        if ((op->kind == OP_SPLIT ? tl_split_count : tl_chunk_count)(layout, axis, n[1], &count) == TL_OK)
            text_add(why, "piece %" PRId64 ", there %s %" PRId64 ", counted from 0", n[2], plural(count, "is", "are"),
                     count);
        break;
    default: break;
    }
}

/* ---- Sizes ---- */

/* The sizes among the numbers: all of them, but for unflatten those behind the axis. */
static const int64_t *sizes_of(const operation *op, int *count)
{
    int first = op->kind == OP_UNFLATTEN ? 1 : 0;
    *count = op->numbers.count - first;
    return op->numbers.values + first;
}

static void explain_shape(const operation *op, const tl_layout *layout, text *why)
{
    int count;
    const int64_t *sizes = sizes_of(op, &count);
    (void)layout;
    for (int i = 0; i < count; i++)
        if (sizes[i] < -1) {
            text_add(why, "size %" PRId64 ", expected 0 or more, or -1", sizes[i]);
            return;
        }
}

/* What a product of sizes has to hold. */
static void add_needed(const operation *op, const tl_layout *layout, text *why)
{
    int64_t numel;
    if (op->kind == OP_UNFLATTEN)
        text_add(why, "axis %d holds %" PRId64, (int)wrapped(op->numbers.values[0], layout->ndim),
                 layout->shape[wrapped(op->numbers.values[0], layout->ndim)]);
    else if (tl_numel(layout->ndim, layout->shape, &numel) == TL_OK) {
        text_add(why, "the shape ");
        text_add_list(why, layout->ndim, layout->shape);
        text_add(why, " holds %" PRId64, numel);
    }
}

static void explain_numel(const operation *op, const tl_layout *layout, text *why)
{
    int count;
    int64_t product;
    const int64_t *sizes = sizes_of(op, &count);
    if (tl_numel(count, sizes, &product) != TL_OK)
        return;
    text_add(why, "the sizes ");
    text_add_list(why, count, sizes);
    text_add(why, " hold %" PRId64 ", ", product);
    add_needed(op, layout, why);
}

static void explain_infer(const operation *op, const tl_layout *layout, text *why)
{
    int count, unknown = 0;
    int64_t known[TL_MAX_NDIM], product;
    const int64_t *sizes = sizes_of(op, &count);
    for (int i = 0; i < count; i++) {
        unknown += sizes[i] == -1;
        known[i] = sizes[i] == -1 ? 1 : sizes[i];
    }
    if (unknown > 1) {
        text_add(why, "-1 stands there %d times, expected once at most", unknown);
        return;
    }
    if (tl_numel(count, known, &product) != TL_OK)
        return;
    if (product == 0) {
        text_add(why, "beside a size of 0 any size would do");
        return;
    }
    text_add(why, "the other sizes hold %" PRId64 ", which does not divide: ", product);
    add_needed(op, layout, why);
}

static void explain_broadcast(const operation *op, const tl_layout *layout, text *why)
{
    int ndim = op->numbers.count;
    for (int i = 0; i < ndim; i++) {
        int axis = i - (ndim - layout->ndim);
        int64_t size = op->numbers.values[i];
        if (axis < 0 && size == -1)
            text_add(why, "-1 for a new axis, which has no size to keep");
        else if (axis >= 0 && size != -1 && size != layout->shape[axis] && layout->shape[axis] != 1)
            text_add(why, "size %" PRId64 " for axis %d, which has %" PRId64, size, axis, layout->shape[axis]);
        else
            continue;
        return;
    }
}

static void explain_count(const operation *op, const tl_layout *layout, text *why)
{
    (void)layout;
    text_add(why, "%" PRId64 ", expected 1 or more", op->numbers.values[1]);
}

static void explain_step(const operation *op, const tl_layout *layout, text *why)
{
    (void)layout;
    for (int i = 0; i < op->item_count && i < MOST_ITEMS; i++)
        if (op->items[i].kind == TL_ITEM_SLICE && op->items[i].slice.has_step && op->items[i].slice.step == 0) {
            text_add_slice(why, &op->items[i].slice);
            text_add(why, " never moves");
            return;
        }
}

/* ---- Elements that would have to move ---- */

static void explain_copy(const operation *op, const tl_layout *layout, text *why)
{
    int ndim, stuck;
    int64_t shape[TL_MAX_NDIM];
    run runs[TL_MAX_NDIM];
    int count = runs_of(layout, runs);
    if (!target_shape(op, layout, &ndim, shape) || runs_cut(runs, count, ndim, shape, &stuck))
        return;
    const run *inner = &runs[stuck], *outer = &runs[stuck + 1];
    text_add(why, "shape ");
    text_add_list(why, layout->ndim, layout->shape);
    text_add(why, ", strides ");
    text_add_list(why, layout->ndim, layout->strides);
    text_add(why, ": axes %d and %d cannot be merged, stride %" PRId64 " is found on axis %d and ", outer->last,
             inner->first, layout->strides[outer->last], outer->last);
    text_add_wide(why, inner->numel);
    text_add(why, " * ");
    text_add_term(why, inner->stride);
    text_add(why, " = ");
    text_add_wide(why, inner->numel * inner->stride);
    text_add(why, " needed");
}

/* ---- All together ---- */

static explanation *explanation_of(tl_status status)
{
    switch (status) {
    case TL_ERR_AXIS: return explain_axis;
    case TL_ERR_RANK: return explain_rank;
    case TL_ERR_INDEX: return explain_index;
    case TL_ERR_SHAPE: return explain_shape;
    case TL_ERR_NUMEL: return explain_numel;
    case TL_ERR_INFER: return explain_infer;
    case TL_ERR_BROADCAST: return explain_broadcast;
    case TL_ERR_COUNT: return explain_count;
    case TL_ERR_STEP: return explain_step;
    case TL_ERR_COPY: return explain_copy;
    default: return NULL;
    }
}

outcome refuse_operation(tl_status status, const operation *op, const tl_layout *layout, failure *fail)
{
    text why = {0}, word = {0};
    explanation *explain = explanation_of(status);
    if (explain != NULL)
        explain(op, layout, &why);
    if (why.length == 0) {
        text_add(&why, "shape ");
        text_add_list(&why, layout->ndim, layout->shape);
        text_add(&why, ", strides ");
        text_add_list(&why, layout->ndim, layout->strides);
        text_add(&why, ", offset %" PRId64, layout->offset);
    }
    text_add_shown(&word, op->word, 60);
    outcome result = refused_by_library(fail, status, "%s: %s", text_get(&word), text_get(&why));
    text_free(&why);
    text_free(&word);
    return result;
}
