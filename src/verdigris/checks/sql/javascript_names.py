"""What a JavaScript text imports, exports and binds, and what its types promise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from verdigris.checks.javascript.tree import Tree, text_of
from verdigris.checks.sql.model import Target

if TYPE_CHECKING:
    from tree_sitter import Node

_SAFE_TYPE = re.compile(
    r"^(?:(?:readonly\s+)?(?:number|bigint|boolean|Date|null|undefined|'[^']*'|\"[^\"]*\"|"
    r"keyof\s+typeof\s+\w+|\(?typeof\s+\w+\)?\[number\])(?:\[\])?\s*(?:\||$)\s*)+$"
)


def safe_aliases(tree: Tree) -> frozenset[str]:
    """Return the names of types and enums of this text that are choices among constants."""
    found = set()
    for node in tree.nodes:
        name = node.child_by_field_name("name")
        if name is None:
            continue
        value = node.child_by_field_name("value")
        if node.type == "enum_declaration" or (
            node.type == "type_alias_declaration" and is_safe_type(value)
        ):
            found.add(text_of(name))
    return frozenset(found)


def is_safe_type(note: Node | None, aliases: frozenset[str] = frozenset()) -> bool:
    """Tell whether a type lets no text through that could break out: a number, a choice."""
    if note is None:
        return False
    if text_of(note).removeprefix(":").strip() in aliases:
        return True
    said = text_of(note).removeprefix(":").strip().removeprefix("|").strip()
    return len(said) < 500 and bool(_SAFE_TYPE.match(said))


def safe_fields(tree: Tree, aliases: frozenset[str]) -> dict[str, frozenset[str]]:
    """Return which fields of the interfaces and object types of this text let no text through."""
    found = {}
    for node in tree.nodes:
        name = node.child_by_field_name("name")
        kind = {"interface_declaration": "body", "type_alias_declaration": "value"}.get(node.type)
        body = node.child_by_field_name(kind) if kind else None
        if name is not None and body is not None:
            found[text_of(name)] = fields_of(body, aliases)
    return found


def fields_of(body: Node, aliases: frozenset[str]) -> frozenset[str]:
    """Return the fields of a type that is written out, `{ limit: number }`, that are harmless."""
    return frozenset(
        text_of(name)
        for each in body.named_children
        if each.type == "property_signature"
        and (name := each.child_by_field_name("name")) is not None
        and is_safe_type(each.child_by_field_name("type"), aliases)
    )


def imported(tree: Tree) -> dict[str, str]:
    """Return local names and the full names they were imported by, `require` included."""
    found = {
        name: binding.module.removeprefix("node:")
        for name, bindings in tree.module.bindings.items()
        for binding in bindings
        if binding.module
    }
    for node in tree.nodes:
        if node.type != "variable_declarator":
            continue
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        module, rest = _required(value)
        if name is None or not module:
            continue
        for target in targets(name):
            whole = ".".join((module, *rest, *(str(part) for part in target.path)))
            found.setdefault(target.name, whole)
    return found


def _required(node: Node | None) -> tuple[str, tuple[str, ...]]:
    """Return the module of `require('m')`, and what is taken from it: `require('m').x`."""
    rest: list[str] = []
    while node is not None:
        match node.type:
            case "member_expression":
                part = node.child_by_field_name("property")
                rest.insert(0, text_of(part) if part is not None else "")
                node = node.child_by_field_name("object")
            case "await_expression" | "parenthesized_expression":
                node = node.named_children[0] if node.named_children else None
            case "call_expression":
                function = node.child_by_field_name("function")
                given = node.child_by_field_name("arguments")
                first = given.named_children[:1] if given is not None else []
                known = function is not None and text_of(function) in ("require", "import")
                if not known:  # `require('pg-promise')()`
                    node = function
                elif first and first[0].type == "string":
                    return text_of(first[0]).strip("'\"").removeprefix("node:"), tuple(rest)
                else:
                    return "", ()
            case _:
                return "", ()
    return "", ()


def exported(tree: Tree) -> frozenset[str]:
    """Return the names that others may use; none for a text that is no module."""
    return frozenset(_exported(tree))


def _exported(tree: Tree) -> Iterator[str]:
    for node in tree.nodes:
        if node.type == "export_statement":
            yield ""  # it is a module, whatever it exports
            yield from (text_of(each) for part in node.named_children for each in _names(part))
        elif node.type == "assignment_expression":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            said = text_of(left) if left is not None else ""
            if right is not None and re.match(r"(?:module\.)?exports\b", said):
                yield ""
                yield from (text_of(each) for each in _names(right))


def _names(node: Node) -> Iterator[Node]:
    """Yield the names that an exported thing gives away: its own, or those in an object."""
    stack = [node]
    while stack:
        each = stack.pop()
        match each.type:
            case "identifier" | "shorthand_property_identifier" | "type_identifier":
                yield each
            case "function_declaration" | "class_declaration" | "generator_function_declaration":
                stack += [n for n in (each.child_by_field_name("name"),) if n is not None]
            case "variable_declarator":
                stack += [n for n in (each.child_by_field_name("name"),) if n is not None]
            case "statement_block" | "class_body" | "arrow_function" | "function_expression":
                pass
            case _:
                stack += each.named_children


def targets(pattern: Node) -> list[Target]:
    """Return the names that a pattern binds, each with the way to its part."""
    found: list[Target] = []
    stack: list[tuple[Node, tuple[int | str, ...]]] = [(pattern, ())]
    while stack:
        node, path = stack.pop()
        match node.type:
            case "identifier" | "this":
                found.append(Target(text_of(node), path=path))
            case "shorthand_property_identifier_pattern":
                found.append(Target(text_of(node), path=(*path, text_of(node))))
            case "pair_pattern":
                key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
                if key is not None and value is not None:
                    stack.append((value, (*path, text_of(key).strip("'\"`[]"))))
            case "assignment_pattern" | "object_assignment_pattern":
                left = node.child_by_field_name("left")
                stack += [(left, path)] if left is not None else []
            case "required_parameter" | "optional_parameter":
                inner = node.child_by_field_name("pattern")
                stack += [(inner, path)] if inner is not None else []
            case "array_pattern":
                stack += [(each, (*path, n)) for n, each in enumerate(node.named_children)]
            case "object_pattern" | "rest_pattern" | "lexical_declaration" | "variable_declarator":
                stack += [(each, path) for each in node.named_children]
    return found
