/* proxy.c - from a proxied call to the wire and back; and sweeps, which send many calls at a time.
 *
 * A sweep runs each case twice: first muted, when its calls are only laid into the arena, then, after the host has run
 * them all, once more, when each call fetches its result.  The grader's own list of the calls is what is believed.
 */
#include "proxy.h"

#include <string.h>

#include "expect.h"
#include "judge.h"
#include "session.h"

enum {
    GUARD = 32,           /* poisoned bytes between two blocks */
    CASES_AT_A_TIME = 256 /* bounded besides by the room in the arena */
};

typedef struct sent_call {
    int function, nargs;
    uint32_t starts[WIRE_MAX_ARGS]; /* of the arguments' blocks, within the arena's data */
    uint64_t sums[WIRE_MAX_ARGS];   /* of the bytes that were sent, to see whether they were changed */
} sent_call;

static sent_call sent[WIRE_MAX_CALLS];
static uint32_t nsent, nblocks, data_used;
static uint32_t replayed;     /* calls of the sweep that have fetched their result */
static bool sweep_full;       /* the case that is being laid does not fit the batch */
static session_death death;   /* how the host died in the batch, if it did */
static bool died;
static uint32_t last;         /* the call that fetched its result last, */
static const void *last_arrays[WIRE_MAX_ARGS]; /* and its caller's arrays */

typedef enum proxy_mode { SINGLE, RECORD, REPLAY } proxy_mode;
static proxy_mode mode;
bool expect_muted;

static void start_batch(void)
{
    nsent = nblocks = data_used = 0;
    died = false;
}

/* A checksum (FNV-1a).  The caller's bytes themselves will not do: padding in a structure may differ the second time. */
static uint64_t sum_of(const unsigned char *bytes, int64_t length)
{
    uint64_t sum = 14695981039346656037u;
    for (int64_t i = 0; i < length; i++)
        sum = (sum ^ bytes[i]) * 1099511628211u;
    return sum;
}

static const void *array_of(const proxy_arg *arg)
{
    return arg->in != NULL ? arg->in : arg->out;
}

/* The first argument that is the same array as argument i, as when a layout is computed in place; i when it stands alone. */
static int same_array(const proxy_arg args[], int i)
{
    for (int j = 0; j < i; j++)
        if (array_of(&args[j]) != NULL && array_of(&args[j]) == array_of(&args[i]) && args[j].bytes == args[i].bytes)
            return j;
    return i;
}

static bool is_written(const proxy_arg args[], int nargs, int i)
{
    for (int j = 0; j < nargs; j++)
        if (args[j].out != NULL && args[j].out == args[i].in && args[j].bytes == args[i].bytes)
            return true;
    return args[i].out != NULL;
}

/* Lay a call into the arena.  False when it does not fit. */
static bool lay(int function, int nargs, const proxy_arg args[])
{
    wire_arena *arena = session_arena();
    uint32_t used = data_used, blocks = nblocks;
    if (nsent == WIRE_MAX_CALLS)
        return false;
    wire_call *call = &arena->calls[nsent];
    sent_call *mine = &sent[nsent];
    call->function = mine->function = function;
    call->nargs = mine->nargs = nargs;
    call->state = WIRE_PENDING;
    call->callbacks = 0;
    for (int i = 0; i < nargs; i++) {
        const void *bytes = array_of(&args[i]);
        call->types[i] = (uint8_t)args[i].type;
        call->args[i] = args[i].value;
        if (bytes == NULL)
            continue;
        int same = same_array(args, i);
        if (same < i) {
            mine->starts[i] = mine->starts[same];
            mine->sums[i] = mine->sums[same];
            call->args[i].pointer = call->args[same].pointer;
            continue;
        }
        used = (used + GUARD + 15) / 16 * 16;
        if (used + (uint64_t)args[i].bytes + GUARD > WIRE_DATA_BYTES || blocks == WIRE_MAX_BLOCKS)
            return false;
        memcpy(arena->data + used, bytes, (size_t)args[i].bytes);
        arena->blocks[blocks++] = (wire_block){used, (uint32_t)args[i].bytes};
        call->args[i].pointer = (uintptr_t)(arena->data + used);
        mine->starts[i] = used;
        mine->sums[i] = args[i].in != NULL ? sum_of(bytes, args[i].bytes) : 0;
        used += (uint32_t)args[i].bytes;
    }
    data_used = used;
    nblocks = blocks;
    nsent++;
    return true;
}

static void run(void)
{
    wire_arena *arena = session_arena();
    arena->nblocks = nblocks;
    arena->data_bytes = data_used + GUARD;
    died = !session_run(nsent, &death);
}

/* Bring a call's results home: its status, and the arrays it may write. */
static tl_status fetch(uint32_t number, int function, int nargs, const proxy_arg args[])
{
    wire_arena *arena = session_arena();
    const char *name = judge_function_name(function);
    const sent_call *mine = &sent[number];
    if (number >= nsent || mine->function != function || mine->nargs != nargs)
        judge_grader_error("a sweep made other calls the second time", name);
    if (died) /* then nothing of the batch is believed; what it says was running is only words */
        judge_host_died(&death, judge_function_name(death.call < 0 ? function : sent[death.call].function));
    int32_t state = arena->calls[number].state;
    if (state == WIRE_MISSING)
        judge_missing(name);
    if (state != WIRE_DONE)
        judge_forged(name);
    for (int i = 0; i < nargs; i++) {
        const unsigned char *bytes = arena->data + mine->starts[i];
        last_arrays[i] = array_of(&args[i]);
        if (args[i].in != NULL && !is_written(args, nargs, i) && sum_of(bytes, args[i].bytes) != mine->sums[i])
            judge_wrote_input(name);
        if (args[i].out != NULL)
            memcpy(args[i].out, bytes, (size_t)args[i].bytes);
        if (args[i].out != NULL && args[i].is_bool)
            *(bool *)args[i].out = *bytes != 0; /* whatever byte came back, a bool is 0 or 1 */
    }
    last = number;
    return (tl_status)arena->calls[number].result.i32;
}

tl_status proxy_call(int *function, const char *name, int nargs, const proxy_arg args[])
{
    if (*function < 0)
        *function = judge_function_number(name);
    switch (mode) {
    case RECORD: sweep_full = sweep_full || !lay(*function, nargs, args); return TL_OK;
    case REPLAY: return fetch(replayed++, *function, nargs, args);
    case SINGLE: break;
    }
    start_batch();
    if (!lay(*function, nargs, args))
        judge_grader_error("a call's arrays do not fit the arena", name);
    run();
    return fetch(0, *function, nargs, args);
}

static void end_sweep(void)
{
    mode = SINGLE;
    expect_muted = false;
    replayed = 0;
}

void sweep(int64_t cases, void (*one_case)(int64_t number))
{
    for (int64_t first = 0, end; first < cases; first = end) {
        start_batch();
        mode = RECORD;
        expect_muted = true;
        for (end = first; end < cases && end - first < CASES_AT_A_TIME; end++) {
            uint32_t calls = nsent, blocks = nblocks, data = data_used;
            sweep_full = false;
            one_case(end);
            if (sweep_full) { /* leave this case to the next batch */
                nsent = calls, nblocks = blocks, data_used = data;
                break;
            }
        }
        end_sweep();
        if (end == first)
            judge_grader_error("a case of a sweep does not fit a batch", "sweep");
        run();
        mode = REPLAY;
        for (int64_t number = first; number < end; number++)
            one_case(number);
        end_sweep();
    }
}

void proxy_reset(void)
{
    wire_memory *memory = &session_arena()->memory;
    end_sweep();
    *memory = (wire_memory){.generation = memory->generation + 1};
}

const wire_call *proxy_last_call(void)
{
    return &session_arena()->calls[last];
}

const void *proxy_last_array(uint64_t address)
{
    for (int i = 0; i < sent[last].nargs; i++)
        if (last_arrays[i] != NULL && address == (uintptr_t)(session_arena()->data + sent[last].starts[i]))
            return last_arrays[i];
    return NULL;
}
