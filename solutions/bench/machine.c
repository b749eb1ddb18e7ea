/* machine.c - a clock, the median of some runs, and the name of the machine. */
#define _GNU_SOURCE /* clock_gettime, and the sizes of the caches in sysconf */
#include "machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double times[], size_t count)
{
    qsort(times, count, sizeof *times, by_size);
    return times[count / 2];
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

void print_machine(void)
{
    printf("# ");
    print_processor();
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++) {
        long bytes = sysconf(caches[i].id);
        if (bytes > 0)
            printf(", %s %ld KiB", caches[i].name, bytes / 1024);
    }
}

void print_date(void)
{
    char date[32];
    time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&t));
    printf(", %s\n", date);
}

size_t uncached_mib(void)
{
    size_t mib = 256;
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++) {
        long bytes = sysconf(caches[i].id);
        if (bytes > 0 && mib < 2 * ((size_t)bytes >> 20))
            mib = 2 * ((size_t)bytes >> 20);
    }
    return mib;
}

size_t mib_argument(const char *program, int argc, char **argv)
{
    if (argc <= 1)
        return uncached_mib();
    char *end;
    errno = 0;
    unsigned long value = strtoul(argv[1], &end, 10);
    if (argc > 2 || errno != 0 || *end != '\0' || value < 1 || value > 65536) {
        fprintf(stderr, "usage: %s [MIB]   (1 to 65536)\n", program);
        exit(2);
    }
    return value;
}
