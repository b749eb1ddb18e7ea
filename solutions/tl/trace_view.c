/* trace_view.c - the arithmetic of each operation on a layout, as one writes it on paper.
 *
 * As in trace.c the numbers are worked out again here; only the line that begins with => is the library's.
 */
#include "view.h"

#include <inttypes.h>
#include <string.h>

/* ---- Lines ---- */

static void add_layout(text *line, const tl_layout *layout)
{
    text_add(line, "shape ");
    text_add_list(line, layout->ndim, layout->shape);
    text_add(line, "   strides ");
    text_add_list(line, layout->ndim, layout->strides);
    text_add(line, "   offset %" PRId64, layout->offset);
}

static void add_product(text *line, wide a, wide b)
{
    text_add_wide(line, a);
    text_add(line, " * ");
    text_add_term(line, b);
    text_add(line, " = ");
    text_add_wide(line, a * b);
}

/* offset 0 + 1 * 4 = 4 */
static void add_move(text *line, wide *offset, wide index, wide stride)
{
    text_add(line, "offset ");
    text_add_wide(line, *offset);
    text_add(line, " + ");
    text_add_wide(line, index);
    text_add(line, " * ");
    text_add_term(line, stride);
    *offset += index * stride;
    text_add(line, " = ");
    text_add_wide(line, *offset);
}

static int wrapped(int64_t axis, int ndim)
{
    return (int)(axis < 0 ? axis + ndim : axis);
}

/* ---- Slice, select, narrow, split, chunk ---- */

static void trace_item_slice(report *rep, const tl_layout *before, int axis, const tl_slice *slice, wide *offset)
{
    text line = {0};
    slice_walk walk = slice_walk_of(slice, before->shape[axis]);
    int64_t stride = before->strides[axis];
    text_add(&line, "  axis %d, ", axis);
    text_add_slice(&line, slice);
    text_add(&line, " of %" PRId64 ": start ", before->shape[axis]);
    text_add_wide(&line, walk.start);
    text_add(&line, ", size ");
    text_add_wide(&line, walk.length);
    text_add(&line, "; ");
    add_move(&line, offset, walk.start < 0 ? 0 : walk.start, stride);
    text_add(&line, ", stride ");
    add_product(&line, stride, walk.step);
    if (stride * walk.step > INT64_MAX || stride * walk.step < INT64_MIN)
        text_add(&line, ", which does not fit but is never walked: it stays %" PRId64, stride);
    trace_text(rep, &line);
}

/* One index of an axis, which goes. */
static void trace_index_taken(report *rep, const tl_layout *before, int axis, int64_t index, wide *offset)
{
    text line = {0};
    int64_t size = before->shape[axis], found = index < 0 ? index + size : index;
    text_add(&line, "  axis %d, index %" PRId64, axis, index);
    if (index < 0)
        text_add(&line, " + %" PRId64 " = %" PRId64, size, found);
    text_add(&line, ": ");
    add_move(&line, offset, found, before->strides[axis]);
    text_add(&line, ", and the axis goes");
    trace_text(rep, &line);
}

static void trace_items(report *rep, const operation *op, const tl_layout *before)
{
    int axis = 0, taken = 0;
    wide offset = before->offset;
    for (int i = 0; i < op->item_count; i++)
        taken += op->items[i].kind == TL_ITEM_SLICE || op->items[i].kind == TL_ITEM_INDEX;
    for (int i = 0; i < op->item_count; i++) {
        const tl_item *item = &op->items[i];
        int kept = before->ndim - taken;
        switch (item->kind) {
        case TL_ITEM_SLICE: trace_item_slice(rep, before, axis++, &item->slice, &offset); break;
        case TL_ITEM_INDEX: trace_index_taken(rep, before, axis++, item->index, &offset); break;
        case TL_ITEM_NEWAXIS: trace_line(rep, "  a new axis: size 1, stride 0"); break;
        case TL_ITEM_ELLIPSIS:
            trace_line(rep,
                       kept > 1    ? "  ... keeps axes %d to %d"
                       : kept == 1 ? "  ... keeps axis %d"
                                   : "  ... stands for no axis",
                       axis, axis + kept - 1);
            axis += kept;
            break;
        }
    }
    if (axis < before->ndim)
        trace_line(rep, axis + 1 < before->ndim ? "  axes %d to %d are kept whole" : "  axis %d is kept whole", axis,
                   before->ndim - 1);
}

static void trace_narrow(report *rep, const tl_layout *before, int axis, wide start, wide length)
{
    text line = {0};
    wide offset = before->offset;
    text_add(&line, "  axis %d: ", axis);
    if (start < 0) {
        text_add(&line, "start ");
        text_add_wide(&line, start);
        text_add(&line, " + %" PRId64 " = ", before->shape[axis]);
        start += before->shape[axis];
        text_add_wide(&line, start);
        text_add(&line, "; ");
    }
    text_add(&line, "size ");
    text_add_wide(&line, length);
    text_add(&line, "; ");
    add_move(&line, &offset, start, before->strides[axis]);
    text_add(&line, ", the stride stays");
    trace_text(rep, &line);
}

static void trace_piece(report *rep, const operation *op, const tl_layout *before, int axis)
{
    text line = {0};
    const int64_t *n = op->numbers.values;
    wide size = before->shape[axis], length = n[1], piece = n[2];
    if (op->kind == OP_CHUNK) {
        length = (size + n[1] - 1) / n[1];
        text_add(&line, "  %" PRId64 " in %" PRId64 " chunks: %" PRId64 " / %" PRId64 "%s = ", before->shape[axis],
                 n[1], before->shape[axis], n[1], size % n[1] != 0 ? ", rounded up" : "");
        text_add_wide(&line, length);
        text_add(&line, " each");
        trace_text(rep, &line);
    }
    wide start = piece * length, left = size - start;
    text_add(&line, "  piece %" PRId64 " begins at ", n[2]);
    add_product(&line, piece, length);
    text_add(&line, "; from there on axis %d has ", axis);
    text_add_wide(&line, left);
    trace_text(rep, &line);
    trace_narrow(rep, before, axis, start, left < length ? left : length);
}

/* ---- Axes in other places, fewer and more of them ---- */

static void trace_permute(report *rep, const operation *op, const tl_layout *before)
{
    for (int i = 0; i < before->ndim; i++) {
        int axis = wrapped(op->numbers.values[i], before->ndim);
        trace_line(rep, "  axis %d of the result is axis %d: size %" PRId64 ", stride %" PRId64, i, axis,
                   before->shape[axis], before->strides[axis]);
    }
}

static void trace_swap(report *rep, const tl_layout *before, int axis, int other)
{
    if (axis == other)
        trace_line(rep, "  an axis changes places with itself: nothing changes");
    else
        trace_line(
            rep, "  axes %d and %d change places: sizes %" PRId64 " and %" PRId64 ", strides %" PRId64 " and %" PRId64,
            axis, other, before->shape[axis], before->shape[other], before->strides[axis], before->strides[other]);
}

static void trace_squeeze(report *rep, const operation *op, const tl_layout *before)
{
    text line = {0};
    int gone = 0;
    for (int axis = 0; axis < before->ndim; axis++) {
        if (before->shape[axis] != 1 || (op->numbers.count > 0 && axis != wrapped(op->numbers.values[0], before->ndim)))
            continue;
        text_add(&line, "%s%d", gone++ > 0 ? ", " : "", axis);
    }
    if (gone > 0)
        trace_line(rep, "  %s %s of size 1, and %s", gone > 1 ? "axes" : "axis", text_get(&line),
                   gone > 1 ? "are left out" : "is left out");
    else if (op->numbers.count > 0)
        trace_line(rep, "  axis %d is not of size 1: nothing changes", wrapped(op->numbers.values[0], before->ndim));
    else
        trace_line(rep, "  no axis is of size 1: nothing changes");
    text_free(&line);
}

static void trace_unsqueeze(report *rep, const operation *op, const tl_layout *before)
{
    int axis = wrapped(op->numbers.values[0], before->ndim + 1);
    text line = {0};
    text_add(&line, "  a new axis %d: size 1, stride ", axis);
    if (axis < before->ndim) {
        add_product(&line, before->shape[axis], before->strides[axis]);
        text_add(&line, ", size times stride of the axis behind it");
    } else {
        text_add(&line, "1, as it is the last");
    }
    trace_text(rep, &line);
}

static void trace_expand(report *rep, const operation *op, const tl_layout *before)
{
    for (int i = 0; i < op->numbers.count; i++) {
        int axis = i - (op->numbers.count - before->ndim);
        int64_t size = op->numbers.values[i];
        if (axis < 0)
            trace_line(rep, "  a new axis in front: size %" PRId64 ", stride 0", size);
        else if (size == -1 || size == before->shape[axis])
            trace_line(rep, "  axis %d stays: size %" PRId64 ", stride %" PRId64, axis, before->shape[axis],
                       before->strides[axis]);
        else
            trace_line(rep, "  axis %d is repeated: size 1 becomes %" PRId64 ", stride 0", axis, size);
    }
}

/* ---- Other sizes for the same elements ---- */

int runs_of(const tl_layout *layout, run runs[TL_MAX_NDIM])
{
    int count = 0;
    for (int axis = layout->ndim - 1; axis >= 0; axis--) {
        if (layout->shape[axis] == 1)
            continue;
        run *inner = count > 0 ? &runs[count - 1] : NULL;
        if (inner != NULL && layout->strides[axis] == inner->numel * inner->stride) {
            inner->first = axis;
            inner->numel *= layout->shape[axis];
        } else {
            runs[count++] =
                (run){.first = axis, .last = axis, .numel = layout->shape[axis], .stride = layout->strides[axis]};
        }
    }
    return count;
}

bool runs_cut(const run runs[], int count, int ndim, const int64_t shape[], int *stuck)
{
    int at = -1;
    wide left = 1;
    for (int i = ndim - 1; i >= 0; i--) {
        if (left == 1 && at + 1 < count)
            left = runs[++at].numel;
        if (left % shape[i] != 0) {
            *stuck = at;
            return false;
        }
        left /= shape[i];
    }
    return true;
}

bool target_shape(const operation *op, const tl_layout *layout, int *ndim, int64_t shape[TL_MAX_NDIM])
{
    int64_t numel;
    if (tl_numel(layout->ndim, layout->shape, &numel) != TL_OK)
        return false;
    if (op->kind != OP_FLATTEN) {
        *ndim = op->numbers.count;
        return tl_infer_shape(numel, op->numbers.count, op->numbers.values, shape) == TL_OK;
    }
    int rank = layout->ndim > 0 ? layout->ndim : 1;
    int first = op->numbers.count > 0 ? wrapped(op->numbers.values[0], rank) : 0;
    int last = op->numbers.count > 1 ? wrapped(op->numbers.values[1], rank) : rank - 1;
    *ndim = 0;
    for (int axis = 0; axis < first; axis++)
        shape[(*ndim)++] = layout->shape[axis];
    if (tl_numel(layout->ndim > 0 ? last - first + 1 : 0, layout->shape + first, &shape[(*ndim)++]) != TL_OK)
        return false;
    for (int axis = last + 1; axis < layout->ndim; axis++)
        shape[(*ndim)++] = layout->shape[axis];
    return true;
}

static void add_run(text *line, const run *r)
{
    text_add(line, r->first == r->last ? "axis %d" : "axes %d to %d", r->first, r->last);
}

/* How the axes join into runs. */
static void trace_runs(report *rep, const tl_layout *before)
{
    text line = {0};
    wide numel = 0, stride = 0;
    trace_line(
        rep, "  axes from the right; one joins the run when its stride is the run's elements times the run's stride:");
    for (int axis = before->ndim - 1; axis >= 0; axis--) {
        int64_t size = before->shape[axis], found = before->strides[axis];
        text_add(&line, "    axis %d: size %" PRId64 ", ", axis, size);
        if (size == 1) {
            text_add(&line, "never takes a step, so it joins any run");
        } else if (numel == 0) {
            text_add(&line, "stride %" PRId64 ", begins a run", found);
            numel = size, stride = found;
        } else {
            bool joins = found == numel * stride;
            text_add(&line, "stride %" PRId64 ", needed ", found);
            add_product(&line, numel, stride);
            text_add(&line, joins ? ": joins, " : ": begins a run of its own");
            numel = joins ? numel * size : size;
            stride = joins ? stride : found;
            if (joins) {
                text_add_wide(&line, numel);
                text_add(&line, " elements");
            }
        }
        trace_text(rep, &line);
    }
}

/* How the new sizes are cut from the runs, and where that fails. */
static void trace_cuts(report *rep, const tl_layout *before, int ndim, const int64_t shape[])
{
    text line = {0};
    run runs[TL_MAX_NDIM];
    int count = runs_of(before, runs), at = -1;
    wide left = 1, stride = 1;
    trace_line(rep, "  new sizes from the right, cut from the runs:");
    for (int i = ndim - 1; i >= 0; i--) {
        text_add(&line, "    size %" PRId64 ": ", shape[i]);
        if (left == 1 && at + 1 < count) {
            left = runs[++at].numel;
            stride = runs[at].stride;
        }
        if (left % shape[i] != 0) {
            text_add(&line, "the run of ");
            add_run(&line, &runs[at]);
            text_add(&line, " has ");
            text_add_wide(&line, left);
            text_add(&line, " elements left, and %" PRId64 " reaches across its end: a copy is needed", shape[i]);
            trace_text(rep, &line);
            return;
        }
        text_add(&line, "stride ");
        text_add_wide(&line, stride);
        left /= shape[i];
        if (left > 1) {
            text_add(&line, "; ");
            text_add_wide(&line, left);
            text_add(&line, " left, at stride ");
            add_product(&line, stride, shape[i]);
            stride *= shape[i];
        } else if (shape[i] > 1) {
            text_add(&line, ", and the run of ");
            add_run(&line, &runs[at]);
            text_add(&line, " is used up");
        }
        trace_text(rep, &line);
    }
}

/* The size that was written as -1; nothing when there is none. */
static void trace_inferred(report *rep, int count, const int64_t sizes[], const int64_t shape[])
{
    text line = {0};
    int unknown = 0;
    wide numel = 1; /* a -1 is there, so the sizes multiply to what the layout holds */
    while (unknown < count && sizes[unknown] != -1)
        unknown++;
    if (unknown == count)
        return;
    for (int i = 0; i < count; i++)
        numel *= i == unknown ? 1 : shape[i];
    text_add(&line, "  -1 is what is left over: ");
    text_add_wide(&line, numel * shape[unknown]);
    for (int i = 0; i < count; i++)
        if (i != unknown)
            text_add(&line, " / %" PRId64, shape[i]);
    if (count > 1)
        text_add(&line, " = %" PRId64, shape[unknown]);
    trace_text(rep, &line);
}

static void trace_view(report *rep, const operation *op, const tl_layout *before)
{
    int ndim;
    int64_t shape[TL_MAX_NDIM] = {0};
    if (!target_shape(op, before, &ndim, shape))
        return;
    bool same = ndim == before->ndim, empty = false;
    for (int axis = 0; axis < ndim; axis++) {
        same = same && shape[axis] == before->shape[axis];
        empty = empty || shape[axis] == 0;
    }
    if (op->kind == OP_FLATTEN)
        trace_line(rep, "  these axes become one, of size %" PRId64,
                   shape[op->numbers.count > 0 && before->ndim > 0 ? wrapped(op->numbers.values[0], before->ndim) : 0]);
    else
        trace_inferred(rep, ndim, op->numbers.values, shape);
    if (same) {
        trace_line(rep, "  the shape is the same, so the strides stay");
    } else if (empty) {
        trace_line(rep, "  no element: the strides are those of a dense layout");
    } else {
        trace_runs(rep, before);
        trace_cuts(rep, before, ndim, shape);
    }
}

static void trace_unflatten(report *rep, const operation *op, const tl_layout *before)
{
    int axis = wrapped(op->numbers.values[0], before->ndim), ndim = op->numbers.count - 1;
    int64_t shape[TL_MAX_NDIM];
    wide stride = before->strides[axis];
    if (tl_infer_shape(before->shape[axis], ndim, op->numbers.values + 1, shape) != TL_OK)
        return;
    trace_inferred(rep, ndim, op->numbers.values + 1, shape);
    trace_line(rep, "  axis %d is cut, from the right:", axis);
    for (int i = ndim - 1; i >= 0; i--) {
        text line = {0};
        text_add(&line, "    size %" PRId64 ": stride ", shape[i]);
        text_add_wide(&line, stride);
        if (i > 0 && shape[i] > 0) {
            text_add(&line, "; the next has ");
            add_product(&line, stride, shape[i]);
            stride *= shape[i];
        }
        trace_text(rep, &line);
    }
}

/* ---- One step ---- */

void trace_start(report *rep, const tl_layout *layout)
{
    text line = {0};
    if (rep->trace == NULL)
        return;
    add_layout(&line, layout);
    trace_text(rep, &line);
}

static void trace_arithmetic(report *rep, const operation *op, const tl_layout *before)
{
    const int64_t *n = op->numbers.values;
    int axis = op->numbers.count > 0 && before->ndim > 0 ? wrapped(n[0], before->ndim) : 0;
    wide offset = before->offset;
    switch (op->kind) {
    case OP_SLICE: trace_items(rep, op, before); break;
    case OP_SELECT: trace_index_taken(rep, before, axis, n[1], &offset); break;
    case OP_NARROW: trace_narrow(rep, before, axis, n[1], n[2]); break;
    case OP_TRANSPOSE: trace_swap(rep, before, axis, wrapped(n[1], before->ndim)); break;
    case OP_PERMUTE: trace_permute(rep, op, before); break;
    case OP_T:
        if (before->ndim < 2)
            trace_line(rep, "  without two axes nothing changes");
        else
            trace_swap(rep, before, 0, 1);
        break;
    case OP_MT: trace_swap(rep, before, before->ndim - 2, before->ndim - 1); break;
    case OP_SQUEEZE: trace_squeeze(rep, op, before); break;
    case OP_UNSQUEEZE: trace_unsqueeze(rep, op, before); break;
    case OP_EXPAND: trace_expand(rep, op, before); break;
    case OP_VIEW:
    case OP_RESHAPE:
    case OP_FLATTEN: trace_view(rep, op, before); break;
    case OP_UNFLATTEN: trace_unflatten(rep, op, before); break;
    case OP_SPLIT:
    case OP_CHUNK: trace_piece(rep, op, before, axis); break;
    case OP_COUNT: break;
    }
}

void trace_step(report *rep, const operation *op, const tl_layout *before, const tl_layout *after, bool copied)
{
    text line = {0};
    if (rep->trace == NULL)
        return;
    text_add_shown(&line, op->word, 200);
    trace_text(rep, &line);
    trace_arithmetic(rep, op, before);
    if (copied)
        trace_line(rep, "  the elements are copied, in logical order, to a storage of their own: dense, from offset 0");
    text_add(&line, "  => ");
    add_layout(&line, after);
    trace_text(rep, &line);
}
