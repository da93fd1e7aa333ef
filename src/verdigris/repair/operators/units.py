"""Numbers in the wrong unit: a factor too few, a turn too many, and the twin of a usual number.

The numbers are those of the file, and those that everybody's clocks, angles, sizes and percentages
have.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import zip_longest

from verdigris.repair.operators.base import Draft, Operator, Site
from verdigris.repair.operators.placing import Tie

_FACTORS = ("60", "1000", "100", "3600", "24", "1024", "10")
_TURNS = ("360", "24", "60", "12", "7")
_TWINS: dict[float, tuple[str, ...]] = {
    1000: ("1024", "100", "60"), 1024: ("1000",), 100: ("1000", "10"), 10: ("100", "16"),
    60: ("3600", "24", "1000"), 3600: ("60",), 24: ("12", "60"), 12: ("24",), 7: ("5", "30"),
    30: ("31", "7"), 31: ("30",), 365: ("366", "12"), 360: ("180",), 180: ("360", "90"),
    90: ("180",), 255: ("256",), 256: ("255",), 8: ("16", "2"), 16: ("8",),
}  # fmt: skip
_NUMBERS = {"int", "float"}
_MOST = 6


def scaled(site: Site) -> Iterator[Draft]:
    """Multiply or divide by what turns one unit into another: `weeks * 7` → `weeks * 7 * 24`."""
    fit = _is_amount(site)
    if not fit:
        return
    node = site.node
    own = site.operand(node, Tie.TERM)
    inside = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
    for place, number in enumerate(_numbers(site, _FACTORS)):
        share = fit * 0.9**place * (1.3 if float(number) in inside else 1.0)
        yield from site.put(f"{own} * {number}", min(share, 1.0))
        yield from site.put(f"{own} / {number}", min(share * 0.8, 1.0))


def _is_amount(site: Site) -> float:
    """Return how likely a number with a unit stands here, and not a part of one."""
    node, parent = site.node, site.parent
    if isinstance(parent, ast.BinOp | ast.Subscript | ast.Slice | ast.Compare | ast.UnaryOp):
        return 0.0
    if isinstance(node, ast.Constant):
        plain = type(node.value) in (int, float) and node.value not in (0, 1, -1)
        # Alone in a call or a table it is an amount; elsewhere mostly a count.
        return 0.6 if plain and isinstance(parent, ast.Call | ast.Dict | ast.Assign) else 0.0
    assert isinstance(node, ast.expr)
    types = set(site.scope.types_of(node))
    if isinstance(parent, ast.Return):
        types |= set(site.scope.returns)
    held = isinstance(parent, ast.Return | ast.Assign | ast.Dict | ast.keyword | ast.AnnAssign)
    if isinstance(node, ast.BinOp):
        factors = isinstance(node.op, ast.Mult | ast.Div) and not types & {"str", "list"}
        return 1.0 if factors else 0.5 if types & _NUMBERS else 0.0
    return 0.7 if held and types & _NUMBERS and "str" not in types else 0.0


def turned(site: Site) -> Iterator[Draft]:
    """Begin again after a full turn: `hour + shift` → `(hour + shift) % 24`."""
    assert isinstance(site.node, ast.BinOp)
    node = site.node
    types = {*site.scope.types_of(node.left), *site.scope.types_of(node.right)}
    if not isinstance(node.op, ast.Add | ast.Sub) or types & {"str", "list", "tuple"}:
        return
    if isinstance(site.parent, ast.BinOp):
        return
    fit = 1.0 if types & _NUMBERS else 0.5
    if isinstance(site.parent, ast.Subscript) and site.parent.slice is node:
        yield from site.put(f"({site.text()}) % len({site.text(site.parent.value)})", fit)
    for place, number in enumerate(_numbers(site, _TURNS)):
        yield from site.put(f"({site.text()}) % {number}", fit * 0.85**place)


def _numbers(site: Site, usual: tuple[str, ...]) -> list[str]:
    """Return numbers that may be meant: those of the file, the nearest first, then usual ones."""
    line = site.statement.lineno if not isinstance(site.node, ast.expr) else site.node.lineno
    found = [n for n in site.scope.facts.constants if _is_factor(n.value)]
    found.sort(key=lambda n: abs(n.lineno - line))
    texts = dict.fromkeys(repr(n.value) for n in found[: 4 * _MOST] if n is not site.node)
    turns = zip_longest([*texts][:_MOST], usual)
    return [*dict.fromkeys(one for pair in turns for one in pair if one)]


def _is_factor(value: object) -> bool:
    return type(value) in (int, float) and value not in (0, 1, 2, -1, 0.5, 1.0)


def twin(site: Site) -> Iterator[Draft]:
    """Put in the number that means nearly the same: `1000` → `1024`."""
    assert isinstance(site.node, ast.Constant)
    value = site.node.value
    if isinstance(value, int | float) and not isinstance(value, bool):
        for place, other in enumerate(_TWINS.get(value, ())):
            yield from site.put(other, 0.8**place)


_AMOUNTS = (ast.Constant, ast.BinOp, ast.Call, ast.Name, ast.Attribute)
OPERATORS = (
    Operator("unit.twin", 0.45, (ast.Constant,), twin, "`1000` → `1024`"),
    Operator("unit.scaled", 0.25, _AMOUNTS, scaled, "`weeks * 7` → `weeks * 7 * 24`"),
    Operator("unit.turned", 0.25, (ast.BinOp,), turned, "`a + b` → `(a + b) % 24`"),
)
