#!/bin/bash
# assemble.sh DIRECTORY: make a class of submissions out of the corpus, for the grader to prove itself on.
#
#   bug-LAB-NAME      the solution with one patch of bugs/ applied
#   attack-NAME       a hostile file of attacks/
#   variant-LAB-NAME  another right way, of variants/
#
# Beside the class, DIRECTORY.expected gets a line for each: NAME, a tab, and what every task that does not pass must be,
# "1.7:fail" - or "variant" (all pass), "attack OUTCOME" (no points, and OUTCOME is what the first task ends with).
set -eu
class=$1
corpus=$(cd "$(dirname "$0")" && pwd)
solutions=$corpus/../../solutions
mkdir -p "$class"
: >"$class.expected"

for patch in "$corpus"/bugs/*/*.patch; do
    lab=$(basename "$(dirname "$patch")")
    name=bug-$lab-$(basename "$patch" .patch)
    target=$(sed -n 's/^+++ \([^\t ]*\).*/\1/p' "$patch" | head -n 1)
    mkdir -p "$class/$name"
    cp "$solutions/$lab/$(basename "$target")" "$class/$name/"
    patch -s -p0 "$class/$name/$(basename "$target")" "$patch"
    printf '%s\tbug %s\n' "$name" "$(sed -n 's/^loses: //p' "$patch")" >>"$class.expected"
done
for attack in "$corpus"/attacks/*.c; do
    name=attack-$(basename "$attack" .c)
    mkdir -p "$class/$name"
    cp "$attack" "$class/$name/strides.c"
    printf '%s\tattack %s\n' "$name" "$(sed -n '1s/.*outcome: \([a-z-]*\).*/\1/p' "$attack")" >>"$class.expected"
done
for variant in "$corpus"/variants/*/*.c; do
    lab=$(basename "$(dirname "$variant")")
    name=variant-$lab-$(basename "$variant" .c)
    mkdir -p "$class/$name"
    cp "$variant" "$class/$name/${lab#*-}.c"
    printf '%s\tvariant %s\n' "$name" "$lab" >>"$class.expected"
done
