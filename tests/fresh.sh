#!/bin/bash
# The README's two commands in a new Debian root that holds nothing but git and make: a forgotten package shows.
# Needs root, debootstrap and the network.  The new root uses this machine's own apt configuration.
set -eu
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "make test-fresh: needs root" >&2; exit 2; }
command -v debootstrap >/dev/null || { echo "make test-fresh: needs the package debootstrap" >&2; exit 2; }

# The first mirror and suite that apt itself would use.
read -r mirror suite < <(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | head -n 1)
root=$(mktemp -d "${TMPDIR:-/var/tmp}/fresh-XXXXXX")
chmod 755 "$root"
cleanup() { rm -rf --one-file-system "$root"; }
trap cleanup EXIT

echo "A new $suite in $root ..."
debootstrap --variant=minbase --include=git,make,ca-certificates "$suite" "$root" "$mirror" >"$root.log" 2>&1 ||
    { tail -n 20 "$root.log" >&2; exit 1; }
rm -f "$root.log"
rm -rf "$root"/etc/apt/sources.list "$root"/etc/apt/sources.list.d
for path in /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/apt.conf /etc/apt/apt.conf.d /etc/apt/keyrings \
    /etc/apt/trusted.gpg.d /usr/share/keyrings /etc/apt/auth.conf.d /etc/ssl/certs /usr/local/share/ca-certificates; do
    if [ -e "$path" ]; then mkdir -p "$root$(dirname "$path")" && cp -a "$path" "$root$(dirname "$path")/"; fi
done
cp /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
git clone -q . "$root/root/stride-by-stride"

# A mount namespace with the new root as its root: in a mere chroot the kernel makes no user namespaces, so no sandbox.
inside() {
    unshare --mount --pid --fork --kill-child bash -c '
        root=$1; shift
        mount --bind "$root" "$root" && cd "$root" && mkdir -p old
        mount -t proc proc proc && mount --rbind /dev dev && mount --make-rslave dev
        pivot_root . old && umount -l /old && cd /
        exec /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"' _ "$root" "$@"
}
for command in "deps grade" "deps test"; do
    echo "--- make $command"
    inside make -C /root/stride-by-stride $command
done
