/* trace_index.c - the derivations that take the axes in order of |stride|: overlap, and the index at an offset.
 *
 * When each |stride| is larger than all that the smaller axes reach together, the axes nest: no two indices meet, and dividing by
 * the strides from the largest to the smallest finds the index.  When they do not nest, indices have to be tried.
 */
#include "cli.h"

#include <inttypes.h>

enum {
    COMPARED_MOST = 1024,  /* indices of which every pair is compared */
    TRIED_LINES = 40,      /* candidates that are written down */
    TRIED_MOST = 1 << 22   /* candidates that are tried at all */
};

static bool axes_nest(const moving_axis axes[], int count)
{
    wide reach = 0;
    for (int i = 0; i < count; i++) {
        if (axes[i].step <= reach)
            return false;
        reach += axes[i].step * axes[i].last;
    }
    return true;
}

/* ---- Overlap ---- */

/* The index at a row-major position, and where it lives; the number of positions is small. */
static wide place_of(const tl_layout *layout, int64_t position, int64_t index[])
{
    wide offset = layout->offset;
    for (int axis = layout->ndim - 1; axis >= 0; axis--) {
        index[axis] = position % layout->shape[axis];
        position /= layout->shape[axis];
        offset += (wide)index[axis] * layout->strides[axis];
    }
    return offset;
}

static void trace_pairs(report *rep, const tl_layout *layout)
{
    int64_t numel = 1, index[TL_MAX_NDIM], other[TL_MAX_NDIM];
    for (int axis = 0; axis < layout->ndim; axis++)
        numel *= layout->shape[axis]; /* fits: the library counted them */
    if (numel > COMPARED_MOST) {
        trace_line(rep, "  too many indices to compare on paper: the library searches");
        return;
    }
    for (int64_t i = 0; i < numel; i++) {
        wide place = place_of(layout, i, index);
        for (int64_t j = 0; j < i; j++) {
            if (place_of(layout, j, other) != place)
                continue;
            text line = {0};
            text_add(&line, "overlap = true   (");
            text_add_list(&line, layout->ndim, other);
            text_add(&line, " and ");
            text_add_list(&line, layout->ndim, index);
            text_add(&line, " are both at offset ");
            text_add_wide(&line, place);
            text_add(&line, ")");
            trace_text(rep, &line);
            return;
        }
    }
    trace_line(rep, "overlap = false   (all %" PRId64 " offsets were compared, no two are equal)", numel);
}

void trace_overlap(report *rep, const tl_layout *layout)
{
    moving_axis axes[TL_MAX_NDIM];
    int count = moving_axes(layout, axes);
    for (int axis = 0; axis < layout->ndim; axis++)
        if (layout->shape[axis] == 0) {
            trace_line(rep, "overlap = false   (no element)");
            return;
        }
    if (count == 0) {
        trace_line(rep, "overlap = false   (a single element)");
        return;
    }
    trace_line(rep, "overlap? the axes of size above 1, smallest |stride| first, each against the reach of those before");
    wide reach = 0;
    for (int i = 0; i < count; i++) {
        text line = {0};
        bool nests = axes[i].step > reach;
        text_add(&line, "  axis %d: |stride| ", axes[i].axis);
        text_add_wide(&line, axes[i].step);
        text_add(&line, " is %s ", nests ? "above" : "not above");
        text_add_wide(&line, reach);
        if (nests && i < count - 1) {
            text_add(&line, "; reach ");
            text_add_wide(&line, reach);
            text_add(&line, " + ");
            text_add_wide(&line, axes[i].last);
            text_add(&line, " * ");
            text_add_wide(&line, axes[i].step);
            reach += axes[i].last * axes[i].step;
            text_add(&line, " = ");
            text_add_wide(&line, reach);
        }
        trace_text(rep, &line);
        if (!nests) {
            trace_line(rep, "  the axes do not nest, so the offsets themselves are compared");
            trace_pairs(rep, layout);
            return;
        }
    }
    trace_line(rep, "overlap = false   (the axes nest)");
}

/* ---- The index at an offset ---- */

typedef struct search {
    report *rep;
    const moving_axis *axes;     /* smallest |stride| first; the search goes from the last to the first */
    int count;
    wide reach[TL_MAX_NDIM + 1]; /* reach[i]: the most that axes 0 to i - 1 add up to */
    wide found[TL_MAX_NDIM];
    int lines, tried;
} search;

static void trace_division(search *s, wide distance)
{
    for (int i = s->count - 1; i >= 0; i--) {
        text line = {0};
        wide step = s->axes[i].step;
        s->found[i] = distance / step;
        text_add(&line, "  axis %d: ", s->axes[i].axis);
        text_add_wide(&line, distance);
        text_add(&line, " / ");
        text_add_wide(&line, step);
        text_add(&line, " = ");
        text_add_wide(&line, s->found[i]);
        text_add(&line, ", remainder ");
        distance %= step;
        text_add_wide(&line, distance);
        trace_text(s->rep, &line);
    }
}

/* One candidate, as a line: indented by how many axes are settled already. */
static void trace_candidate(search *s, int i, wide candidate, wide rest)
{
    if (++s->lines > TRIED_LINES)
        return;
    text line = {0};
    text_add(&line, "  %*saxis %d: try ", 2 * (s->count - 1 - i), "", s->axes[i].axis);
    text_add_wide(&line, candidate);
    text_add(&line, " of step ");
    text_add_wide(&line, s->axes[i].step);
    text_add(&line, ", ");
    text_add_wide(&line, rest);
    text_add(&line, " left%s", rest == 0 ? "" : i == 0 ? ": not an element" : "");
    trace_text(s->rep, &line);
}

/* Place `distance` on axes i, i - 1, ..., 0.  Only those candidates are tried whose rest the smaller axes can still reach. */
static bool trace_search(search *s, int i, wide distance)
{
    if (i < 0)
        return distance == 0;
    wide step = s->axes[i].step, most = distance / step, least = 0;
    if (most > s->axes[i].last)
        most = s->axes[i].last;
    if (distance > s->reach[i])
        least = (distance - s->reach[i] + step - 1) / step;
    if (least > most && s->lines++ < TRIED_LINES)
        trace_line(s->rep, "  %*saxis %d: no index fits, go back", 2 * (s->count - 1 - i), "", s->axes[i].axis);
    for (wide candidate = least; candidate <= most && s->tried < TRIED_MOST; candidate++) {
        s->tried++;
        s->found[i] = candidate;
        trace_candidate(s, i, candidate, distance - candidate * step);
        if (trace_search(s, i - 1, distance - candidate * step))
            return true;
    }
    return false;
}

/* A reversed axis has its last index at the lowest offset: count from there. */
static void trace_mirror(search *s, const tl_layout *layout, wide index[])
{
    for (int i = 0; i < s->count; i++) {
        int axis = s->axes[i].axis;
        index[axis] = s->found[i];
        if (layout->strides[axis] >= 0)
            continue;
        text line = {0};
        index[axis] = s->axes[i].last - s->found[i];
        text_add(&line, "  axis %d runs backwards, so it counts down from its last index: ", axis);
        text_add_wide(&line, s->axes[i].last);
        text_add(&line, " - ");
        text_add_wide(&line, s->found[i]);
        text_add(&line, " = ");
        text_add_wide(&line, index[axis]);
        trace_text(s->rep, &line);
    }
}

static wide lowest_offset(const tl_layout *layout)
{
    wide lowest = layout->offset;
    for (int axis = 0; axis < layout->ndim; axis++)
        if (layout->strides[axis] < 0)
            lowest += ((wide)layout->shape[axis] - 1) * layout->strides[axis];
    return lowest;
}

void trace_index(report *rep, const tl_layout *layout, int64_t offset)
{
    moving_axis axes[TL_MAX_NDIM];
    search s = {.rep = rep, .axes = axes, .count = moving_axes(layout, axes)};
    wide index[TL_MAX_NDIM] = {0}, lowest = lowest_offset(layout), distance = offset - lowest;
    text line = {0};

    for (int i = 0; i < s.count; i++)
        s.reach[i + 1] = s.reach[i] + axes[i].step * axes[i].last;
    text_add(&line, "the axes of size above 1, largest |stride| first:");
    for (int i = s.count - 1; i >= 0; i--) {
        text_add(&line, "%s axis %d (", i < s.count - 1 ? "," : "", axes[i].axis);
        text_add_wide(&line, axes[i].step);
        text_add(&line, ")");
    }
    text_add(&line, "%s", s.count == 0 ? " none" : "");
    trace_text(rep, &line);

    text_add(&line, "measured from the lowest offset: %" PRId64 " - ", offset);
    text_add_term(&line, lowest);
    text_add(&line, " = ");
    text_add_wide(&line, distance);
    trace_text(rep, &line);

    if (axes_nest(axes, s.count)) {
        trace_division(&s, distance);
    } else {
        trace_line(rep, "the axes do not nest, so one division is not enough: try every index whose rest can still be reached");
        if (!trace_search(&s, s.count - 1, distance))
            trace_line(rep, "  the search is too long for paper");
        if (s.lines > TRIED_LINES)
            trace_line(rep, "  (%d more lines of this search are left out)", s.lines - TRIED_LINES);
    }
    trace_mirror(&s, layout, index);
    text_add(&line, "index = [");
    for (int axis = 0; axis < layout->ndim; axis++) {
        text_add(&line, "%s", axis > 0 ? ", " : "");
        text_add_wide(&line, index[axis]);
    }
    text_add(&line, "]");
    trace_text(rep, &line);
}
