#!/usr/bin/env bash
# Proves that the offline bundle works: installs it in a bare Debian 12 that has no network.
#
#   usage: bundle-check.sh     (as root, after make bundle)
# shellcheck source=Scripts/bare-debian.sh
source "$(dirname "${BASH_SOURCE[0]}")/bare-debian.sh"

enter_own_namespace "$@"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bundle="$root/.build/bonafide-offline.tar.gz"
[ -f "$bundle" ] || fail "no bundle, run make bundle first"

bare=$(mktemp -d "$root/.build/fresh.XXXXXX")
trap 'remove_bare_debian "$bare"' EXIT

echo "bundle-check: making a bare Debian 12"
make_bare_debian "$bare"
mount_system "$bare"
tar --extract --file "$bundle" --directory "$bare/srv"

run_in "$bare" /usr/sbin:/usr/bin:/sbin:/bin unshare --net bash -euo pipefail -c '
  /srv/bonafide-offline/install.sh
  cd /srv
  /opt/bonafide/bin/bonafide specimen selfie --out selfie --seed 7
  /opt/bonafide/bin/bonafide face liveness selfie/selfie.mp4 --profile specimen
'
echo "bundle-check: the bundle works without network"
