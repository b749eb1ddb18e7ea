/* one-d-contiguous: a vector is called contiguous without a look at its stride.  Section 1.9. */
#include <string.h>

#include "trap.h"

static bool careless_contiguous(int ndim, const int64_t shape[], const int64_t strides[])
{
    if (ndim < 2)
        return true; /* "one axis, nothing to compare" */
    int64_t expected = 1;
    for (int axis = ndim - 1; axis >= 0; expected *= shape[axis--])
        if (strides[axis] != expected)
            return false;
    return true;
}

int main(void)
{
    float storage[10], values[5];
    for (int i = 0; i < 10; i++)
        storage[i] = (float)i;
    const tl_layout every_second = {.ndim = 1, .shape = {5}, .strides = {2}};
    bool contiguous;

    tell("asked", "the values of ten numbers, every second one: shape [5], strides [2]");
    if (careless_contiguous(1, every_second.shape, every_second.strides))
        memcpy(values, storage, sizeof values);
    tell("wrong", "\"contiguous\", so five in a row are copied: %g %g %g %g %g", values[0], values[1], values[2], values[3], values[4]);
    tell("why", "with fewer than two axes the code answers yes at once.  The stride decides, with one axis as with many.");
    need(tl_is_contiguous(&every_second, TL_ROW_MAJOR, &contiguous));
    need(tl_dump(&every_second, 10, storage, values));
    tell("right", "%scontiguous; the values are %g %g %g %g %g", contiguous ? "" : "not ", values[0], values[1], values[2], values[3], values[4]);
    return 0;
}
