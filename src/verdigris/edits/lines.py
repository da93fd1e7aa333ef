"""Lines of a file with the ends they have, and what an answer leaves out.

Split at newlines only, as git does: a form feed, a lone carriage return or U+2028 is part of a
line. Each line keeps its own end, so a file with mixed ends keeps them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from verdigris.errors import ModelMistake

_LINE = re.compile(r"([^\n]*?)(\r?\n)|([^\n]+)\Z")
_ELISION = re.compile(
    r"""^\s*(?:
        (?:\#|//|/\*|<!--|--|;|%|\{/\*|)\s*(?:\.{3,}|…)\s*(?:\*/\}?|-->)?\s*$        # only dots
      | (?:\#|//|/\*|<!--|--|;|%|\{/\*)\s*(?=.*(?:\.{3}|…)).*\b(?:rest|existing|unchanged|same|
            remain\w*|others?|previous|omitted|elided|as\ before|unmodified|keep|code|more)\b.*
      | (?:\#|//|/\*|<!--|--|;|%|\{/\*)\s*\W*(?:the\ )?(?:
            rest\ of\ (?:the|this|your)\ .*
          | (?:existing|remaining|previous|unchanged|other)\ (?:code|methods?|functions?|lines?|
              imports?|implementation|content)\b.*
          | .*\b(?:remains?|stays?|is|are)\ (?:unchanged|the\ same)\b.*
          | (?:same|unchanged|omitted)\ (?:as\ (?:before|above)|for\ brevity).*)
    )$""",
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Line:
    text: str
    end: str
    """`\\n`, `\\r\\n`, or nothing at the end of a file without a final newline."""


def split(text: str) -> list[Line]:
    return [
        Line(m.group(3), "") if m.group(3) is not None else Line(m.group(1), m.group(2))
        for m in _LINE.finditer(text)
    ]


def join(lines: Iterable[Line]) -> str:
    return "".join(line.text + line.end for line in lines)


def usual_end(lines: Sequence[Line]) -> str:
    """Return the line end most lines have."""
    windows = sum(line.end == "\r\n" for line in lines)
    return "\r\n" if windows * 2 > len(lines) else "\n"


def with_ends_of(text: str, model: str) -> str:
    """Return a text with the line ends of another: line by line where the lines are the same."""
    old, new = split(model), split(text.replace("\r\n", "\n"))
    end = usual_end(old)
    if all(line.end == "\n" for line in old[:-1]) and end == "\n":
        return join(new)
    ends = [end] * len(new)
    matcher = difflib.SequenceMatcher(
        None, [line.text for line in old], [line.text for line in new], autojunk=False
    )
    for _, a, b, c, d in matcher.get_opcodes():
        for i in range(min(b - a, d - c)):
            ends[c + i] = old[a + i].end or end
    return join(
        Line(line.text, ends[i] if line.end else "") for i, line in enumerate(new)
    )  # fmt: skip


def is_elision(line: str) -> bool:
    """Tell whether a line says that code was left out: `# ... rest unchanged ...`, `// ...`."""
    return len(line) < 200 and bool(_ELISION.match(line))


def elisions(text: str, original: str) -> list[str]:
    """Return the lines of a text that stand for code left out and are not in the original."""
    there = {line.strip() for line in original.split("\n")}
    said = [line.strip() for line in text.split("\n") if is_elision(line)]
    return [line for line in said if line not in there and line not in ("...", "…")]


def refuse_elisions(text: str, original: str, what: str) -> None:
    """Raise ModelMistake where a text stands for more than it says: it would delete code."""
    if left_out := elisions(text, original):
        raise ModelMistake(f"Your {what} leaves code out (`{left_out[0]}`). Write it in full.")


def nearest(wanted: Sequence[str], lines: Sequence[str], limit: int = 8) -> str:
    """Return the lines of a file that come nearest to some wanted ones, with their numbers."""
    keys = [line.strip() for line in wanted if line.strip()]
    if not keys or not lines:
        return ""
    start = _likeliest(keys, [line.strip() for line in lines])
    if start is None:
        return ""
    end = min(len(lines), start + min(max(len(wanted), 3), limit))
    return "\n".join(f"{i + 1:>4}  {lines[i][:160]}" for i in range(start, end))


def _likeliest(keys: Sequence[str], lines: Sequence[str]) -> int | None:
    """Return where most of the wanted lines stand together, else where the likest one is."""
    known = set(keys)
    hits = [i for i, line in enumerate(lines) if line in known]
    if hits:
        size = len(keys) + 2
        best = max(hits, key=lambda i: (len(set(lines[i : i + size]) & known), -i))
        return max(0, best - next((k for k, key in enumerate(keys) if key == lines[best]), 0))
    for k, key in enumerate(keys[:3]):
        if close := difflib.get_close_matches(key, lines[:4000], n=1, cutoff=0.6):
            return max(0, lines.index(close[0]) - k)
    return None
