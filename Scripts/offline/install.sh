#!/usr/bin/env bash
# Installs Bonafide from this folder, without network, on Debian 12 (amd64).
#
#   usage: [PREFIX=/opt/bonafide] ./install.sh
#
# Needs root only where Debian packages are missing or PREFIX belongs to root. Repeating it is
# harmless; an installation that is there is replaced.
set -euo pipefail
shopt -s inherit_errexit

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
prefix=${PREFIX:-/opt/bonafide}

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

is_installed() {
  [ "$(dpkg-query --show --showformat '${db:Status-Status}' "$1" 2> /dev/null)" = installed ]
}

# Only what is missing: what the machine has may be newer, and others may depend on it.
install_packages() {
  local file missing=()
  for file in "$here"/packages/*.deb; do
    is_installed "$(dpkg-deb --field "$file" Package)" || missing+=("$file")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  [ "$(id -u)" -eq 0 ] || fail "${#missing[@]} Debian packages are missing; run this as root"
  DEBIAN_FRONTEND=noninteractive dpkg --install "${missing[@]}" > "$log" 2>&1 < /dev/null || {
    cat "$log" >&2
    fail "dpkg could not install the packages"
  }
}

copy_files() {
  local new="$prefix.new" old="$prefix.old"
  mkdir -p "$(dirname "$prefix")"
  rm -rf "$new" "$old"
  mkdir "$new"
  cp -r "$here/bin" "$here/Models" "$here/Web" "$here/LICENSE" "$here/NOTICE" "$here/SECURITY.md" "$new/"
  if [ -e "$prefix" ]; then
    [ -x "$prefix/bin/bonafide" ] || fail "$prefix is there and is not Bonafide"
    mv "$prefix" "$old"
  fi
  mv "$new" "$prefix"
  rm -rf "$old"
}

# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "${ID:-} ${VERSION_ID:-}")
[ "$release $(dpkg --print-architecture)" = "debian 12 amd64" ] \
  || fail "this bundle is for Debian 12 on amd64, this is $release on $(dpkg --print-architecture)"
(cd "$here" && sha256sum --check --quiet SHA256SUMS) || fail "the bundle is damaged; copy it again"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
install_packages
copy_files
"$prefix/bin/bonafide" doctor || fail "installed in $prefix, but bonafide doctor found a fault"
echo "Installed. Start it with $prefix/bin/bonafide"
