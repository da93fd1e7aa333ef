"""Checks after which a value cannot break out: `if column not in ALLOWED: raise`, a number, a name.

A key is a name or a place written as in a message: `column`, `self.column`, `args["sort"]`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from verdigris.checks.sql import model as m
from verdigris.checks.sql.showing import show

if TYPE_CHECKING:
    from collections.abc import Callable

    from verdigris.checks.sql.flow import Flow

_SAME = {
    "lower",
    "upper",
    "strip",
    "lstrip",
    "rstrip",
    "removeprefix",
    "removesuffix",
    "casefold",
    "trim",
    "toLowerCase",
    "toUpperCase",
    "toString",
}
_CONVERTED = {"str", "String", "set", "frozenset", "tuple", "list", "sorted", "Number", "parseInt"}
_NARROW = {
    "isidentifier", "isdigit", "isalnum", "isdecimal", "isalpha", "isnumeric", "isInteger",
    "isSafeInteger", "isFinite",
}  # fmt: skip
_HAS = {"includes", "has", "hasOwnProperty", "issuperset", "__contains__"}
_MATCHES = {"match", "fullmatch", "test", "matches"}
_PREDICATE = re.compile(
    r"^_?(?:is_?|has_?)?(?:valid|safe|allowed|known|ident|uuid|integer|number)|^_?isin$", re.I
)
_VALIDATOR = re.compile(
    r"^_?(?:validate|check|ensure|assert|verify|require)_?(?:is_?|valid_?|safe_?|allowed_?|known_?|"
    r"sql_?)*(?:ident|name|col|table|order|sort|field|direction|schema|int|number|numeric|uuid|"
    r"in_|one_?of|$)",
    re.I,
)
_DEEPEST = 12


class Guards:
    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self.is_allowed: Callable[[m.Node], bool] = lambda node: False
        """Whether a collection is an allow list; the evaluator knows."""
        self._depth = 0

    def holds_inside(self, key: str, node: m.Node, up: m.Node) -> bool:
        """Tell whether the tests around a node say that the key is checked there."""
        match up:
            case m.If(tests=tests, bodies=bodies):
                if any(node is each for each in bodies):
                    place = next(n for n, each in enumerate(bodies) if each is node)
                    if self.implies(tests[place], key, True):
                        return True
                else:
                    place = next((n for n, t in enumerate(tests) if t is node), len(tests))
                return any(self.implies(each, key, False) for each in tests[:place])
            case m.Pick(test=test, yes=yes, no=no):
                return (node is yes and self.implies(test, key, True)) or (
                    node is no and self.implies(test, key, False)
                )
            case m.Logic(parts=parts, every=every):
                before = parts[: next((n for n, p in enumerate(parts) if p is node), 0)]
                return any(self.implies(each, key, every) for each in before)
            case m.Case(values=values, up=m.Switch(subject=subject)) if node is up.body:
                return bool(values) and self._is(subject, key) and all(map(_is_fixed, values))
        return False

    def holds_after(self, key: str, stmt: m.Node) -> bool:
        """Tell whether a key is checked, or replaced, on every way behind a statement."""
        from verdigris.checks.sql.flow import leaves

        match stmt:
            case m.If(tests=tests, bodies=bodies):
                for test, body in zip(tests, bodies, strict=True):
                    gone = leaves(body) or self._flow.assigns(key, body)
                    if gone and self.implies(test, key, False):
                        return True
                    if not (gone or self.implies(test, key, True)):
                        return False
                return leaves(stmt.orelse) or self._flow.assigns(key, stmt.orelse)
            case m.Do(value=m.Call() as call):
                return self._validates(call, key)
            case m.Bind(value=m.Call() as call):
                return self._validates(call, key, imported=False)
            case m.Loop(bind=m.Bind(each=True, targets=[target], value=source), body=body):
                return self._is(source, key) and any(
                    self.holds_after(target.name, each) for each in body.stmts
                )
        return False

    def _validates(self, call: m.Call, key: str, *, imported: bool = True) -> bool:
        """Tell whether a call raises unless the key is one of a list, or a name."""
        place = next((n for n, each in enumerate(call.args) if self._is(each, key)), -1)
        if place < 0:
            return False
        functions = self._flow.functions.get(call.called, [])
        if not functions:
            return imported and bool(_VALIDATOR.match(call.called))
        return all(self._checks(function, place, call) for function in functions)

    def _checks(self, function: m.Func, place: int, call: m.Call) -> bool:
        shift = 1 if function.owner is not None and self._flow.module.language == "py" else 0
        named = [p.name for p in function.params if p.place == place + shift]
        if not named or self._depth > _DEEPEST:
            return False
        self._depth += 1
        try:
            return any(self.holds_after(named[0], each) for each in function.body.stmts)
        finally:
            self._depth -= 1

    def implies(self, test: m.Node, key: str, truth: bool) -> bool:
        """Tell whether a test that came out so leaves the key no room to break out."""
        if self._depth > _DEEPEST:
            return False
        self._depth += 1
        try:
            return self._implies(test, key, truth)
        finally:
            self._depth -= 1

    def _implies(self, test: m.Node, key: str, truth: bool) -> bool:
        match test:
            case m.Not(part=part):
                return self.implies(part, key, not truth)
            case m.Logic(parts=parts, every=every):
                enough = any if every == truth else all
                return enough(self.implies(each, key, truth) for each in parts)
            case m.Compare():
                return self._compared(test, key, truth)
            case m.Arith(op="-", left=left, right=right):
                return not truth and self._is(left, key) and self.is_allowed(right)
            case m.Call():
                return self._called(test, key, truth)
            case m.Name(id=name) if name != key:
                reached = self._flow.reach(name, test)
                binds = [bind for bind, target in reached.binds if not target.path]
                return len(binds) == 1 and isinstance(binds[0], m.Bind) and (
                    not binds[0].each and self.implies(binds[0].value, key, truth)
                )  # fmt: skip
        return False

    def _compared(self, test: m.Compare, key: str, truth: bool) -> bool:
        left, op, right = test.left, test.op, test.right
        match op:
            case "in" | "not in":
                return truth == (op == "in") and self._is(left, key) and self.is_allowed(right)
            case "==" | "!=" if self._is(left, key):
                return truth == (op == "==") and _is_fixed(right)
            case "==" | "!=" if self._is(right, key):
                return truth == (op == "==") and _is_fixed(left)
            case "==" | "!=" if isinstance(left, m.Call) and left.called == "typeof":
                fixed = isinstance(right, m.Text) and right.value in ("number", "boolean", "bigint")
                same = bool(left.args) and self._is(left.args[0], key)
                return truth == (op == "==") and fixed and same
            case "==" | "!=" if isinstance(left, m.Call) and left.called in _MATCHES | {"exec"}:
                nothing = isinstance(right, m.Safe)  # `re.fullmatch(…) is None`
                return nothing and self.implies(left, key, truth == (op == "!="))
            case "<=" if self._is(left, key):
                return truth and self.is_allowed(right)
        if isinstance(left, m.Call) and left.called == "indexOf" and isinstance(left.func, m.Attr):
            asked = bool(left.args) and self._is(left.args[0], key)
            found = {"==": False, "<": False, "!=": True, ">": True, ">=": True}.get(op)
            return asked and truth == found and self.is_allowed(left.func.of)
        return False

    def _called(self, call: m.Call, key: str, truth: bool) -> bool:
        receiver = call.func.of if isinstance(call.func, m.Attr) else None
        first = call.args[0] if call.args else None
        name = call.called
        if name in ("all", "any") and isinstance(first, m.Each) and receiver is None:
            asked = truth == (name == "all") and self._is(first.source, key)
            inner = first.targets[0].name if first.targets else ""
            return asked and self.implies(first.made, inner, truth)
        if name in ("every", "some") and isinstance(first, m.Func) and receiver is not None:
            return self._each_of(receiver, first, key, truth, every=name == "every")
        if name in ("issubset", "difference") and receiver is not None and first is not None:
            fits = truth == (name == "issubset")
            return fits and self._is(receiver, key) and self.is_allowed(first)
        if not truth:
            return name == "isNaN" and first is not None and self._is(first, key)
        return self._true(call, name, receiver, first, key)

    def _each_of(self, whole: m.Node, test: m.Func, key: str, truth: bool, *, every: bool) -> bool:
        if truth != every or not self._is(whole, key) or not test.params:
            return False
        returned = [each for each in test.body.stmts if isinstance(each, m.Return) and each.value]
        return len(returned) == 1 and returned[0].value is not None and self.implies(
            returned[0].value, test.params[0].name, truth
        )  # fmt: skip

    def _true(
        self, call: m.Call, name: str, receiver: m.Node | None, first: m.Node | None, key: str
    ) -> bool:
        if receiver is not None and name in _NARROW and self._is(receiver, key):
            return True
        given = [each for each in call.args if self._is(each, key)]
        if not given:
            return name == "match" and receiver is not None and self._is(receiver, key)
        if name in _HAS and receiver is not None:
            return self.is_allowed(receiver)
        if name == "hasOwn" and first is not None:
            return self.is_allowed(first)
        if name in _MATCHES or name in _NARROW:
            return not self._is_loose(call, receiver)
        if name == "isinstance":
            return show(call.args[-1]).rpartition(".")[2] in ("int", "float", "Decimal", "UUID")
        functions = self._flow.functions.get(name, [])
        if not functions:
            return bool(_PREDICATE.match(name))
        place = next(n for n, each in enumerate(call.args) if self._is(each, key))
        return all(self._says(function, place) for function in functions)

    def _is_loose(self, call: m.Call, receiver: m.Node | None) -> bool:
        """Tell whether a pattern is known not to look at the whole text."""
        if call.called == "fullmatch":
            return False
        shown = [each for each in (*call.args, receiver) if each is not None]
        for each in shown:
            if isinstance(each, m.Name):
                bound = self._flow.bindings(None, each.id)
                shown += [bind.value for bind, _ in bound if isinstance(bind.value, m.Call)]
        patterns = [
            part.value for each in shown
            for part in ([each] if isinstance(each, m.Text) else each.args
                         if isinstance(each, m.Call) else [])
            if isinstance(part, m.Text)
        ]  # fmt: skip
        ends = re.compile(r"(?:\$|\\Z|\\z)\)?(?:/[a-z]*)?$")
        return bool(patterns) and not any(ends.search(each) for each in patterns)

    def _says(self, function: m.Func, place: int) -> bool:
        """Tell whether a function of this text that says yes has checked its argument."""
        shift = 1 if function.owner is not None and self._flow.module.language == "py" else 0
        named = [p.name for p in function.params if p.place == place + shift]
        returned = [each.value for each in function.body.stmts if isinstance(each, m.Return)]
        return bool(named) and bool(returned) and all(
            value is not None and self.implies(value, named[0], True) for value in returned
        )  # fmt: skip

    def _is(self, node: m.Node, key: str) -> bool:
        """Tell whether an expression is the key, or only another spelling of its value."""
        while isinstance(node, m.Call):
            method = node.func.name if isinstance(node.func, m.Attr) else ""
            fixed = all(map(_is_fixed, node.args))
            if isinstance(node.func, m.Attr) and method in _SAME and fixed:
                node = node.func.of
            elif isinstance(node.func, m.Name) and node.func.id in _CONVERTED and node.args:
                node = node.args[0]
            else:
                return False
        return show(node) == key


def _is_fixed(node: m.Node) -> bool:
    return isinstance(node, m.Text | m.Safe) or (
        isinstance(node, m.Name | m.Attr) and show(node).rpartition(".")[2].isupper()
    )
