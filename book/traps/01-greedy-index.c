/* greedy-index: from an offset to an index, dividing by the strides in the sequence of the axes.  Section 1.7. */
#include "trap.h"

static void greedy_index(int ndim, const int64_t strides[], int64_t offset, int64_t index[])
{
    for (int axis = 0; axis < ndim; axis++) {
        index[axis] = offset / strides[axis];
        offset %= strides[axis];
    }
}

static void ask(int64_t rows, int64_t columns, int64_t offset)
{
    int64_t shape[] = {rows, columns}, wrong[2], right[2];
    tl_layout layout;
    need(tl_layout_dense(2, shape, TL_COL_MAJOR, &layout));
    greedy_index(2, layout.strides, offset, wrong);
    need(tl_offset_to_index(&layout, offset, right));
    tell("asked", "which index of %s, strides %s, lies at offset %" PRId64 "?", list(2, shape), list(2, layout.strides), offset);
    tell("wrong", "%s", list(2, wrong));
    tell("right", "%s", list(2, right));
}

int main(void)
{
    ask(3, 4, 7);
    ask(5, 6, 17);
    tell("why", "the loop divides by the first axis's stride first.  In column-major order that is 1, and takes it all.");
    tell("", "Take the largest stride first.");
    return 0;
}
