"""Uses in JavaScript that are more than a name. Each yields a rule's id and what was used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from verdigris.checks.javascript.names import Names
from verdigris.checks.javascript.tree import arguments, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

Shape = tuple[str, str]
_FROM_WHOLE = {
    "globalThis", "global", "window", "self", "process", "child_process", "vm", "module", "fs",
    "fs.promises",
}  # fmt: skip
_WRITERS = re.compile(
    r"^(?:fs|fs\.promises|fs-extra)\.(?P<what>writeFile|appendFile|createWriteStream|mkdir|copyFile"
    r"|rename|symlink|link|chmod|chown|outputFile|cp)(?:Sync)?$"
)
_SECOND = {"copyFile", "rename", "symlink", "link", "cp"}
_AWAY = re.compile(
    r"^(?:/(?!tmp(?:/|$)|var/tmp/|dev/)|~|[A-Za-z]:[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)"
)
_TEST_VARIABLES = re.compile(
    r"^process\.env\.(?:JEST_WORKER_ID|VITEST|VITEST_WORKER_ID|VITEST_POOL_ID|MOCHA\w*|NODE_TEST_CONTEXT)$"
)
_TEST_GLOBALS = {"jest", "expect", "describe", "it", "test", "vi", "mocha", "vitest"}
_SHARED = re.compile(
    r"^(?:Object|Array|String|Number|Function|Promise|Math|Date|JSON|console|assert|Reflect)"
    r"(?:\.prototype)?\.\w+$"
)


def shapes(node: Node, names: Names) -> Iterator[Shape]:
    """Yield what one node does that a rule about shapes names."""
    match node.type:
        case "call_expression":
            yield from _call(node, names)
        case "subscript_expression":
            yield from _computed(node, names)
        case "binary_expression":
            yield from _compared(node, names)
        case "unary_expression" if text_of(node).startswith("typeof"):
            for name in names.names(node.child_by_field_name("argument")) & _TEST_GLOBALS:
                yield "policy/test-detection", name
        case "assignment_expression":
            yield from _patched(node.child_by_field_name("left"), names)
    if node.type in ("member_expression", "subscript_expression", "identifier"):
        for name in names.names(node):
            if _TEST_VARIABLES.match(name):
                yield "policy/test-detection", name


def _computed(node: Node, names: Names) -> Iterator[Shape]:
    if names.fold(node.child_by_field_name("index")) is None:
        for name in names.names(node.child_by_field_name("object")) & _FROM_WHOLE:
            yield "policy/dynamic-attribute", name


def _call(node: Node, names: Names) -> Iterator[Shape]:
    function, args = node.child_by_field_name("function"), arguments(node)
    called = names.names(function)
    loader = "import" if function is not None and function.type == "import" else "require"
    if (loader == "import" or loader in called) and args and names.fold(args[0]) is None:
        yield "policy/import-trick", loader
    if called & {"setTimeout", "setInterval", "setImmediate"} and args:
        made = args[0].type in ("string", "template_string", "binary_expression")
        if made or isinstance(names.fold(args[0]), str):
            yield "policy/exec", sorted(called)[0]
    for name in called:
        if found := _WRITERS.match(name):
            place = 1 if found["what"] in _SECOND else 0
            if len(args) > place and _leads_away(args[place], names):
                yield "policy/write-outside", name


def _leads_away(node: Node, names: Names) -> bool:
    """Look at the beginning of a path: at the first piece of what it is put together from."""
    for _ in range(20):
        text = names.fold(node)
        if isinstance(text, str):
            return bool(_AWAY.search(text))
        called = names.names(node)
        if "os.homedir()" in called or "process.env.HOME" in called:
            return True
        first = node.child_by_field_name("left")
        if node.type == "template_string" and node.named_children:
            first = node.named_children[0]
            if first.type == "string_fragment":
                return bool(_AWAY.search(text_of(first)))
        elif node.type == "template_substitution":
            first = node.named_children[0]
        elif node.type == "call_expression":
            first = next(iter(arguments(node)), None)
        if first is None:
            return False
        node = first
    return False


def _compared(node: Node, names: Names) -> Iterator[Shape]:
    sides = [node.child_by_field_name("left"), node.child_by_field_name("right")]
    asked = any("process.env.NODE_ENV" in names.names(side) for side in sides)
    if asked and any(names.fold(side) == "test" for side in sides):
        yield "policy/test-detection", "process.env.NODE_ENV"


def _patched(target: Node | None, names: Names) -> Iterator[Shape]:
    if target is None or target.type not in ("member_expression", "subscript_expression"):
        return
    base = names.names(target.child_by_field_name("object"))
    if "require.cache" in base:
        yield "policy/monkeypatch", "require.cache"
    for name in names.names(target):
        if _SHARED.match(name) or (name in _TEST_GLOBALS and "." not in name):
            yield "policy/monkeypatch", name
