#!/bin/sh
# Installs Debian's Chromium and a Japanese typeface where that takes no questions: the browser tests
# use the system's own. Where it cannot, they are skipped and say so.
set -u
command -v chromium >/dev/null 2>&1 && exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || exit 0
export DEBIAN_FRONTEND=noninteractive
{
  apt-get update && apt-get install --yes --no-install-recommends chromium fonts-noto-cjk
} >/dev/null 2>&1 || echo "Chromium was not installed; browser tests will be skipped." >&2
exit 0
