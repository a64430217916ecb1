#!/usr/bin/env bash
# Installs the Debian packages of a list that are missing, as root or with sudo.
#
#   usage: setup-debian.sh [LIST]     (debian-packages.txt by default)
#
# With all of them there it does nothing and needs neither network nor rights.
set -euo pipefail
shopt -s inherit_errexit

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
list=${1:-$here/debian-packages.txt}

fail() {
  echo "setup-debian.sh: $*" >&2
  exit 1
}

is_installed() {
  [ "$(dpkg-query --show --showformat '${db:Status-Status}' "$1" 2> /dev/null)" = installed ]
}

if ! command -v apt-get dpkg-query > /dev/null; then
  fail "this is not Debian; install the counterparts of $list by hand"
fi

missing=()
while read -r package; do
  is_installed "$package" || missing+=("$package")
done < <(sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$list")
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
  as_root=(env)
elif command -v sudo > /dev/null; then
  as_root=(sudo env)
else
  fail "missing packages: ${missing[*]}. Run this as root, or install sudo."
fi
as_root+=(DEBIAN_FRONTEND=noninteractive)

echo "Installing Debian packages: ${missing[*]}" >&2
install_missing() {
  "${as_root[@]}" apt-get --quiet --yes --no-install-recommends \
    -o DPkg::Lock::Timeout=300 install "${missing[@]}" < /dev/null
}
# Package lists may be absent (fresh machine) or name versions that the mirror has dropped.
if ! install_missing > /dev/null 2>&1; then
  "${as_root[@]}" apt-get --quiet update < /dev/null
  install_missing
fi
