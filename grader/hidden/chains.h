/* chains.h - chains of view operations, and what NumPy made of each step (chains.c, written by chains.py).
 *
 * A chain is a line of text: a layout, and one to six steps, each of them an operation and the layout that came out.
 *
 *     number     one digit for -8 to 39, two for the rest of -512 to 511; the digits are 0-9 A-Z a-z + -, for 0 to 63:
 *                a digit d below 48 is d - 8, else (d - 48) * 64 + the next digit - 512
 *     layout     ndim, sizes, strides, offset
 *     operation  a letter and its arguments; a counted list is its length and its numbers
 *                s slice: axis, SLICE         i select: axis, index       n narrow: axis, start, length
 *                x subscript: count, items    t transpose: two axes       p permute: a counted list
 *                T t        M mt              q squeeze                   Q squeeze_axis: axis
 *                u unsqueeze: axis            e expand: a counted list    v view: a counted list
 *                f flatten: first, last       U unflatten: axis, a counted list
 *                S split: axis, size, piece   C chunk: axis, chunks, piece
 *     SLICE      1 when it has a start, + 2 a stop, + 4 a step; then those of the three that it has
 *     item       0 and a SLICE, 1 and an index, 2 for an ellipsis, 3 for a new axis
 *
 * Before the layout of a copy stands the number -1: no view was possible.  Strides of axes of size 0 or 1, and all
 * strides and the offset of a layout without elements, are whatever NumPy has there.
 */
#ifndef HIDDEN_CHAINS_H
#define HIDDEN_CHAINS_H

extern const int numpy_chain_count;
extern const char *const numpy_chains[];

#endif
