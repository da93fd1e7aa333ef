#!/usr/bin/env bash
# Makes the virtual environment from the lock file. Called by `make install`; not for users of a released wheel.
set -euo pipefail
python=$1 venv=$2 lock=$3

if ! "$python" -c 'import sys; raise SystemExit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'; then
  echo "verdigris needs Python 3.11, 3.12 or 3.13; '$python' is $("$python" --version 2>&1)." \
       "Name another one: make PYTHON=python3.11 install" >&2
  exit 3
fi
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
# uv reads the same lock file several times faster than pip; its own version comes from that file too.
uv_version=$(sed -nE 's/^uv==([0-9.]+).*/\1/p' "$lock")
[ -x "$venv/bin/uv" ] || "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "uv==$uv_version"
VIRTUAL_ENV=$(cd "$venv" && pwd); export VIRTUAL_ENV
"$venv/bin/uv" pip sync --quiet --require-hashes --compile-bytecode "$lock"
"$venv/bin/uv" pip install --quiet --no-deps --no-build-isolation --editable .
