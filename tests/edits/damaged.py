"""Correct diffs of real Python sources, damaged at random from a seed. Not a test itself.

A case knows the text before, the text its author meant, and the diff as it arrives. `same` is the
yardstick: the whole file, line by line, is the intended one but for white space.
"""

from __future__ import annotations

import ast
import difflib
import random
import re
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

MODULES = (
    "textwrap", "csv", "shlex", "heapq", "bisect", "string", "copy", "fnmatch", "glob", "queue",
    "sched", "cmd", "code", "netrc", "quopri", "stat", "tabnanny", "timeit", "reprlib", "pprint",
    "json/decoder", "json/encoder", "calendar", "statistics", "contextlib", "graphlib",
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    number: int
    before: str
    meant: str
    diff: str
    damage: tuple[str, ...]


def same(text: str, meant: str) -> bool:
    def bare(whole: str) -> list[str]:
        return ["".join(line.split()) for line in whole.strip().split("\n")]

    return bare(text) == bare(meant)


def cases(count: int, seed: int) -> Iterator[Case]:
    chance = random.Random(seed)
    library = Path(sysconfig.get_paths()["stdlib"])
    sources = [(library / f"{name}.py").read_text("utf-8") for name in MODULES]
    number = 0
    while number < count:
        before = _excerpt(chance, chance.choice(sources))
        meant = before and _edited(chance, before)
        if not meant or meant == before:
            continue
        hunks = _diff(chance, before, meant)
        chosen = chance.sample(list(DAMAGES), chance.choice((1, 1, 1, 2, 2, 3)))
        for name in chosen:
            hunks = DAMAGES[name](chance, hunks)
        yield Case(number, before, meant, _written(hunks), tuple(chosen))
        number += 1


def _excerpt(chance: random.Random, source: str) -> str:
    """Take some neighbouring top-level statements; sometimes one of them twice, as copies are."""
    lines, body = source.split("\n"), _statements(source)
    first = chance.randrange(len(body))
    last = min(len(body), first + chance.randint(2, 9)) - 1
    part = lines[body[first].lineno - 1 : body[last].end_lineno]
    text = "\n".join(part) + "\n"
    if chance.random() < 0.35:
        copies = [
            n for n in body[first : last + 1] if isinstance(n, ast.FunctionDef | ast.ClassDef)
        ]
        if copies:
            node = chance.choice(copies)
            copy = "\n".join(lines[node.lineno - 1 : node.end_lineno]) + "\n"
            fresh = copy.replace(f" {node.name}", f" {node.name}_again", 1)
            text += "\n\n" + (fresh if chance.random() < 0.6 else copy)
    if not 12 <= text.count("\n") <= 250 or "\f" in text:
        return ""
    return text if _parses(text) else ""


@cache
def _statements(source: str) -> list[ast.stmt]:
    return ast.parse(source).body


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _edited(chance: random.Random, text: str) -> str:
    lines = text.split("\n")
    for _ in range(chance.choice((1, 1, 2, 3))):
        for _ in range(8):
            tried = list(lines)
            _edit(chance, tried)
            if tried != lines and _parses("\n".join(tried)):
                lines = tried
                break
    return "\n".join(lines)


def _edit(chance: random.Random, lines: list[str]) -> None:
    at = chance.randrange(len(lines) - 3)
    kind = chance.choice(("change", "change", "insert", "remove", "several"))
    indent = re.match(r"\s*", lines[at]).group()  # type: ignore[union-attr]
    if kind == "insert":
        fresh = f"value_{chance.randrange(999)} = {chance.randrange(99)}"
        lines[at:at] = [indent + fresh for _ in range(chance.randint(1, 3))]
    elif kind == "remove":
        del lines[at : at + chance.randint(1, 2)]
    else:
        for i in range(at, min(len(lines) - 1, at + (1 if kind == "change" else 3))):
            words = re.findall(r"\b[a-z_]\w+\b", lines[i])
            if words:
                lines[i] = lines[i].replace(chance.choice(words), f"other{chance.randrange(99)}", 1)


Hunk = list[str]
"""A header and its lines; the first hunk of a diff is its two file names."""
Damage = Callable[[random.Random, list[Hunk]], list[Hunk]]


def _diff(chance: random.Random, before: str, meant: str) -> list[Hunk]:
    found: list[Hunk] = [[]]
    context = chance.choice((3, 3, 3, 2, 1))
    old, new = before.split("\n")[:-1], meant.split("\n")[:-1]
    for line in difflib.unified_diff(old, new, "a/part.py", "b/part.py", lineterm="", n=context):
        if line.startswith("@@"):
            found.append([line])
        else:
            found[-1].append(line)
    if chance.random() < 0.4:
        _with_headings(before, found)
    return found


def _with_headings(before: str, hunks: list[Hunk]) -> None:
    lines = before.split("\n")
    for hunk in hunks[1:]:
        start = int(hunk[0].split()[1].split(",")[0][1:])
        above = [line for line in lines[: max(start - 1, 0)] if re.match(r"[A-Za-z_]", line)]
        hunk[0] += f" {above[-1]}" if above else ""


def _written(hunks: list[Hunk]) -> str:
    return "\n".join(line for hunk in hunks for line in hunk) + "\n"


_AT = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)")


def _renumbered(
    line: str, change: Callable[[int, int, int, int], tuple[int, int, int, int]]
) -> str:
    match = _AT.match(line)
    if match is None:
        return line
    a, b, c, d = (1 if part is None else int(part) for part in match.groups()[:4])
    a, b, c, d = (max(0, value) for value in change(a, b, c, d))
    return f"@@ -{a},{b} +{c},{d} @@{match.group(5)}"


def _each(change: Callable[[random.Random, Hunk], Hunk]) -> Damage:
    def damage(chance: random.Random, hunks: list[Hunk]) -> list[Hunk]:
        return [hunks[0], *(change(chance, list(hunk)) for hunk in hunks[1:])]

    return damage


def _numbers(chance: random.Random, hunk: Hunk) -> Hunk:
    by = chance.randint(-40, 40)
    both = chance.random() < 0.5
    hunk[0] = _renumbered(hunk[0], lambda a, b, c, d: (a + by, b, c + (by if both else 0), d))
    return hunk


def _zero(chance: random.Random, hunk: Hunk) -> Hunk:
    hunk[0] = chance.choice(("@@ @@", "@@ ... @@", "@@ -0,0 +0,0 @@", "@@ -1,1 +1,1 @@"))
    return hunk


def _counts(chance: random.Random, hunk: Hunk) -> Hunk:
    x, y = chance.randint(-4, 4), chance.randint(-4, 4)
    hunk[0] = _renumbered(hunk[0], lambda a, b, c, d: (a, b + x, c, d + y))
    return hunk


def _context_spots(hunk: Hunk) -> list[int]:
    return [i for i, line in enumerate(hunk) if i and line[:1] == " "]


def _context_changed(chance: random.Random, hunk: Hunk) -> Hunk:
    spots = _context_spots(hunk)
    for i in chance.sample(spots, min(len(spots), chance.randint(1, 2))):
        words = hunk[i].split()
        hunk[i] = f"{hunk[i]}  # as it was" if not words else hunk[i].replace(words[-1], "misread")
    return hunk


def _context_dropped(chance: random.Random, hunk: Hunk) -> Hunk:
    spots = _context_spots(hunk)
    for i in sorted(chance.sample(spots, min(len(spots), chance.randint(1, 2))), reverse=True):
        del hunk[i]
    return hunk


def _recounted(hunk: Hunk, lost: int) -> Hunk:
    old = sum(line[:1] in " -" for line in hunk[1:])
    new = sum(line[:1] in " +" for line in hunk[1:])
    hunk[0] = _renumbered(hunk[0], lambda a, _b, c, _d: (a + lost, old, c + lost, new))
    return hunk


def _trimmed(chance: random.Random, hunk: Hunk) -> Hunk:
    """Lose outer lines of context, never the one next to a change, with the header kept right."""
    lost = 0
    while len(hunk) > 2 and hunk[1][:1] == hunk[2][:1] == " " and chance.random() < 0.5:
        del hunk[1]
        lost += 1
    while len(hunk) > 2 and hunk[-1][:1] == hunk[-2][:1] == " " and chance.random() < 0.5:
        del hunk[-1]
    return _recounted(hunk, lost)


def _trailing(chance: random.Random, hunk: Hunk) -> Hunk:
    return [
        hunk[0],
        *(line + "  " if chance.random() < 0.4 else line.rstrip() or line[:1] for line in hunk[1:]),
    ]


def _stripped(_: random.Random, hunk: Hunk) -> Hunk:
    return [hunk[0], *(line.rstrip() for line in hunk[1:])]


def _shifted(chance: random.Random, hunk: Hunk) -> Hunk:
    body = [line for line in hunk[1:] if line[1:].strip()]
    least = min((len(line[1:]) - len(line[1:].lstrip()) for line in body), default=0)
    by = chance.choice((-least, 2, 4)) if least else chance.choice((2, 4))
    moved = [
        line
        if not line[1:].strip()
        else line[0] + (" " * by + line[1:] if by > 0 else line[1 - by :])
        for line in hunk[1:]
    ]
    return [hunk[0], *moved]


def _one_shifted(chance: random.Random, hunk: Hunk) -> Hunk:
    spots = [i for i, line in enumerate(hunk) if i and line[:1] in " -" and line[1:].strip()]
    if spots:
        i = chance.choice(spots)
        hunk[i] = hunk[i][0] + " " * chance.choice((1, 2, 4)) + hunk[i][1:]
    return hunk


def _tabs(_: random.Random, hunk: Hunk) -> Hunk:
    return [hunk[0], *(line[:1] + line[1:].replace("    ", "\t") for line in hunk[1:])]


def _doubled(chance: random.Random, hunk: Hunk) -> Hunk:
    spots = _context_spots(hunk)
    if spots:
        i = chance.choice(spots)
        hunk[i] = hunk[i].rstrip().replace(" = ", "  =  ")
    return hunk


def _no_space(_: random.Random, hunk: Hunk) -> Hunk:
    """Forget the mark of every context line."""
    return [hunk[0], *(line[1:] if line[:1] == " " else line for line in hunk[1:])]


def _removed_misread(chance: random.Random, hunk: Hunk) -> Hunk:
    spots = [i for i, line in enumerate(hunk) if i and line[:1] == "-" and line[1:].strip()]
    if spots:
        i = chance.choice(spots)
        hunk[i] = hunk[i] + "  # odd"
    return hunk


def _no_hunk_header(_: random.Random, hunks: list[Hunk]) -> list[Hunk]:
    return [hunks[0], *([hunk[1:] for hunk in hunks[1:]] if len(hunks) == 2 else hunks[1:])]


def _no_names(_: random.Random, hunks: list[Hunk]) -> list[Hunk]:
    return [[], *hunks[1:]]


def _odd_names(chance: random.Random, hunks: list[Hunk]) -> list[Hunk]:
    old, new = chance.choice(
        (("part.py", "part.py"), ("a/part.py\t2024-01-01", "b/part.py\t2024-01-02"),
         ("a/lib/part.py", "b/lib/part.py"), ("old/part.py", "new/part.py"))
    )  # fmt: skip
    return [[f"--- {old}", f"+++ {new}"], *hunks[1:]]


def _windows(_: random.Random, hunks: list[Hunk]) -> list[Hunk]:
    return [[f"{line}\r" for line in hunk] for hunk in hunks]


def _reordered(chance: random.Random, hunks: list[Hunk]) -> list[Hunk]:
    rest = hunks[1:]
    chance.shuffle(rest)
    return [hunks[0], *rest]


def _run_together(_: random.Random, hunks: list[Hunk]) -> list[Hunk]:
    """Write all hunks as one, as if nothing stood between them."""
    return [hunks[0], [hunks[1][0], *(line for hunk in hunks[1:] for line in hunk[1:])]]


def _elided(_: random.Random, hunks: list[Hunk]) -> list[Hunk]:
    body = [line for hunk in hunks[1:] for line in (" # ... existing code ...", *hunk[1:])]
    return [hunks[0], [hunks[1][0], *body[1:]]]


DAMAGES: dict[str, Damage] = {
    "line numbers": _each(_numbers),
    "no numbers": _each(_zero),
    "counts": _each(_counts),
    "context changed": _each(_context_changed),
    "context dropped": _each(_context_dropped),
    "context trimmed": _each(_trimmed),
    "trailing space": _each(_trailing),
    "trailing space stripped": _each(_stripped),
    "indentation": _each(_shifted),
    "one line's indentation": _each(_one_shifted),
    "tabs": _each(_tabs),
    "inner space": _each(_doubled),
    "marks forgotten": _each(_no_space),
    "removed line misread": _each(_removed_misread),
    "no hunk header": _no_hunk_header,
    "no file names": _no_names,
    "odd file names": _odd_names,
    "windows line ends": _windows,
    "hunks reordered": _reordered,
    "hunks run together": _run_together,
    "lines elided": _elided,
}
