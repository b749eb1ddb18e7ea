/* step-zero: a slice that cannot be walked makes its axis vanish.  Section 2.1. */
#include "trap.h"

/* The shape that slices of every axis leave; returns the number of axes. */
static int careless_shape(int ndim, const tl_range ranges[], int64_t shape[])
{
    int kept = 0;
    for (int axis = 0; axis < ndim; axis++)
        if (ranges[axis].step != 0) /* "no division by zero" */
            shape[kept++] = (ranges[axis].stop - ranges[axis].start + ranges[axis].step - 1) / ranges[axis].step;
    return kept;
}

int main(void)
{
    const tl_range ranges[] = {{.start = 0, .stop = 3, .step = 0}, {.start = 1, .stop = 3, .step = 1}};
    const tl_slice slice = {.has_step = true, .step = 0};
    const tl_layout layout = {.ndim = 2, .shape = {3, 4}, .strides = {4, 1}};
    int64_t shape[2];
    tl_layout result;
    tell("asked", "a tensor [3, 4], sliced [::0, 1:3]");
    int ndim = careless_shape(2, ranges, shape);
    tell("wrong", "shape %s: an axis is gone, and row 0 is all that can be reached", list(ndim, shape));
    tell("why", "the division by 0 is avoided by leaving the axis out, where the request should be refused.");
    tl_status status = tl_layout_slice(&layout, 0, &slice, &result);
    tell("right", "%s: %s", tl_status_describe(status).name, tl_status_describe(status).sentence);
    return 0;
}
