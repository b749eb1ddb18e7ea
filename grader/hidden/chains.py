#!/usr/bin/python3
"""chains.py - write chains.c: chains of view operations, with what NumPy makes of each step.

    /usr/bin/python3 grader/hidden/chains.py > grader/hidden/chains.c

A chain begins with a layout over a buffer that holds 0, 1, 2, ..., so that a view's values are the offsets it reaches.  Each of
its one to six operations is done by NumPy and written down with the layout that came out; where NumPy's reshape had to
copy, that is written down, and the chain goes on with the copy.  chains.h says how a line is read.

Checked on the way, for every step: the values NumPy shows are the offsets that its own shape, strides and data pointer
give; and NumPy's reshape copies exactly when no strides at all could have shown the same elements.
"""
import itertools
import math
import random

import numpy as np

CHAINS = 20480
SEED = 20240229
MOST = 200  # elements that any view of a chain shows
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-"
LINE = 120

rng = random.Random(SEED)


def number(n):
    """One digit for -8 to 39, two for the rest of -512 to 511."""
    assert -512 <= n <= 511, n
    if -8 <= n <= 39:
        return DIGITS[n + 8]
    return DIGITS[48 + (n + 512) // 64] + DIGITS[(n + 512) % 64]


def numbers(*values):
    return "".join(number(n) for n in values)


def chance(p):
    return rng.random() < p


class Buffer:
    """0, 1, 2, ... in memory, and a view of it."""

    def __init__(self, size):
        self.cells = np.arange(max(size, 1))

    def offset(self, view):
        distance = view.__array_interface__["data"][0] - self.cells.__array_interface__["data"][0]
        assert distance % view.itemsize == 0
        return distance // view.itemsize

    def holds(self, view):
        return 0 <= self.offset(view) <= self.cells.size and (view.size == 0 or np.may_share_memory(view, self.cells))

    def strided(self, shape, strides, offset):
        bytes_ = [s * self.cells.itemsize for s in strides]
        return np.lib.stride_tricks.as_strided(self.cells[offset:], shape, bytes_)


def layout(buffer, view):
    strides = [s // view.itemsize for s in view.strides]
    offset = buffer.offset(view)
    reached = [offset + sum(i * s for i, s in zip(index, strides)) for index in itertools.product(*map(range, view.shape))]
    assert reached == view.ravel().tolist()
    return number(view.ndim) + numbers(*view.shape, *strides, offset)


def root():
    """A row-major, column-major, permuted, padded or reversed layout."""
    while True:
        ndim = rng.randint(0, 5)
        shape = [rng.choice([0] + 3 * [1] + 5 * [2] + 5 * [3] + 3 * [4] + [5, 6, 8]) for _ in range(ndim)]
        if math.prod(shape) > MOST or (0 in shape and chance(0.5)):
            continue
        kind = rng.choice("CCCCFP")
        order = list(range(ndim))
        if kind != "F":
            order.reverse()
        if kind == "P":
            rng.shuffle(order)
        strides, step, offset = [0] * ndim, 1, 0
        if kind == "P":
            step, offset = rng.choice([1, 1, 2]), rng.choice([0, 0, 3])
        for axis in order:
            strides[axis] = step
            step *= max(shape[axis], 1)
            if kind == "P" and chance(0.3):
                step += rng.randint(1, 2)
            if kind == "P" and chance(0.3):
                offset += max(shape[axis] - 1, 0) * strides[axis]
                strides[axis] = -strides[axis]
        size = offset + 1 + sum(max(n - 1, 0) * max(s, 0) for n, s in zip(shape, strides))
        if size <= 500:
            buffer = Buffer(size)
            return buffer, buffer.strided(shape, strides, offset)


# ---- Operations: each gives back its text and NumPy's result, or None when it does not suit the view ----

def axis_of(view, more=0):
    return rng.randint(-view.ndim - more, view.ndim - 1 + more) if view.ndim + more else 0


def whole(view, axis, item):
    return (slice(None),) * (axis % view.ndim) + (item,)


def bound(size):
    return rng.choice([rng.randint(-size - 3, size + 3), rng.randint(0, size), rng.randint(-size - 1, 0)])


def some_slice(size):
    start, stop, step = (bound(size) if chance(p) else None for p in (0.6, 0.6, 0))
    if chance(0.6):
        step = rng.choice([-3, -2, -1, -1, 1, 2, 2, 3, 7])
    flags = (start is not None) + 2 * (stop is not None) + 4 * (step is not None)
    return slice(start, stop, step), number(flags) + numbers(*(n for n in (start, stop, step) if n is not None))


def op_slice(view):
    if view.ndim:
        axis = rng.randrange(-view.ndim, view.ndim)
        item, written = some_slice(view.shape[axis])
        return number(axis) + written, view[whole(view, axis, item)]


def op_select(view):
    if view.ndim:
        axis = rng.randrange(-view.ndim, view.ndim)
        size = view.shape[axis]
        if size:
            index = rng.randrange(-size, size)
            return numbers(axis, index), view[whole(view, axis, index) + (...,)]


def op_narrow(view):
    if view.ndim:
        axis = rng.randrange(-view.ndim, view.ndim)
        size = view.shape[axis]
        start = rng.randint(0, size)
        length = rng.randint(0 if chance(0.2) else min(1, size - start), size - start)
        written = start - size if start < size and chance(0.3) else start
        return numbers(axis, written, length), view[whole(view, axis, slice(start, start + length))]


SLICE, INDEX, ELLIPSIS, NEWAXIS = range(4)


def op_subscript(view):
    taken = rng.randint(0, view.ndim)
    ellipsis = rng.randint(0, taken) if chance(0.5) else None
    items, written, count, axis = [], "", 0, 0
    for n in range(taken + 1):
        if n == ellipsis:
            items.append(Ellipsis)
            written += number(ELLIPSIS)
            axis += view.ndim - taken
        while chance(0.15):
            items.append(None)
            written += number(NEWAXIS)
        if n == taken:
            break
        size = view.shape[axis]
        if size and chance(0.35):
            index = rng.randrange(-size, size)
            items.append(index)
            written += numbers(INDEX, index)
        else:
            item, text = some_slice(size)
            items.append(item)
            written += number(SLICE) + text
        axis += 1
    result = view[tuple(items + ([] if Ellipsis in items else [...]))]
    return number(len(items)) + written, result


def op_transpose(view):
    if view.ndim:
        a, b = axis_of(view), axis_of(view)
        return numbers(a, b), view.swapaxes(a, b)


def op_permute(view):
    axes = rng.sample(range(view.ndim), view.ndim)
    written = [a - view.ndim if chance(0.2) else a for a in axes]
    return numbers(view.ndim, *written), view.transpose(axes)


def op_t(view):
    if view.ndim <= 2:
        return "", view.T


def op_mt(view):
    if view.ndim >= 2:
        return "", view.swapaxes(-1, -2)


def op_squeeze(view):
    return "", view.squeeze()


def op_squeeze_axis(view):
    if view.ndim:
        axis = rng.randrange(-view.ndim, view.ndim)
        return number(axis), view.squeeze(axis) if view.shape[axis] == 1 else view


def op_unsqueeze(view):
    axis = rng.randint(-view.ndim - 1, view.ndim)
    return number(axis), np.expand_dims(view, axis)


def op_expand(view):
    new = rng.choice([0, 0, 1, 2]) if view.ndim < 5 else 0
    target = [rng.randint(0 if chance(0.1) else 1, 3) for _ in range(new)]
    target += [rng.randint(0 if chance(0.1) else 1, 4) if n == 1 else n for n in view.shape]
    written = [-1 if i >= new and n == view.shape[i - new] and chance(0.4) else n for i, n in enumerate(target)]
    if math.prod(target) <= MOST:
        return numbers(len(target), *written), np.broadcast_to(view, target)


def factors(n):
    """Sizes with the product n."""
    sizes = []
    while n > 1 and len(sizes) < 4:
        f = rng.choice([f for f in range(2, n + 1) if n % f == 0])
        sizes.append(f)
        n //= f
    sizes += [n] if n > 1 else []
    rng.shuffle(sizes)
    return sizes


def other_sizes(shape):
    """Sizes for as many elements: any, or those of the shape with some axes merged and some split."""
    if 0 in shape:
        sizes = [rng.randint(1, 4) for _ in range(rng.randint(0, 3))]
        sizes.insert(rng.randint(0, len(sizes)), 0)
    elif chance(0.4):
        sizes = factors(math.prod(shape))
    else:
        sizes = []
        for n in shape:
            if sizes and chance(0.35):
                sizes[-1] *= n
            elif chance(0.35):
                sizes += factors(n)
            else:
                sizes.append(n)
    while len(sizes) < 6 and chance(0.2):
        sizes.insert(rng.randint(0, len(sizes)), 1)
    return sizes[:6] if math.prod(sizes[:6]) == math.prod(shape) else list(shape)


def with_unknown(sizes):
    """Perhaps put -1 for one of them."""
    if sizes and chance(0.3):
        at = rng.randrange(len(sizes))
        if 0 not in sizes[:at] + sizes[at + 1:]:
            return sizes[:at] + [-1] + sizes[at + 1:]
    return sizes


def op_view(view):
    sizes = other_sizes(view.shape)
    return numbers(len(sizes), *with_unknown(sizes)), view.reshape(sizes)


def op_flatten(view):
    if view.ndim == 0:
        return numbers(rng.choice([0, -1]), rng.choice([0, -1])), view.reshape(1)
    first = rng.randrange(view.ndim)
    last = rng.randrange(first, view.ndim)
    merged = view.shape[:first] + (math.prod(view.shape[first:last + 1]),) + view.shape[last + 1:]
    written = [a - view.ndim if chance(0.4) else a for a in (first, last)]
    return numbers(*written), view.reshape(merged)


def op_unflatten(view):
    if 0 < view.ndim < 6:
        axis = rng.randrange(view.ndim)
        sizes = other_sizes(view.shape[axis:axis + 1])
        if sizes and len(sizes) + view.ndim - 1 <= 6:
            split = view.shape[:axis] + tuple(sizes) + view.shape[axis + 1:]
            axis -= view.ndim if chance(0.4) else 0
            return numbers(axis, len(sizes), *with_unknown(sizes)), view.reshape(split)


def op_split(view):
    if view.ndim:
        axis = rng.randrange(-view.ndim, view.ndim)
        size = rng.randint(1, view.shape[axis] + 1)
        starts = list(range(0, view.shape[axis], size)) or [0]
        piece = rng.randrange(len(starts))
        return numbers(axis, size, piece), view[whole(view, axis, slice(starts[piece], starts[piece] + size))]


def op_chunk(view):
    if view.ndim:
        axis = rng.randrange(-view.ndim, view.ndim)
        total = view.shape[axis]
        chunks = rng.randint(1, total + 2)
        size = -(-total // chunks)
        starts = list(range(0, total, size)) if total else [0] * chunks
        piece = rng.randrange(len(starts))
        return numbers(axis, chunks, piece), view[whole(view, axis, slice(starts[piece], starts[piece] + size))]


OPERATIONS = {  # letter: operation, weight
    "s": (op_slice, 8), "i": (op_select, 3), "n": (op_narrow, 4), "x": (op_subscript, 8),
    "t": (op_transpose, 7), "p": (op_permute, 7), "T": (op_t, 2), "M": (op_mt, 3),
    "q": (op_squeeze, 2), "Q": (op_squeeze_axis, 2), "u": (op_unsqueeze, 4), "e": (op_expand, 7),
    "v": (op_view, 20), "f": (op_flatten, 8), "U": (op_unflatten, 6), "S": (op_split, 3), "C": (op_chunk, 3),
}
RESHAPES = "vfU"


def strides_exist(view, shape):
    """Whether any strides show the elements of view, in their order, in another shape: the only candidates are the
    distances from the first element to the first step along each axis."""
    values = view.ravel().tolist()
    places = {index: n for n, index in enumerate(itertools.product(*map(range, shape)))}
    strides = []
    for axis, size in enumerate(shape):
        step = tuple(int(a == axis) for a in range(len(shape)))
        strides.append(values[places[step]] - values[0] if size > 1 else 0)
    return all(values[n] == values[0] + sum(i * s for i, s in zip(index, strides)) for index, n in places.items())


def chain():
    buffer, view = root()
    written = layout(buffer, view)
    steps = rng.randint(1, 6)
    done = 0
    while done < steps:
        letter = rng.choices(list(OPERATIONS), [weight for _, weight in OPERATIONS.values()])[0]
        answer = OPERATIONS[letter][0](view)
        if answer is None or answer[1].ndim > 6 or answer[1].size > MOST:
            continue
        arguments, result = answer
        copied = not buffer.holds(result)
        if result.size == 0 and copied:  # a copy of nothing: go on with a dense layout, as if it were a view
            buffer, copied = Buffer(0), False
            result = buffer.strided(result.shape, [s // result.itemsize for s in result.strides], 0)
        if letter in RESHAPES and view.size:
            assert copied != strides_exist(view, result.shape)
        if copied:
            assert letter in RESHAPES
            buffer = Buffer(result.size)
            result = buffer.cells.reshape(result.shape)
        written += letter + arguments + (number(-1) if copied else "") + layout(buffer, result)
        view = result
        done += 1
        count[letter, copied] = count.get((letter, copied), 0) + 1
    return written


count = {}
lines = [chain() for _ in range(CHAINS)]
steps = sum(count.values())
copies = sum(n for (_, copied), n in count.items() if copied)
print("/* chains.c - written by chains.py with NumPy %s; chains.h says how to read it." % np.__version__)
print(" * %d chains, %d steps, of which %d need a copy. */" % (CHAINS, steps, copies))
print('#include "chains.h"\n\nconst int numpy_chain_count = %d;\n\nconst char *const numpy_chains[] = {' % CHAINS)
for line in lines:
    print('"%s",' % line)
print("};")
