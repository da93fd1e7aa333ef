"""Python in an answer without usable fences: from the first definition on, as far as it parses."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from verdigris.edits.blocks import Code
from verdigris.edits.names import defined

_MOST = 60_000
"""Characters that are searched: every attempt is parsed."""


def unfenced(text: str) -> list[Code]:
    """Find Python in a text without usable fences: from the first definition on, as it parses."""
    lines = [
        line for line in text[:_MOST].splitlines() if not line.strip().startswith(("```", "~~~"))
    ]
    starts = re.compile(r"(?:async def|def|class|import|from)\s|@\w")
    # Prose may begin with "from" or "import" too: then the next line that looks like code is tried.
    found = [i for i, line in enumerate(lines) if starts.match(line)]
    return next((blocks for i in found[:20] if (blocks := _code_from(lines, i))), [])


def _code_from(lines: Sequence[str], start: int) -> list[Code]:
    end = len(lines)
    while end > start:
        code = "\n".join(lines[start:end]) + "\n"
        try:
            ast.parse(code)
        except SyntaxError as error:
            # Prose begins at the latest where the parser stumbled; always at least a line shorter.
            end = min(end - 1, start + (error.lineno or 1) - 1)
            continue
        except (ValueError, RecursionError, MemoryError):
            return []
        return [Code(code)] if defined("answer.py", code) else []
    return []
