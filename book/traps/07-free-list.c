/* free-list: the recorded garbage, rebuilt.  Section 2.10.
 *
 * A small allocator that keeps its list of free blocks in the first 8 bytes of each, at an address chosen to be the recorded
 * one.  The memory is the program's own all the time, so nothing here is undefined: only the numbers are nobody's.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <string.h>
#include <sys/mman.h>

#include "trap.h"

enum { BLOCK = 512, BLOCKS = 8 };
static const uintptr_t pool_address = 0x114f3fe02000; /* from 6.209e-42 and 1.7510376: see the book */
static unsigned char *first_free;

static unsigned char *take(void)
{
    unsigned char *block = first_free;
    memcpy(&first_free, block, sizeof first_free); /* the block behind it is the first one now */
    return block;
}

static void give_back(unsigned char *block)
{
    memcpy(block, &first_free, sizeof first_free); /* its first 8 bytes are the list's pointer */
    first_free = block;
}

static float cell(const unsigned char *block, int element)
{
    float value;
    memcpy(&value, block + element * (int)sizeof value, sizeof value);
    return value;
}

static void fill(unsigned char *block, int numel, float (*value)(int))
{
    for (int i = 0; i < numel; i++) {
        float v = value(i);
        memcpy(block + i * (int)sizeof v, &v, sizeof v);
    }
}

static float counted(int i) { return (float)(i + 1); }                /* [3,4]: i*4 + j + 1 */
static float row_and_column(int i) { return (float)(i / 3 * 10 + i % 3); } /* [2,3]: i*10 + j */

int main(void)
{
    unsigned char *pool = mmap((void *)pool_address, BLOCK * BLOCKS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pool != (unsigned char *)pool_address) {
        printf("  skipped: the address %" PRIxPTR " is not to be had here\n", pool_address);
        return 0;
    }
    for (int i = BLOCKS - 1; i > 0; i--) /* block 0 stays out */
        give_back(pool + i * BLOCK);

    tell("asked", "[3, 4] filled with i * 4 + j + 1, read through a view at (0,0), (0,1), (1,0), (1,1)");
    take(), take(); /* two blocks are in use elsewhere */
    unsigned char *tensor = pool + 2 * BLOCK;
    unsigned char *other = pool + BLOCK;
    fill(tensor, 12, counted);
    give_back(other);
    give_back(tensor); /* nothing counts the view */
    unsigned char *line = take(); /* the same block, for a line of text */
    snprintf((char *)line, BLOCK, "cells of view [1, 1] = 7");
    give_back(line);
    tell("right", "%g %g %g %g", 1.0, 2.0, 5.0, 6.0);
    tell("wrong", "%.8g %.4g %.7g %.7g", (double)cell(tensor, 0), (double)cell(tensor, 1), (double)cell(tensor, 4),
         (double)cell(tensor, 5));
    tell("why", "elements 0 and 1 are the two halves of a pointer to the next free block, %" PRIxPTR ";", (uintptr_t)(pool + BLOCK));
    tell("", "elements 4 and 5 are eight letters of a line that used the block in between: \"%.8s\".", (const char *)tensor + 16);

    tell("asked", "[2, 3] filled with i * 10 + j, transposed and read at (1,0): element 1");
    first_free = NULL; /* no other free block of this size */
    fill(other, 6, row_and_column);
    tell("right", "%.1f", (double)cell(other, 1));
    give_back(other);
    tell("wrong", "%.1f", (double)cell(other, 1));
    tell("why", "it is the only free block, so its pointer is null: elements 0 and 1 are %.1f, %.1f.", (double)cell(other, 0),
         (double)cell(other, 1));
    return munmap(pool, BLOCK * BLOCKS) != 0;
}
