/* trace.c - the derivation of a layout's keys and of an offset, as a person would write it on paper.
 *
 * Nothing here is copied from the library's answer: each line is worked out again from the shape, the strides and the offset, in
 * numbers wide enough never to wrap.  tests/tl.test compares the last line of a trace with the answer.
 */
#include "cli.h"

#include <inttypes.h>

/* ---- Numbers ---- */

void text_add_wide(text *t, wide number)
{
    char digits[48];
    size_t at = sizeof digits - 1;
    bool negative = number < 0;
    digits[at] = '\0';
    do {
        int digit = (int)(number % 10);
        digits[--at] = (char)('0' + (digit < 0 ? -digit : digit));
        number /= 10;
    } while (number != 0);
    text_add(t, "%s%s", negative ? "-" : "", digits + at);
}

void text_add_term(text *t, wide number)
{
    text_add(t, "%s", number < 0 ? "(" : "");
    text_add_wide(t, number);
    text_add(t, "%s", number < 0 ? ")" : "");
}

void trace_text(report *rep, text *line)
{
    trace_line(rep, "%s", text_get(line));
    text_free(line);
}

static bool is_empty(const tl_layout *layout)
{
    for (int axis = 0; axis < layout->ndim; axis++)
        if (layout->shape[axis] == 0)
            return true;
    return false;
}

/* The moving axes, smallest |stride| first. */
int moving_axes(const tl_layout *layout, moving_axis axes[TL_MAX_NDIM])
{
    int count = 0;
    for (int axis = 0; axis < layout->ndim; axis++) {
        if (layout->shape[axis] <= 1)
            continue;
        wide stride = layout->strides[axis];
        moving_axis moving = {.axis = axis, .step = stride < 0 ? -stride : stride, .last = layout->shape[axis] - 1};
        int place = count++;
        for (; place > 0 && axes[place - 1].step > moving.step; place--)
            axes[place] = axes[place - 1];
        axes[place] = moving;
    }
    return count;
}

/* ---- Strides ---- */

static void trace_dense(report *rep, const layout_spec *spec)
{
    const tl_layout *layout = &spec->layout;
    text line = {0};
    wide stride = 1, strides[TL_MAX_NDIM];
    trace_line(rep, "%s: the innermost axis has stride 1, each further axis steps over all that is inside it",
               spec->order_name);
    for (int i = 0; i < layout->ndim; i++) {
        int axis = spec->inner_to_outer[i];
        text_add(&line, "  axis %d: stride ", axis);
        if (i == 0) {
            text_add(&line, "1");
        } else {
            int inner = spec->inner_to_outer[i - 1];
            int64_t size = layout->shape[inner];
            text_add_wide(&line, stride);
            text_add(&line, " * %" PRId64 " = ", size > 0 ? size : 1);
            stride *= size > 0 ? size : 1;
            text_add_wide(&line, stride);
            if (size == 0)
                text_add(&line, "   (axis %d has size 0, which counts as 1 here)", inner);
        }
        strides[axis] = stride;
        trace_text(rep, &line);
    }
    text_add(&line, "strides = [");
    for (int axis = 0; axis < layout->ndim; axis++) {
        text_add(&line, "%s", axis > 0 ? ", " : "");
        text_add_wide(&line, strides[axis]);
    }
    text_add(&line, "]");
    trace_text(rep, &line);
}

static void trace_numel(report *rep, const tl_layout *layout)
{
    text line = {0};
    wide product = is_empty(layout) ? 0 : 1;
    text_add(&line, "numel = ");
    for (int axis = 0; axis < layout->ndim; axis++) {
        text_add(&line, "%s%" PRId64, axis > 0 ? " * " : "", layout->shape[axis]);
        product *= layout->shape[axis];
    }
    text_add(&line, "%s", layout->ndim > 1 ? " = " : "");
    if (layout->ndim != 1)
        text_add_wide(&line, product);
    if (layout->ndim == 0)
        text_add(&line, "   (rank 0 is a single element)");
    trace_text(rep, &line);
}

/* Whether the strides are the dense ones of an order, axes of size 1 aside; leaves a line. */
static bool trace_one_order(report *rep, const tl_layout *layout, bool row)
{
    text line = {0};
    wide expected = 1, dense[TL_MAX_NDIM];
    bool same = true, ignored = false;
    for (int i = 0; i < layout->ndim; i++) {
        int axis = row ? layout->ndim - 1 - i : i;
        bool differs = layout->strides[axis] != expected;
        dense[axis] = expected;
        same = same && (!differs || layout->shape[axis] == 1);
        ignored = ignored || (differs && layout->shape[axis] == 1);
        expected *= layout->shape[axis];
    }
    text_add(&line, "  %s strides are [", row ? "row-major" : "column-major");
    for (int axis = 0; axis < layout->ndim; axis++) {
        text_add(&line, "%s", axis > 0 ? ", " : "");
        text_add_wide(&line, dense[axis]);
    }
    text_add(&line, "]: %s", !same ? "not these" : ignored ? "these, where the size is not 1" : "these");
    trace_text(rep, &line);
    return same;
}

static void trace_contiguity(report *rep, const tl_layout *layout)
{
    if (is_empty(layout)) {
        trace_line(rep, "contiguous = both   (without elements nothing can be apart)");
        return;
    }
    trace_line(rep, "contiguous?");
    bool row = trace_one_order(rep, layout, true);
    bool col = trace_one_order(rep, layout, false);
    trace_line(rep, "contiguous = %s", row && col ? "both" : row ? "row" : col ? "col" : "none");
}

/* ---- What is reached ---- */

/* start + reach + reach ... = sum, over the axes whose stride has the asked sign. */
static void trace_extreme(report *rep, const tl_layout *layout, bool downwards)
{
    text line = {0};
    wide sum = layout->offset;
    text_add(&line, "%s = ", downwards ? "min_offset" : "max_offset");
    text_add_wide(&line, sum);
    for (int axis = 0; axis < layout->ndim; axis++) {
        wide reach = ((wide)layout->shape[axis] - 1) * layout->strides[axis];
        if (reach == 0 || (reach < 0) != downwards)
            continue;
        text_add(&line, " + ");
        text_add_term(&line, reach);
        sum += reach;
    }
    if (sum != layout->offset) {
        text_add(&line, " = ");
        text_add_wide(&line, sum);
    }
    trace_text(rep, &line);
}

static void trace_reach(report *rep, const tl_layout *layout)
{
    if (is_empty(layout)) {
        trace_line(rep, "without elements nothing is reached: the highest offset is put one below the lowest");
        trace_line(rep, "min_offset = %" PRId64, layout->offset);
        text line = {0};
        text_add(&line, "max_offset = %" PRId64 " - 1 = ", layout->offset);
        text_add_wide(&line, (wide)layout->offset - 1);
        trace_text(rep, &line);
        return;
    }
    trace_line(rep, "reach: (size - 1) * stride for each axis, from offset %" PRId64, layout->offset);
    for (int axis = 0; axis < layout->ndim; axis++) {
        text line = {0};
        text_add(&line, "  axis %d: (%" PRId64 " - 1) * ", axis, layout->shape[axis]);
        text_add_term(&line, layout->strides[axis]);
        text_add(&line, " = ");
        text_add_wide(&line, ((wide)layout->shape[axis] - 1) * layout->strides[axis]);
        trace_text(rep, &line);
    }
    trace_extreme(rep, layout, true);
    trace_extreme(rep, layout, false);
}

/* ---- Offset ---- */

void trace_offset(report *rep, const tl_layout *layout, const int64_t index[])
{
    text line = {0};
    wide sum = layout->offset;
    trace_line(rep, "an index steps index * stride along each axis, from offset %" PRId64, layout->offset);
    for (int axis = 0; axis < layout->ndim; axis++) {
        text_add(&line, "  axis %d: %" PRId64 " * ", axis, index[axis]);
        text_add_term(&line, layout->strides[axis]);
        text_add(&line, " = ");
        text_add_wide(&line, (wide)index[axis] * layout->strides[axis]);
        trace_text(rep, &line);
    }
    text_add(&line, "offset = %" PRId64, layout->offset);
    for (int axis = 0; axis < layout->ndim; axis++) {
        wide step = (wide)index[axis] * layout->strides[axis];
        text_add(&line, " + ");
        text_add_term(&line, step);
        sum += step;
    }
    if (layout->ndim > 0) {
        text_add(&line, " = ");
        text_add_wide(&line, sum);
    }
    trace_text(rep, &line);
}

/* ---- The whole of tl strides ---- */

void trace_layout(report *rep, const tl_layout *layout)
{
    trace_numel(rep, layout);
    trace_contiguity(rep, layout);
    trace_overlap(rep, layout);
    trace_reach(rep, layout);
}

void trace_strides(report *rep, const layout_spec *spec, const char *dtype, int itemsize)
{
    const tl_layout *layout = &spec->layout;
    text line = {0};
    text_add(&line, "shape ");
    text_add_list(&line, layout->ndim, layout->shape);
    if (!spec->dense) {
        text_add(&line, ", with the given strides ");
        text_add_list(&line, layout->ndim, layout->strides);
    }
    trace_text(rep, &line);
    if (spec->dense)
        trace_dense(rep, spec);
    trace_layout(rep, layout);
    if (dtype == NULL)
        return;
    wide highest = layout->offset;
    for (int axis = 0; axis < layout->ndim; axis++)
        if (layout->strides[axis] > 0)
            highest += ((wide)layout->shape[axis] - 1) * layout->strides[axis];
    if (is_empty(layout)) {
        trace_line(rep, "bytes = 0   (no element)");
        return;
    }
    text_add(&line, "bytes = (");
    text_add_wide(&line, highest);
    text_add(&line, " + 1) * %d bytes of one %s = ", itemsize, dtype);
    text_add_wide(&line, (highest + 1) * itemsize);
    trace_text(rep, &line);
}
