#!/usr/bin/env bash
# Installs the system programs Verdigris likes to have, where it may; otherwise one line says what is
# missing and what that costs. Never fails: each of them has a weaker stand-in. Where all tests must run
# (CI, NO_SKIP or TEST_ENGINES is set) also the container engines and the browser that the tests start for themselves.
set -uo pipefail

missing=()
command -v git  >/dev/null || missing+=(git)
command -v rg   >/dev/null || missing+=(ripgrep)
if [ "$(uname -s)" = Linux ]; then command -v bwrap >/dev/null || missing+=(bubblewrap); fi
if [ "$(uname -s)" = Linux ] && [ -n "${CI:-}${NO_SKIP:-}${TEST_ENGINES:-}" ]; then
  command -v dockerd    >/dev/null || missing+=(docker.io)
  command -v podman     >/dev/null || missing+=(podman)
  command -v runc       >/dev/null || missing+=(runc)
  command -v mmdebstrap >/dev/null || missing+=(mmdebstrap)
  command -v chromium   >/dev/null || missing+=(chromium)
fi
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing ${missing[*]} …"
  log=$(mktemp)
  if { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    rm -f "$log"; exit 0
  fi
  tail -3 "$log" >&2; rm -f "$log"
fi
for name in "${missing[@]}"; do
  case $name in
    git)        echo "missing: git (needed; install it with your package manager)" ;;
    ripgrep)    echo "missing: ripgrep (code search falls back to a slower one in Python)" ;;
    bubblewrap) echo "missing: bubblewrap (test runs are limited and not isolated without it, unless containers are used)" ;;
    chromium)   echo "missing: chromium (the tests of the reports in a browser cannot run)" ;;
    *)          echo "missing: $name (the tests of the container engines cannot run)" ;;
  esac
done
exit 0
