#!/usr/bin/env bash
# Packs all that a Debian 12 machine without network needs into .build/bonafide-offline.tar.gz:
# the command line and its worker (with the Swift runtime inside), the models, and the Debian
# packages that they need beyond a minimal installation.
set -euo pipefail
shopt -s inherit_errexit

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/.build/static"
result="$root/.build/bonafide-offline.tar.gz"
readonly programs=(bonafide bonafide-media)
# What specimen documents are drawn with; no library names them.
readonly fonts=(fonts-dejavu-core fonts-liberation fonts-ocr-b)

fail() {
  echo "bundle.sh: $*" >&2
  exit 1
}

# packages_of FILE… – the Debian packages that hold the libraries which the files are linked with
packages_of() {
  ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u | while read -r library; do
    owner_of "$library"
  done | sort -u
}

# owner_of LIBRARY – packages know a library by its path before or after Debian moved /lib to /usr/lib
owner_of() {
  local library=$1
  dpkg-query --search "$(readlink -f "$library")" "$library" 2> /dev/null | sed -n '1s/:.*//p'
}

# closure PACKAGE… – NAME=VERSION of everything that installing them on an empty machine brings
closure() {
  : > "$work/empty"
  apt-get --simulate --no-install-recommends -o Dir::State::status="$work/empty" install "$@" \
    | sed -n 's/^Inst \([^ ]*\) (\([^ ]*\) .*/\1=\2/p' | sort
}

# minimal_system – the packages that every Debian machine has
minimal_system() {
  apt-cache dumpavail | awk '
    BEGIN { RS = ""; FS = "\n" }
    /\nPriority: required/ || /\nEssential: yes/ { sub(/^Package: /, "", $1); print $1 }' | sort -u
}

# download_packages FOLDER PROGRAM…
download_packages() {
  local folder=$1 needed base
  shift
  mapfile -t needed < <(packages_of "$@")
  needed+=("${fonts[@]}")
  mapfile -t base < <(minimal_system)
  closure "${needed[@]}" > "$work/needed"
  closure "${base[@]}" > "$work/base"
  mapfile -t needed < <(comm -23 "$work/needed" "$work/base")
  # As root, apt would download as a user that may not write here.
  (cd "$folder" && apt-get --quiet --quiet -o APT::Sandbox::User="$(id -un)" download "${needed[@]}") \
    || fail "cannot download Debian packages; are the package lists up to date (apt-get update)?"
}

for program in "${programs[@]}"; do
  swift build --package-path "$root" --scratch-path "$build" -c release --static-swift-stdlib \
    --product "$program"
done

work=$(mktemp -d "$root/.build/bundle.XXXXXX")
trap 'rm -rf "$work"' EXIT
bundle="$work/bonafide-offline"
mkdir -p "$bundle/bin" "$bundle/packages"

for program in "${programs[@]}"; do
  install -m 755 "$build/release/$program" "$bundle/bin/"
  strip --strip-debug "$bundle/bin/$program"
done
"$root/Scripts/models/fetch.sh" "$root/Models"
cp -r "$root/Models" "$bundle/Models"
rm -f "$bundle/Models/.lock"
# The pages, where the program looks for them: beside the folder that it lies in.
cp -r "$root/Sources/BackOffice/Resources/Web" "$bundle/Web"
download_packages "$bundle/packages" "${programs[@]/#/$bundle/bin/}" "$bundle/Models"/libonnxruntime.so.*
cp "$root/LICENSE" "$root/NOTICE" "$root/SECURITY.md" "$bundle/"
cp "$root/Scripts/offline/install.sh" "$root/Scripts/offline/README.md" "$bundle/"
(cd "$bundle" && find . -type f -print0 | sort -z | xargs -0 sha256sum) > "$work/SHA256SUMS"
mv "$work/SHA256SUMS" "$bundle/"

tar --create --gzip --owner=root --group=root --numeric-owner --directory "$work" \
  --file "$result.partial" bonafide-offline
mv "$result.partial" "$result"
echo "Bundle: $result ($(du -h "$result" | cut -f1))"
