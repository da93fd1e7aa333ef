"""A file's lines after hunks whose places are known. Keeps ends, indentation, and all untouched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from verdigris.edits.hunk import Hunk
from verdigris.edits.lines import Line, usual_end
from verdigris.edits.placing import File, Indents, Placed, indent_of


@dataclass(frozen=True)
class Cut:
    """Lines of the file from `start` to before `end` that give way to others."""

    start: int
    end: int
    lines: tuple[Line, ...]


def rewritten(file: File, placed: Sequence[Placed]) -> list[Line] | str:
    """Return the file's lines after the hunks, or why they cannot be told."""
    cuts: list[Cut] = []
    for one in placed:
        made = list(_cuts(file, one))
        if None in made:
            return "the indentation of what it inserts cannot be told"
        cuts += [cut for cut in made if cut]
    cuts.sort(key=lambda cut: (cut.start, cut.end))
    if any(a.end > b.start for a, b in pairwise(cuts)):
        return "two of its hunks change the same lines"
    result = list(file.lines)
    for cut in reversed(cuts):
        result[cut.start : cut.end] = cut.lines
    return _ended(file, result, [one.hunk for one in placed])


def _cuts(file: File, placed: Placed) -> Iterator[Cut | None]:
    """Yield what each run of changed lines does; None where an indentation cannot be told."""
    at, ops = placed.at, list(placed.hunk.ops)
    for changed, run in groupby(ops, key=lambda op: op[0] != " "):
        group = list(run)
        removed = sum(mark == "-" for mark, _ in group)
        if not changed:
            at += len(group)
            continue
        ends = [line.end for line in file.lines[at : at + removed]]
        lines: list[Line] = []
        for _, text in (op for op in group if op[0] == "+"):
            line = reindented(text, placed.indents)
            if line is None:
                yield None
                return
            spare = ends[len(lines)] if len(lines) < len(ends) else ""
            lines.append(Line(line, spare or _end_near(file, at)))
        yield Cut(at, at + removed, tuple(lines))
        at += removed


def _end_near(file: File, at: int) -> str:
    for i in (at, at - 1):
        if 0 <= i < len(file.lines) and file.lines[i].end:
            return file.lines[i].end
    return "\n"


def _ended(file: File, lines: list[Line], hunks: Sequence[Hunk]) -> list[Line]:
    """Give every line but the last an end, and the last one what the file or the hunk says."""
    if not lines:
        return lines
    whole = [line if line.end else Line(line.text, usual_end(file.lines)) for line in lines]
    unended = bool(file.lines) and not file.lines[-1].end
    if any(hunk.new_unended for hunk in hunks):
        unended = True
    elif any(hunk.old_unended for hunk in hunks):
        unended = False
    if unended:
        whole[-1] = Line(whole[-1].text, "")
    return whole


def reindented(line: str, known: Indents) -> str | None:
    """Return an inserted line in the file's indentation; None when it cannot be told."""
    if not line.strip() or not known:
        return line
    mine = indent_of(line)
    if (its := known.get(mine)) is not None:
        return its + line[len(mine) :]
    if all(a == b for a, b in known.items()):
        return line
    # From the nearest known level: the same shift, or the same number of the file's own steps.
    base = max((k for k in known if mine.startswith(k)), key=len, default=None)
    if base is not None and "\t" not in known[base]:
        return known[base] + mine[len(base) :] + line[len(mine) :]
    step = next((len(k) // len(v) for k, v in known.items() if k and v and not v.strip("\t")), 0)
    if step and "\t" not in mine and len(mine) % step == 0:
        return "\t" * (len(mine) // step) + line[len(mine) :]
    if all(mine + v == v + mine and len(v) >= len(k) for k, v in known.items()):
        shifts = {len(v) - len(k) for k, v in known.items()}
        if len(shifts) == 1:
            return mine + " " * shifts.pop() + line[len(mine) :]
    return None
