"""What a module of JavaScript uses of another part and forgot to import: imported.

Copies are left as they are: what the same words mean depends on more than can be seen here.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from verdigris.core.syntax import Dialect
from verdigris.languages.script.names import unbound
from verdigris.languages.script.text import Put, exported, quoted, relative, rewritten, root_of


def completed(text: str, path: str, others: Mapping[str, str], kind: Dialect) -> str:
    """Return a text that imports what other modules, by path, export and it lacks."""
    lacking = unbound(text, kind)
    lines: list[str] = []
    for other, code in others.items():
        if names := exported(root_of(code, kind)).keys() & lacking:
            source = quoted(relative(other, posixpath.dirname(path)))
            lines.append(f"import {{ {', '.join(sorted(names))} }} from {source};\n")
            lacking -= names
    if not lines or "module.exports" in text or path.endswith(".cjs"):
        return text
    nodes = root_of(text, kind).named_children
    at = next((node.start_byte for node in nodes if node.type != "hash_bang_line"), 0)
    return rewritten(text, [Put(at, at, "".join(lines))])
