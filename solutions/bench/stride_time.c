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
#define _GNU_SOURCE /* clock_gettime, and the sizes of the caches in sysconf */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    LINE = 16,          /* elements in a cache line of 64 bytes */
    LARGEST_STRIDE = 4096,
    RUNS = 7            /* the median of so many is printed */
};

static volatile uint32_t total; /* takes the sums, so that the compiler may not drop them */

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

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

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The processor's name as Linux tells it, or "unknown processor". */
static void print_processor(void)
{
    char line[256];
    FILE *info = fopen("/proc/cpuinfo", "r");
    while (info != NULL && fgets(line, sizeof line, info) != NULL) {
        char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && value != NULL) {
            value[strcspn(value, "\n")] = '\0';
            printf("%s", value + 2);
            fclose(info);
            return;
        }
    }
    if (info != NULL)
        fclose(info);
    printf("unknown processor");
}

static const struct { const char *name; int id; } caches[] = {
    {"L1d", _SC_LEVEL1_DCACHE_SIZE}, {"L2", _SC_LEVEL2_CACHE_SIZE}, {"L3", _SC_LEVEL3_CACHE_SIZE}};

static size_t default_mib(void)
{
    size_t mib = 256;
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++) {
        long bytes = sysconf(caches[i].id);
        if (bytes > 0 && mib < 2 * ((size_t)bytes >> 20))
            mib = 2 * ((size_t)bytes >> 20);
    }
    return mib;
}

static void print_header(size_t mib)
{
    char date[32];
    time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&t));
    printf("# ");
    print_processor();
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++) {
        long bytes = sysconf(caches[i].id);
        if (bytes > 0)
            printf(", %s %ld KiB", caches[i].name, bytes / 1024);
    }
    printf(", buffer %zu MiB, %s\n", mib, date);
    printf("# stride (elements of 4 bytes)  time (ns per element, median of %d runs)\n", RUNS);
}

int main(int argc, char **argv)
{
    size_t mib = default_mib();
    if (argc > 1) {
        char *end;
        errno = 0;
        unsigned long value = strtoul(argv[1], &end, 10);
        if (argc > 2 || errno != 0 || *end != '\0' || value < 1 || value > 65536) {
            fprintf(stderr, "usage: stride_time [MIB]   (1 to 65536)\n");
            return 2;
        }
        mib = value;
    }
    size_t numel = mib * (1024 * 1024 / sizeof(uint32_t));
    uint32_t *buffer = malloc(numel * sizeof *buffer);
    if (buffer == NULL) {
        fprintf(stderr, "stride_time: %zu MiB cannot be had; name a smaller buffer\n", mib);
        return 1;
    }
    for (size_t i = 0; i < numel; i++) /* touch every page, or reads would find the one page of zeros */
        buffer[i] = (uint32_t)i;

    print_header(mib);
    for (size_t stride = 1; stride <= LARGEST_STRIDE; stride *= 2) {
        double ns[RUNS];
        for (int run = 0; run < RUNS; run++)
            ns[run] = time_run(buffer, numel, stride);
        qsort(ns, RUNS, sizeof *ns, by_size);
        printf("%zu %.4f\n", stride, ns[RUNS / 2]);
        fflush(stdout);
    }
    free(buffer);
    return 0;
}
