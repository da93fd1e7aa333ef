"""Every use of something a rule names, in one JavaScript or TypeScript text. Runs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from verdigris.checks.javascript.names import Names
from verdigris.checks.javascript.shapes import shapes
from verdigris.checks.javascript.tree import Tree, arguments, text_of
from verdigris.checks.matching import broken_by, imported_by_rule
from verdigris.checks.use import Use, broken, use
from verdigris.core.text import one_line

if TYPE_CHECKING:
    from tree_sitter import Node

_MENTIONS = {
    "identifier", "member_expression", "subscript_expression", "shorthand_property_identifier",
    "call_expression", "parenthesized_expression", "sequence_expression",
}  # fmt: skip
_NOT_READ = {
    "import_specifier", "namespace_import", "import_clause", "pair_pattern", "formal_parameters",
    "required_parameter", "optional_parameter", "type_query", "labeled_statement",
}  # fmt: skip


def uses(text: str, path: str) -> list[Use]:
    """Return what a text uses; one that does not parse amounts to one broken use."""
    tree = Tree(text, path)
    if tree.fault:
        return [broken(tree.fault, "a syntax error", "")]
    names = Names(tree)
    found: list[Use] = []
    for node in tree.nodes:
        seen = set()
        for rule, what in (*_named(node, names), *shapes(node, names)):
            if (rule, what) not in seen:
                seen.add((rule, what))
                line = int(node.start_point.row) + 1
                found.append(use(rule, what, line, one_line(text_of(node), 80)))
    return sorted(found, key=lambda each: each.line)


def imported_packages(text: str, path: str) -> list[tuple[str, int]]:
    """Return every module that a text imports by a constant name, with the line."""
    tree = Tree(text, path)
    if tree.fault:
        return []
    names = Names(tree)
    found = []
    for node in tree.nodes:
        line = int(node.start_point.row) + 1
        if node.type in ("import_statement", "export_statement", "import_require_clause"):
            source = node.child_by_field_name("source")
            if source is not None:
                found.append((text_of(source).strip("'\""), line))
        elif node.type == "call_expression":
            function = node.child_by_field_name("function")
            loads = function is not None and (
                function.type == "import" or "require" in names.names(function)
            )
            given = names.fold(args[0]) if loads and (args := arguments(node)) else None
            found += [(given, line)] if isinstance(given, str) else []
    return found


def _named(node: Node, names: Names) -> Iterator[tuple[str, str]]:
    if node.type in ("import_statement", "export_statement"):
        yield from _imported(node)
    if node.type in ("call_expression", "new_expression"):
        field = "function" if node.type == "call_expression" else "constructor"
        called = names.names(node.child_by_field_name(field))
        for name, rule in broken_by(called, called=True, language="js").items():
            yield rule.id, name
        if node.type == "call_expression" and (loaded := _loaded(node, names)):
            yield loaded
    if node.type in _MENTIONS and not _is_consumed(node, names):
        for name, rule in broken_by(names.names(node), called=False, language="js").items():
            yield rule.id, name


def _loaded(node: Node, names: Names) -> tuple[str, str] | None:
    function = node.child_by_field_name("function")
    if function is None or "require" not in names.names(function):
        return None
    for module in names.names(node):
        if (rule := imported_by_rule(module, "js")) is not None:
            return rule.id, module
    return None


def _imported(node: Node) -> Iterator[tuple[str, str]]:
    source = node.child_by_field_name("source")
    if source is None or any(child.type == "type" for child in node.children):
        return
    module = text_of(source).strip("'\"").removeprefix("node:")
    if (rule := imported_by_rule(module, "js")) is not None:
        yield rule.id, module
    if node.type != "export_statement":
        return
    for part in node.named_children:
        for each in part.named_children if part.type == "export_clause" else ():
            name = each.child_by_field_name("name")
            taken = f"{module}.{text_of(name)}" if name is not None else module
            for what, broken_rule in broken_by([taken], called=True, language="js").items():
                yield broken_rule.id, what


def _is_consumed(node: Node, names: Names) -> bool:
    """Tell whether the node is a declaration, a key, or said better by the one around it."""
    parent = node.parent
    if parent is None or parent.type in _NOT_READ:
        return True
    if parent.type in ("parenthesized_expression", "sequence_expression", "non_null_expression"):
        return bool(names.names(parent))
    if parent.type in ("member_expression", "subscript_expression"):
        base = parent.child_by_field_name("object")
        return base is not None and base.id == node.id and bool(names.names(parent))
    fields = {
        "call_expression": "function", "new_expression": "constructor",
        "variable_declarator": "name", "function_declaration": "name", "class_declaration": "name",
        "assignment_expression": "left", "method_definition": "name",
        "unary_expression": "argument",
    }  # fmt: skip
    if parent.type in fields:
        part = parent.child_by_field_name(fields[parent.type])
        return part is not None and part.id == node.id
    return False
