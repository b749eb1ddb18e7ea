#!/usr/bin/python3
"""layout_ops.py OURS [ROUNDS] - the table of layout_ops beside NumPy's and PyTorch's times for the same operations.

OURS is a file with what layout_ops printed.  Each operation is timed as a user writes it, with its arguments ready in
variables: x[key], x.reshape(sizes), ...  timeit runs ROUNDS of it many times, with garbage collection off; the fastest counts, as
for ours.  From that is taken off

  - the loop:  the same number of rounds of `pass`, so that "numpy" is what the statement itself costs;
  - the call:  in the second column also x.__len__(), a method that does next to nothing.  What remains, "without the call",
    is about the library's own work, as near as Python lets one see it: in favour of the library, and not what a user pays.

The views are made and dropped, as ours are made and released in the column "tensor".
"""
import sys
import timeit

ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
REPEATS = 1000


def best(statement, names):
    return min(timeit.repeat(statement, globals=names, number=ROUNDS, repeat=REPEATS)) / ROUNDS * 1e9


def times(statements, names):
    loop = best("pass", names)
    call = best("x.__len__()", names) - loop
    return {name: (best(text, names) - loop, best(text, names) - loop - call) for name, text in statements.items()}


def numpy_times():
    import numpy
    names = {"x": numpy.zeros((8, 10, 12), dtype=numpy.float32), "key": slice(1, 7, 2), "swap": (1, 0, 2), "axes": (2, 0, 1), "sizes": (80, 12)}
    return numpy.__version__, times({"slice": "x[key]", "transpose": "x.transpose(swap)",
                                     "permute": "x.transpose(axes)", "reshape": "x.reshape(sizes)"}, names)


def torch_times():
    import torch
    names = {"x": torch.zeros(8, 10, 12), "key": slice(1, 7, 2), "swap": (1, 0, 2), "axes": (2, 0, 1), "sizes": (80, 12)}
    return torch.__version__, times({"slice": "x[key]", "transpose": "x.transpose(0, 1)",
                                     "permute": "x.permute(axes)", "reshape": "x.reshape(sizes)"}, names)


def main():
    lines = open(sys.argv[1]).read().splitlines()
    print(lines[0].lstrip("# "))
    ours = {name: (float(layout), float(tensor)) for name, layout, tensor in
            (line.split() for line in lines if not line.startswith("#"))}
    print("\nns per call on [8,10,12]; 'tensor' is the layout, a checked and counted view, and its release")
    print(f"{'':12}{'layout':>10}{'tensor':>10}")
    for name, (layout, tensor) in ours.items():
        print(f"{name:12}{layout:10.1f}{tensor:10.1f}")
    for library, measure in ("numpy", numpy_times), ("torch", torch_times):
        try:
            version, measured = measure()
        except ImportError as reason:
            print(f"\n{library}: skipped ({reason})")
            continue
        print(f"\n{library} {version}, as called from Python; in brackets: its time over our 'layout' and over our 'tensor'")
        print(f"{'':12}{'time':>10}{'':16}{'without the call':>20}")
        for name, (whole, inner) in measured.items():
            factors = [f"({t / ours[name][0]:.1f}, {t / ours[name][1]:.1f})" for t in (whole, inner)]
            print(f"{name:12}{whole:10.1f} {factors[0]:15}{inner:20.1f} {factors[1]}")


if __name__ == "__main__":
    main()
