"""Whether a template says anything, and how much. Pure."""

from __future__ import annotations

import ast

from verdigris.core.template import HOLE, Template
from verdigris.repair.templates.trees import hole_of, holes_in, sides

_UNKNOWN = 2
"""Holes that may stand on the new side only, so that what they become has to be guessed."""
_ANY = "_e0_"


def says_something(template: Template) -> bool:
    """Tell whether a template is more than "something becomes something else"."""
    if template.before == template.after:
        return False
    unknown = unknown_holes(template)
    guessed = sum(map(len, template.uses.values()))
    if len(unknown) + guessed > _UNKNOWN:
        return False
    old, new = sides(template)
    if all(hole_of(node) for node in new) and all(hole_of(node) for node in old):
        return False
    if all(hole_of(node) for node in old):
        # Matches anything, so it must be clear what becomes of it.
        known = holes_in(template.before) + [h for used in template.uses.values() for h in used]
        tied = any(hole[1] in "enc" and hole in template.after for hole in known)
        return tied and not unknown
    return not _is_mere_exchange(template, unknown)


def unknown_holes(template: Template) -> list[str]:
    """Return the holes that matching the old side leaves open."""
    known = {*holes_in(template.before), *(h for used in template.uses.values() for h in used)}
    return [hole for hole in holes_in(template.after) if hole not in known]


def _is_mere_exchange(template: Template, unknown: list[str]) -> bool:
    """Tell whether the only change is one thing for another of which nothing is known.

    Where the old one stands twice in the pattern, that is something: `f(x, x)` to `f(x, y)`.
    """
    if not unknown:
        return False

    def blurred(text: str, which: set[str]) -> str:
        return HOLE.sub(lambda m: _ANY if m.group() in which else m.group(), text)

    new = {*unknown}
    for old in holes_in(template.before):
        same = blurred(template.before, {old}) == blurred(template.after, {*new, old})
        if same and template.before.count(old) == 1:
            return True
    return False


def specificity(template: Template) -> float:
    """Return from 0 to 1 how much of the old side is said rather than left open."""
    old, _ = sides(template)
    said = 0
    for side in old:
        for node in ast.walk(side):
            if isinstance(node, ast.operator | ast.cmpop | ast.boolop | ast.unaryop):
                said += 1
            elif isinstance(node, ast.expr | ast.stmt) and not hole_of(node):
                said += not isinstance(node, ast.Expr)
    repeats = sum(template.before.count(hole) - 1 for hole in set(holes_in(template.before)))
    return min(1.0, 0.15 * said + 0.1 * repeats)
