#!/usr/bin/env bash
# A bare Debian 12 in a folder, to prove that nothing on this machine is taken for granted.
# Sourced by fresh-check.sh and bundle-check.sh; needs root.
#
# Mirror, proxy, certificates and pip settings are read from this machine and written into the
# bare one only. Everything is mounted in a mount namespace of its own, so that the mounts end
# with the script whatever happens to it, and are never seen by anybody else.
set -euo pipefail
shopt -s inherit_errexit

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# enter_own_namespace "$@" – starts the calling script again, where its mounts are private
enter_own_namespace() {
  [ "$(id -u)" -eq 0 ] || fail "needs root, for chroot and mounts"
  [ "${BARE_DEBIAN_NAMESPACE:-}" != own ] || return 0
  BARE_DEBIAN_NAMESPACE=own exec unshare --mount --propagation private "$0" "$@"
}

# debian_sources – `URI codename component` of Debian's own package lists on this machine
debian_sources() {
  # shellcheck disable=SC2016  # The fields are for apt.
  apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(CODENAME) $(COMPONENT)' \
    'Created-By: Packages' | sed -n 's/^Debian \(.* bookworm[a-z-]* main\)$/\1/p' | sort -u
}

# make_bare_debian FOLDER
make_bare_debian() {
  local bare=$1 mirror
  if ! command -v debootstrap > /dev/null; then
    DEBIAN_FRONTEND=noninteractive apt-get --quiet --yes install debootstrap < /dev/null > /dev/null
  fi
  mirror=$(debian_sources | sed -n 's/ bookworm main$//p' | sed -n 1p)
  [ -n "$mirror" ] || fail "this machine's apt sources name no Debian 12 mirror"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$bare" "$mirror" > "$bare.log" \
    || fail "debootstrap failed, see $bare.log"
  # As on any machine: others than root have to get in, the database server for one.
  chmod 755 "$bare"
  rm "$bare.log"
  give_network_settings "$bare"
}

# give_network_settings FOLDER – how to reach mirror and package index from here
give_network_settings() {
  local bare=$1
  debian_sources | sed 's/^/deb /' > "$bare/etc/apt/sources.list"
  apt-config dump | grep -E '^Acquire::(http|https)(::| )' > "$bare/etc/apt/apt.conf.d/99machine" || true
  cp --dereference /etc/resolv.conf /etc/hosts "$bare/etc/"
  cp /etc/ssl/certs/ca-certificates.crt "$bare/etc/ssl/certs/"
  if [ -f /etc/pip.conf ]; then
    cp /etc/pip.conf "$bare/etc/"
  fi
  local settings
  for settings in .pip/pip.conf .config/pip/pip.conf; do
    if [ -f "$HOME/$settings" ]; then
      install -D -m 600 "$HOME/$settings" "$bare/root/$settings"
    fi
  done
}

# mount_system FOLDER – what programs expect of a running system
mount_system() {
  local bare=$1
  mount -t proc proc "$bare/proc"
  mount --rbind /dev "$bare/dev"
  mount -t tmpfs tmpfs "$bare/tmp"
}

# mount_read_only SOURCE FOLDER – SOURCE, visible in FOLDER at the same path
mount_read_only() {
  local source=$1 bare=$2
  mkdir -p "$bare$source"
  mount --bind "$source" "$bare$source"
  mount -o remount,bind,ro "$bare$source"
}

# settings_from_environment – NAME=VALUE of the variables that proxies and certificates need
settings_from_environment() {
  env | grep -E '^(PIP_[A-Z_]+|SSL_CERT_(FILE|DIR)|(REQUESTS|CURL)_CA_BUNDLE|(https?|no|HTTPS?|NO)_?(proxy|PROXY))=' || true
}

# run_in FOLDER PATH COMMAND… – without input, with PATH as search path
run_in() {
  local bare=$1 path=$2 settings
  shift 2
  mapfile -t settings < <(settings_from_environment)
  env -i "${settings[@]}" HOME=/root LANG=C.UTF-8 PATH="$path" chroot "$bare" "$@" < /dev/null
}

# remove_bare_debian FOLDER – refuses while anything is mounted in it
remove_bare_debian() {
  local bare=$1 point
  while read -r point; do
    umount --recursive "$point" 2> /dev/null || umount --lazy "$point" 2> /dev/null || true
  done < <(mounts_below "$bare")
  if [ -n "$(mounts_below "$bare")" ]; then
    echo "$(basename "$0"): $bare is left alone, something is still mounted in it" >&2
    return 1
  fi
  rm -rf --one-file-system "$bare"
}

# mounts_below FOLDER – mount points, innermost first
mounts_below() {
  awk -v prefix="$1/" 'index($5, prefix) == 1 { print $5 }' /proc/self/mountinfo | sort -r
}
