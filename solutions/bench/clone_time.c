/* clone_time.c - how long a clone takes, against the step of a slice and against the sequence of a walk.
 *
 *     clone_time [MIB]        the size of the sliced buffer in MiB; when not given, 256 or twice the largest cache
 *
 * Prints a header that names the machine, then two tables with two empty lines between them, in ns per element:
 *
 *     step  clone  loop                                      a vector sliced with a step
 *     n  clone  clone_transposed  loop  loop_transposed      an [n,n] not larger than the buffer, and its transpose
 *
 * "clone" is the library's tl_clone, "loop" a bare C loop that copies the same elements into memory that is there already.
 * The slices of different runs lie in different parts of the buffer, so that no run finds in a cache what another one fetched.
 */
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "machine.h"
#include "views.h"

enum {
    RUNS = 7,                /* the fastest of so many is printed: what disturbs a run only ever adds time */
    MOST_ELEMENTS = 1 << 20, /* that a run copies */
    LARGEST_STEP = 4096,
    SMALLEST_SIDE = 64,
    LARGEST_SIDE = 4096
};

static void need(tl_status status)
{
    if (status == TL_OK)
        return;
    fprintf(stderr, "clone_time: %s\n", tl_status_describe(status).sentence);
    exit(1);
}

static double fastest(const double times[/* RUNS */])
{
    double least = times[0];
    for (int run = 1; run < RUNS; run++)
        least = times[run] < least ? times[run] : least;
    return least;
}

/* Nanoseconds of a clone of the tensor seen through a layout, per element. */
static double time_clone(const tl_tensor *tensor, const tl_layout *layout)
{
    tl_tensor view, clone;
    int64_t numel;
    need(tl_numel(layout->ndim, layout->shape, &numel));
    need(tl_tensor_view(tensor, layout, &view));
    double start = now_ns();
    need(tl_clone(&view, &clone));
    double elapsed = now_ns() - start;
    need(tl_tensor_release(&clone));
    need(tl_tensor_release(&view));
    return elapsed / (double)numel;
}

/* The same of two nested loops, to target. */
static double time_loop(const tl_tensor *tensor, int64_t rows, int64_t columns, int64_t row_stride, int64_t column_stride,
                        int64_t offset, float target[/* rows, columns */])
{
    const float *source = (const float *)tensor->storage->data + offset;
    double start = now_ns();
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++)
            target[i * columns + j] = source[i * row_stride + j * column_stride];
    return (now_ns() - start) / (double)(rows * columns);
}

static void time_step(const tl_tensor *buffer, int64_t step, float target[/* MOST_ELEMENTS */])
{
    double clone[RUNS], loop[RUNS];
    int64_t parts = 2 * RUNS, count = buffer->layout.shape[0] / (parts * step);
    if (count > MOST_ELEMENTS)
        count = MOST_ELEMENTS;
    if (count < 1)
        return; /* the buffer is too small for this step */
    for (int64_t run = 0; run < RUNS; run++) {
        tl_layout part = {.ndim = 1, .shape = {count}, .strides = {step}, .offset = 2 * run * count * step};
        clone[run] = time_clone(buffer, &part);
        loop[run] = time_loop(buffer, 1, count, 0, step, part.offset + count * step, target);
    }
    printf("%lld %.3f %.3f\n", (long long)step, fastest(clone), fastest(loop));
    fflush(stdout);
}

static void time_matrix(int64_t side, float target[/* side, side */])
{
    double clone[RUNS], turned_clone[RUNS], loop[RUNS], turned_loop[RUNS];
    tl_tensor matrix;
    tl_layout turned;
    float value = 1;
    need(tl_tensor_new(NULL, TL_F32, 2, (int64_t[]){side, side}, TL_ROW_MAJOR, &matrix));
    need(tl_fill(&matrix, &value));
    need(tl_layout_transpose(&matrix.layout, 0, 1, &turned));
    for (int run = 0; run < RUNS; run++) {
        clone[run] = time_clone(&matrix, &matrix.layout);
        turned_clone[run] = time_clone(&matrix, &turned);
        loop[run] = time_loop(&matrix, side, side, side, 1, 0, target);
        turned_loop[run] = time_loop(&matrix, side, side, 1, side, 0, target);
    }
    need(tl_tensor_release(&matrix));
    printf("%lld %.3f %.3f %.3f %.3f\n", (long long)side, fastest(clone), fastest(turned_clone), fastest(loop),
           fastest(turned_loop));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    size_t mib = mib_argument("clone_time", argc, argv);
    int64_t numel = (int64_t)(mib * (1024 * 1024 / sizeof(float)));
    tl_tensor buffer;
    mallopt(M_MMAP_THRESHOLD, INT_MAX); /* what one clone frees the next one gets, so that no page is fetched from the system */
    mallopt(M_TRIM_THRESHOLD, INT_MAX); /* while the clock runs; without this, that costs more than the copying */
    size_t target_numel = (size_t)LARGEST_SIDE * LARGEST_SIDE;
    float *target = malloc(target_numel * sizeof *target);
    if (target == NULL || tl_tensor_new(NULL, TL_F32, 1, &numel, TL_ROW_MAJOR, &buffer) != TL_OK) {
        fprintf(stderr, "clone_time: %zu MiB cannot be had; name a smaller buffer\n", mib);
        free(target);
        return 1;
    }
    for (size_t i = 0; i < target_numel; i++) /* every page is there when the clock runs */
        target[i] = 1; /* (zeros would tempt the compiler to calloc, which touches nothing) */
    for (int64_t i = 0; i < numel; i++)
        ((float *)buffer.storage->data)[i] = 1;

    print_machine();
    printf(", buffer %zu MiB", mib);
    print_date();
    printf("# step  tl_clone  bare loop (ns per element, fastest of %d runs)\n", RUNS);
    for (int64_t step = 1; step <= LARGEST_STEP; step *= 2)
        time_step(&buffer, step, target);
    need(tl_tensor_release(&buffer));

    printf("\n\n# n  tl_clone of [n,n]  of its transpose  bare loop over [n,n]  over its transpose\n");
    for (int64_t side = SMALLEST_SIDE; side <= LARGEST_SIDE && side * side <= numel; side *= 2)
        time_matrix(side, target);
    free(target);
    return 0;
}
