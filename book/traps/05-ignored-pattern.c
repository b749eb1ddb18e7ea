/* ignored-pattern: strides "for an access pattern" that nobody looks at.  Section 1.10. */
#include "trap.h"

static void careless_access_strides(int ndim, const int64_t shape[], const int access[], int64_t strides[])
{
    (void)access;
    int64_t stride = 1;
    for (int axis = ndim - 1; axis >= 0; stride *= shape[axis--])
        strides[axis] = stride;
}

int main(void)
{
    int64_t shape[] = {2, 3, 4}, wrong[3], right[3];
    int access[] = {0, 2, 1};
    tell("asked", "strides for [2, 3, 4], walked with axis 0 innermost, then axis 2, then axis 1");
    careless_access_strides(3, shape, access, wrong);
    tell("wrong", "%s", list(3, wrong));
    tell("why", "the pattern is taken and never read: every walk gets row-major strides.");
    need(tl_access_strides(3, shape, access, right));
    tell("right", "%s: the innermost axis has stride 1", list(3, right));
    return 0;
}
