/* custom-oob: strides are checked for being above 0, not for staying inside the buffer.  Section 1.4. */
#include "trap.h"

enum { NUMEL = 12, NEIGHBOUR = 12 };

/* The offset to write at, or -1 when the strides are refused. */
static int64_t careless_offset(const int64_t strides[2], int64_t i, int64_t j)
{
    return strides[0] > 0 && strides[1] > 0 ? i * strides[0] + j * strides[1] : -1;
}

int main(void)
{
    /* the tensor's buffer and what lies behind it are one array here, so that the damage can be looked at */
    float memory[NUMEL + NEIGHBOUR];
    for (int i = 0; i < NUMEL + NEIGHBOUR; i++)
        memory[i] = i < NUMEL ? 0 : 7;
    int64_t shape[] = {3, 4}, strides[] = {10, 1};
    tl_layout layout;

    tell("asked", "write 99 at [2,3] of a tensor of shape [3, 4], strides [10, 1], in a buffer of %d elements", NUMEL);
    int64_t offset = careless_offset(strides, 2, 3);
    memory[offset] = 99;
    tell("wrong", "it is written at %" PRId64 ": the neighbour's last element was 7 and is now %g", offset, memory[offset]);
    tell("why", "the strides are above 0, and nobody asked how far they reach.");
    tl_status status = tl_layout_strided(2, shape, strides, 0, NUMEL, &layout);
    tell("right", "refused with %s; a storage of 24 is accepted: %s", tl_status_describe(status).name,
         tl_status_describe(tl_layout_strided(2, shape, strides, 0, 24, &layout)).name);
    return 0;
}
