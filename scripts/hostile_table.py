"""Print the hostile corpus as Markdown: what each backend makes of it, by the programs themselves.

The page docs/hostile.md holds the output between two markers; a test fails when it is stale. That
the words about the backends are true is tested by running every program (tests/hostile).
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "hostile"))

from hostile_programs import FAMILIES, OPEN, PROGRAMS, Program

ISOLATING = ("bubblewrap", "docker", "podman")
_NOTES = {
    "grouped": "where control groups may not be written",
    "counted": "as root, where control groups may not be written",
}


def table() -> str:
    """Return the table of the families, then the list of what `process` cannot stop."""
    head = f"| family | programs | {' | '.join(ISOLATING)} | process |"
    rows = [head, "|---|---:|" + "---|" * (len(ISOLATING) + 1)]
    for family, programs in FAMILIES.items():
        cells = [_isolating(backend, programs) for backend in ISOLATING]
        rows.append(f"| {family} | {len(programs)} | {' | '.join(cells)} | {_process(programs)} |")
    rows.append(f"| all | {len(PROGRAMS)} |" + " |" * (len(ISOLATING) + 1))
    return "\n".join([*rows, "", "### What `process` cannot stop", "", *_listed()]) + "\n"


def _isolating(backend: str, programs: tuple[Program, ...]) -> str:
    holes = [each.id for each in programs if (backend, each.id) in OPEN]
    return f"all but {', '.join(f'`{hole}`' for hole in holes)}" if holes else "all stopped"


def _process(programs: tuple[Program, ...]) -> str:
    through = [each for each in programs if each.process == "not stopped"]
    as_root = [each for each in through if each.root]
    stopped = len(programs) - len(through)
    words = [f"{'all' if not through else stopped or 'none'} stopped"]
    if as_root:
        words.append(f"{len(as_root)} work only as root")
    if any(each.process in _NOTES for each in programs):
        words.append("some by control groups only")
    if any(each.process == "watched" for each in programs):
        words.append("some late, as folders are looked at now and then")
    return "; ".join(words)


def _listed() -> list[str]:
    lines = []
    for family, programs in FAMILIES.items():
        named = [line for each in programs if (line := _line(each))]
        lines += [f"**{family[0].upper()}{family[1:]}**", "", *named, ""] if named else []
    return lines[:-1]


def _line(program: Program) -> str:
    if program.process in ("stopped", "watched"):
        return ""
    notes = [_NOTES[program.process]] if program.process in _NOTES else []
    notes += ["works only as root"] if program.root else []
    more = f" ({'; '.join(notes)})" if notes else ""
    return f"- `{program.id}`: {program.tries}{more}"


if __name__ == "__main__":
    print(table(), end="")
