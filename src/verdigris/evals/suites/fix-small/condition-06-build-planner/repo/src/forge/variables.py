"""Variables in rule files: `NAME = value`, used as `$(NAME)`."""

from __future__ import annotations

import re

_USE = re.compile(r"\$\((\w+)\)")
_DEEPEST = 20


def expand(text: str, variables: dict[str, str]) -> str:
    """Replace every use, also those inside values. Raises KeyError for an unknown name."""
    for _ in range(_DEEPEST):
        if not _USE.search(text):
            return text
        text = _USE.sub(lambda match: variables[match[1]], text)
    raise RecursionError("a variable contains itself")
