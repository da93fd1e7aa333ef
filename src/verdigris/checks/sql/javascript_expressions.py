"""Expressions of JavaScript and TypeScript, in the small tree."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from verdigris.checks.javascript.folding import unescaped
from verdigris.checks.javascript.tree import text_of
from verdigris.checks.sql import model as m
from verdigris.checks.sql.showing import show

if TYPE_CHECKING:
    from tree_sitter import Node

FUNCTIONS = {
    "function_declaration", "generator_function_declaration", "function_expression",
    "arrow_function", "method_definition", "generator_function", "function",
}  # fmt: skip
_WRAPPERS = {
    "parenthesized_expression", "await_expression", "non_null_expression", "as_expression",
    "satisfies_expression", "template_substitution", "yield_expression", "expression_statement",
}  # fmt: skip
_CHAINS = {"assignment_expression", "variable_declarator", "arrow_function"}
_COMPARISONS = {"==", "===", "!=", "!==", "<", "<=", ">", ">=", "in", "instanceof"}
_CONSTANTS = {"number", "true", "false", "null", "undefined", "regex", "update_expression"}
_RAW_TAGS = re.compile(r"^(?:String\.raw|dedent|outdent|stripIndent|stripIndents|html|endent)$")
_T = TypeVar("_T", bound=m.Node)


class Expressions(ABC):
    starts: list[int]
    """Where each line begins, in bytes."""
    waiting: list[m.Node]
    """What an expression does before its statement: `x && (sql += x)`."""

    @abstractmethod
    def assignment(self, node: Node) -> m.Node:
        """Return what an assignment binds."""

    @abstractmethod
    def function(self, node: Node) -> m.Func:
        """Return a function with its body."""

    @abstractmethod
    def klass(self, node: Node) -> m.Class:
        """Return a class with its body."""

    def placed(self, made: _T, node: Node) -> _T:
        # By bytes: of a node's points tree-sitter 0.26 gives away numbers that it still needs,
        # which crashes the interpreter after some ten thousand of them.
        if not made.line:
            made.line = bisect_right(self.starts, node.start_byte)
            made.end = bisect_right(self.starts, node.end_byte)
        return made

    def field(self, node: Node, name: str) -> m.Node | None:
        inner = node.child_by_field_name(name)
        return self.expr(inner) if inner is not None else None

    def expr(self, node: Node) -> m.Node:
        return self.placed(self._expr(node), node)

    def _expr(self, node: Node) -> m.Node:
        match node.type:
            case "string":
                return m.Text(_text(node))
            case "template_string":
                return m.Join(list(self._template(node)))
            case "identifier" | "this" | "super" | "shorthand_property_identifier":
                return m.Name(text_of(node)) if text_of(node) != "undefined" else m.Safe()
            case "member_expression":
                name = node.child_by_field_name("property")
                of = self.field(node, "object") or m.Safe()
                return m.Attr(of, text_of(name) if name is not None else "")
            case "subscript_expression":
                whole, key = self.field(node, "object"), self.field(node, "index")
                return m.Item(whole or m.Safe(), key or m.Safe())
            case "call_expression" | "new_expression":
                return self._call(node)
            case kind if kind in _WRAPPERS:
                return self.expr(node.named_children[0]) if node.named_children else m.Safe()
            case kind if kind in _CONSTANTS:
                if kind == "regex":
                    return m.Call(m.Name("RegExp"), [m.Text(text_of(node))])
                return m.Safe([self.expr(each) for each in node.named_children[:1]
                               if kind == "update_expression"])  # fmt: skip
        return self._larger(node)

    def _larger(self, node: Node) -> m.Node:
        match node.type:
            case "binary_expression":
                return self._binary(node)
            case "unary_expression":
                return self._unary(node)
            case "ternary_expression":
                parts = [self.field(node, f) for f in ("condition", "consequence", "alternative")]
                test, yes, no = (each or m.Safe() for each in parts)
                return m.Pick(test, yes, no)
            case "array":
                return m.Items([self.expr(each) for each in _plain(node)])
            case "object":
                return self._object(node)
            case "spread_element":
                return m.Spread(self.expr(node.named_children[0]))
            case "assignment_expression" | "augmented_assignment_expression":
                return self._assigned(node)
            case "sequence_expression":
                *first, last = _plain(node)
                self.waiting += [self.placed(m.Do(self.expr(each)), each) for each in first]
                return self.expr(last)
            case "type_assertion":
                return self.expr(node.named_children[-1])
            case "class":
                return m.Other([m.Block([self.klass(node)])])
            case kind if kind in FUNCTIONS:
                return self.function(node)
        return self.other(node)

    def other(self, node: Node) -> m.Node:
        return self.placed(m.Other([self.expr(each) for each in _plain(node)]), node)

    def _assigned(self, node: Node) -> m.Node:
        """Return what is bound in passing; that it comes about is only sure for `a = b = c`."""
        left, up = node.child_by_field_name("left"), node.parent
        bind = self.placed(self.assignment(node), node)
        if up is None or up.type not in _CHAINS:
            inside = self.placed(m.Block([bind]), node)
            bind = self.placed(m.If([m.Safe()], [inside], m.Block([])), node)
        self.waiting.append(bind)
        return self.expr(left) if left is not None else m.Safe()

    def _template(self, node: Node) -> Iterator[m.Node]:
        for child in node.named_children:
            if child.type == "string_fragment":
                yield self.placed(m.Text(text_of(child)), child)
            elif child.type == "escape_sequence":
                yield self.placed(m.Text(unescaped(text_of(child))), child)
            else:
                yield self.expr(child)

    def _call(self, node: Node) -> m.Node:
        field = "function" if node.type == "call_expression" else "constructor"
        func = self.field(node, field) or m.Safe()
        given = node.child_by_field_name("arguments")
        if given is not None and given.type == "template_string":
            template = self.expr(given)
            if _RAW_TAGS.match(show(func)):
                return template
            return m.Call(func, [template], tagged=True)
        args = [self.expr(each) for each in _plain(given)] if given is not None else []
        return m.Call(func, args)

    def _object(self, node: Node) -> m.Node:
        keys: list[m.Node | None] = []
        values: list[m.Node] = []
        for each in _plain(node):
            match each.type:
                case "pair":
                    key = each.child_by_field_name("key")
                    computed = key is not None and key.type == "computed_property_name"
                    said = m.Text(text_of(key).strip("'\"`")) if key is not None else m.Safe()
                    keys.append(self.expr(key.named_children[0]) if computed and key else said)
                    values.append(self.field(each, "value") or m.Safe())
                case "shorthand_property_identifier":
                    keys.append(m.Text(text_of(each)))
                    values.append(self.expr(each))
                case "method_definition":
                    name = each.child_by_field_name("name")
                    keys.append(m.Text(text_of(name)) if name is not None else None)
                    values.append(self.function(each))
                case _:
                    keys.append(None)
                    values.append(self.expr(each))
        return m.Table(keys, values)

    def _binary(self, node: Node) -> m.Node:
        operator = node.child_by_field_name("operator")
        said = text_of(operator) if operator is not None else ""
        if said == "+":
            return m.Join(self._added(node), added=True)
        left = self.field(node, "left") or m.Safe()
        right = self.field(node, "right") or m.Safe()
        if said in ("&&", "||", "??"):
            return m.Logic([left, right], said == "&&")
        if said in _COMPARISONS:
            same = {"===": "==", "!==": "!="}
            return m.Compare(left, same.get(said, said), right)
        return m.Safe([left, right])

    def _added(self, node: Node) -> list[m.Node]:
        parts: list[Node] = []
        while node.type == "binary_expression":
            operator = node.child_by_field_name("operator")
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if operator is None or text_of(operator) != "+" or left is None or right is None:
                break
            parts.append(right)
            node = left
        return [self.expr(each) for each in (node, *reversed(parts))]

    def _unary(self, node: Node) -> m.Node:
        operator = node.child_by_field_name("operator")
        inner = self.field(node, "argument") or m.Safe()
        said = text_of(operator) if operator is not None else ""
        if said == "!":
            return m.Not(inner)
        return m.Call(m.Name("typeof"), [inner]) if said == "typeof" else m.Safe([inner])


def _plain(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _text(node: Node) -> str:
    return "".join(
        unescaped(text_of(child)) if child.type == "escape_sequence" else text_of(child)
        for child in node.named_children
    )
