/* memory_native.c - memory.h for tests that are linked with the functions they test.
 *
 * Each block has a note.  A block that is given back is overwritten and kept, so that who reads it afterwards reads neither
 * what stood there nor zeros; with AddressSanitizer it is reported at once.  Nothing tells where a test begins: each gives
 * back what it took.
 */
#define _POSIX_C_SOURCE 200809L /* posix_memalign */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#endif
#endif
#ifndef ASAN_POISON_MEMORY_REGION
#define ASAN_POISON_MEMORY_REGION(start, bytes) ((void)(start), (void)(bytes))
#endif

enum { LARGEST = 1 << 20 };

typedef struct note {
    struct note *next;
    unsigned char *start;
    int64_t bytes;
    bool live;
} note;

static note *notes;
static int64_t live, allocations, fail_in;

static _Noreturn void stop(const char *reason)
{
    fprintf(stderr, "the allocator of the tests: %s\n", reason);
    abort();
}

static void *allocate(void *context, int64_t bytes, int64_t alignment)
{
    (void)context;
    if (bytes <= 0 || alignment <= 0 || (alignment & (alignment - 1)) != 0)
        stop("asked for no bytes, or for an alignment that is not a power of two");
    allocations++;
    bool fails = fail_in == 1 || bytes > LARGEST;
    fail_in -= fail_in > 0;
    if (fails)
        return NULL;
    note *made = malloc(sizeof *made);
    void *start;
    if (made == NULL || posix_memalign(&start, alignment < 16 ? 16 : (size_t)alignment, (size_t)bytes) != 0)
        stop("no memory");
    memset(start, 0xAA, (size_t)bytes);
    *made = (note){notes, start, bytes, true};
    notes = made;
    live++;
    return start;
}

static void release(void *context, void *memory)
{
    (void)context;
    note *block = notes;
    while (block != NULL && block->start != memory)
        block = block->next;
    if (block == NULL || !block->live)
        stop(block == NULL ? "given back what it never gave" : "given back twice");
    memset(block->start, 0xDD, (size_t)block->bytes);
    ASAN_POISON_MEMORY_REGION(block->start, (size_t)block->bytes);
    block->live = false;
    live--;
}

static const tl_allocator native_allocator = {allocate, release, NULL};
const tl_allocator *const test_allocator = &native_allocator;

int64_t test_live_blocks(void)
{
    return live;
}

int64_t test_allocations(void)
{
    return allocations;
}

void test_fail_at(int64_t nth)
{
    fail_in = nth;
}

/* Bytes that the tests want to look at must lie in a live block. */
static void check_inside(const void *start, int64_t bytes)
{
    for (note *block = notes; block != NULL; block = block->next) {
        uintptr_t from = (uintptr_t)start - (uintptr_t)block->start;
        if (block->live && from <= (uintptr_t)block->bytes && bytes >= 0 && bytes <= block->bytes - (int64_t)from)
            return;
    }
    stop("a storage, or its data, is not where it was given out");
}

tl_storage test_storage(const tl_storage *storage)
{
    check_inside(storage, sizeof *storage);
    return *storage;
}

void test_read(const tl_storage *storage, int64_t start, int64_t bytes, void *out)
{
    if (bytes == 0)
        return;
    const unsigned char *data = test_storage(storage).data;
    if (data == NULL)
        stop("a storage has no data");
    check_inside(data + start, bytes);
    memcpy(out, data + start, (size_t)bytes);
}
