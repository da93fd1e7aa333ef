"""Small faults put into JavaScript and TypeScript on purpose, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from verdigris.core.syntax import Dialect
from verdigris.core.text import one_line
from verdigris.edits.script_items import text_of
from verdigris.languages.base import Mutant
from verdigris.languages.script.text import Put, callee, rewritten, root_of
from verdigris.languages.spreading import spread

if TYPE_CHECKING:
    from tree_sitter import Node

_OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "==": "!=",
    "!=": "==", "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&&": "||", "||": "&&",
    "??": "&&", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "++": "--", "--": "++",
    "**": "*", ">>": "<<", "<<": ">>", "&": "|", "|": "&",
}  # fmt: skip
_WORDS = {"true": "false", "false": "true"}
_CALLS = {
    "min": "max", "max": "min", "floor": "ceil", "ceil": "floor", "some": "every",
    "every": "some", "toUpperCase": "toLowerCase", "toLowerCase": "toUpperCase",
    "push": "unshift", "unshift": "push", "shift": "pop", "pop": "shift",
    "startsWith": "endsWith", "endsWith": "startsWith",
}  # fmt: skip
_NOT_INSIDE = frozenset((
    "import_statement", "type_annotation", "type_arguments", "type_parameters", "comment",
    "interface_declaration", "type_alias_declaration", "throw_statement", "export_clause",
))  # fmt: skip


def mutants(text: str, kind: Dialect, limit: int) -> list[Mutant]:
    root = root_of(text, kind)
    if root.has_error or limit <= 0:
        return []
    found: list[Mutant] = []
    for node, what, puts in spread([(one[0].start_point[0], one) for one in _faults(root)]):
        if len(found) >= limit:
            break
        changed = rewritten(text, puts)
        if changed != text and not root_of(changed, kind).has_error:
            found.append(Mutant(line=node.start_point[0] + 1, what=what, text=changed))
    return sorted(found, key=lambda one: one.line)


_Fault = tuple["Node", str, list[Put]]


def _faults(root: Node) -> Iterator[_Fault]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type in _NOT_INSIDE or _is_guard(node) or _is_print(node):
            continue
        yield from _of(node)
        waiting.extend(reversed(node.children))


def _is_guard(node: Node) -> bool:
    condition = node.child_by_field_name("condition") if node.type == "if_statement" else None
    return "import.meta" in text_of(condition) or "require.main" in text_of(condition)


def _is_print(node: Node) -> bool:
    return node.type == "call_expression" and callee(node).startswith("console.")


def _of(node: Node) -> Iterator[_Fault]:
    operator = node.child_by_field_name("operator")
    other = _OPERATORS.get(operator.type, "") if operator is not None else ""
    if operator is not None and other and not (operator.type == "+" and _has_text(node)):
        yield node, f"{operator.type} became {other}", [Put.over(operator, other)]
    if node.type in _WORDS:
        yield node, f"{node.type} became {_WORDS[node.type]}", [Put.over(node, _WORDS[node.type])]
    elif node.type == "number" and text_of(node).isdecimal():
        other = str(int(text_of(node)[:300]) + 1)
        yield node, f"{text_of(node)[:30]} became {other[:30]}", [Put.over(node, other)]
    elif node.type == "string" and _is_value(node) and len(text_of(node)) > 2:
        yield node, f"{one_line(text_of(node), 30)} became empty", [Put.over(node, '""')]
    elif node.type in ("if_statement", "ternary_expression"):
        condition = node.child_by_field_name("condition")
        if condition is not None and not _has_opposite(condition):
            yield node, "condition negated", [Put.over(condition, f"(!({text_of(condition)}))")]
    else:
        yield from _of_shape(node)


def _has_opposite(condition: Node) -> bool:
    """Tell whether the opposite of a condition is among the faults of the condition itself."""
    inside = [one for one in condition.named_children if one.type != "comment"]
    bare = inside[0] if condition.type == "parenthesized_expression" and inside else condition
    operator = bare.child_by_field_name("operator")
    kind = operator.type if operator is not None else ""
    return kind in ("===", "!==", "==", "!=", "!")


def _of_shape(node: Node) -> Iterator[_Fault]:
    if node.type == "unary_expression" and text_of(node).startswith("!"):
        yield node, "! left out", [Put.over(node, text_of(node)[1:])]
    elif node.type == "return_statement" and node.named_children:
        value = node.named_children[0]
        if text_of(value) not in ("undefined", "null"):
            yield node, "return value left out", [Put.over(value, "undefined")]
    elif node.type == "member_expression":
        name = node.child_by_field_name("property")
        if name is not None and (other := _CALLS.get(text_of(name))):
            yield node, f"{text_of(name)} became {other}", [Put.over(name, other)]


def _has_text(node: Node) -> bool:
    """Tell whether a sum joins texts: `-` there gives NaN, which any test notices."""
    sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    return any(side is not None and side.type in ("string", "template_string") for side in sides)


def _is_value(node: Node) -> bool:
    above = node.parent
    return above is not None and above.type not in (
        "pair", "expression_statement", "literal_type", "import_attribute",
    )  # fmt: skip
