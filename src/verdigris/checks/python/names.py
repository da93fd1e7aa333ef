"""From an expression to what it may stand for. Follows names, attributes, look-ups and calls.

Flow-insensitive: a name stands for everything that is ever bound to it where it can be seen. Names
may depend on one another in circles, so the answers are worked out in rounds: where a round meets
itself it takes the answer of the round before, until nothing changes.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from typing import Any

from verdigris.checks.python.folding import UNKNOWN, Folder
from verdigris.checks.python.library import entry, result_of
from verdigris.checks.python.scopes import Binding, Scope, Scopes
from verdigris.checks.python.values import (
    NOTHING,
    Constant,
    Getter,
    Instance,
    Items,
    Known,
    Local,
    Namespace,
    Partial,
    Value,
    Values,
    known,
    names_of,
)

_DEEPEST = 60
_ROUNDS = 6
_MOST = 12
"""Values of one expression; a name with more than this many meanings is not followed."""
_ITEMS = ("get", "__getitem__", "pop", "setdefault")
_BUILTIN_DUNDERS = {"__builtins__": "builtins", "__loader__": "importlib.loader"}
_BUILTINS = {*dir(builtins), *_BUILTIN_DUNDERS, "execfile"}


class Names:
    def __init__(self, tree: ast.Module) -> None:
        self.scopes = Scopes(tree)
        self.used = {
            node.id
            for node in self.scopes.nodes
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        }
        self.folder = Folder(self._constant, lambda node: names_of(self.values(node)))
        self._memo: dict[int, Values] = {}
        self._before: dict[int, Values] = {}
        self._busy: set[int] = set()
        self._settle()

    def _settle(self) -> None:
        for _ in range(_ROUNDS):
            for node in self.scopes.nodes:
                self.values(node)
            if self._memo == self._before:
                return
            self._before, self._memo = self._memo, {}

    def values(self, node: ast.AST | None) -> Values:
        """Return all that an expression may stand for; nothing where it cannot be told."""
        if node is None or not isinstance(node, ast.expr):
            return NOTHING
        key = id(node)
        if key in self._memo:
            return self._memo[key]
        if key in self._busy or len(self._busy) > _DEEPEST:
            return self._before.get(key, NOTHING)
        self._busy.add(key)
        try:
            found = self._cases(node)
        finally:
            self._busy.discard(key)
        self._memo[key] = found = found if len(found) <= _MOST else NOTHING
        return found

    def names(self, node: ast.AST | None) -> set[str]:
        return names_of(self.values(node))

    def constant(self, node: ast.AST | None) -> Any:
        return self.folder.fold(node)

    def _constant(self, node: ast.expr) -> Any:
        found = [value.value for value in self.values(node) if isinstance(value, Constant)]
        return found[0] if len(found) == 1 and len(self.values(node)) == 1 else UNKNOWN

    def _cases(self, node: ast.expr) -> Values:
        match node:
            case ast.Name():
                return self.look_up(
                    node.id, self.scopes.of.get(id(node)), getattr(node, "lineno", 0)
                )
            case ast.Attribute():
                return self.attribute(self.values(node.value), node.attr)
            case ast.Subscript():
                return self._subscript(node)
            case ast.Call():
                return self._call(node, node.func, spread(node.args))
            case ast.NamedExpr(value=value) | ast.Await(value=value) | ast.Starred(value=value):
                return self.values(value)
            case ast.IfExp(body=one, orelse=other):
                return self.values(one) | self.values(other)
            case ast.BoolOp(values=parts):
                return frozenset[Value]().union(*map(self.values, parts[:_MOST]))
            case ast.Lambda():
                return frozenset({Local(node)})
            case ast.Dict() | ast.List() | ast.Tuple() | ast.Set():
                return frozenset({Items(node)})
            case ast.BinOp(op=ast.Div(), left=left, right=right):
                path = Known("pathlib.Path()")
                return frozenset({path} & (self.values(left) | self.values(right)))
        folded = self.folder.fold(node)
        if isinstance(folded, str | bytes | int | float):
            return frozenset({Constant(folded)})
        return NOTHING

    def look_up(self, name: str, scope: Scope | None, line: int = 0) -> Values:
        """Return what a name stands for when it is used in a scope."""
        home = scope.find(name) if scope else None
        if home is None:
            return self._free(name)
        bindings = home.bindings[name]
        found: Values = frozenset[Value]().union(*(self._bound(b) for b in bindings[:40]))
        if home.kind in ("module", "class") and self._may_be_missing(name, home, scope, line):
            found |= self._free(name)
        return found

    def _free(self, name: str) -> Values:
        """Return a name that nothing here binds: a built-in, or one that a star brought in."""
        stars = [f"{module}.{name}" for module in self.scopes.module.stars]
        if name in _BUILTINS:
            stars.append(_BUILTIN_DUNDERS.get(name, f"builtins.{name}"))
        return known(stars)

    def _may_be_missing(self, name: str, home: Scope, scope: Scope | None, line: int) -> bool:
        """Tell whether the built-in of that name may still be meant although the name is bound."""
        bindings = home.bindings[name]
        first = min((binding.line for binding in bindings if binding.sure), default=0)
        return name in home.deleted or not first or (scope is home and 0 < line < first)

    def _bound(self, binding: Binding) -> Values:
        if binding.module:
            return known([binding.module])
        if isinstance(binding.node, ast.arg):
            return self._parameter(binding, binding.node)
        if binding.node is not None:
            return frozenset({Local(binding.node)})
        found = self._annotated(binding)
        if binding.expr is None:
            return found
        if binding.each:
            return found | self.element(self.values(binding.expr), binding.path)
        if binding.path:
            return found | self._unpacked(self.values(binding.expr), binding.path)
        return found | self.values(binding.expr)

    def _annotated(self, binding: Binding) -> Values:
        """Return what a type says: `p: Path` is a path."""
        note = binding.annotation
        if isinstance(note, ast.BinOp):
            note = note.left  # `Path | None`
        return known(f"{name}()" for name in self.names(note) if name == "pathlib.Path")

    def _parameter(self, binding: Binding, parameter: ast.arg) -> Values:
        found = self._annotated(binding) | self.values(binding.expr)
        arguments = self.scopes.parent.get(id(parameter))
        function = self.scopes.parent.get(id(arguments))
        if not isinstance(arguments, ast.arguments) or function is None:
            return found
        plain = [*arguments.posonlyargs, *arguments.args]
        place = plain.index(parameter) if parameter in plain else -1
        owner = self.scopes.of.get(id(function))
        if owner is not None and isinstance(owner.node, ast.ClassDef) and place == 0:
            return found | frozenset({Instance(owner.node)})
        for call in self._calls_of(function)[:40]:
            words = [word.value for word in call.keywords if word.arg == parameter.arg]
            given = call.args[place : place + 1] if place >= 0 else []
            for each in (*given, *words):
                found |= self.values(each)
        return found

    def _calls_of(self, function: ast.AST) -> list[ast.Call]:
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            return self.scopes.calls.get(function.name, [])
        parent = self.scopes.parent.get(id(function))
        if isinstance(parent, ast.Call) and parent.func is function:
            return [parent]
        if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
            return self.scopes.calls.get(parent.targets[0].id, [])
        return []

    def element(self, whole: Values, path: tuple[int, ...]) -> Values:
        found = known(f"{name}[]" for name in names_of(whole))
        for value in whole:
            if isinstance(value, Items) and not isinstance(value.node, ast.Dict):
                for each in value.node.elts[:_MOST]:
                    found |= self._unpacked(self.values(each), path)
        return found

    def _unpacked(self, whole: Values, path: tuple[int, ...]) -> Values:
        for place in path:
            parts: Values = NOTHING
            for value in whole:
                if isinstance(value, Items) and not isinstance(value.node, ast.Dict):
                    chosen = value.node.elts if place < 0 else value.node.elts[place : place + 1]
                    parts = parts.union(*(self.values(each) for each in chosen[:_MOST]))
            whole = parts
        return whole

    def attribute(self, owners: Values, name: str) -> Values:
        """Return what an attribute of one of these may stand for."""
        found = known(f"{each}.{name}" for each in names_of(owners))
        for owner in owners:
            if isinstance(owner, Local | Instance) and isinstance(owner.node, ast.ClassDef):
                found |= self._member(owner.node, name)
            elif isinstance(owner, Partial) and name == "func":
                found |= owner.functions
        return found

    def _member(self, node: ast.ClassDef, name: str) -> Values:
        inside = self.scopes.inner.get(id(node))
        found: Values = NOTHING
        for binding in (inside.bindings.get(name, []) if inside else [])[:_MOST]:
            found |= self._bound(binding)
        for store in self.scopes.attributes.get(name, [])[:_MOST]:
            if self._is_of(store.receiver, node):
                found |= self._bound(store.binding)
        if any("pathlib.Path" in self.names(base) for base in node.bases):
            found |= known([f"pathlib.Path().{name}"])
        return found

    def _is_of(self, receiver: ast.expr, node: ast.ClassDef) -> bool:
        return any(
            value.node is node
            for value in self.values(receiver)
            if isinstance(value, Instance | Local)
        )

    def _subscript(self, node: ast.Subscript) -> Values:
        folded = self.folder.fold(node)
        if folded is not UNKNOWN:
            constant = isinstance(folded, str | bytes | int | float)
            return frozenset({Constant(folded)}) if constant else NOTHING
        return self.item(self.values(node.value), node.slice) | self._stored(node)

    def _stored(self, node: ast.Subscript) -> Values:
        found: Values = NOTHING
        if isinstance(node.value, ast.Name):
            wanted = self.folder.fold(node.slice)
            for key, value in self.scopes.items.get(node.value.id, [])[:_MOST]:
                if wanted is not UNKNOWN and self.folder.fold(key) == wanted:
                    found |= self.values(value)
        return found

    def item(self, containers: Values, index: ast.expr) -> Values:
        """Return what a look-up in one of these may give."""
        key = self.folder.fold(index)
        found: Values = NOTHING
        for value in containers:
            if isinstance(value, Known):
                found |= entry(value.name, key)
            elif isinstance(value, Namespace) and isinstance(key, str):
                found |= self.look_up(key, value.scope)
            elif isinstance(value, Items):
                found |= self._in_literal(value.node, key)
        return found

    def _in_literal(self, node: ast.Dict | ast.List | ast.Tuple | ast.Set, key: Any) -> Values:
        if isinstance(node, ast.Dict):
            chosen = [
                value
                for each, value in zip(node.keys, node.values, strict=True)
                if key is UNKNOWN or (each is not None and self.folder.fold(each) == key)
            ]
        elif isinstance(key, int) and -len(node.elts) <= key < len(node.elts):
            chosen = [node.elts[key]]
        else:
            chosen = node.elts if key is UNKNOWN else []
        return frozenset[Value]().union(*map(self.values, chosen[:_MOST]))

    def _call(self, node: ast.Call, func: ast.expr, args: tuple[ast.expr, ...]) -> Values:
        folded = self.folder.fold(node)
        if isinstance(folded, str | bytes | int):
            return frozenset({Constant(folded)})
        found = self.called(self.values(func), args)
        if not args and self.names(func) & {"builtins.locals", "builtins.vars"}:
            found = frozenset({Namespace(self.scopes.of[id(node)])})
        if isinstance(func, ast.Attribute) and func.attr in _ITEMS and args:
            found |= self.item(self.values(func.value), args[0])
        return found

    def called(self, functions: Values, args: tuple[ast.expr, ...]) -> Values:
        """Return what calling one of these may give."""
        found: Values = NOTHING
        for function in functions:
            match function:
                case Known(name=name):
                    found |= result_of(self, name, args)
                case Local(node=ast.ClassDef() as node):
                    found |= frozenset({Instance(node)})
                case Local(node=node):
                    inside = self.scopes.inner.get(id(node))
                    for value in (inside.returns if inside else [])[:_MOST]:
                        found |= self.values(value)
                case Partial():
                    found |= self.called(function.functions, (*function.args, *args))
                case Getter(attributes=attributes) if args:
                    for attribute in attributes:
                        owners = self.values(args[0])
                        for part in attribute.split("."):
                            owners = self.attribute(owners, part)
                        found |= owners
        return found


def spread(args: Sequence[ast.expr]) -> tuple[ast.expr, ...]:
    """Return arguments with lists that are written out and unpacked put in their place."""
    found: list[ast.expr] = []
    for each in args:
        if isinstance(each, ast.Starred) and isinstance(each.value, ast.List | ast.Tuple):
            found += each.value.elts
        else:
            found.append(each)
    return tuple(found)
