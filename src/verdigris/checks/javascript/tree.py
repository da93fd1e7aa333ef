"""Parses a text and notes which name is bound where. Evaluates nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

_FUNCTIONS = {
    "function_declaration", "function_expression", "arrow_function", "method_definition",
    "generator_function", "generator_function_declaration", "function",
}  # fmt: skip
_BLOCKS = {
    "statement_block", "for_statement", "for_in_statement", "catch_clause", "class_body",
    "switch_body",
}  # fmt: skip
_ESCAPE = re.compile(r"\\u\{([0-9A-Fa-f]{1,6})\}|\\u([0-9A-Fa-f]{4})")


@dataclass(frozen=True, eq=False)
class Binding:
    module: str = ""
    """Of an import: the module and, after a dot, what is taken from it."""
    expr: Node | None = None
    path: tuple[str, ...] = ()
    """The properties taken out of the expression, where it is destructured."""


@dataclass(eq=False)
class Scope:
    parent: Scope | None = None
    function: bool = True
    bindings: dict[str, list[Binding]] = field(default_factory=dict)

    def bind(self, name: str, binding: Binding) -> None:
        self.bindings.setdefault(name, []).append(binding)

    def find(self, name: str) -> Scope | None:
        scope: Scope | None = self
        while scope is not None and name not in scope.bindings:
            scope = scope.parent
        return scope

    @property
    def owner(self) -> Scope:
        """The scope of the function around, where `var` lives."""
        scope = self
        while not scope.function and scope.parent is not None:
            scope = scope.parent
        return scope


@cache
def _parser(kind: str) -> Parser:
    import tree_sitter_javascript
    import tree_sitter_typescript
    from tree_sitter import Language, Parser

    grammar = {
        "js": tree_sitter_javascript.language,
        "ts": tree_sitter_typescript.language_typescript,
        "tsx": tree_sitter_typescript.language_tsx,
    }[kind]
    return Parser(Language(grammar()))


class Tree:
    """A parsed text: its nodes in order, their scopes, and what they bind."""

    def __init__(self, text: str, path: str) -> None:
        suffix = PurePosixPath(path).suffix.lower()
        kind = {".ts": "ts", ".mts": "ts", ".cts": "ts", ".tsx": "tsx"}.get(suffix, "js")
        self._source = text.encode("utf-8", "replace")
        self._tree = _parser(kind).parse(self._source)
        self.root = self._tree.root_node
        self.nodes: list[Node] = []
        self.scope_of: dict[int, Scope] = {}
        self.module = Scope()
        if not self.root.has_error:
            self._walk()

    @property
    def fault(self) -> int:
        """The line of the first syntax error; 0 when there is none."""
        if not self.root.has_error:
            return 0
        node = self.root
        while True:
            inside = [c for c in node.children if c.has_error or c.is_error or c.is_missing]
            if not inside or node.is_error:
                return int(node.start_point.row) + 1
            node = inside[0]

    def _walk(self) -> None:
        stack: list[tuple[Node, Scope]] = [(self.root, self.module)]
        while stack:
            node, scope = stack.pop()
            self.nodes.append(node)
            self.scope_of[node.id] = scope
            self._bind(node, scope)
            inside = scope
            if node.type in _FUNCTIONS or node.type in _BLOCKS:
                inside = Scope(scope, function=node.type in _FUNCTIONS)
                self._bind_parameters(node, inside)
            stack.extend((child, inside) for child in reversed(node.named_children))

    def _bind(self, node: Node, scope: Scope) -> None:
        match node.type:
            case "variable_declarator":
                var = node.parent is not None and node.parent.type == "variable_declaration"
                home = scope.owner if var else scope
                _bind_pattern(node.child_by_field_name("name"), node, home)
            case "assignment_expression":
                left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
                if left is not None and left.type in (
                    "identifier",
                    "object_pattern",
                    "array_pattern",
                ):
                    for name, path in _names_in(left):
                        home = scope.find(name) or self.module
                        home.bind(name, Binding(expr=right, path=path))
            case "function_declaration" | "generator_function_declaration" | "class_declaration":
                if (own := node.child_by_field_name("name")) is not None:
                    scope.bind(text_of(own), Binding())
            case "import_statement":
                _bind_import(node, scope)

    def _bind_parameters(self, node: Node, scope: Scope) -> None:
        fields = ("parameters", "parameter", "left")
        for part in filter(None, (node.child_by_field_name(each) for each in fields)):
            for name, _ in _names_in(part):
                scope.bind(name, Binding())


def _bind_pattern(pattern: Node | None, declarator: Node, scope: Scope) -> None:
    value = declarator.child_by_field_name("value")
    for name, path in _names_in(pattern) if pattern is not None else ():
        scope.bind(name, Binding(expr=value, path=path))


def _names_in(pattern: Node) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the names that a pattern binds, each with the properties that lead to it."""
    stack: list[tuple[Node, tuple[str, ...]]] = [(pattern, ())]
    while stack:
        node, path = stack.pop()
        match node.type:
            case "identifier" | "shorthand_property_identifier_pattern":
                own = (text_of(node),) if node.type != "identifier" else ()
                yield text_of(node), (*path, *own)
            case "pair_pattern":
                key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
                if key is not None and value is not None:
                    stack.append((value, (*path, text_of(key).strip("'\"`[]"))))
            case "assignment_pattern" | "object_assignment_pattern":
                if (left := node.child_by_field_name("left")) is not None:
                    stack.append((left, path))
            case "type_annotation" | "predefined_type":
                pass
            case "required_parameter" | "optional_parameter":
                if (inner := node.child_by_field_name("pattern")) is not None:
                    stack.append((inner, path))
            case _:
                stack += [(child, path) for child in node.named_children]


def _bind_import(node: Node, scope: Scope) -> None:
    source = node.child_by_field_name("source")
    clause = next((c for c in node.named_children if c.type == "import_clause"), None)
    if any(child.type == "type" for child in node.children):
        return
    for child in node.named_children:
        if child.type == "import_require_clause":  # TypeScript's `import x = require('y')`
            name = next((c for c in child.named_children if c.type == "identifier"), None)
            where = child.child_by_field_name("source")
            if name is not None and where is not None:
                scope.bind(text_of(name), Binding(module=text_of(where).strip("'\"")))
    if clause is None or source is None:
        return
    module = text_of(source).strip("'\"")
    for part in clause.named_children:
        if part.type == "identifier":
            scope.bind(text_of(part), Binding(module=module))
        elif part.type == "namespace_import":
            scope.bind(text_of(part.named_children[0]), Binding(module=module))
        elif part.type == "named_imports":
            for each in part.named_children:
                name, alias = each.child_by_field_name("name"), each.child_by_field_name("alias")
                if name is not None:
                    taken = text_of(name)
                    whole = module if taken == "default" else f"{module}.{taken}"
                    scope.bind(text_of(alias or name), Binding(module=whole))


def text_of(node: Node) -> str:
    text = (node.text or b"").decode("utf-8", "replace")
    if "\\" in text and node.type in ("identifier", "property_identifier"):
        text = _ESCAPE.sub(lambda m: chr(int(m.group(1) or m.group(2), 16) % 0x110000), text)
    return text


def arguments(node: Node) -> list[Node]:
    given = node.child_by_field_name("arguments")
    if given is None:
        return []
    if given.type == "template_string":
        return [given]
    return [child for child in given.named_children if child.type != "comment"]
