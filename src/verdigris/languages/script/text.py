"""JavaScript and TypeScript as text with a syntax tree: what it declares, offers and uses.

No judgement about models or tests here; `parts` and `checks` do that.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from verdigris.core.syntax import Dialect, dialect, script_tree, walk
from verdigris.edits.script_items import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

FUNCTIONS = frozenset((
    "function_declaration", "generator_function_declaration", "function_expression",
    "arrow_function", "generator_function", "method_definition",
))  # fmt: skip
CLASSES = frozenset(("class_declaration", "abstract_class_declaration", "class"))
TYPES = frozenset(("interface_declaration", "type_alias_declaration"))
DECLARED = frozenset(("lexical_declaration", "variable_declaration"))
_DECLARING = FUNCTIONS | CLASSES | TYPES | {"enum_declaration"}
_MOST_QUOTES = 4000
_WORD = re.compile(r"[A-Za-z_$][\w$]*\Z")


@dataclass(frozen=True)
class Put:
    """A piece of a text, in bytes, and what takes its place."""

    start: int
    end: int
    text: str

    @classmethod
    def over(cls, node: Node, text: str) -> Put:
        return cls(node.start_byte, node.end_byte, text)


def rewritten(text: str, puts: Iterable[Put]) -> str:
    """Return a text with pieces of it replaced; of pieces that overlap, the outer one counts."""
    data = text.encode("utf-8", "replace")
    end = len(data) + 1
    for put in _apart(puts):
        if put.end <= end:
            data = data[: put.start] + put.text.encode("utf-8", "replace") + data[put.end :]
            end = put.start
    return data.decode("utf-8", "replace")


def _apart(puts: Iterable[Put]) -> list[Put]:
    kept: list[Put] = []
    for put in sorted(puts, key=lambda put: (put.start, -put.end)):
        if not kept or put.start >= kept[-1].end:
            kept.append(put)
    return kept[::-1]


def dialect_of(path: str, *, typed: bool) -> Dialect:
    return dialect(path) or ("typescript" if typed else "javascript")


def root_of(text: str, kind: Dialect) -> Node:
    quotes = sum(map(text.count, "\"'`"))
    # The parser needs half a minute to get over fifty thousand quotes that belong to nothing.
    broken = quotes > _MOST_QUOTES and quotes * 5 > len(text)
    return script_tree("(" if broken else text, kind).root_node


def is_word(text: str) -> bool:
    return bool(_WORD.match(text))


def quoted(text: str) -> str:
    """Return a string literal."""
    return json.dumps(text, ensure_ascii=False).replace("\u2028", "\\u2028")


def string_value(node: Node | None) -> str:
    """Return what stands between the quotes of a literal, escapes as they are written."""
    return text_of(node)[1:-1] if node is not None and node.type == "string" else ""


def relative(path: str, folder: str) -> str:
    """Return how a file in a folder imports another: `./b.mjs`, `../src/a.mjs`."""
    found = posixpath.relpath(path, folder or ".")
    return found if found.startswith("../") else f"./{found}"


def stem(path: str) -> str:
    return without_ending(posixpath.basename(path))


def without_ending(path: str) -> str:
    return re.sub(r"(?:\.d)?\.[cm]?[jt]sx?\Z", "", path)


def flush(node: Node) -> str:
    """Return a node's text as if it stood in the first column; white space in a template stays."""
    text = text_of(node)
    if "`" in text or "\n" not in text:
        return text
    first, *rest = text.split("\n")
    column = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    column = min(column, node.start_point[1])
    return "\n".join([first, *(line[column:] for line in rest)])


_LONGEST_NAME = 200


def callee(call: Node) -> str:
    """Return what is called; of a long chain only its end, since chains are hostile at times."""
    head = call.child_by_field_name("function")
    if head is None or head.end_byte - head.start_byte <= _LONGEST_NAME:
        return text_of(head)
    last = head.child_by_field_name("property")
    return f"….{text_of(last)}" if last is not None else "…"


def declaration(statement: Node) -> Node:
    """Return what a statement declares, without the `export` before it."""
    if statement.type != "export_statement":
        return statement
    inner = statement.child_by_field_name("declaration") or statement.child_by_field_name("value")
    return inner if inner is not None else statement


def declared(statement: Node) -> Iterator[str]:
    """Yield the names that a statement brings into its scope, imports included."""
    node = declaration(statement)
    if node.type in _DECLARING:
        name = text_of(node.child_by_field_name("name"))
        yield from (name,) if name else ()
    elif node.type in DECLARED:
        for one in node.named_children:
            if one.type == "variable_declarator":
                yield from bound(one.child_by_field_name("name"))
    elif node.type == "import_statement":
        yield from (inner for inner, _, _ in imported(node))


def bound(pattern: Node | None) -> Iterator[str]:
    """Yield the names in a pattern: `{ a, b: c, ...d }` binds a, c and d."""
    for node in walk(pattern) if pattern is not None else ():
        if node.type in ("identifier", "shorthand_property_identifier_pattern"):
            holder = node.parent
            is_default = (
                holder is not None
                and holder.type in ("assignment_pattern", "object_assignment_pattern")
                and holder.child_by_field_name("right") == node
            )
            if not is_default:
                yield text_of(node)


def imported(statement: Node) -> Iterator[tuple[str, str, Node]]:
    """Yield (name here, name there, node) of an import; `default` and `*` are names there."""
    for node in walk(statement):
        if node.type == "import_specifier":
            there = text_of(node.child_by_field_name("name"))
            alias = node.child_by_field_name("alias")
            yield text_of(alias) or there, there, node
        elif node.type == "namespace_import":
            yield text_of(node.named_children[-1]), "*", node
        elif node.type == "identifier" and node.parent and node.parent.type == "import_clause":
            yield text_of(node), "default", node


def used(node: Node) -> set[str]:
    """Return the names that a piece of code mentions as values, its own included."""
    kinds = ("identifier", "shorthand_property_identifier")
    return {text_of(one) for one in walk(node) if one.type in kinds}


def exported(root: Node) -> dict[str, Node]:
    """Return what a module offers by name, with the statement that says so."""
    found: dict[str, Node] = {}
    for statement in root.named_children:
        if statement.type == "export_statement":
            found.update(dict.fromkeys(_exported_by(statement), statement))
        else:
            found.update(dict.fromkeys(commonjs_names(statement), statement))
    return found


def _exported_by(statement: Node) -> Iterator[str]:
    if any(child.type == "default" for child in statement.children):
        yield "default"
        return
    yield from declared(statement)
    for clause in (c for c in statement.named_children if c.type == "export_clause"):
        for one in clause.named_children:
            if one.type == "export_specifier":
                alias = one.child_by_field_name("alias")
                yield text_of(alias) or text_of(one.child_by_field_name("name"))


def commonjs_names(statement: Node) -> Iterator[str]:
    """Yield what `module.exports = { a, b }` or `exports.a = …` offers; `default` for the rest."""
    made = assignment(statement)
    if made is None:
        return
    left, right = text_of(made.child_by_field_name("left")), made.child_by_field_name("right")
    if left == "module.exports" and right is not None and right.type == "object":
        for one in right.named_children:
            key = one.child_by_field_name("key") or one.child_by_field_name("name") or one
            if is_word(text_of(key)):
                yield text_of(key)
    elif left == "module.exports":
        yield "default"
    elif match := re.fullmatch(r"(?:module\.)?exports\.([\w$]+)", left):
        yield match.group(1)


def assignment(statement: Node) -> Node | None:
    """Return the assignment that a statement is; None where it is something else."""
    if statement.type == "expression_statement" and statement.named_children:
        inner = statement.named_children[0]
        return inner if inner.type == "assignment_expression" else None
    return None


def first_error(root: Node) -> int:
    """Return the line at which a text stops making sense."""
    spot = next((node for node in walk(root) if node.is_error or node.is_missing), root)
    return spot.start_point[0] + 1
