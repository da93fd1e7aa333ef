"""Markup of whole blocks: headings, lists, quotes, code, paragraphs."""

import html
import re
from collections.abc import Iterator

from sitekit.inline import inline

_HEADING = re.compile(r"(#{1,3}) +(.+)")
_ITEM = re.compile(r"[-*] +(.+)")


def blocks(text: str) -> list[str]:
    """Return the blocks of a text as HTML."""
    return [_block(lines) for lines in _groups(text)]


def _groups(text: str) -> Iterator[list[str]]:
    """Yield the lines of each block; empty lines part them, but not inside of code."""
    current: list[str] = []
    in_code = False
    for line in text.splitlines():
        if line.startswith("```"):
            if not in_code and current:
                yield current
                current = []
            current.append(line)
            in_code = not in_code
            if not in_code:
                yield current
                current = []
        elif line.strip() or in_code:
            current.append(line)
        elif current:
            yield current
            current = []
    if current:
        yield current


def _block(lines: list[str]) -> str:
    if lines[0].startswith("```"):
        code = "\n".join(line for line in lines[1:] if not line.startswith("```"))
        return f"<pre>{html.escape(code, quote=False)}</pre>"
    if found := _HEADING.fullmatch(lines[0]):
        level = len(found[1])
        rest = f"\n{_block(lines[1:])}" if lines[1:] else ""
        return f"<h{level}>{inline(found[2])}</h{level}>{rest}"
    if all(_ITEM.fullmatch(line) for line in lines):
        items = (f"<li>{inline(_ITEM.fullmatch(line)[1])}</li>" for line in lines)
        return f"<ul>{''.join(items)}</ul>"
    if all(line.startswith(">") for line in lines):
        inner = " ".join(line[1:].strip() for line in lines)
        return f"<blockquote>{inline(inner)}</blockquote>"
    return f"<p>{inline(' '.join(line.strip() for line in lines))}</p>"


def first_paragraph(text: str) -> str:
    """Return the first paragraph, for previews; empty where there is none."""
    return next((block for block in blocks(text) if block.startswith("<p>")), "")
