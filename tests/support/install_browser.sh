#!/bin/sh
# Installs what browser tests take from the system, where that takes no questions: Debian's Chromium,
# a Japanese typeface, and npm, which fetches axe-core. What is missing in the end is skipped with
# its reason.
set -u
wanted=""
command -v chromium >/dev/null 2>&1 || wanted="chromium fonts-noto-cjk"
command -v npm >/dev/null 2>&1 || wanted="$wanted npm"
[ -n "$wanted" ] || exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get update >/dev/null 2>&1
for package in $wanted; do
  apt-get install --yes --no-install-recommends "$package" >/dev/null 2>&1 ||
    echo "$package was not installed; browser tests that need it will be skipped." >&2
done
exit 0
