#!/bin/sh
# Checks what only Apple platforms compile, against the stubs of Tests/AppleStubs and this package's own modules.
# Needs a release build: `swift build -c release --build-tests`, or give the folder of its modules.
#
# usage: Scripts/apple-check.sh [MODULES]
set -eu
cd "$(dirname "$0")/.."
modules=${1:-.build/release/Modules}
stubs=.build/apple-stubs
swiftc=${SWIFTC:-swiftc}
[ -d "$modules" ] || { echo "apple-check: no modules in $modules; build first" >&2; exit 1; }
mkdir -p "$stubs"
features="-swift-version 6 -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature ExistentialAny"
# In the order in which they use each other.
for name in ObjectiveC os CoreGraphics CoreVideo CoreMedia AVFoundation UIKit; do
  # shellcheck disable=SC2086
  $swiftc $features -I "$stubs" -parse-as-library -module-name "$name" -emit-module \
    -emit-module-path "$stubs/$name.swiftmodule" Tests/AppleStubs/"$name"/*.swift
done
# C libraries, and what SwiftPM made for targets without a map of their own.
libraries=$(find Sources/Libraries "$modules/.." -maxdepth 3 -name module.modulemap |
  sed 's/^/-Xcc -fmodule-map-file=/')
check() {
  name=$1
  folder=$2
  shift 2
  sources=$(find "$folder" -name '*.swift')
  flags="-warnings-as-errors $features -enable-upcoming-feature MemberImportVisibility -parse-as-library"
  # shellcheck disable=SC2086
  $swiftc -typecheck $flags -package-name "$package" -module-name "$name" -I "$stubs" -I "$modules" $libraries "$@" \
    $sources
  # The next ones use what it offers here. Code is not made of it: Objective-C's own library would be needed.
  # shellcheck disable=SC2086
  $swiftc -emit-module -emit-module-path "$stubs/$name.swiftmodule" $flags -package-name "$package" \
    -module-name "$name" -I "$stubs" -I "$modules" $libraries "$@" \
    -Xfrontend -experimental-skip-all-function-bodies $sources
  echo "apple-check: $name agrees with the stubs"
}
# As SwiftPM calls it: the folder's name in lower case.
package=${PACKAGE_NAME:-$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c 'a-z0-9_\n' '_')}
check BonafideCapture Sources/Capture
# With @objc; that takes away conversions to C pointers here, for want of Apple's own library.
for name in CoreModule FaceModule OCRModule; do
  if [ -d "Sources/Facades/$name" ]; then check "$name" "Sources/Facades/$name" -Xfrontend -enable-objc-interop; fi
done
