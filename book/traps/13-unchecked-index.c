/* unchecked-index: get and set that take any number of coordinates, of any size.  Section 2.12. */
#include "trap.h"

static int64_t careless_offset(int ndim, const int64_t strides[], int count, const int64_t index[])
{
    int64_t offset = 0;
    for (int axis = 0; axis < ndim && axis < count; axis++)
        offset += index[axis] * strides[axis];
    return offset;
}

static void ask(const tl_tensor *tensor, int count, const int64_t index[])
{
    float value;
    const float *data = tensor->storage->data;
    tell("asked", "the element %s of a tensor [3, 4] that holds 0 to 11", list(count, index));
    tell("wrong", "%g", (double)data[careless_offset(2, tensor->layout.strides, count, index)]);
    tell("right", "%s", tl_status_describe(tl_get(tensor, count, index, &value)).name);
}

int main(void)
{
    tl_tensor tensor;
    need(tl_tensor_new(NULL, TL_F32, 2, (int64_t[]){3, 4}, TL_ROW_MAJOR, &tensor));
    for (int i = 0; i < 12; i++)
        need(tl_set(&tensor, 2, (int64_t[]){i / 4, i % 4}, &(float){(float)i}));
    ask(&tensor, 1, (int64_t[]){1});
    ask(&tensor, 3, (int64_t[]){1, 2, 9});
    ask(&tensor, 2, (int64_t[]){0, 5});
    tell("why", "missing coordinates count as 0, surplus ones are dropped, and a column too far is the next row's.");
    return tl_tensor_release(&tensor) != TL_OK;
}
