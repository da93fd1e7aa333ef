"""The test file of a part: what it imports, and one `test()` for each check."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence

from verdigris.core.building import Check, Part
from verdigris.core.syntax import Dialect, walk
from verdigris.core.text import one_line
from verdigris.languages.script.running import DECLARED, FOLDER, HELPERS, NAMES, helped
from verdigris.languages.script.text import is_word, quoted, relative, root_of

_HEAD = ('import assert from "node:assert/strict";', 'import { test } from "node:test";')
_NONE = "// No test of this file is trusted yet.\nexport {};\n"


def test_file(part: Part, checks: Sequence[Check], path: str, kind: Dialect) -> str:
    if not checks:
        return _NONE
    lines = [*_HEAD, "", *_imports(part, checks, path, kind)]
    for check in checks:
        lines += ["", *_test(check, kind)]
    return "\n".join(lines) + "\n"


test_file.__test__ = False  # type: ignore[attr-defined]  # pytest looks at names


def _imports(part: Part, checks: Sequence[Check], path: str, kind: Dialect) -> Iterator[str]:
    """Yield the import of what the tests use; names that are only types are imported as such."""
    bodies = "\n".join(check.body for check in checks)
    names = dict.fromkeys(one.name.partition(".")[0] for one in part.functions)
    mentioned = [
        name for name in names if is_word(name) and re.search(rf"\b{re.escape(name)}\b", bodies)
    ]
    types = {
        one.name
        for one in part.functions
        if re.match(r"\s*(?:export\s+)?(?:interface|type)\b", one.signature)
    }
    shown = [f"type {name}" if name in types else name for name in mentioned]
    if kind == "javascript":
        shown = [name for name in mentioned if name not in types]
    if shown:
        target = relative(part.path, posixpath.dirname(path))
        yield f"import {{ {', '.join(shown)} }} from {quoted(target)};"
    folder = posixpath.dirname(path)
    if wanted := [NAMES[name] for name in helped(bodies)]:
        yield f"import {{ {', '.join(wanted)} }} from {quoted(relative(HELPERS, folder))};"
    yield f"import {quoted(relative(FOLDER, folder))};"


def _test(check: Check, kind: Dialect) -> Iterator[str]:
    given = helped(check.body)
    uses_context = "server" in given or re.search(r"(?<![\w$.])t\b", check.body)
    if check.says:
        yield f"// {one_line(check.says, 110)}"
    yield f"test({quoted(check.name)}, async ({'t' if uses_context else ''}) => {{"
    yield from (f"  {DECLARED[name]}" for name in given if name in DECLARED)
    yield from _indented(check.body, kind)
    yield "});"


def _indented(body: str, kind: Dialect) -> Iterator[str]:
    """Yield the lines of a body two columns in; those inside a template stay as they are."""
    root = root_of(body, kind)
    fixed = {
        row
        for node in walk(root)
        if node.type in ("template_string", "comment", "string")
        for row in range(node.start_point[0] + 1, node.end_point[0] + 1)
    }
    for number, line in enumerate(body.split("\n")):
        yield line if number in fixed or not line.strip() else f"  {line}"
