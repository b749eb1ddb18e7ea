/* memory.h - the allocator that hidden tests hand to the functions under test, and a safe look at what came back.
 *
 * When a submission is judged, the memory lies in the arena: guarded on both sides, poisoned once it has been given back, and
 * read by the tests only after its address has been checked.  Linked natively, it is the same over malloc.
 * Each test begins with no block live and no failure planned.
 */
#ifndef HIDDEN_MEMORY_H
#define HIDDEN_MEMORY_H

#include "views.h"

/* Hand this to tl_storage_new and tl_tensor_new. */
extern const tl_allocator *const test_allocator;

int64_t test_live_blocks(void);  /* given out and not given back */
int64_t test_allocations(void);  /* asked for since the test began, failures included */
void test_fail_at(int64_t nth);  /* the nth allocation from now fails (1: the next); 0: none */

/* What stands in a storage.  A NULL storage, or one that is not in the test's memory, fails the test. */
tl_storage test_storage(const tl_storage *storage);

/* Copy bytes out of a storage's data. */
void test_read(const tl_storage *storage, int64_t start, int64_t bytes, void *out);

#endif
