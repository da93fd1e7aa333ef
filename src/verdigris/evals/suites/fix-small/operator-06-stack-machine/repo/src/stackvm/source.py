"""Lines of assembler source, taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from stackvm.errors import AssemblyError

_LABEL = re.compile(r"([A-Za-z_]\w*):")


@dataclass(frozen=True)
class Statement:
    line: int
    labels: tuple[str, ...]
    words: tuple[str, ...]


def statements(source: str) -> Iterator[Statement]:
    """One per line that says something. Comments start with a semicolon."""
    for number, text in enumerate(source.splitlines(), start=1):
        text = text.partition(";")[0].strip()
        labels = []
        while match := _LABEL.match(text):
            labels.append(match[1])
            text = text[match.end() :].strip()
        words = tuple(text.split())
        if len(words) > 2:
            raise AssemblyError(f"too many words: {text}", number)
        if labels or words:
            yield Statement(number, tuple(labels), words)


def number(text: str) -> int | None:
    """Decimal, `0x` hexadecimal, or a character in quotes; None for anything else."""
    if len(text) == 3 and text[0] == text[2] == "'":
        return ord(text[1])
    try:
        return int(text, 0)
    except ValueError:
        return None
