/* reshape-after-transpose: a transposed view is given other sizes, and read in the sequence of the storage.  Section 2.15. */
#include "trap.h"

int main(void)
{
    tl_tensor tensor, turned, flat;
    tl_layout layout;
    bool copied;
    float v[6];
    need(tl_tensor_new(NULL, TL_F32, 2, (int64_t[]){2, 3}, TL_ROW_MAJOR, &tensor));
    for (int i = 0; i < 6; i++)
        need(tl_set(&tensor, 2, (int64_t[]){i / 3, i % 3}, &(float){(float)i}));
    need(tl_layout_transpose(&tensor.layout, 0, 1, &layout));
    need(tl_tensor_view(&tensor, &layout, &turned));

    tell("asked", "[2, 3] holding 0 to 5, transposed to [3, 2], reshaped to [6]");
    const float *careless = turned.storage->data; /* shape [6], strides [1]: six elements are six elements */
    tell("wrong", "%g %g %g %g %g %g", careless[0], careless[1], careless[2], careless[3], careless[4], careless[5]);
    tell("why", "that is the storage's sequence.  The transposed tensor's own one jumps by 3, goes back, jumps again:");
    tell("", "no single stride walks so.  A view is impossible: %s.",
         tl_status_describe(tl_layout_view(&turned.layout, 1, (int64_t[]){6}, &layout)).name);
    need(tl_reshape(&turned, 1, (int64_t[]){6}, &copied, &flat));
    for (int64_t i = 0; i < 6; i++)
        need(tl_get(&flat, 1, &i, &v[i]));
    tell("right", "%g %g %g %g %g %g, %s", v[0], v[1], v[2], v[3], v[4], v[5], copied ? "in a copy" : "in a view");
    need(tl_tensor_release(&flat));
    need(tl_tensor_release(&turned));
    return tl_tensor_release(&tensor) != TL_OK;
}
