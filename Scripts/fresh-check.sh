#!/usr/bin/env bash
# Proves that a newcomer's first command works on a bare Debian 12 with nothing but a Swift
# toolchain: clones what is committed and runs it there.
#
#   usage: fresh-check.sh [test|demo]     (as root)
# shellcheck source=Scripts/bare-debian.sh
source "$(dirname "${BASH_SOURCE[0]}")/bare-debian.sh"

goal=${1:-test}
[ "$goal" = test ] || [ "$goal" = demo ] || fail "usage: fresh-check.sh [test|demo]"
enter_own_namespace "$@"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
swift=$(command -v swift) || fail "no swift in PATH"
swift_folder=$(dirname "$(readlink -f "$swift")")
toolchain=$(dirname "$swift_folder")
[ "$toolchain" != /usr ] || fail "the Swift toolchain has to be in a folder of its own, not in /usr"
if [ -n "$(git -C "$root" status --porcelain)" ]; then
  echo "fresh-check: uncommitted changes are not part of the check" >&2
fi

mkdir -p "$root/.build"
bare=$(mktemp -d "$root/.build/fresh.XXXXXX")
trap 'remove_bare_debian "$bare"' EXIT

echo "fresh-check: making a bare Debian 12"
make_bare_debian "$bare"
mount_system "$bare"
mount_read_only "$toolchain" "$bare"
git clone --quiet --no-hardlinks "$root" "$bare/srv/bonafide"
# The clone's origin is a path of this machine, which means nothing in there.
git -C "$bare/srv/bonafide" remote remove origin

if [ "$goal" = test ]; then
  command='cd /srv/bonafide && .ci/run'
else
  command='cd /srv/bonafide && Scripts/setup-debian.sh && make demo'
fi
echo "fresh-check: $command"
SECONDS=0
run_in "$bare" "$swift_folder:/usr/sbin:/usr/bin:/sbin:/bin" bash -c "$command"
echo "fresh-check: make $goal works on a bare Debian 12 ($SECONDS s)"
