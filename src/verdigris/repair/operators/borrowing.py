"""What sibling code does and this place forgot: a guard, a call, a last round, a way to a value."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.idea import Splice
from verdigris.repair.operators import blocks
from verdigris.repair.operators.base import Draft, Operator, Site, becomes
from verdigris.repair.operators.ingredients import likeness
from verdigris.repair.operators.names import arity_of
from verdigris.repair.operators.scope import own_code, parameters
from verdigris.repair.source import FUNCTIONS, Function

_LOOPS = (ast.For, ast.While, ast.AsyncFor)
_ENDS = (ast.Return, ast.Continue, ast.Break, ast.Raise)
_MOST = 6


def guard(site: Site) -> Iterator[Draft]:
    """Put in a guard that sibling code has: `if not rows: return None`."""
    assert isinstance(site.node, ast.stmt)
    if site.function is None or isinstance(site.node, (*FUNCTIONS, ast.ClassDef)):
        return
    rows = []
    for found, owner in site.scope.facts.guards:
        names = {n.id for n in ast.walk(found) if isinstance(n, ast.Name)}
        if names <= site.scope.names.keys() and not _has_guard(site, found):
            rows.append((0.7 if owner is site.function else 1.0, found))
    for fit, found in sorted(rows, key=lambda row: -row[0])[:_MOST]:
        text = f"if {site.text(found.test)}:\n{site.source.indent_unit}{site.text(found.body[0])}"
        yield from blocks.before(site.source, site.node, text, fit * 0.8)
        if not isinstance(site.node, _ENDS):
            yield from blocks.after(site.source, site.node, text, fit)


def _has_guard(site: Site, found: ast.If) -> bool:
    block = site.source.block_of(site.statement)
    return any(ast.dump(one) == ast.dump(found) for one in block)


def call(site: Site) -> Iterator[Draft]:
    """Take a step that sibling methods take, with the arguments at hand: `self.log(event)`."""
    assert isinstance(site.node, ast.stmt)
    owner = site.source.class_of(site.node)
    if owner is None or site.function is None or isinstance(site.node, FUNCTIONS):
        return
    steps = [
        step.statement.value.func.attr for step in site.scope.facts.steps_of(owner)
        if isinstance(step.statement, ast.Expr) and isinstance(step.statement.value, ast.Call)
        and isinstance(step.statement.value.func, ast.Attribute)
        and site.text(step.statement.value.func.value) == "self"
    ]  # fmt: skip
    own = {m.name: m for m in owner.body if isinstance(m, FUNCTIONS) and m is not site.function}
    for name in [*dict.fromkeys(steps)][:_MOST]:
        for arguments, fit in _arguments(site, own[name]) if name in own else ():
            text = f"self.{name}({arguments})"
            yield from blocks.before(site.source, site.node, text, fit * 0.8)
            if not isinstance(site.node, _ENDS):
                yield from blocks.after(site.source, site.node, text, fit)


def _arguments(site: Site, method: Function) -> Iterator[tuple[str, float]]:
    """Yield what a method may be called with here: what is called as its parameters are."""
    wanted = [arg.arg for arg in parameters(method)[1:]]
    here = [name for name in wanted if name in site.scope.names]
    least, _ = arity_of(method)
    if least <= 1:
        yield "", 0.6 if wanted else 1.0
        yield from ((f"{name}={name}", 1.0) for name in here)
    elif len(here) >= least - 1:
        yield ", ".join(here), 1.0
    elif least == 2:
        rows = [(known.id, likeness(known.id, wanted[0])) for known in site.scope.variables]
        rows.sort(key=lambda row: -row[1])
        yield from ((name, 0.3 + 0.5 * like) for name, like in rows[:3] if name != "self")


def last_round(site: Site) -> Iterator[Draft]:
    """Do once more after a loop what it does when something new begins: the last group counts."""
    assert isinstance(site.node, _LOOPS)
    loop = site.node
    inside = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)} if isinstance(
        loop, ast.For | ast.AsyncFor) else set()  # fmt: skip
    for node in ast.walk(loop):
        if not isinstance(node, ast.If):
            continue
        for one in node.body:
            if not isinstance(one, ast.Expr | ast.AugAssign) or "\n" in site.text(one):
                continue
            if {n.id for n in ast.walk(one) if isinstance(n, ast.Name)} & inside:
                continue
            text, test = site.text(one), site.text(node.test)
            if not {n.id for n in ast.walk(node.test) if isinstance(n, ast.Name)} & inside:
                guarded = f"if {test}:\n{site.source.indent_unit}{text}"
                yield from blocks.after(site.source, loop, guarded, 1.0)
            yield from blocks.after(site.source, loop, text, 0.8)


def way(site: Site) -> Iterator[Draft]:
    """Ask the object's own method for a value: `self._rows` → `self.sorted_rows()`."""
    assert isinstance(site.node, ast.Attribute)
    node, owner = site.node, site.source.class_of(site.node)
    if owner is None or not isinstance(node.ctx, ast.Load) or site.text(node.value) != "self":
        return
    if isinstance(site.parent, ast.Call) and site.parent.func is node:
        return
    for method in owner.body:
        if not isinstance(method, FUNCTIONS) or method is site.function:
            continue
        reads = any(isinstance(n, ast.Attribute) and n.attr == node.attr
                    for n in own_code(method))  # fmt: skip
        if method.name.startswith("__") or not reads or arity_of(method)[0] != 1:
            continue
        is_value = any("property" in site.text(one) for one in method.decorator_list)
        yield from site.put(f"self.{method.name}" + ("" if is_value else "()"), 1.0)


def everywhere(site: Site) -> Iterator[Draft]:
    """Mend an attribute that is mistaken throughout: every `x.width` of a class → `x.height`."""
    assert isinstance(site.node, ast.Attribute)
    node = site.node
    if not isinstance(node.value, ast.Name) or node.value.id == "self":
        return
    area, text = site.source.class_of(node) or site.source.tree, site.text()
    own = (n for n in site.scope.code if isinstance(n, ast.Attribute) and site.text(n) == text)
    if next(own, None) is not node:
        return  # once in a function is enough
    same = [n for n in ast.walk(area) if isinstance(n, ast.Attribute) and n.attr == node.attr
            and site.text(n) == text]  # fmt: skip
    ends = [span[1] for n in same if (span := site.source.span(n))]
    if not 2 <= len(ends) <= _MOST + 2:
        return
    facts = site.scope.facts
    others = {*facts.attributes.get(node.value.id, {}), *facts.of_objects} - {node.attr}
    rows = sorted(((likeness(node.attr, one), one) for one in others - facts.called), reverse=True)
    for like, other in rows[:_MOST]:
        splices = tuple(Splice(end - len(node.attr), end, other) for end in sorted(ends))
        yield Draft(splices, 0.3 + 0.6 * like, f"{becomes(text, f'{node.value.id}.{other}')} "
                                              f"in {len(ends)} places")  # fmt: skip


_ANY = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.If, ast.For, ast.While, ast.With)
OPERATORS = (
    Operator("guard.borrowed", 0.25, _ANY, guard, "a guard that sibling code has"),
    Operator("update.called", 0.3, _ANY, call, "`self.log(event)`, as other methods do"),
    Operator("update.last", 0.5, _LOOPS, last_round, "the last group, after the loop"),
    Operator("name.way", 0.3, (ast.Attribute,), way, "`self._rows` → `self.sorted_rows()`"),
    Operator("name.everywhere", 0.3, (ast.Attribute,), everywhere,
             "every `x.width` of a class → `x.height`"),
)  # fmt: skip
