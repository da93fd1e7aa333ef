"""Starting the project's own program where its tests run, under the same limits.

What is started is given as words, and quoted: whatever an argument holds, no shell acts on it.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from verdigris.sandbox.base import Completed


@runtime_checkable
class Starting(Protocol):
    """A suite that can start the program whose tests it runs."""

    async def start(
        self,
        tree: Path,
        program: Sequence[str],
        lines: Sequence[Sequence[str]],
        *,
        wall_seconds: float,
    ) -> Completed:
        """Start a program once for each line of arguments, one after the other, in one folder.

        Its first word may be `python`, which is the interpreter of the tests. The tree is dirtied:
        hand in a throw-away copy. Raises SandboxUnavailable.
        """
        ...


def session(program: Sequence[str], lines: Sequence[Sequence[str]]) -> list[str]:
    """Return one command that starts a program several times, and says what each ended with.

    One, because what a command leaves in its folder need not be there for the next.
    """
    said: list[str] = []
    for words in lines:
        shown = shlex.quote(f"$ program {shlex.join(words)}".rstrip())
        said.append(f"printf '%s\\n' {shown}")
        said.append(f"{shlex.join([*program, *words])} </dev/null")
        said.append("printf '\\n[exit status %s]\\n' \"$?\"")
    return ["/bin/sh", "-c", "\n".join(said)]
