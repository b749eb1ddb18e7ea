# tap.sh - the few words that test files in shell are written with.  Source it, and end with `finish`.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
tap_count=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

pass() { tap_count=$((tap_count + 1)); echo "ok $tap_count - $1"; }
fail() { tap_count=$((tap_count + 1)); echo "not ok $tap_count - $1"; shift; printf '%s\n' "$@" | sed 's/^/    /'; }

# is GOT WANT NAME: two texts are the same.
is() { if [ "$1" = "$2" ]; then pass "$3"; else fail "$3" "got:  $1" "want: $2"; fi; }

# like GOT PATTERN NAME: a text matches an extended regular expression somewhere.
like() { if grep -qE -- "$2" <<<"$1"; then pass "$3"; else fail "$3" "got:  $1" "want a match of: $2"; fi; }

# ok NAME COMMAND...: the command succeeds; its output is shown when it does not.
ok() {
    local name=$1 output; shift
    if output=$("$@" 2>&1); then pass "$name"; else fail "$name" "$(tail -n 20 <<<"$output")"; fi
}

finish() { echo "1..$tap_count"; }
