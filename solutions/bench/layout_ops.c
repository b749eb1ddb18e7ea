/* layout_ops.c - how long one layout operation takes.
 *
 * Prints one row per operation: "name layout tensor", in ns per call.  "layout" is the pure function, a layout from a layout.
 * "tensor" is what a user of tensors pays: the layout, a view that is checked against the storage and holds a reference,
 * and its release, as a NumPy view is made and dropped.
 *
 * A short loop of calls is timed many times, and the fastest counts: what else the machine does only ever adds time.  The loop
 * itself is in the time.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "machine.h"
#include "views.h"

enum { CALLS = 1000, RUNS = 2000 };

typedef tl_status operation(const tl_layout *layout, tl_layout *result);

static tl_status slice(const tl_layout *layout, tl_layout *result)
{
    static const tl_slice every_second = {true, true, true, 1, 7, 2};
    return tl_layout_slice(layout, 0, &every_second, result);
}

static tl_status transpose(const tl_layout *layout, tl_layout *result)
{
    return tl_layout_transpose(layout, 0, 1, result);
}

static tl_status permute(const tl_layout *layout, tl_layout *result)
{
    static const int axes[] = {2, 0, 1};
    return tl_layout_permute(layout, 3, axes, result);
}

static tl_status reshape(const tl_layout *layout, tl_layout *result)
{
    static const int64_t sizes[] = {80, 12};
    return tl_layout_view(layout, 2, sizes, result);
}

static void need(tl_status status)
{
    if (status == TL_OK)
        return;
    fprintf(stderr, "layout_ops: %s\n", tl_status_describe(status).sentence);
    exit(1);
}

static double time_layout(operation *op, const tl_tensor *tensor)
{
    double least = 1e300;
    tl_layout result;
    for (int run = 0; run < RUNS; run++) {
        double start = now_ns();
        for (int call = 0; call < CALLS; call++)
            need(op(&tensor->layout, &result));
        least = fmin(least, now_ns() - start);
    }
    return least / CALLS;
}

static double time_tensor(operation *op, const tl_tensor *tensor)
{
    double least = 1e300;
    tl_layout layout;
    tl_tensor view;
    for (int run = 0; run < RUNS; run++) {
        double start = now_ns();
        for (int call = 0; call < CALLS; call++) {
            need(op(&tensor->layout, &layout));
            need(tl_tensor_view(tensor, &layout, &view));
            need(tl_tensor_release(&view));
        }
        least = fmin(least, now_ns() - start);
    }
    return least / CALLS;
}

static const struct { const char *name; operation *op; } operations[] = {
    {"slice", slice}, {"transpose", transpose}, {"permute", permute}, {"reshape", reshape}};

int main(void)
{
    tl_tensor tensor;
    need(tl_tensor_new(NULL, TL_F32, 3, (int64_t[]){8, 10, 12}, TL_ROW_MAJOR, &tensor));
    print_machine();
    print_date();
    printf("# operation on [8,10,12]  layout  tensor (ns per call, fastest of %d runs)\n", RUNS);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        printf("%s %.2f %.2f\n", operations[i].name, time_layout(operations[i].op, &tensor),
               time_tensor(operations[i].op, &tensor));
    return tl_tensor_release(&tensor) != TL_OK;
}
