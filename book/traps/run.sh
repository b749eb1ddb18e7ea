#!/bin/sh
# run.sh DIRECTORY NAME... - run the traps of those names, built in DIRECTORY, one after another.
# garbage-cells runs a second time with AddressSanitizer, which reports the first read of what is gone.
set -eu
directory=$1
shift
for name; do
    echo "${name#??-}"
    "$directory/$name"
    if [ -x "$directory/$name.asan" ]; then
        report=$(ASAN_OPTIONS=halt_on_error=1:detect_leaks=0:color=never "$directory/$name.asan" 2>&1 >/dev/null) && report=
        echo "  with AddressSanitizer:"
        printf '%s\n' "${report:-nothing was reported}" | sed -n '/ERROR:\|nothing/ { s/^=*[0-9]*=*/    /; p; q; }'
    fi
    echo
done
