"""From a JavaScript or TypeScript tree to the small one, by tree-sitter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from verdigris.checks.javascript.tree import Tree, text_of
from verdigris.checks.sql import model as m
from verdigris.checks.sql.javascript_expressions import FUNCTIONS, Expressions
from verdigris.checks.sql.javascript_names import (
    exported,
    fields_of,
    imported,
    is_safe_type,
    safe_aliases,
    safe_fields,
    targets,
)

if TYPE_CHECKING:
    from tree_sitter import Node


_KEEPS = {"accessibility_modifier", "override_modifier", "readonly"}


class BrokenText(Exception):
    """The text does not parse; the argument is the line."""


def lower(text: str, path: str) -> m.Module:
    """Return the small tree; raises BrokenText, and RecursionError where it is too deep."""
    tree = Tree(text, path)
    if tree.fault:
        raise BrokenText(tree.fault)
    return _Lowering(tree, text).module


class _Lowering(Expressions):
    def __init__(self, tree: Tree, text: str) -> None:
        ends = re.finditer(b"\n", text.encode("utf-8", "replace"))
        self.starts = [0, *(match.end() for match in ends)]
        self._exported = exported(tree)
        self._aliases = safe_aliases(tree)
        self._fields = safe_fields(tree, self._aliases)
        self.waiting = []
        self._owner: m.Class | None = None
        body = self.block(tree.root.named_children)
        self.module = m.Module(body=body, imports=imported(tree), language="js",
                               private_names=bool(self._exported))  # fmt: skip

    def block(self, nodes: list[Node]) -> m.Block:
        return m.Block([made for node in nodes for made in self.stmt(node)])

    def body(self, node: Node | None) -> m.Block:
        if node is None:
            return m.Block([])
        inside = node.named_children if node.type == "statement_block" else [node]
        return self.placed(self.block(inside), node)

    def stmt(self, node: Node) -> Iterator[m.Node]:
        around, self.waiting = self.waiting, []
        lowered = list(self._stmt(node))
        before, self.waiting = self.waiting, around
        for made in (*before, *lowered):
            yield self.placed(made, node)

    def _stmt(self, node: Node) -> Iterator[m.Node]:
        match node.type:
            case "lexical_declaration" | "variable_declaration":
                for each in node.named_children:
                    value = each.child_by_field_name("value")
                    name = each.child_by_field_name("name")
                    if value is not None and name is not None:
                        note = each.child_by_field_name("type")
                        made = m.Bind(
                            targets(name), self.expr(value), safe=is_safe_type(note, self._aliases)
                        )
                        yield self.placed(made, each)
            case "expression_statement":
                yield from self._expression(node)
            case "return_statement":
                inside = node.named_children
                yield m.Return(self.expr(inside[0]) if inside else None)
            case "throw_statement" | "break_statement" | "continue_statement":
                inside = node.named_children if node.type == "throw_statement" else []
                yield m.Stop(self.expr(inside[0]) if inside else None)
            case "function_declaration" | "generator_function_declaration":
                yield m.Define(self.function(node))
            case "class_declaration" | "abstract_class_declaration":
                yield self.klass(node)
            case "export_statement":
                for inner in (node.child_by_field_name(f) for f in ("declaration", "value")):
                    if inner is not None:
                        yield from self.stmt(inner)
            case _:
                yield from self._compound(node)

    def _expression(self, node: Node) -> Iterator[m.Node]:
        inside = node.named_children[0] if node.named_children else node
        while inside.type == "parenthesized_expression" and inside.named_children:
            inside = inside.named_children[0]
        if inside.type in ("assignment_expression", "augmented_assignment_expression"):
            yield self.assignment(inside)
        else:
            yield m.Do(self.expr(inside))

    def assignment(self, node: Node) -> m.Node:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None:
            return m.Do(self.other(node))
        if left.type in ("member_expression", "subscript_expression"):
            places = [m.Target(place=self.expr(left))]
        else:
            places = targets(left)
        value = self.expr(right)
        if node.type == "augmented_assignment_expression":
            said = text_of(operator) if operator is not None else ""
            before = self.expr(left)
            if said == "+=":
                inner = value.parts if isinstance(value, m.Join) and value.added else [value]
                value = self.placed(m.Join([before, *inner], added=True), node)
            elif said in ("??=", "||="):
                value = self.placed(m.Logic([before, value], every=False), node)
            else:
                value = self.placed(m.Safe([value]), node)
        return m.Bind(places, value, declares=False)

    def _compound(self, node: Node) -> Iterator[m.Node]:
        match node.type:
            case "if_statement":
                yield self._if(node)
            case "for_in_statement":
                yield self._for(node)
            case "for_statement":
                first = node.child_by_field_name("initializer")
                yield from self.stmt(first) if first is not None else ()
                yield m.Loop(None, self.field(node, "condition"),
                             self.body(node.child_by_field_name("body")))  # fmt: skip
            case "while_statement" | "do_statement":
                yield m.Loop(None, self.field(node, "condition"),
                             self.body(node.child_by_field_name("body")))  # fmt: skip
            case "try_statement":
                handler = node.child_by_field_name("handler")
                caught = handler.child_by_field_name("body") if handler is not None else None
                tried = self.body(node.child_by_field_name("body"))
                yield m.Try(tried, [self.body(caught)] if caught is not None else [])
                if (last := node.child_by_field_name("finalizer")) is not None:
                    yield from self.body(last.child_by_field_name("body")).stmts
            case "switch_statement":
                yield self._switch(node)
            case "statement_block" | "labeled_statement" | "internal_module" | "module":
                yield from self.block(node.named_children).stmts
            case _ if node.type in FUNCTIONS or node.type.endswith("expression"):
                yield m.Do(self.expr(node))
            case "import_statement" | "comment" | "empty_statement":
                return
            case _:
                yield m.Do(self.other(node))

    def _if(self, node: Node) -> m.If:
        tests, bodies = [], []
        while True:
            tests.append(self.field(node, "condition") or m.Safe())
            bodies.append(self.body(node.child_by_field_name("consequence")))
            other = node.child_by_field_name("alternative")
            inside = other.named_children[0] if other is not None and other.named_children else None
            if inside is not None and inside.type == "if_statement":
                node = inside
            else:
                return m.If(tests, bodies, self.body(inside))

    def _for(self, node: Node) -> m.Node:
        left, right = node.child_by_field_name("left"), self.field(node, "right")
        operator = node.child_by_field_name("operator")
        keys = operator is not None and text_of(operator) == "in"
        places = targets(left) if left is not None else []
        bind = self.placed(m.Bind(places, right or m.Safe(), each=True, keys=keys), node)
        return m.Loop(bind, None, self.body(node.child_by_field_name("body")))

    def _switch(self, node: Node) -> m.Node:
        body = node.child_by_field_name("body")
        cases: list[m.Case] = []
        waiting: list[m.Node] = []
        for each in body.named_children if body is not None else ():
            if each.type not in ("switch_case", "switch_default"):
                continue
            value = each.child_by_field_name("value")
            inside = [c for c in each.named_children if value is None or c.id != value.id]
            waiting += [self.expr(value)] if value is not None else []
            if inside or each.type == "switch_default":
                kept = waiting if each.type == "switch_case" else []
                cases.append(m.Case(kept, self.block(inside)))
                waiting = []
        return m.Switch(self.field(node, "value") or m.Safe(), cases)

    def klass(self, node: Node) -> m.Class:
        name = node.child_by_field_name("name")
        said = text_of(name) if name is not None else ""
        heritage = [c for c in node.named_children if c.type == "class_heritage"]
        bases = [self.expr(each) for h in heritage for each in h.named_children[:1]]
        made = m.Class(said, bases, m.Block([]), private=self._is_private(said))
        held, self._owner = self._owner, made
        body = node.child_by_field_name("body")
        for each in body.named_children if body is not None else ():
            if each.type == "method_definition":
                made.body.stmts.append(self.placed(m.Define(self.function(each)), each))
            elif each.type in ("field_definition", "public_field_definition"):
                key = each.child_by_field_name("property") or each.child_by_field_name("name")
                value = self.field(each, "value")
                safe = is_safe_type(each.child_by_field_name("type"), self._aliases)
                if key is not None and (value is not None or safe):
                    bind = m.Bind([m.Target(text_of(key))], value or m.Safe(), safe=safe)
                    made.body.stmts.append(self.placed(bind, each))
        self._owner = held
        return self.placed(made, node)

    def _is_private(self, name: str) -> bool:
        return bool(self._exported) and name not in self._exported

    def function(self, node: Node) -> m.Func:
        key = node.child_by_field_name("name")
        name = text_of(key) if key is not None else ""
        params = self._params(node)
        owner = self._owner if node.type == "method_definition" else None
        private = name.startswith(("_", "#")) if owner else self._is_private(name)
        getter = any(text_of(child) == "get" for child in node.children if not child.is_named)
        made = m.Func(name, params, m.Block([]), [p.default for p in params if p.default],
                      private=private and bool(name), owner=owner, prop=getter)  # fmt: skip
        self.placed(made, node)
        held, self._owner = self._owner, None
        body = node.child_by_field_name("body")
        if body is not None and body.type != "statement_block":
            around, self.waiting = self.waiting, []
            value = self.placed(m.Return(self.expr(body)), body)
            made.body = m.Block([*self.waiting, value])
            self.waiting = around
        else:
            made.body = self.body(body)
        made.body.stmts[:0] = self._kept(node)
        self._owner = held
        return made

    def _kept(self, node: Node) -> Iterator[m.Node]:
        """Yield what a constructor stores by its parameters: `constructor(private x: string)`."""
        given = node.child_by_field_name("parameters")
        for each in given.named_children if given is not None else ():
            if any(child.type in _KEEPS for child in each.children):
                for target in targets(each):
                    place = m.Attr(m.Name("this"), target.name)
                    bind = m.Bind([m.Target(place=place)], m.Name(target.name), declares=False)
                    yield self.placed(bind, each)

    def _params(self, node: Node) -> list[m.Param]:
        alone = node.child_by_field_name("parameter")
        given = node.child_by_field_name("parameters")
        nodes = [alone] if alone is not None else given.named_children if given is not None else []
        made = []
        for place, each in enumerate(c for c in nodes if c.type != "comment"):
            default = each.child_by_field_name("value")
            if each.type == "assignment_pattern":
                default = each.child_by_field_name("right")
            safe = is_safe_type(each.child_by_field_name("type"), self._aliases)
            value = self.expr(default) if default is not None else None
            rest = each.type == "rest_pattern"
            fields = self._fields_of(each.child_by_field_name("type"))
            for t in targets(each):
                known = safe or (len(t.path) == 1 and t.path[0] in fields)
                whole = value if not t.path else None
                made.append(m.Param(t.name, place, whole, t.path, known, rest, fields))
        return [each for each in made if each.name]

    def _fields_of(self, note: Node | None) -> frozenset[str]:
        if note is None or not note.named_children:
            return frozenset()
        kind = note.named_children[0]
        if kind.type == "object_type":
            return fields_of(kind, self._aliases)
        return self._fields.get(text_of(kind), frozenset())
