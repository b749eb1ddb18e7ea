/* garbage-cells: a view that outlives its tensor.  Section 2.10.
 *
 * What this program reads after free() is undefined behaviour.  It is compiled with -O0 and reads through volatile, so that
 * the reads are really made; even so, nothing says what they find, and it may differ from run to run.
 */
#include <string.h>

#include "trap.h"

/* A lens that knows where to look, and does not know whether anything is still there. */
typedef struct careless_view {
    const volatile float *data;
    int64_t strides[2];
} careless_view;

/* A tensor [rows, 4], filled with i * 4 + j + 1. */
static float *new_tensor(int rows)
{
    float *data = malloc((size_t)rows * 4 * sizeof *data);
    if (data == NULL)
        exit(1);
    for (int i = 0; i < rows * 4; i++)
        data[i] = (float)(i + 1);
    return data;
}

static void show_cells(careless_view view)
{
    for (int64_t i = 0; i < 2; i++)
        for (int64_t j = 0; j < 2; j++) {
            float cell = view.data[i * view.strides[0] + j * view.strides[1]];
            uint32_t bits;
            memcpy(&bits, &cell, sizeof bits);
            tell("", "  [%d,%d] = %-15.9g bits %08" PRIx32, (int)i, (int)j, (double)cell, bits);
        }
}

int main(void)
{
    tell("asked", "fill a tensor [3, 4] with i * 4 + j + 1, take a view of it, and read the view after the tensor's last use");
    float *small = new_tensor(3), *large = new_tensor(512), *fence = new_tensor(3);
    uintptr_t address = (uintptr_t)small;
    careless_view view = {small, {4, 1}}, large_view = {large, {4, 1}};
    tell("", "before:");
    show_cells(view);
    free(small); /* the tensor's last use is over; the view does not count */
    free(large);
    tell("wrong", "what is read from here on is undefined, and may be anything.  This is what was found this time:");
    show_cells(view);
    tell("", "and in a larger tensor, [512, 4]:");
    show_cells(large_view);
    tell("why", "free() keeps its notes in the first bytes of a block that it got back.  For a small one, glibc 2.32 and later");
    tell("", "write the next free block's address there (none: 0) xor the block's own address / 4096, here %" PRIxPTR ",", address >> 12);
    tell("", "and a key behind it.  For a large one they write two plain addresses and two null ones: the upper half of");
    tell("", "an address is a tiny float, null is two zeros.  The cells behind the notes still hold what they held, until somebody gets the block.");
    free(fence); /* it kept the large block from growing together with the unused memory behind it */

    tl_tensor tensor, lens;
    float one = 1, cell;
    need(tl_tensor_new(NULL, TL_F32, 2, (int64_t[]){3, 4}, TL_ROW_MAJOR, &tensor));
    need(tl_fill(&tensor, &one));
    need(tl_tensor_view(&tensor, &tensor.layout, &lens));
    need(tl_tensor_release(&tensor));
    need(tl_get(&lens, 2, (int64_t[]){0, 1}, &cell));
    tell("right", "a view holds a reference: with the tensor released, a view of ones still reads %g at [0,1]", (double)cell);
    return tl_tensor_release(&lens) != TL_OK;
}
