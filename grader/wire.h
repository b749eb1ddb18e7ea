/* wire.h - what the grader and the host that runs a submission share: one stretch of memory, the arena.
 *
 *     grade (trusted)                                   a task's process (untrusted once the submission is loaded)
 *     writes calls, blocks and their bytes   ──► 'r'    runs the calls in order, notes which one is running
 *     reads results and the blocks' bytes    ◄── 'd'    has written each result into its call
 *
 * The arena is mapped at the same address on both sides, so that a pointer into it means the same in both.  Nothing in it
 * is secret, and grade believes none of it: it keeps its own list of what it sent, and reads back values, never addresses.
 */
#ifndef GRADER_WIRE_H
#define GRADER_WIRE_H

#include <stdint.h>

/* Far from what the sanitizers reserve (address space below 2^31, from 2^44 to 2^45 and around 0x600000000000). */
#define WIRE_ADDRESS ((uintptr_t)0x200000000000)

enum {
    WIRE_MAX_ARGS = 12,
    WIRE_MAX_FUNCTIONS = 128,
    WIRE_NAME_BYTES = 48,
    WIRE_MAX_CALLS = 4096,   /* in one batch */
    WIRE_MAX_BLOCKS = 16384, /* in one batch */
    WIRE_DATA_BYTES = 16 << 20,
    WIRE_HEAP_BYTES = 16 << 20
};

typedef enum wire_type { WIRE_I32, WIRE_I64, WIRE_F32, WIRE_F64, WIRE_POINTER } wire_type;

typedef union wire_value {
    int32_t i32;
    int64_t i64;
    float f32;
    double f64;
    uint64_t pointer; /* an address in the arena, 0 for NULL, or one of the WIRE_CALLBACK values */
} wire_value;

/* What the host provides to the function under test: a pointer to a function, or to a tl_allocator. */
enum { WIRE_CALLBACK_SGEMM = 1, WIRE_CALLBACK_ALLOCATOR = 2 };

typedef enum wire_state { WIRE_PENDING, WIRE_DONE, WIRE_MISSING /* the submission has no such function */ } wire_state;

typedef struct wire_call {
    int32_t function; /* index into names */
    int32_t nargs;
    int32_t state;
    uint8_t types[WIRE_MAX_ARGS];
    wire_value args[WIRE_MAX_ARGS];
    wire_value result;          /* every function under test returns an int: a status */
    int32_t callbacks;          /* how often a callback ran during the call */
    int32_t callback_ints[8];   /* what the last one was given: sgemm's transa transb m n k lda ldb ldc, */
    float callback_floats[2];   /* alpha beta */
    uint64_t callback_pointers[3]; /* and a b c */
} wire_call;

/* Bytes of the arena that the calls of a batch may touch; all others are poisoned while they run. */
typedef struct wire_block {
    uint32_t start, bytes; /* within data */
} wire_block;

/* The memory that the allocator gives out, from heap; grade begins a new one with each test. */
typedef struct wire_memory {
    uint32_t generation; /* rises when all blocks are to be forgotten */
    int64_t live;        /* blocks given out and not given back; written by the host, as is allocations */
    int64_t allocations; /* asked for, failures included */
    int64_t fail_at;     /* the allocation of this number from now fails; 0: none */
} wire_memory;

typedef struct wire_arena {
    uint32_t nfunctions;
    char names[WIRE_MAX_FUNCTIONS][WIRE_NAME_BYTES]; /* read by the host once, when it has loaded the submission */
    uint32_t ncalls, nblocks, data_bytes;
    uint32_t current;                /* the call that is running; written by the host */
    wire_memory memory;
    wire_call calls[WIRE_MAX_CALLS];
    wire_block blocks[WIRE_MAX_BLOCKS];
    _Alignas(4096) unsigned char data[WIRE_DATA_BYTES];
    _Alignas(4096) unsigned char heap[WIRE_HEAP_BYTES];
} wire_arena;

enum { TASK_CPU_SECONDS = 20 }; /* of one host */

/* To begin a task, grade sends these open files over the host's control socket.  The host answers, when the process that it
 * made for the task has ended, with that process's wait status, an int. */
enum { WIRE_SOCKET, WIRE_OUTPUT, WIRE_BEFORE, WIRE_SUBMISSION, WIRE_FILES };

/* Exit codes of the host that say more than a crash does. */
enum { HOST_EXIT_ADDRESS = 71, HOST_EXIT_UNDEFINED = 72, HOST_EXIT_LOAD = 73, HOST_EXIT_BROKEN = 74 };

#endif
