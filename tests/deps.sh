#!/bin/sh
# Install the Debian packages that are missing; silent when none is.
packages="
    gcc g++ libc6-dev clang libclang-rt-dev valgrind make pkg-config patch xz-utils zip
    check libjansson-dev libarchive-dev libffi-dev libseccomp-dev bubblewrap
    libopenblas-dev gnuplot-nox pandoc jq
"
missing=
for package in $packages; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)
    [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "make deps: apt-get is not here.  Install what these Debian packages hold with your own package manager:" >&2
    echo "   $missing" >&2
    echo "What each one is: https://packages.debian.org/" >&2
    exit 1
fi
root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || { echo "make deps: run as root, or install sudo, to install:$missing" >&2; exit 1; }
    root=sudo
fi
echo "Installing:$missing"
$root env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
