"""Where a name gets its value: the bindings that reach a place, and what was checked before it.

Walks backwards from the use through the statements around it. A binding that is met on every way
ends the walk; so does a check after which the value can only be one of a list, or a number.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from verdigris.checks.sql import guards
from verdigris.checks.sql import model as m

_LEAVES = {"exit", "_exit", "abort", "fail", "quit"}


@dataclass
class Reached:
    binds: list[tuple[m.Bind | m.Each, m.Target]] = field(default_factory=list)
    checked: bool = False
    """On some way the value was checked, so that it cannot break out."""
    ended: bool = False
    """Every way has a binding or a check; what lies further up is not reached."""
    top: m.Func | None = None
    """The function whose beginning was reached; None for the module."""


class Flow:
    def __init__(self, module: m.Module, nodes: list[m.Node]) -> None:
        self.module = module
        self.passed = 0
        """Statements that were walked past, so that whoever asks can set an end to it."""
        self.guards = guards.Guards(self)
        self._binds: dict[int, dict[str, list[tuple[m.Bind, m.Target]]]] = {}
        """By the function (0: the module) and the name."""
        self.functions: dict[str, list[m.Func]] = {}
        self.classes: dict[str, m.Class] = {}
        for node in nodes:
            if isinstance(node, m.Bind):
                for target in node.targets:
                    if target.name:
                        scope = self._home(node, target.name)
                        names = self._binds.setdefault(id(scope), {})
                        names.setdefault(target.name, []).append((node, target))
                    if target.name and isinstance(node.value, m.Func):
                        node.value.name = node.value.name or target.name
                        self.functions.setdefault(target.name, []).append(node.value)
            elif isinstance(node, m.Define):
                self.functions.setdefault(node.func.name, []).append(node.func)
            elif isinstance(node, m.Class):
                self.classes[node.name] = node

    def _home(self, bind: m.Bind, name: str) -> m.Func | None:
        """Return the function whose variable is bound; the text is read from its beginning."""
        own = scope = scope_of(bind)
        while not bind.declares and scope is not None:
            if self.bindings(scope, name) or any(p.name == name for p in scope.params):
                return scope
            scope = scope_of(scope)
        return own if bind.declares or not self.bindings(None, name) else None

    def bindings(self, scope: m.Func | None, name: str) -> list[tuple[m.Bind, m.Target]]:
        return self._binds.get(id(scope), {}).get(name, [])

    def reach(self, key: str, at: m.Node) -> Reached:
        """Return what reaches a use of a name, or of a place such as `self.x`, up to the function
        around it.
        """
        found = Reached()
        node = at
        while not found.ended:
            up = node.up
            if up is None or isinstance(up, m.Func):
                found.top = up
                return found
            self._step(key, node, up, found)
            node = up
        return found

    def _step(self, key: str, node: m.Node, up: m.Node, found: Reached) -> None:
        match up:
            case m.Block():
                self._before(key, node, up, found)
            case m.If() | m.Pick() | m.Logic() | m.Switch() | m.Case():
                if self.guards.holds_inside(key, node, up):
                    found.checked = found.ended = True
            case m.Loop():
                self._loop(key, node, up, found)
            case m.Each():
                if node is not up.source:
                    self._each(key, up, found)
            case m.Try() if node is not up.body:
                found.binds += self._inside(key, up.body)

    def _before(self, key: str, node: m.Node, block: m.Block, found: Reached) -> None:
        place = next((n for n, each in enumerate(block.stmts) if each is node), 0)
        for stmt in reversed(block.stmts[:place]):
            self.passed += 1
            if self.guards.holds_after(key, stmt):
                if not isinstance(stmt, m.If) or not leaves(stmt.bodies[0]):
                    found.binds += self._inside(key, stmt)
                found.checked = found.ended = True
                return
            found.binds += self._inside(key, stmt)
            if self.assigns(key, stmt):
                found.ended = True
                return

    def _loop(self, key: str, node: m.Node, loop: m.Loop, found: Reached) -> None:
        if node is not loop.body:
            return
        known = {id(bind) for bind, _ in found.binds}
        found.binds += [each for each in self._inside(key, loop.body) if id(each[0]) not in known]
        if loop.bind is not None:
            named = [(loop.bind, t) for t in loop.bind.targets if t.name == key]
            found.binds += named
            found.ended = bool(named)
        elif loop.test is not None and self.guards.implies(loop.test, key, True):
            found.checked = found.ended = True

    def _each(self, key: str, each: m.Each, found: Reached) -> None:
        named = [(each, target) for target in each.targets if target.name == key]
        if any(self.guards.implies(test, key, True) for test in each.tests):
            found.checked = found.ended = True
        elif named:
            found.binds += named
            found.ended = True

    def _inside(self, key: str, stmt: m.Node) -> list[tuple[m.Bind | m.Each, m.Target]]:
        """Return the bindings of a name below a statement, on ways that go on behind it."""
        scope = scope_of(stmt)
        return [
            (bind, target)
            for bind, target in self.bindings(scope, key)
            if (not stmt.end or stmt.line <= bind.line <= stmt.end)
            and is_below(bind, stmt)
            and not _is_cut_off(bind, stmt)
        ]

    def assigns(self, key: str, stmt: m.Node) -> bool:
        """Tell whether every way through a statement binds the name."""
        match stmt:
            case m.Bind(targets=targets):
                return any(target.name == key for target in targets)
            case m.Block(stmts=stmts):
                return leaves(stmt) or any(self.assigns(key, each) for each in stmts)
            case m.If(bodies=bodies, orelse=orelse):
                return bool(orelse.stmts) and all(
                    self.assigns(key, each) for each in (*bodies, orelse)
                )
            case m.Try(body=body, others=others):
                return all(self.assigns(key, each) for each in (body, *others))
            case m.Switch(cases=cases):
                return any(not case.values for case in cases) and all(
                    self.assigns(key, case.body) for case in cases
                )
        return False


def scope_of(node: m.Node) -> m.Func | None:
    up = node.up
    while up is not None and not isinstance(up, m.Func):
        up = up.up
    return up


def statement_of(node: m.Node) -> m.Node:
    """Return the statement around an expression; an `if` counts by its test alone."""
    here: m.Node | None = node
    while here is not None and not isinstance(here, m.STATEMENTS):
        here = here.up
    return here if here is not None else node


def is_below(node: m.Node, above: m.Node) -> bool:
    here: m.Node | None = node
    while here is not None:
        if here is above:
            return True
        here = here.up
    return False


def _is_cut_off(node: m.Node, above: m.Node) -> bool:
    """Tell whether the way from a binding ends before it leaves the statement above it."""
    here, cut = node, False
    while here is not above and here.up is not None:
        if isinstance(here, m.Func):
            cut = False  # what it returns from is itself, not what lies around it
        elif isinstance(here.up, m.Block) and here.up is not above and _ends(here.up):
            cut = True
        here = here.up
    return cut


def _ends(block: m.Block) -> bool:
    """Tell whether a block leaves the function; one that goes on with a loop does not."""
    last = block.stmts[-1] if block.stmts else None
    return isinstance(last, m.Return) or (isinstance(last, m.Stop) and last.value is not None)


def leaves(block: m.Block) -> bool:
    """Tell whether no way leads out at the end of a block."""
    last = block.stmts[-1] if block.stmts else None
    match last:
        case m.Return() | m.Stop():
            return True
        case m.Do(value=m.Call() as call):
            return call.called in _LEAVES
        case m.If(bodies=bodies, orelse=orelse):
            return bool(orelse.stmts) and all(leaves(each) for each in (*bodies, orelse))
    return False


def growth(bind: m.Bind | m.Each, name: str) -> m.Join | None:
    """Return what `sql += …` makes of the text before; None for any other binding."""
    value = bind.value if isinstance(bind, m.Bind) else None
    if not isinstance(value, m.Join) or not value.added:
        return None
    first = value.parts[0]
    return value if isinstance(first, m.Name) and first.id == name else None
