"""Markup inside a line: emphasis, code, links. Everything else is escaped."""

import html
import re

_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_EMPHASIS = re.compile(r"\*(.+?)\*")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_SAFE = ("http://", "https://", "/", "#", "mailto:")


def inline(text: str) -> str:
    """Return a line of text as HTML."""
    parts = _CODE.split(text)
    done = []
    for number, part in enumerate(parts):
        escaped = html.escape(part, quote=False)
        done.append(f"<code>{escaped}</code>" if number % 2 else _styled(escaped))
    return "".join(done)


def _styled(text: str) -> str:
    text = _LINK.sub(_link, text)
    text = _STRONG.sub(r"<strong>\1</strong>", text)
    return _EMPHASIS.sub(r"<em>\1</em>", text)


def _link(match: re.Match[str]) -> str:
    label, target = match.groups()
    if not target.startswith(_SAFE):
        return label
    return f'<a href="{html.escape(target)}">{label}</a>'
