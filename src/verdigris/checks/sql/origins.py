"""Who uses what in a module: calls, stores, returns; and where values come from that it lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from verdigris.checks.sql import model as m
from verdigris.checks.sql.flow import scope_of
from verdigris.checks.sql.showing import show
from verdigris.checks.sql.text import SAFE, Value, unknown

if TYPE_CHECKING:
    from verdigris.checks.sql.evaluate import Evaluator
    from verdigris.checks.sql.flow import Flow

_REQUEST = re.compile(
    r"^(?:self\.)?(?:flask\.)?(?:request|req|ctx\.(?:request|query|params|body))\b[.\[(]|"
    r"^(?:event\.(?:queryStringParameters|pathParameters|body))\b"
)
_CONFIG = re.compile(
    r"^(?:self\.)?_?(?:settings|config|conf|cfg|options|opts|app\.config|os\.environ|environ|"
    r"process\.env|import\.meta\.env)\b|^os\.getenv\("
)
_GROWS = {"append", "push", "extend", "insert", "unshift", "add", "update", "write", "appendleft"}
_SELF = {"self", "cls", "this", "super()"}


def is_request(shown: str) -> bool:
    return bool(_REQUEST.match(shown))


def free(name: str, module: m.Module) -> Value:
    """Return what a name is that the module does not bind: a constant by its spelling, or open."""
    full = module.imports.get(name, "")
    if _is_constant_name(full.rpartition(".")[2] or name) or name in ("__name__", "__file__"):
        return SAFE
    return unknown(name)


def attribute(node: m.Attr | m.Item, module: m.Module) -> Value:
    shown = show(node)
    if isinstance(node, m.Attr) and _is_constant_name(node.name):
        return SAFE
    return unknown(shown, source=is_request(shown), config=bool(_CONFIG.match(shown)))


def _is_constant_name(name: str) -> bool:
    return name.isupper() and len(name) > 1


def is_open(node: m.Node, evaluator: Evaluator) -> bool:
    """Tell whether a collection is no allow list: handed in by whoever calls, or a request's."""
    shown = show(node)
    if is_request(shown):
        return True
    if not isinstance(node, m.Name):
        return isinstance(node, m.Call) and any(is_open(each, evaluator) for each in node.args)
    reached = evaluator.flow.reach(node.id, node)
    scope = reached.top
    while scope is not None:
        if any(param.name == node.id for param in scope.params):
            return not reached.ended
        scope = scope_of(scope)
    values = [bind.value for bind, _ in reached.binds if isinstance(bind, m.Bind)]
    return any(value is not node and is_open(value, evaluator) for value in values[:4])


class Uses:
    """An index of one module."""

    def __init__(self, module: m.Module, nodes: list[m.Node]) -> None:
        self._module = module
        self._calls: dict[str, list[m.Call]] = {}
        self._mentions: dict[str, int] = {}
        self._stores: dict[str, list[tuple[m.Node, m.Bind]]] = {}
        self._returns: dict[int, list[m.Return]] = {}
        self.growth: dict[str, list[m.Call | m.Bind]] = {}
        """What is added to collections, by their name, `.name` for an attribute."""
        self.passed: dict[str, list[tuple[m.Call, int]]] = {}
        """Calls that are handed a name, and at which place."""
        for node in nodes:
            match node:
                case m.Call():
                    self._note_call(node)
                case m.Name(id=name) | m.Attr(name=name):
                    self._mentions[name] = self._mentions.get(name, 0) + 1
                case m.Return():
                    self._returns.setdefault(id(scope_of(node)), []).append(node)
                case m.Bind():
                    self._note_stores(node)

    def _note_call(self, call: m.Call) -> None:
        if call.called:
            self._calls.setdefault(call.called, []).append(call)
        for place, each in enumerate(call.args):
            if isinstance(each, m.Name):
                self.passed.setdefault(each.id, []).append((call, place))
        grows = call.called in _GROWS and isinstance(call.func, m.Attr)
        if grows and (name := _growing(call.func)):
            self.growth.setdefault(name, []).append(call)

    def _note_stores(self, bind: m.Bind) -> None:
        for target in bind.targets:
            match target.place:
                case m.Attr(of=of, name=name):
                    self._stores.setdefault(name, []).append((of, bind))
                case m.Item() as place:
                    if name := _growing(place):
                        self.growth.setdefault(name, []).append(bind)

    def calls_of(self, func: m.Func) -> list[m.Call]:
        name = func.name
        if func.owner is not None and name in ("__init__", "constructor"):
            return [*self._calls.get(func.owner.name, []), *self._from_below(func.owner)]
        named = self._calls.get(name, []) if name else []
        method = func.owner is not None
        return [each for each in named if isinstance(each.func, m.Attr) == method][:40]

    def _from_below(self, owner: m.Class) -> list[m.Call]:
        """Return how the classes below hand arguments up: `super().__init__("users")`."""
        calls = [*self._calls.get("__init__", []), *self._calls.get("super", [])]
        return [
            call for call in calls
            if "super" in show(call.func)
            and not (isinstance(call.func, m.Name) and call.up is not None
                     and isinstance(call.up, m.Attr))
            and (around := _class_around(call)) is not None
            and owner.name in {show(base) for base in around.bases}
        ]  # fmt: skip

    def escapes(self, func: m.Func) -> bool:
        """Tell whether a function is handed on as a value, so that others may call it."""
        name = func.name
        if func.owner is not None and name in ("__init__", "constructor"):
            return not func.owner.private
        return self._mentions.get(name, 0) > len(self._calls.get(name, []))

    def shift(self, func: m.Func, call: m.Call) -> int:
        """Return how many parameters the call does not write: `self`."""
        if func.owner is None or self._module.language != "py" or not func.params:
            return 0
        return 1 if func.params[0].name in ("self", "cls") else 0

    def returns(self, func: m.Func) -> list[m.Return]:
        return self._returns.get(id(func), [])[:12]

    def called_functions(self, call: m.Call, flow: Flow) -> list[m.Func]:
        """Return the functions of this module that a call may mean."""
        known = flow.functions.get(call.called, [])
        if isinstance(call.func, m.Name):
            return [each for each in known if each.owner is None][:4]
        if not isinstance(call.func, m.Attr):
            return []
        methods = [each for each in known if each.owner is not None]
        shown = show(call.func.of)
        owner = _class_around(call) if shown in _SELF else flow.classes.get(shown)
        if shown in _SELF or owner is not None:
            family = _family(owner, flow) if owner is not None else []
            own = [each for each in methods if any(each.owner is one for one in family)]
            return (own or methods)[:4]
        return methods if len(methods) == 1 and not _is_library(call.called) else []

    def owners(self, node: m.Attr, flow: Flow) -> Iterator[m.Class]:
        """Yield the classes of this module that an attribute may belong to."""
        of: m.Node = node.of
        if isinstance(of, m.Call) and isinstance(of.func, m.Name) and of.func.id == "type":
            of = of.args[0] if of.args else of
        shown = show(of)
        if shown in _SELF or shown in ("self.__class__", "this.constructor"):
            if (around := _class_around(node)) is not None:
                yield around
        elif shown in flow.classes:
            yield flow.classes[shown]
        elif node.name in ("value", "name"):
            if isinstance(of, m.Call) and isinstance(of.func, m.Name):
                yield from (k for k in (flow.classes.get(of.func.id),) if k is not None)
            elif isinstance(of, m.Attr | m.Item) and show(of.of) in flow.classes:
                yield flow.classes[show(of.of)]

    def stores(self, owner: m.Class, name: str, flow: Flow) -> list[m.Node]:
        """Return what is stored in an attribute of a class, of those above and below it."""
        family = _family(owner, flow)
        found = [
            bind.value
            for each in family
            for bind in each.body.stmts
            if isinstance(bind, m.Bind) and any(t.name == name for t in bind.targets)
        ]
        if not found and name in ("value", "name") and _is_enum(owner):
            found = [
                each for stmt in owner.body.stmts if isinstance(stmt, m.Bind)
                for each in (stmt.value,)
            ]  # fmt: skip
        for receiver, bind in self._stores.get(name, []):
            around = _class_around(bind)
            if show(receiver) in _SELF and any(around is each for each in family):
                found.append(bind.value)
        return found[:12]

    def methods(self, owner: m.Class, name: str, flow: Flow) -> list[m.Func]:
        family = _family(owner, flow)
        return [f for f in flow.functions.get(name, []) if any(f.owner is c for c in family)]

    def constants(self, evaluator: Evaluator, owner: m.Class) -> list[Value]:
        values = [s.value for s in owner.body.stmts if isinstance(s, m.Bind)]
        return [evaluator.value(each) for each in values]


def _growing(use: m.Node) -> str:
    """Return the name of the collection that a method is called on, or an item stored in."""
    node = use.of if isinstance(use, m.Attr | m.Item) else use
    if isinstance(node, m.Name):
        return node.id
    return f".{node.name}" if isinstance(node, m.Attr) else ""


def _is_library(name: str) -> bool:
    """Tell whether a method is one that texts, lists and drivers have as well."""
    return name in {"get", "join", "format", "replace", "items", "keys", "values", "pop", "copy"}


def _is_enum(owner: m.Class) -> bool:
    return any("Enum" in show(base) for base in owner.bases)


def _class_around(node: m.Node) -> m.Class | None:
    up = node.up
    while up is not None and not isinstance(up, m.Class):
        up = up.up
    return up


def _family(owner: m.Class, flow: Flow) -> list[m.Class]:
    found = [owner]
    for each in found:
        named = {show(base) for base in each.bases}
        for other in flow.classes.values():
            related = other.name in named or each.name in {show(base) for base in other.bases}
            if related and all(other is not known for known in found) and len(found) < 20:
                found.append(other)
    return found
