/* proxy.h - how a lab function's proxy is written.
 *
 * A proxy has the name and the signature of a lab function, so that a hidden test reads like any other test; what it does is
 * send the call to the host that runs the submission.  Adding a function to the grader is one definition:
 *
 *     tl_status tl_numel(int ndim, const int64_t shape[], int64_t *numel)
 *     {
 *         PROXY("tl_numel", I32(ndim), IN(shape, axes(ndim)), OUT(numel, 1));
 *     }
 *
 * IN is an array that the function may only read, OUT one that it may read and write; both are given with their number of
 * elements, and the host is guarded against a step past either end.  NULL stays NULL.
 */
#ifndef GRADER_PROXY_H
#define GRADER_PROXY_H

#include <stdint.h>

#include "tl.h"
#include "wire.h"

typedef struct proxy_arg {
    wire_type type;
    wire_value value;
    const void *in; /* for an array: the caller's memory; at most one of the two is set */
    void *out;
    int64_t bytes;
    bool is_bool;
} proxy_arg;

#define I32(v) {.type = WIRE_I32, .value.i32 = (v)}
#define I64(v) {.type = WIRE_I64, .value.i64 = (v)}
#define IN(p, n) {.type = WIRE_POINTER, .in = (p), .bytes = (n) * (int64_t)sizeof *(p)}
#define OUT(p, n)                                                                                  \
    {.type = WIRE_POINTER, .out = (p), .bytes = (n) * (int64_t)sizeof *(p), .is_bool = _Generic((p), bool *: true, default: false)}
#define IN_BYTES(p, n) {.type = WIRE_POINTER, .in = (p), .bytes = (n)}
#define OUT_BYTES(p, n) {.type = WIRE_POINTER, .out = (p), .bytes = (n)}
/* An address in the submission's own memory, which an earlier call has given back. */
#define HANDLE(p) {.type = WIRE_POINTER, .value.pointer = (uintptr_t)(p)}
#define CALLBACK(p, id) {.type = WIRE_POINTER, .value.pointer = (p) != NULL ? (id) : 0}

#define PROXY(name, ...)                                                                           \
    static int proxy_function = -1;                                                                \
    const proxy_arg proxy_args[] = {__VA_ARGS__};                                                  \
    return proxy_call(&proxy_function, name, (int)(sizeof proxy_args / sizeof *proxy_args), proxy_args)

/* Send a call, or in a sweep note it or fetch its result.  Does not return when the host died in it: the test ends. */
tl_status proxy_call(int *function, const char *name, int nargs, const proxy_arg args[]);

/* Before a test: forget a sweep that a failed one has left half done, and the memory given out so far. */
void proxy_reset(void);

/* The call whose result was fetched last, with what its callbacks were given. */
const wire_call *proxy_last_call(void);
/* The array of that call's caller which the host had at an address of the arena; NULL when none began there. */
const void *proxy_last_array(uint64_t address);

/* Element counts for IN and OUT: never negative, never more than a test can mean. */
static inline int64_t count(int64_t n)
{
    return n < 0 ? 0 : n > 65536 ? 65536 : n;
}
static inline int64_t axes(int ndim)
{
    return ndim < 0 ? 0 : ndim > TL_MAX_NDIM ? TL_MAX_NDIM : ndim;
}
static inline int64_t numel_of(int ndim, const int64_t shape[])
{
    int64_t numel = 1;
    for (int axis = 0; shape != NULL && axis < axes(ndim); axis++)
        numel = count(numel * count(shape[axis]));
    return numel;
}

#endif
