"""From a pattern with wildcards to a regular expression over paths with slashes."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=512)
def compiled(pattern: str) -> re.Pattern[str]:
    """`*` and `?` do not cross a slash, `**` does; everything else stands for itself."""
    parts, at = [], 0
    while at < len(pattern):
        if pattern.startswith("**/", at):
            parts.append("(?:.*/)?")
            at += 3
        elif pattern.startswith("**", at):
            parts.append(".*")
            at += 2
        elif pattern[at] == "*":
            parts.append("[^/]*")
            at += 1
        elif pattern[at] == "?":
            parts.append("[^/]")
            at += 1
        else:
            parts.append(re.escape(pattern[at]))
            at += 1
    return re.compile("".join(parts))
