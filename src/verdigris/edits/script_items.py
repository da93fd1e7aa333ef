"""The definitions of a JavaScript or TypeScript text, as its syntax tree has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from verdigris.core.syntax import Dialect, script_tree

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMED = {
    "function_declaration", "generator_function_declaration", "class_declaration",
    "abstract_class_declaration", "interface_declaration", "type_alias_declaration",
    "enum_declaration", "function_signature", "internal_module", "module",
}  # fmt: skip
_DECLARED = ("lexical_declaration", "variable_declaration")
_CLASSES = {"class_declaration", "abstract_class_declaration", "class"}
_MEMBERS = {
    "method_definition", "field_definition", "public_field_definition", "method_signature",
    "abstract_method_signature",
}  # fmt: skip
_FRESH = {
    "function_declaration", "generator_function_declaration", "class_declaration",
    "abstract_class_declaration", "interface_declaration", "type_alias_declaration",
    "enum_declaration",
}  # fmt: skip


@dataclass(frozen=True)
class Item:
    """A definition: its name, the declaration, and the whole statement with its `export`."""

    name: str
    node: Node
    whole: Node

    @property
    def text(self) -> bytes:
        return self.node.text or b""

    @property
    def is_code(self) -> bool:
        """Whether it is a function, a class or a type: worth adding where it is new."""
        if self.node.type in _FRESH:
            return True
        value = next(
            (v for d in self.node.named_children if (v := d.child_by_field_name("value"))), None
        )
        return value is not None and value.type in (
            "arrow_function", "function_expression", "class", "generator_function",
        )  # fmt: skip


def defined_names(text: str, kind: Dialect) -> set[str]:
    """Return what a text defines, members of classes included, also where they stand alone."""
    root, members = parsed(text, kind)
    found = {item.name for item in items_of(root)} | {name for name, _ in members}
    for item in items_of(root):
        if (body := class_body(item.node)) is not None:
            found |= {name for name, _ in members_of(body)}
    return found


def parsed(code: str, kind: Dialect) -> tuple[Node, list[tuple[str, Node]]]:
    """Parse a text; where it is a method without its class, as if the class stood around it."""
    root = script_tree(code, kind).root_node
    if not root.has_error and any(True for _ in items_of(root)):
        return root, []
    wrapped = script_tree(f"class Wrapped {{\n{code}\n}}\n", kind).root_node
    owner = next(items_of(wrapped), None)
    body = class_body(owner.node) if owner and not wrapped.has_error else None
    members = list(members_of(body)) if body is not None else []
    return (script_tree("", kind).root_node, members) if members else (root, [])


def items_of(root: Node) -> Iterator[Item]:
    for statement in root.named_children:
        node = statement
        if statement.type == "export_statement":
            inner = statement.child_by_field_name("declaration")
            node = inner or statement.child_by_field_name("value") or statement
            if node.type not in _NAMED and node.type not in _DECLARED and _is_default(statement):
                yield Item("default", statement, statement)
                continue
        elif statement.type == "ambient_declaration":
            node = next((c for c in statement.named_children if c.type in _NAMED), statement)
        if name := _name(node):
            yield Item(name, node, statement)


def _is_default(statement: Node) -> bool:
    return any(child.type == "default" for child in statement.children)


def _name(node: Node) -> str:
    if node.type in _NAMED:
        return text_of(node.child_by_field_name("name"))
    if node.type in _DECLARED:
        made = [c for c in node.named_children if c.type == "variable_declarator"]
        return text_of(made[0].child_by_field_name("name")) if len(made) == 1 else ""
    if node.type == "expression_statement" and node.named_children:
        said = node.named_children[0]
        if said.type == "assignment_expression":  # exports.name = …, Thing.prototype.name = …
            return re.sub(r"\s+", "", text_of(said.child_by_field_name("left")))
    return ""


def text_of(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def class_body(node: Node) -> Node | None:
    if node.type in _CLASSES:
        return node.child_by_field_name("body")
    return None


def members_of(body: Node) -> Iterator[tuple[str, Node]]:
    for member in body.named_children:
        if member.type in _MEMBERS:
            name = member.child_by_field_name("name") or member.child_by_field_name("property")
            # A getter, a setter and a static method may share a name and all count.
            kinds = [c.type for c in member.children if c.type in ("get", "set", "static")]
            yield " ".join([*kinds, text_of(name)]), member
