/* end-minus-one: the number that stands for "left out" is one that somebody may write.  Section 2.1. */
#include "trap.h"

/* How many indices start:end:step takes; -1 is the end of a walk down to the first element, so it is not wrapped. */
static int64_t careless_length(int64_t size, int64_t start, int64_t end, int64_t step)
{
    if (start < 0)
        start += size;
    if (end < -1)
        end += size;
    int64_t length = step > 0 ? (end - start + step - 1) / step : (start - end - step - 1) / -step;
    return length > 0 ? length : 0;
}

static void ask(const char *text, int64_t start, int64_t end, int64_t step)
{
    tl_slice slice = {true, true, true, start, end, step};
    tl_range range;
    need(tl_slice_resolve(&slice, 10, &range));
    tell("asked", "how many elements of ten does %s take?", text);
    tell("wrong", "%" PRId64, careless_length(10, start, end, step));
    tell("right", "%" PRId64, range.length);
}

int main(void)
{
    ask("0:-1", 0, -1, 1);
    ask("8:-1:-1", 8, -1, -1);
    tell("why", "-1 means \"down to the first element\" inside this code, and \"the last index\" to the one who wrote it.");
    tell("", "A flag beside each number says whether it was given; then every number is free to be meant.");
    return 0;
}
