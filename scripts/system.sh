#!/usr/bin/env bash
# Installs the system programs Verdigris likes to have, where it may; otherwise one line says what is
# missing and what that costs. Never fails: each of them has a weaker stand-in.
set -uo pipefail

missing=()
command -v git  >/dev/null || missing+=(git)
command -v rg   >/dev/null || missing+=(ripgrep)
if [ "$(uname -s)" = Linux ]; then command -v bwrap >/dev/null || missing+=(bubblewrap); fi
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
    bubblewrap) echo "missing: bubblewrap (costs nothing yet: this version limits test runs, it does not isolate them)" ;;
  esac
done
exit 0
