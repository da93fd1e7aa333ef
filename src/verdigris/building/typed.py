"""Words for a program that a test gives as one text, taken apart as the goal types them. Pure.

Small models write `program("40 30 25")` for what a user types as three words. That is seen where
the text is just what an example of the goal types; then all texts of that answer are meant so. A
text with blanks may as well be one word, so nothing is touched where no example speaks for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from verdigris.core.building import Example

_ONE_TEXT = re.compile(
    r"""\bprogram\(\s*(?P<quote>["'])(?P<words>(?:(?!(?P=quote))[^\\\n])*)(?P=quote)"""
    r"""(?P<more>(?=\s*\))|\s*,\s*(?=(?:stdin|files)\s*=|\{))"""
)


def words_apart(code: str, examples: Sequence[Example]) -> str:
    """Return a test answer whose starts of the program are given single words."""
    typed = {
        " ".join(words)
        for example in examples
        if example.kind == "command"
        and len(words := example.given.rpartition("\n")[2].split()) > 1
        and not re.search(r"[\"'\\]", example.given)
    }
    if not any(" ".join(one["words"].split()) in typed for one in _ONE_TEXT.finditer(code)):
        return code
    return _ONE_TEXT.sub(_apart, code)


def _apart(found: re.Match[str]) -> str:
    quote = found["quote"]
    if re.search(r"[\"']", found["words"]):
        return found.group()  # these hold words together
    words = ", ".join(f"{quote}{word}{quote}" for word in found["words"].split())
    return f"program({words}{found['more']}" if words else "program("
