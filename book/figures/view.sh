#!/bin/sh
# view.sh SHAPE OP... - one line "i j offset" per index of a view of rank 1 (then i is 0) or 2, in logical order, as tl sees it.
# The values of an arange seen through a view are the offsets that it reads.
tl view "$@" --values | awk -F '[][]' '
    /^shape/  { ndim = split($2, shape, ", ") }
    /^values/ { n = split($2, offset, ", "); for (k = 0; k < n; k++) print int(k / shape[ndim]), k % shape[ndim], offset[k + 1] }'
