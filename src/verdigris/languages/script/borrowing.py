"""What a module of JavaScript repeats of another one that it may import, or only names: imported.

Of copies only functions are taken out that stand there word for word, and read nothing of their own
module that the other one lacks: nothing changes in what is done.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import TYPE_CHECKING

from verdigris.core.syntax import Dialect
from verdigris.edits.script_items import text_of
from verdigris.languages.script.names import free_names, unbound
from verdigris.languages.script.text import (
    Put,
    declaration,
    declared,
    exported,
    imported,
    quoted,
    relative,
    rewritten,
    root_of,
    used,
)

if TYPE_CHECKING:
    from tree_sitter import Node


def borrowed(text: str, path: str, others: Mapping[str, str], kind: Dialect) -> str:
    """Return a text that imports what other modules, by path, export and it repeats or lacks."""
    root = root_of(text, kind)
    lacking = unbound(text, kind)
    gone: list[Node] = []
    lines: list[str] = []
    for other, code in others.items():
        there = root_of(code, kind)
        copies = _copies(root, there)
        gone += copies.values()
        if names := copies.keys() | (exported(there).keys() & lacking):
            source = quoted(relative(other, posixpath.dirname(path)))
            lines.append(f"import {{ {', '.join(sorted(names))} }} from {source};\n")
    if not lines or root.has_error:
        return text
    kept = [node for node in root.named_children if node not in gone]
    rest = [node for node in kept if node.type != "import_statement"]
    mentioned = {name for node in rest for name in used(node)}
    spare = [
        node for node in kept if node not in rest and (own := _names(node)) and not own & mentioned
    ]
    left = [node for node in kept if node.type == "import_statement" and node not in spare]
    at = left[-1].end_byte if left else next((node.start_byte for node in rest), 0)
    more = "\n" + "".join(lines).rstrip("\n") if left else "".join(lines) + "\n"
    puts = [Put(at, at, more), *(Put.over(node, "") for node in (*gone, *spare))]
    return rewritten(text, puts).lstrip("\n")


def _copies(root: Node, other: Node) -> dict[str, Node]:
    """Return the statements of a module that stand in another one, by the function they declare."""
    theirs = {name: node for name, node in _functions(other).items() if name in exported(other)}
    mine = _functions(root)
    same = {name for name in mine if name in theirs and _plain(mine[name]) == _plain(theirs[name])}
    known = {name for name, _ in _imports(root) & _imports(other)}
    while lost := {name for name in same if not free_names(mine[name]) <= known | same}:
        same -= lost
    return {name: mine[name] for name in mine if name in same}


def _functions(root: Node) -> dict[str, Node]:
    """Return the statements that declare one function each."""
    found: dict[str, Node] = {}
    for node in root.named_children:
        if declaration(node).type == "function_declaration":
            found.update(dict.fromkeys(declared(node), node))
    return found


def _plain(statement: Node) -> str:
    return "".join(text_of(declaration(statement)).split())


def _imports(root: Node) -> set[tuple[str, str]]:
    """Return the names that a module imports, each with where it comes from and how it is called
    there.
    """
    return {
        (here, f"{there} {text_of(node.child_by_field_name('source'))}")
        for node in root.named_children
        if node.type == "import_statement"
        for here, there, _ in imported(node)
    }


def _names(statement: Node) -> set[str]:
    return {here for here, _, _ in imported(statement)}
