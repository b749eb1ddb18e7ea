/* sentinel-collision: a number so odd that nobody would write it.  Section 2.1. */
#include "trap.h"

enum { UNSPECIFIED = -999999 };

static int64_t careless_length(int64_t size, int64_t start, int64_t end)
{
    if (start == UNSPECIFIED)
        start = 0;
    if (end == UNSPECIFIED)
        end = size;
    start = start < 0 ? start + size : start;
    end = end < 0 ? end + size : end;
    start = start < 0 ? 0 : start > size ? size : start;
    end = end < 0 ? 0 : end > size ? size : end;
    return end > start ? end - start : 0;
}

static void ask(int64_t size, const char *text, tl_slice slice)
{
    tl_range range;
    need(tl_slice_resolve(&slice, size, &range));
    tell("asked", "how many elements of %" PRId64 " does %s take?", size, text);
    tell("wrong", "%" PRId64, careless_length(size, slice.has_start ? slice.start : UNSPECIFIED, slice.has_stop ? slice.stop : UNSPECIFIED));
    tell("right", "%" PRId64, range.length);
}

int main(void)
{
    ask(10, ":-999999", (tl_slice){.has_stop = true, .stop = -999999});
    ask(2000000, "-999999:", (tl_slice){.has_start = true, .start = -999999});
    tell("why", "-999999 stands for \"left out\", but it is a bound like any other: held within the axis, or in the middle of it.");
    return 0;
}
