/* size-one-stride: an axis that never takes a step has its stride compared.  Section 1.9. */
#include "trap.h"

static bool strict_contiguous(const tl_layout *layout)
{
    int64_t expected = 1;
    for (int axis = layout->ndim - 1; axis >= 0; expected *= layout->shape[axis--])
        if (layout->strides[axis] != expected)
            return false;
    return true;
}

static void ask(tl_layout layout)
{
    bool contiguous;
    need(tl_is_contiguous(&layout, TL_ROW_MAJOR, &contiguous));
    tell("asked", "is %s with strides %s contiguous?", list(layout.ndim, layout.shape), list(layout.ndim, layout.strides));
    tell("wrong", "%s", strict_contiguous(&layout) ? "yes" : "no");
    tell("right", "%s", contiguous ? "yes" : "no");
}

int main(void)
{
    ask((tl_layout){.ndim = 2, .shape = {3, 1}, .strides = {1, 7}});
    ask((tl_layout){.ndim = 2, .shape = {0, 3}, .strides = {50, 7}});
    tell("why", "an axis of size 1 never takes a step, and a tensor without elements has none out of place.");
    tell("", "A wrong no reads nothing wrong: it copies what need not be copied.");
    return 0;
}
