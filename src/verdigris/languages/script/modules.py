"""From the older module system of Node to modules: `require` and `module.exports` rewritten.

Only what has one meaning is rewritten. The rest is refused in words for the model.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from verdigris.core.building import Part
from verdigris.core.syntax import Dialect, walk
from verdigris.edits.script_items import text_of
from verdigris.errors import ModelMistake
from verdigris.languages.script.stub import GUARD
from verdigris.languages.script.text import (
    DECLARED,
    Put,
    assignment,
    callee,
    declared,
    imported,
    is_word,
    quoted,
    relative,
    rewritten,
    root_of,
    stem,
    string_value,
)

if TYPE_CHECKING:
    from tree_sitter import Node

_FOLDERS = {"__dirname": "import.meta.dirname", "__filename": "import.meta.filename"}
_STARTED = re.compile(
    r"require\.main\s*===?\s*module|module\s*===?\s*require\.main|!module\.parent|import\.meta\.main"
)


def as_module(text: str, kind: Dialect, part: Part) -> str:
    """Return a text that uses `import` and `export` only."""
    text = _exports_first(text, kind, part)
    root = root_of(text, kind)
    puts: list[Put] = []
    for statement in root.named_children:
        puts += _required(statement)
    taken = [(put.start, put.end) for put in puts]
    known = {name for statement in root.named_children for name in declared(statement)}
    folders = {name: there for name, there in _FOLDERS.items() if name not in known}
    for node in walk(root):
        if any(start <= node.start_byte < end for start, end in taken):
            continue
        if node.type == "identifier" and text_of(node) in folders:
            puts.append(Put.over(node, folders[text_of(node)]))
        elif node.type == "call_expression" and callee(node) == "require":
            puts.append(Put.over(node, _inner_require(node)))
    return rewritten(text, puts)


def guarded(text: str, kind: Dialect) -> str:
    """Return a text whose question `was I started?` is asked as modules ask it."""
    puts = [
        Put.over(condition, f"({GUARD})")
        for node in root_of(text, kind).named_children
        if node.type == "if_statement"
        and (condition := node.child_by_field_name("condition")) is not None
        and _STARTED.search(text_of(condition))
    ]
    return rewritten(text, puts)


def _required(statement: Node) -> Iterator[Put]:
    """Yield `const x = require("y")` as an import, where that is all a statement says."""
    if statement.type == "expression_statement":
        call = statement.named_children[0] if statement.named_children else None
        if call is not None and (name := _module_of(call)):
            yield Put.over(statement, f"import {quoted(name)};")
        return
    if statement.type not in DECLARED:
        return
    made = [one for one in statement.named_children if one.type == "variable_declarator"]
    lines = [_import_line(one) for one in made]
    if made and all(lines):
        yield Put.over(statement, "\n".join(lines))


def _import_line(declarator: Node) -> str:
    target, value = declarator.child_by_field_name("name"), declarator.child_by_field_name("value")
    if target is None or value is None:
        return ""
    if module := _module_of(value):
        if target.type == "identifier":
            return f"import {text_of(target)} from {quoted(module)};"
        names = _import_names(target)
        return f"import {{ {', '.join(names)} }} from {quoted(module)};" if names else ""
    if value.type == "member_expression" and target.type == "identifier":
        module = _module_of(value.child_by_field_name("object"))
        there, here = text_of(value.child_by_field_name("property")), text_of(target)
        shown = here if here == there else f"{there} as {here}"
        return f"import {{ {shown} }} from {quoted(module)};" if module else ""
    return ""


def _import_names(pattern: Node) -> list[str]:
    found: list[str] = []
    for one in pattern.named_children if pattern.type == "object_pattern" else ():
        if one.type == "shorthand_property_identifier_pattern":
            found.append(text_of(one))
        elif one.type == "pair_pattern":
            key, value = one.child_by_field_name("key"), one.child_by_field_name("value")
            if value is None or value.type != "identifier":
                return []
            found.append(f"{text_of(key)} as {text_of(value)}")
        else:
            return []
    return found


def _module_of(node: Node | None) -> str:
    if node is None or node.type != "call_expression":
        return ""
    if text_of(node.child_by_field_name("function")) != "require":
        return ""
    given = node.child_by_field_name("arguments")
    inside = given.named_children if given is not None else []
    return string_value(inside[0]) if len(inside) == 1 else ""


def _inner_require(node: Node) -> str:
    module = _module_of(node)
    if module and (module.startswith("node:") or is_word(module)):
        return f"process.getBuiltinModule({quoted(module)})"
    raise ModelMistake(
        f"`{text_of(node)[:80]}` does not work in an ES module. "
        "Use `import` at the top of the file instead of `require`."
    )


# Exports


def _exports_first(text: str, kind: Dialect, part: Part) -> str:
    root = root_of(text, kind)
    known = {name for statement in root.named_children for name in declared(statement)}
    puts: list[Put] = []
    offered: set[str] = set()
    for statement in root.named_children:
        made = assignment(statement)
        if made is None:
            continue
        left, right = text_of(made.child_by_field_name("left")), made.child_by_field_name("right")
        match = re.fullmatch(r"(?:module\.)?exports(?:\.([\w$]+))?", left)
        if not match or right is None or left == "exports":
            continue
        puts.append(Put.over(statement, _exported_as(match.group(1), right, known, part)))
        offered |= {match.group(1)} if match.group(1) else set()
    if not puts:
        return text
    changed = rewritten(text, puts)
    return re.sub(
        r"\b(?:module\.)?exports\.([\w$]+)",
        lambda m: m.group(1) if m.group(1) in offered else m.group(0),
        changed,
    )


def _exported_as(name: str | None, value: Node, known: set[str], part: Part) -> str:
    if name:
        if value.type == "identifier" and text_of(value) == name:
            return f"export {{ {name} }};" if name in known else ""
        if name in known:
            return f"export {{ {name} }};"
        return f"export const {name} = {text_of(value)};"
    if value.type == "object":
        return "\n".join(_exported_entries(value, known))
    if value.type == "identifier":
        return f"export {{ {text_of(value)} }};"
    wanted = [one.name for one in part.functions if is_word(one.name)]
    if len(wanted) == 1 and wanted[0] not in known:
        return f"export const {wanted[0]} = {text_of(value)};"
    return f"export default {text_of(value)};"


def _exported_entries(entries: Node, known: set[str]) -> Iterator[str]:
    listed: list[str] = []
    for one in entries.named_children:
        key, value = one.child_by_field_name("key"), one.child_by_field_name("value")
        if one.type == "shorthand_property_identifier":
            listed.append(text_of(one))
        elif one.type == "pair" and value is not None and value.type == "identifier":
            same = text_of(key) == text_of(value)
            listed.append(text_of(key) if same else f"{text_of(value)} as {text_of(key)}")
        elif one.type == "pair" and is_word(text_of(key)) and text_of(key) not in known:
            yield f"export const {text_of(key)} = {text_of(value)};"
        elif one.type == "method_definition" and is_word(text_of(one.child_by_field_name("name"))):
            is_async = text_of(one).startswith("async ")
            yield f"export {'async ' * is_async}function {text_of(one).removeprefix('async ')}"
        elif one.type != "comment":
            raise ModelMistake(
                f"`{text_of(one)[:60]}` in module.exports cannot be exported from an ES module. "
                "Write `export function name(…)` for each function."
            )
    if listed:
        yield f"export {{ {', '.join(listed)} }};"


# Imports


def with_paths(text: str, kind: Dialect, part: Part, files: Sequence[str]) -> str:
    """Return a text whose imports of other parts lead to them, whatever ending was written."""
    folder = posixpath.dirname(part.path)
    by_stem = {stem(path): path for path in files}
    puts: list[Put] = []
    for statement in root_of(text, kind).named_children:
        source = statement.child_by_field_name("source")
        said = string_value(source)
        if source is None or not said.startswith("."):
            continue
        wanted = by_stem.get(stem(said))
        exact = posixpath.normpath(posixpath.join(folder, said))
        if wanted and exact != wanted:
            puts.append(Put.over(source, quoted(relative(wanted, folder))))
    return rewritten(text, puts)


def with_type_imports(text: str) -> str:
    """Return TypeScript in which names that are only types are imported as such.

    Node takes the types out of a file without looking at any other, so it cannot know.
    """
    root = root_of(text, "typescript")
    values = {
        text_of(node)
        for statement in root.named_children
        if statement.type != "import_statement"
        for node in walk(statement)
        if node.type in ("identifier", "shorthand_property_identifier")
    }
    types = {text_of(node) for node in walk(root) if node.type == "type_identifier"}
    puts: list[Put] = []
    for statement in root.named_children:
        whole = re.match(r"import\s+type\b", text_of(statement))
        if statement.type != "import_statement" or whole:
            continue
        for here, _, node in imported(statement):
            plain = node.type == "import_specifier" and not text_of(node).startswith("type ")
            if plain and here in types - values:
                puts.append(Put(node.start_byte, node.start_byte, "type "))
    return rewritten(text, puts)
