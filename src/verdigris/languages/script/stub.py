"""Heads of functions and classes in JavaScript and TypeScript: read from code, written as stubs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from verdigris.core.building import Function, Part
from verdigris.core.syntax import Dialect, walk
from verdigris.core.text import one_line
from verdigris.edits.script_items import class_body, members_of, text_of
from verdigris.languages.script.text import (
    CLASSES,
    DECLARED,
    FUNCTIONS,
    TYPES,
    commonjs_names,
    declaration,
    declared,
    exported,
    is_word,
    root_of,
)  # fmt: skip

if TYPE_CHECKING:
    from tree_sitter import Node

FAILS = 'throw new Error("not implemented");'
GUARD = "process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href"
GUARD_IMPORTS = (
    'import { realpathSync } from "node:fs";',
    'import { pathToFileURL } from "node:url";',
)
START = "process.exitCode = await main(process.argv.slice(2));"
"""How a module starts its `main`."""
_OLDER_START = (
    "Promise.resolve(main(process.argv.slice(2))).then((status) => { process.exitCode = status; });"
)
"""The older module system knows no `await` there, and its `main` may have to be awaited too."""
_UNWRITTEN = re.compile(
    r"not[ _-]*(?:yet[ _-]*)?implemented|unimplemented|to[ -]?do\b|fixme|implement (?:me|this)|"
    r"your code here|stub",
    re.I,
)
_COMMONJS = re.compile(r"(?:module\.)?exports\b")


def is_commonjs(part: Part) -> bool:
    """Tell whether a part is a file of the older module system: by its name, or as it was read."""
    return part.path.endswith((".cjs", ".cts")) or any(
        _COMMONJS.match(one.signature) for one in part.functions
    )


# Reading


def signatures(text: str, kind: Dialect) -> tuple[Function, ...]:
    """Return what a text exports; where it exports nothing, what it declares."""
    root = root_of(text, kind)
    if root.has_error:
        return ()
    offered = exported(root)
    found: dict[str, Function] = {}
    for statement in root.named_children:
        node = declaration(statement)
        for name in declared(statement) if node.type != "import_statement" else ():
            if offered and name not in offered and statement.type != "export_statement":
                continue
            if head := _head(node, name):
                by_older = offered.get(name, statement).type == "expression_statement"
                prefix = f"exports.{name} = " if by_older else "export " if offered else ""
                found.setdefault(
                    name,
                    Function(name=name, signature=prefix + head, purpose=_purpose(statement)),
                )
        for name in commonjs_names(statement):
            value = _assigned(statement)
            if value is not None and name != "default" and (head := _head(value, name)):
                said = Function(name=name, signature=f"exports.{name} = {head}")
                found.setdefault(name, said.model_copy(update={"purpose": _purpose(statement)}))
    return tuple(found.values())


def _assigned(statement: Node) -> Node | None:
    inner = statement.named_children[0] if statement.named_children else None
    return inner.child_by_field_name("right") if inner is not None else None


def _head(node: Node, name: str) -> str:
    """Return the head on one line; nothing for what is neither function, class nor type."""
    if node.type in DECLARED:
        value = _value_of(node, name)
        return _head(value, name) if value is not None else ""
    if node.type in CLASSES:
        heads = "; ".join(_members(node))
        body = class_body(node)
        base = text_of(node)[: body.start_byte - node.start_byte] if body is not None else ""
        tail = re.search(r"\s(extends\s.*)", base, re.S)
        return one_line(f"class {name} {tail.group(1) if tail else ''} {{ {heads} }}", 600)
    if node.type in TYPES:
        return one_line(text_of(node).rstrip(";"), 600)
    if node.type not in FUNCTIONS:
        return ""
    return one_line(f"{_before(node)}function {name}{_shape(node)}", 400)


def _before(node: Node) -> str:
    kinds = [child.type for child in node.children]
    return "async " if "async" in kinds else ""


def _shape(node: Node) -> str:
    """Return `(a, b): string` of a function, with its type parameters."""
    single = node.child_by_field_name("parameter")
    inside = text_of(node.child_by_field_name("parameters")) or f"({text_of(single)})"
    star = "*" if any(child.type == "*" for child in node.children) else ""
    kinds = text_of(node.child_by_field_name("type_parameters"))
    return f"{star}{kinds}{inside}{text_of(node.child_by_field_name('return_type'))}"


def _value_of(node: Node, name: str) -> Node | None:
    for one in node.named_children:
        if text_of(one.child_by_field_name("name")) == name:
            return one.child_by_field_name("value")
    return None


def _members(node: Node) -> Iterator[str]:
    body = class_body(node)
    for name, member in members_of(body) if body is not None else ():
        bare = name.rpartition(" ")[2]
        if member.type == "method_definition" and not bare.startswith(("#", "_", "[")):
            lead = " ".join(name.split(" ")[:-1])
            yield f"{lead} {_before(member)}{bare}{_shape(member)}".strip()


def _purpose(statement: Node) -> str:
    """Return the first sentence of the comment above."""
    above = statement.prev_sibling
    if above is None or above.type != "comment":
        return ""
    lines = (line.strip(" \t*/") for line in text_of(above).split("\n"))
    return one_line(next((line for line in lines if line and line[0] != "@"), ""), 200)


def stubs_in(text: str, kind: Dialect) -> tuple[str, ...]:
    """Return the functions and methods that are declared and not written yet."""
    found: list[str] = []
    for statement in root_of(text, kind).named_children:
        node = declaration(statement)
        value = _assigned(statement) if node is statement else None
        names = [*declared(statement), *commonjs_names(statement)]
        for name in names:
            body = _value_of(node, name) if node.type in DECLARED else value or node
            if body is None:
                continue
            if body.type in CLASSES:
                found += [f"{name}.{method}" for method in _unwritten_methods(body)]
            elif body.type in FUNCTIONS and _is_unwritten(body):
                found.append(name)
    return tuple(dict.fromkeys(found))


def _unwritten_methods(node: Node) -> Iterator[str]:
    body = class_body(node)
    for name, member in members_of(body) if body is not None else ():
        bare = name.rpartition(" ")[2]
        # Many a constructor has nothing to do; one that throws is waiting to be written.
        idle = bare == "constructor" and "throw" not in text_of(member)
        if member.type == "method_definition" and _is_unwritten(member) and not idle:
            yield bare


def _is_unwritten(node: Node) -> bool:
    body = node.child_by_field_name("body")
    if body is None or body.type != "statement_block":
        return False
    inside = [child for child in body.named_children if child.type != "comment"]
    notes = " ".join(text_of(child) for child in body.named_children if child.type == "comment")
    if not inside:
        return True
    if len(inside) > 1:
        return False
    only = inside[0]
    if only.type == "throw_statement":
        return bool(_UNWRITTEN.search(text_of(only)))
    empty = only.type == "return_statement" and text_of(only).rstrip(";").strip() in (
        "return", "return null", "return undefined", "return {}", "return []", 'return ""',
        "return ''", "return 0", "return false",
    )  # fmt: skip
    return empty and bool(_UNWRITTEN.search(notes))


def stub(part: Part, kind: Dialect) -> str:
    """Return a file that offers every name of a part and fails when one is used."""
    older = is_commonjs(part)
    lines: list[str] = []
    methods: dict[str, list[Function]] = {}
    for one in part.functions:
        owner, dot, _ = one.name.partition(".")
        if dot:
            methods.setdefault(owner, []).append(one)
    plain = [one for one in part.functions if "." not in one.name]
    plain += [
        Function(name=owner, signature=f"class {owner}")
        for owner in methods
        if owner not in {one.name for one in plain}
    ]
    for one in plain:
        if is_word(one.name):
            code = _stub_of(one, methods.get(one.name, ()), kind)
            lines += [code if older or not code else f"export {code}", ""]
    if older:
        names = ", ".join(one.name for one in plain if is_word(one.name))
        lines += [f"module.exports = {{ {names} }};", ""]
    if part.is_main:
        starts = any(one.name == "main" for one in plain)
        return "\n".join([*_main_stub(older, lines, starts=starts), ""])
    return "\n".join(lines) or "export {};\n"


def ending(part: Part) -> str:
    if not part.is_main:
        return ""
    return f"if (require.main === module) {_OLDER_START}" if is_commonjs(part) else START


def _main_stub(older: bool, lines: Sequence[str], *, starts: bool) -> list[str]:
    """Return the lines with an ending that fails where the file is started: in its `main`, if there
    is one, so that nothing but that is to be written.
    """
    if older:
        start = _OLDER_START if starts else FAILS
        return [*lines, "if (require.main === module) {", f"  {start}", "}"]
    start = START if starts else FAILS
    return [*GUARD_IMPORTS, "", *lines, f"if ({GUARD}) {{", f"  {start}", "}"]


def _stub_of(one: Function, methods: Sequence[Function], kind: Dialect) -> str:
    said = re.sub(r"^\s*(?:export\s+)?(?:default\s+)?", "", one.signature.strip().rstrip(";"))
    said = re.sub(r"^(?:module\.)?exports\.[\w$]+\s*=\s*", "", said)
    if re.match(r"(?:interface|type|declare)\b", said):
        return f"{said}\n" if kind != "javascript" and _parses(said, kind) else ""
    if re.match(r"(?:abstract\s+)?class\b", said) or methods:
        return _class_stub(one.name, said, methods, kind)
    return _function_stub(one.name, said, kind)


def _function_stub(name: str, said: str, kind: Dialect) -> str:
    head = re.sub(r"\s*(?:\{.*\}?|=>.*)?\s*$", "", said, flags=re.S)
    arrow = re.match(rf"(?:const|let|var)\s+{re.escape(name)}\s*=\s*(async\s+)?(.*)", said, re.S)
    if arrow:
        head = f"{arrow.group(1) or ''}function {name}{arrow.group(2).partition('=>')[0].strip()}"
    if not re.match(r"(?:async\s+)?function\b", head):
        head = re.sub(r"^(async\s+)?", r"\1function ", head, count=1)
    head = _typed_for(kind, re.sub(r"\)\s*(?:->|=>)\s*", "): ", head))
    for tried in (head, head.partition(")")[0] + ")", f"function {name}(...args)"):
        code = f"{tried} {{\n  {FAILS}\n}}"
        root = root_of(code, kind)
        only = root.named_children[0] if len(root.named_children) == 1 else None
        if not root.has_error and only is not None and list(declared(only)) == [name]:
            return code
    return f"function {name}() {{\n  {FAILS}\n}}"


def _typed_for(kind: Dialect, head: str) -> str:
    """Return a head without its types where the language has none."""
    if kind != "javascript":
        return head
    code = f"{head} {{}}"
    root = root_of(code, "typescript")
    if root.has_error:
        return head
    data = bytearray(code.encode())
    spans = [
        (node.start_byte, node.end_byte)
        for node in walk(root)
        if node.type in ("type_annotation", "type_parameters")
        or (node.type == "?" and node.parent and node.parent.type == "optional_parameter")
    ]
    for start, end in sorted(spans, reverse=True):
        if end <= len(data):
            del data[start:end]
    return data.decode("utf-8", "replace").removesuffix(" {}").removesuffix("{}").rstrip()


def _class_stub(name: str, said: str, methods: Sequence[Function], kind: Dialect) -> str:
    inside = re.search(r"\{(.*)\}", said, re.S)
    heads = [head.strip() for head in re.split(r";|\n", inside.group(1))] if inside else []
    heads += [re.sub(r"^.*?\b(?=[\w$]+\s*\()", "", one.signature.strip(" ;")) for one in methods]
    known: dict[str, str] = {}
    for head in filter(None, heads):
        code = _method_stub(head, kind)
        if code and (match := re.search(r"([\w$#]+)\s*(?:<[^(]*>)?\(", code)):
            known.setdefault(match.group(1), code)
    known.setdefault("constructor", f"  constructor() {{\n    {FAILS}\n  }}")
    return "\n".join([f"class {name} {{", "\n\n".join(known.values()), "}"])


def _method_stub(head: str, kind: Dialect) -> str:
    bare = re.sub(r"^(?:async\s+)?function\s+", "", re.sub(r"\s*\{.*", "", head, flags=re.S))
    for dialect in (kind, "typescript") if kind == "javascript" else (kind,):
        code = f"class X {{ {bare} {{}} }}"
        if not root_of(code, dialect).has_error and "(" in bare:
            typed = _typed_for(kind, f"function {bare}") if dialect != kind else f"function {bare}"
            shown = typed.removeprefix("function ")
            return f"  {shown} {{\n    {FAILS}\n  }}"
    return ""


def _parses(code: str, kind: Dialect) -> bool:
    return not root_of(code, kind).has_error
