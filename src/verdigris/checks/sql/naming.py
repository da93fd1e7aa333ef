"""What a name stands for: its bindings, parameters, and what is added to a collection."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from verdigris.checks.sql import elements, origins
from verdigris.checks.sql import model as m
from verdigris.checks.sql.flow import Flow, growth, is_below, scope_of
from verdigris.checks.sql.showing import show
from verdigris.checks.sql.text import (
    NOTHING,
    SAFE,
    Value,
    collection,
    is_constant,
    plain,
    union,
    unknown,
)

Frame = Mapping[tuple[int, str], Value]
"""What parameters are while a function is worked out for one call, by function and name."""
_GROWN = 4
"""The last lines that add to a text are looked at; they hold what those before them added."""
_CALLBACKS = {"map", "forEach", "filter", "flatMap", "some", "every", "find"}


class Naming(ABC):
    """The part of an evaluator that knows names."""

    module: m.Module
    flow: Flow
    uses: origins.Uses

    @abstractmethod
    def value(self, node: m.Node | None, frame: Frame | None = None) -> Value:
        """Return what an expression may be."""

    def named(self, node: m.Name, frame: Frame, at: m.Node | None = None) -> Value:
        reached = self.flow.reach(node.id, at or node)
        grown = [bind for bind, _ in reached.binds if growth(bind, node.id) is not None][_GROWN:]
        found = [
            self._bound(bind, target, frame)
            for bind, target in reached.binds
            if all(bind is not each for each in grown)
        ]
        if reached.checked:
            found.append(SAFE)
        if not reached.ended:
            found += self._from_above(node, reached.top, frame, bool(found))
        made = union(found)
        if made.item is not None:
            made = self.grown(made, node.id, scope_of(at or node), frame)
        return made

    def _from_above(
        self, node: m.Name, top: m.Func | None, frame: Frame, partly: bool
    ) -> list[Value]:
        if top is None:
            return [self._global(node)] if not partly else []
        for param in top.params:
            if param.name == node.id:
                return [self.parameter(top, param, frame)]
        if partly:
            return []
        if scope_of(top) is None:
            return [self._global(node, top)]
        return [self.named(node, frame, at=top)]

    def _global(self, node: m.Name, inside: m.Node | None = None) -> Value:
        name = node.id
        bound = self.flow.bindings(None, name) if inside is not None else []
        found = [
            self._bound(bind, target, {})
            for bind, target in bound
            if bind.up is None or not isinstance(bind.up.up, m.Class)
        ]
        if found:
            made = union(found)
            return self.grown(made, name, None, {}) if made.item is not None else made
        if name in self.flow.classes or name in self.flow.functions:
            return SAFE
        return origins.free(name, self.module)

    def _bound(self, bind: m.Bind | m.Each, target: m.Target, frame: Frame) -> Value:
        if isinstance(bind, m.Each):
            return self.element_of(bind.source, target, frame)
        if bind.safe:
            return SAFE
        if bind.each:
            whole = self.value(bind.value, frame)
            if bind.keys:
                return whole.key or unknown(target.name)
            return self.element_of(bind.value, target, frame)
        if target.path:
            return self._part(bind.value, target.path, frame) or unknown(target.name)
        return self.value(bind.value, frame)

    def element_of(self, source: m.Node, target: m.Target, frame: Frame) -> Value:
        special = elements.element(self, source, target.path, frame)
        if special is not None:
            return special
        whole = self.value(source, frame)
        if whole.item is None:
            return SAFE if whole is SAFE or is_safe(whole) else unknown(target.name)
        if isinstance(source, m.Name | m.Attr) and whole.key is not None and (
            self.module.language == "py"
        ):  # fmt: skip
            return whole.key
        if target.path and isinstance(source, m.Items):
            parts = [self._part(each, target.path, frame) for each in source.parts]
            return union(each or unknown(target.name) for each in parts)
        return inner_of(whole.item, target.path)

    def _part(self, whole: m.Node, path: Sequence[int | str], frame: Frame) -> Value | None:
        """Return a part of what is taken apart; None if it cannot be told."""
        first, rest = path[0], path[1:]
        if isinstance(whole, m.Items) and isinstance(first, int) and first < len(whole.parts):
            part = whole.parts[first]
            return self._part(part, rest, frame) if rest else self.value(part, frame)
        value = self.value(whole, frame)
        if value == NOTHING:
            return NOTHING  # a circle: its other ways say what it is
        if is_safe(value):
            return SAFE
        for step in path:
            known = dict(value.fields or ())
            value = known.get(str(step), value.item or NOTHING)
        if value is NOTHING and origins.is_request(show(whole)):
            return unknown(f"{show(whole)}.{path[-1]}", source=True)
        return None if value is NOTHING else value

    def grown(self, value: Value, name: str, scope: m.Func | None, frame: Frame) -> Value:
        """Add what is appended to a collection anywhere in the function that it lives in."""
        while scope is not None and not (
            self.flow.bindings(scope, name) or any(p.name == name for p in scope.params)
        ):
            scope = scope_of(scope)
        more = [value]
        for call in self.uses.growth.get(name, []):
            if scope is None or is_below(call, scope):
                more += elements.grown(self, call, frame if scope is not None else {})
        for call, place in self.uses.passed.get(name, []):
            if scope is None or is_below(call, scope):
                more += self._grown_elsewhere(call, place, frame)
        return union(more)

    def _grown_elsewhere(self, call: m.Call, place: int, frame: Frame) -> list[Value]:
        """Return what a function of this module adds to a collection that it is handed."""
        found: list[Value] = []
        for func in self.uses.called_functions(call, self.flow):
            at = place + self.uses.shift(func, call)
            for param in func.params:
                for use in self.uses.growth.get(param.name, []) if param.place == at else ():
                    if is_below(use, func):
                        found += elements.grown(self, use, self.inside(func, call, frame))
        return found

    def is_of_safe_type(self, node: m.Attr) -> bool:
        """Tell whether the type of a parameter says that this field of it is harmless."""
        if not isinstance(node.of, m.Name):
            return False
        reached = self.flow.reach(node.of.id, node.of)
        params = reached.top.params if reached.top is not None and not reached.binds else []
        return any(p.name == node.of.id and node.name in p.safe_fields for p in params)

    def parameter(self, func: m.Func, param: m.Param, frame: Frame) -> Value:
        known = frame.get((id(func), param.name))
        if known is not None:
            return known
        if param.safe:
            return SAFE
        if (passed := self._passed_to_callback(func, param)) is not None:
            return passed
        calls = self.uses.calls_of(func)
        found = [value for call in calls if (value := self.given(func, param, call)) is not None]
        if param.default is not None:
            found.append(self.value(param.default))
        if func.private and calls and not self.uses.escapes(func):
            return union(found) if found else unknown(param.name)
        config = func.name in ("__init__", "constructor")
        if config and calls and found and all(map(is_constant, found)):
            return union(found)  # every object that is made here gets a constant
        return union((*found, unknown(param.name, config=config)))

    def _passed_to_callback(self, func: m.Func, param: m.Param) -> Value | None:
        up = func.up
        if not isinstance(up, m.Call) or not any(each is func for each in up.args):
            return None
        if isinstance(up.func, m.Attr) and up.func.name in _CALLBACKS:
            if param.place == 1:
                return SAFE
            whole = self.value(up.func.of)
            inner = whole.item
            for step in param.path if inner is not None else ():
                entries = elements.element(self, up.func.of, (step,), {})
                inner = entries if entries is not None else (inner.item or None) if inner else None
            return inner if inner is not None else unknown(param.name)
        if up.called == "map" and len(up.args) > 1 and up.args[0] is func:
            return self.value(up.args[1]).item or unknown(param.name)
        return None

    def given(
        self, func: m.Func, param: m.Param, call: m.Call, frame: Frame | None = None
    ) -> Value | None:
        """Return what a call hands to a parameter; None if it leaves it to the default."""
        for named in call.named:
            if named.name == param.name:
                return self.value(named.value, frame)
        if any(named.name == "**" for named in call.named):
            return unknown(param.name)
        shift = self.uses.shift(func, call)
        place = param.place - shift
        if param.rest or place < 0:
            rest = [self.value(each, frame) for each in call.args[max(place, 0) :]]
            return collection(rest) if param.rest and rest else None
        if any(isinstance(each, m.Spread) for each in call.args[: place + 1]):
            return unknown(param.name)
        if place >= len(call.args):
            return None
        if param.path:
            return self._part(call.args[place], param.path, frame or {}) or unknown(param.name)
        return self.value(call.args[place], frame)

    def inside(self, func: m.Func, call: m.Call, frame: Frame) -> Frame:
        """Return what is known inside a function when it is called so."""
        inner = dict(frame)
        for param in func.params:
            value = self.given(func, param, call, frame)
            if value is None:
                value = self.value(param.default) if param.default else SAFE
            inner[id(func), param.name] = SAFE if param.safe else value
        return inner


def inner_of(value: Value, path: Sequence[int | str]) -> Value:
    for step in path:
        value = dict(value.fields or ()).get(str(step)) or value.item or value
    return value


def is_safe(value: Value) -> bool:
    return bool(value.texts) and value.item is None and is_constant(value) and not plain(value)
