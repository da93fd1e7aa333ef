"""From an expression to the texts that it may be, without running anything.

Follows names, attributes, parameters and the returns of functions within one module. A call is
worked out with its own arguments, so that one careless caller does not blame the others. What
cannot be told is a hole that bears the expression's name.
"""

from __future__ import annotations

from collections.abc import Sequence

from verdigris.checks.sql import elements, library, origins
from verdigris.checks.sql import model as m
from verdigris.checks.sql.flow import Flow, growth, statement_of
from verdigris.checks.sql.naming import Frame, Naming, inner_of, is_safe
from verdigris.checks.sql.showing import show
from verdigris.checks.sql.text import (
    NOTHING,
    SAFE,
    Value,
    as_text,
    collection,
    concat,
    constant,
    is_constant,
    plain,
    union,
    unknown,
)

_DEEPEST = 100
_SHORT = 8
_STEPS = 15_000
"""For one call; about a second at worst."""
_ALL_STEPS = 6 * _STEPS
"""For one module."""
_LINES = 1_000
"""Lines by which a text may grow."""


class Exhausted(Exception):
    """There are too many ways to be followed."""


class Evaluator(Naming):
    def __init__(self, module: m.Module, nodes: list[m.Node]) -> None:
        self.module = module
        self.flow = Flow(module, nodes)
        self.flow.guards.is_allowed = self._is_allowed
        self.uses = origins.Uses(module, nodes)
        self._memo: dict[int, Value] = {}
        self._busy: set[int] = set()
        self._steps = 0
        self._before = 0
        """Steps of the calls that are done with."""
        self._circles = 0
        """Times that a value was asked for while it was worked out: what came of it is partial."""

    def begin(self) -> None:
        """Begin with another call; raises Exhausted when the module has had its share."""
        self._before += self._steps + self.flow.passed // 20
        self._steps = self.flow.passed = 0
        self._busy.clear()
        if self._before > _ALL_STEPS:
            raise Exhausted

    def run_text(self, node: m.Node) -> Value:
        """Return what a call is handed that runs SQL.

        A text that grows line by line is worked out from its first line on: what is known needs
        no going back, so that no number of lines is too deep.
        """
        lines: list[m.Join] = []
        last: m.Node | None = node
        while isinstance(last, m.Name) and len(lines) < _LINES:
            binds = self.flow.reach(last.id, last).binds
            grown = [join for bind, _ in binds if (join := growth(bind, last.id)) is not None]
            new = [each for each in grown if all(each is not known for known in lines[-50:])]
            lines += new
            last = min(new, key=lambda each: each.line).parts[0] if new else None
        for each in reversed(lines):
            self.value(each)
        return self.value(node)

    def value(self, node: m.Node | None, frame: Frame | None = None) -> Value:
        if node is None:
            return SAFE
        key = id(node)
        known = self._memo.get(key) if not frame else None
        self._steps += 1 + (sum(map(len, known.texts)) // 20 if known is not None else 0)
        if self._steps > _STEPS or self.flow.passed > 20 * _STEPS:
            raise Exhausted
        if known is not None:
            return known
        if key in self._busy:
            self._circles += 1
            return NOTHING
        if len(self._busy) > _DEEPEST:
            raise Exhausted
        self._busy.add(key)
        before = self._circles
        try:
            made = self._checked(node, frame or {})
        finally:
            self._busy.discard(key)
        self._steps += sum(map(len, made.texts)) // 20
        if not frame and (before == self._circles or not self._busy):
            self._memo[key] = made
        return made

    def _checked(self, node: m.Node, frame: Frame) -> Value:
        if isinstance(node, m.Attr | m.Item) and self.flow.reach(show(node), node).checked:
            return SAFE
        return self._value(node, frame)

    def _value(self, node: m.Node, frame: Frame) -> Value:
        match node:
            case m.Text(value=text):
                return constant(text, node.line, node.end)
            case m.Safe() | m.Not() | m.Compare():
                return SAFE
            case m.Join():
                return self._joined(node, frame)
            case m.Name():
                return self.named(node, frame)
            case m.Attr():
                return self._attribute(node, frame)
            case m.Item():
                return self._item(node, frame)
            case m.Call():
                return self._call(node, frame)
            case m.Pick(yes=yes, no=no):
                return union((self.value(yes, frame), self.value(no, frame)))
        return self._larger(node, frame)

    def _larger(self, node: m.Node, frame: Frame) -> Value:
        match node:
            case m.Logic(parts=parts, every=every):
                return union(self.value(each, frame) for each in (parts[-1:] if every else parts))
            case m.Arith(op="%", left=left, right=right):
                return library.percent(self, node, self.value(left, frame), right, frame)
            case m.Arith(op=op, left=left, right=right):
                return self._arithmetic(op, self.value(left, frame), self.value(right, frame))
            case m.Items(parts=parts):
                return self._listed(parts, frame)
            case m.Table():
                return self._table(node, frame)
            case m.Spread(of=of):
                return self.value(of, frame)
            case m.Each(made=made, key=key):
                each = self.value(made, frame)
                if isinstance(made, m.Each) and (made.line, made.end) == (node.line, node.end):
                    return each
                return Value(item=each, key=self.value(key, frame) if key else None)
        return unknown(show(node))

    def _listed(self, parts: Sequence[m.Node], frame: Frame) -> Value:
        values = self._spread(parts, frame)
        made = collection(values)
        if len(parts) > _SHORT or any(isinstance(each, m.Spread) for each in parts) or not parts:
            return made
        numbered = tuple((str(number), value) for number, value in enumerate(values))
        return Value(item=made.item, fields=numbered)

    def _spread(self, parts: Sequence[m.Node], frame: Frame) -> list[Value]:
        found = []
        for each in parts:
            value = self.value(each, frame)
            if isinstance(each, m.Spread):
                value = value.item or unknown(show(each.of))
            found.append(value)
        return found

    def _table(self, node: m.Table, frame: Frame) -> Value:
        keys, values = [], []
        fields: list[tuple[str, Value]] | None = []
        for key, each in zip(node.keys, node.values, strict=True):
            value = self.value(each, frame)
            if key is None:
                values.append(value.item or unknown(show(each)))
                keys.append(value.key or unknown(show(each)))
                fields = None
                continue
            values.append(value)
            keys.append(self.value(key, frame))
            said = plain(keys[-1])
            fields = [*fields, (said, value)] if fields is not None and said is not None else None
        made = collection(values, key=union(keys))
        return Value(item=made.item, key=made.key, fields=tuple(fields) if fields else None)

    def _arithmetic(self, op: str, left: Value, right: Value) -> Value:
        if op in "-&|" and (left.item or right.item):
            kept = [left, right] if op == "|" else [left]
            if op == "&" and right.item is not None and is_constant(right):
                kept = [right]  # what both have is among what one has
            return union(kept)
        if op == "*":
            repeated = [each for each in (left, right) if each.item is not None or plain(each)]
            return repeated[0] if repeated else SAFE
        return SAFE

    def joined(self, node: m.Node, parts: Sequence[Value], lines: Sequence[int]) -> Value:
        return concat(parts, lines, statement_of(node).line)

    def _joined(self, node: m.Join, frame: Frame) -> Value:
        values = [self.value(each, frame) for each in node.parts]
        if node.added and any(each.item is not None for each in values):
            return union(each for each in values if each.item is not None)
        texts = [as_text(v, show(p)) for v, p in zip(values, node.parts, strict=True)]
        return self.joined(node, texts, [each.line for each in node.parts])

    def _attribute(self, node: m.Attr, frame: Frame) -> Value:
        if self.is_of_safe_type(node) or (
            library.is_harmless_attribute(node.name, self.module.language)
            and not origins.is_request(show(node))
        ):
            return SAFE
        for owner in self.uses.owners(node, self.flow):
            if (found := self._member(owner, node.name, frame)) is not None:
                return found
        whole = self.value(node.of, frame) if not isinstance(node.of, m.Call) else NOTHING
        known = dict(whole.fields or ())
        if node.name in known:
            return known[node.name]
        if whole == SAFE and show(node.of) not in self.flow.classes | self.flow.functions.keys():
            return SAFE  # a part of what is harmless: the value of an Enum, the year of a date
        return origins.attribute(node, self.module)

    def _member(self, owner: m.Class, name: str, frame: Frame) -> Value | None:
        found = [self.value(store) for store in self.uses.stores(owner, name, self.flow)]
        for func in self.uses.methods(owner, name, self.flow):
            if func.prop:
                found += self._returns(func, {})
        if not found:
            return None
        made = union(found)
        if made.item is not None:
            more = [elements.grown(self, call, {}) for call in self.uses.growth.get(f".{name}", [])]
            made = union((made, *(value for values in more for value in values)))
        return made

    def _item(self, node: m.Item, frame: Frame) -> Value:
        whole = self.value(node.of, frame)
        key = plain(self.value(node.key, frame)) if not isinstance(node.key, m.Safe) else None
        if key is not None and whole.fields is not None and key in dict(whole.fields):
            return dict(whole.fields)[key]
        if isinstance(node.of, m.Name) and node.of.id in self.flow.classes:
            return union(self.uses.constants(self, self.flow.classes[node.of.id]))  # an Enum
        if whole.item is not None:
            return whole.item
        return SAFE if is_safe(whole) else origins.attribute(node, self.module)

    def _call(self, node: m.Call, frame: Frame) -> Value:
        functions = self.uses.called_functions(node, self.flow)
        if functions and not node.tagged:
            made = []
            for func in functions:
                made += self._returns(func, self.inside(func, node, frame))
            return union(made) if made else SAFE
        return library.call(self, node, frame)

    def _returns(self, func: m.Func, frame: Frame) -> list[Value]:
        return [self.value(each.value, frame) for each in self.uses.returns(func) if each.value]

    def apply(self, func: m.Node, args: Sequence[Value], frame: Frame) -> Value:
        """Return what a function makes of values, as `map` would call it."""
        if isinstance(func, m.Name):
            known = self.flow.functions.get(func.id, [])
            func = known[0] if len(known) == 1 else func
        if isinstance(func, m.Func):
            inner = dict(frame)
            for param in func.params:
                place = param.place if 0 <= param.place < len(args) else -1
                value = args[place] if place >= 0 else SAFE
                inner[id(func), param.name] = inner_of(value, param.path)
            return union(self._returns(func, inner)) if self.uses.returns(func) else SAFE
        return library.applied(func, args[0] if args else NOTHING)

    def _is_allowed(self, node: m.Node) -> bool:
        if isinstance(node, m.Text):
            return True
        try:
            value = self.value(node)
        except RecursionError:
            return False
        if value.item is not None:
            known = value.key if value.key is not None else value.item
            return is_constant(known) or not origins.is_open(node, self)
        return is_constant(value) or not origins.is_open(node, self)
