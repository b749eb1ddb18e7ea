/* trace_slice.c - what a slice takes of an axis, as one works it out on paper. */
#include "cli.h"

#include <inttypes.h>

enum { SUMS_WRITTEN = 20 };

/* The limits between which the bounds of a slice are held. */
static wide low_of(wide step)
{
    return step > 0 ? 0 : -1;
}

static wide high_of(wide step, wide size)
{
    return step > 0 ? size : size - 1;
}

static wide bound_of(bool present, int64_t number, wide left_out, wide step, wide size)
{
    wide bound = present ? number : left_out;
    if (present && number < 0)
        bound += size;
    if (bound < low_of(step))
        return low_of(step);
    return bound > high_of(step, size) ? high_of(step, size) : bound;
}

slice_walk slice_walk_of(const tl_slice *slice, int64_t size)
{
    wide step = slice->has_step ? slice->step : 1;
    wide low = low_of(step), high = high_of(step, size);
    slice_walk walk = {.step = step};
    walk.start = bound_of(slice->has_start, slice->start, step > 0 ? low : high, step, size);
    walk.stop = bound_of(slice->has_stop, slice->stop, step > 0 ? high : low, step, size);
    wide distance = step > 0 ? walk.stop - walk.start : walk.start - walk.stop, pace = step > 0 ? step : -step;
    walk.length = distance > 0 ? (distance + pace - 1) / pace : 0;
    return walk;
}

void text_add_slice(text *t, const tl_slice *slice)
{
    if (slice->has_start)
        text_add(t, "%" PRId64, slice->start);
    text_add(t, ":");
    if (slice->has_stop)
        text_add(t, "%" PRId64, slice->stop);
    if (slice->has_step)
        text_add(t, ":%" PRId64, slice->step);
}

static void trace_bound(report *rep, const char *name, bool present, int64_t number, wide result, wide step, wide size)
{
    text line = {0};
    wide low = low_of(step), high = high_of(step, size), bound = number;
    text_add(&line, "  %s: ", name);
    if (!present) {
        text_add(&line, "left out, so ");
        text_add_wide(&line, result);
        trace_text(rep, &line);
        return;
    }
    text_add_wide(&line, number);
    if (number < 0) {
        bound += size;
        text_add(&line, " counts from the end, ");
        text_add_wide(&line, number);
        text_add(&line, " + ");
        text_add_wide(&line, size);
        text_add(&line, " = ");
        text_add_wide(&line, bound);
    }
    if (bound < low || bound > high) {
        text_add(&line, ", %s ", bound < low ? "below" : "above");
        text_add_wide(&line, bound < low ? low : high);
        text_add(&line, ": held at ");
        text_add_wide(&line, result);
    }
    trace_text(rep, &line);
}

static void trace_length(report *rep, slice_walk walk)
{
    text line = {0};
    wide far = walk.step > 0 ? walk.stop : walk.start, near = walk.step > 0 ? walk.start : walk.stop;
    text_add(&line, "length = ");
    if (walk.length == 0) {
        text_add(&line, "0   (");
        text_add_wide(&line, walk.start);
        text_add(&line, " is not %s ", walk.step > 0 ? "below" : "above");
        text_add_wide(&line, walk.stop);
        text_add(&line, ": nothing is taken)");
        trace_text(rep, &line);
        return;
    }
    wide pace = walk.step > 0 ? walk.step : -walk.step;
    text_add(&line, "(");
    text_add_wide(&line, far);
    text_add(&line, " - ");
    text_add_term(&line, near);
    text_add(&line, ") / ");
    text_add_wide(&line, pace);
    text_add(&line, "%s = ", (far - near) % pace != 0 ? ", rounded up" : "");
    text_add_wide(&line, walk.length);
    trace_text(rep, &line);
}

static void trace_indices(report *rep, slice_walk walk)
{
    text line = {0};
    wide index = walk.start;
    text_add(&line, "indices = [");
    for (wide i = 0; i < walk.length && i < SUMS_WRITTEN; i++) {
        text_add(&line, "%s", i > 0 ? ", " : "");
        text_add_wide(&line, index);
        index += walk.step;
    }
    text_add(&line, "%s]", walk.length > SUMS_WRITTEN ? ", ..." : "");
    if (walk.length > 1) {
        text_add(&line, "   (from ");
        text_add_wide(&line, walk.start);
        text_add(&line, " in steps of ");
        text_add_wide(&line, walk.step);
        text_add(&line, ")");
    }
    trace_text(rep, &line);
}

void trace_slice(report *rep, const tl_slice *slice, int64_t size)
{
    text line = {0};
    if (rep->trace == NULL)
        return;
    slice_walk walk = slice_walk_of(slice, size);
    text_add(&line, "step %s", slice->has_step ? "" : "left out, so ");
    text_add_wide(&line, walk.step);
    text_add(&line, ": the walk goes %s; bounds are held within ", walk.step > 0 ? "up" : "down");
    text_add_wide(&line, low_of(walk.step));
    text_add(&line, " to ");
    text_add_wide(&line, high_of(walk.step, size));
    if (walk.step < 0)
        text_add(&line, "   (-1 is the place before index 0)");
    trace_text(rep, &line);
    trace_bound(rep, "start", slice->has_start, slice->start, walk.start, walk.step, size);
    trace_bound(rep, "stop", slice->has_stop, slice->stop, walk.stop, walk.step, size);
    trace_length(rep, walk);
    trace_indices(rep, walk);
}
