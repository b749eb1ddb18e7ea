/* stride_time.c - how long it takes to add up elements that lie a stride apart.
 *
 *     stride_time [MIB]        the size of the buffer in MiB; when not given, 256 or twice the largest cache
 *
 * Prints a header that names the machine, then one row per stride: "stride ns_per_element".
 *
 * No cache line is used twice in a run: with a stride s below a line, the run takes elements 0, s, 2s, ...; from a line
 * on, it makes s / LINE passes over the buffer, each starting one line further.  So every run has to fetch the buffer's
 * lines from memory, and the rows differ only in how many of a line's elements are used, and in which sequence the lines come.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "machine.h"

enum {
    LINE = 16,          /* elements in a cache line of 64 bytes */
    LARGEST_STRIDE = 4096,
    RUNS = 7            /* the median of so many is printed */
};

static volatile uint32_t total; /* takes the sums, so that the compiler may not drop them */

/* The sum of elements start, start + stride, ... below numel. */
static uint32_t strided_sum(const uint32_t buffer[/* numel */], size_t numel, size_t start, size_t stride)
{
    uint32_t sum = 0;
    for (size_t i = start; i < numel; i += stride)
        sum += buffer[i];
    return sum;
}

/* Nanoseconds per element of one run; numel is a multiple of stride. */
static double time_run(const uint32_t buffer[/* numel */], size_t numel, size_t stride)
{
    size_t passes = stride > LINE ? stride / LINE : 1;
    uint32_t sum = 0;
    double start = now_ns();
    for (size_t pass = 0; pass < passes; pass++)
        sum += strided_sum(buffer, numel, pass * LINE, stride);
    double elapsed = now_ns() - start;
    total += sum;
    return elapsed / (double)(passes * (numel / stride));
}

int main(int argc, char **argv)
{
    size_t mib = mib_argument("stride_time", argc, argv);
    size_t numel = mib * (1024 * 1024 / sizeof(uint32_t));
    uint32_t *buffer = malloc(numel * sizeof *buffer);
    if (buffer == NULL) {
        fprintf(stderr, "stride_time: %zu MiB cannot be had; name a smaller buffer\n", mib);
        return 1;
    }
    for (size_t i = 0; i < numel; i++) /* touch every page, or reads would find the one page of zeros */
        buffer[i] = (uint32_t)i;

    print_machine();
    printf(", buffer %zu MiB", mib);
    print_date();
    printf("# stride (elements of 4 bytes)  time (ns per element, median of %d runs)\n", RUNS);
    for (size_t stride = 1; stride <= LARGEST_STRIDE; stride *= 2) {
        double ns[RUNS];
        for (int run = 0; run < RUNS; run++)
            ns[run] = time_run(buffer, numel, stride);
        printf("%zu %.4f\n", stride, median(ns, RUNS));
        fflush(stdout);
    }
    free(buffer);
    return 0;
}
