#!/bin/sh
# offsets.sh ROWS COLS [layout options] - one line "i j offset" per index, as tl counts them; in memory's sequence.
rows=$1 cols=$2
shift 2
i=0
while [ "$i" -lt "$rows" ]; do
    j=0
    while [ "$j" -lt "$cols" ]; do
        echo "$i $j $(tl offset "$rows,$cols" "$i,$j" "$@" | sed -n 's/^offset = //p')"
        j=$((j + 1))
    done
    i=$((i + 1))
done | sort -n -k 3
