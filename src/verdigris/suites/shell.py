"""Runs any command by the shell, and brings the JUnit files it has written out of the sandbox.

What is written in the sandbox is gone afterwards, so the files are gathered from within: those that
are younger than a mark, into a folder that stays.
"""

from __future__ import annotations

from pathlib import Path

from verdigris.suites.junit import LARGEST

# $1 the command, $2 the mark, $3 the folder. Names of files may be anything, so no loop over words.
_LINE = f"""\
/bin/sh -c "$1"
status=$?
find . \\( -name node_modules -o -name .git \\) -prune -o \\
  -type f -name '*.xml' -newer "$2" -size -{LARGEST // 512} -exec sh -c '
    to=$1; shift; n=0
    for file; do
      n=$((n + 1)); [ $n -gt 100 ] && break
      cp -- "$file" "$to/$n.xml"
    done' sh "$3" '{{}}' + 2>/dev/null
exit $status
"""


def words(command: str, mark: Path, folder: Path) -> list[str]:
    """Return what runs a line for the shell; `mark` must be older, `folder` writable."""
    return ["/bin/sh", "-c", _LINE, "sh", command, str(mark), str(folder)]
