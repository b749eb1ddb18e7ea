/* machine.h - what the benchmarks share: a clock, the median of some runs, and the name of the machine they ran on. */
#ifndef TL_BENCH_MACHINE_H
#define TL_BENCH_MACHINE_H

#include <stddef.h>

double now_ns(void);

/* The median of times, which are sorted. */
double median(double times[/* count */], size_t count);

/* "# AMD EPYC, L1d 48 KiB, ...", without a line's end. */
void print_machine(void);

/* ", 2026-12-31" and the line's end. */
void print_date(void);

/* A buffer of so many MiB is not held by any cache: at least 256, or twice the largest cache. */
size_t uncached_mib(void);

/* The MiB that a benchmark's only argument asks for, uncached_mib() without one; leaves the program when it is no number. */
size_t mib_argument(const char *program, int argc, char **argv);

#endif
