"""From suspicious lines to what others ask for: functions to look at, types seen, who reaches what.

Pure but for reading the project's files.
"""

from __future__ import annotations

from collections.abc import Sequence

from verdigris.core.observed import Observed
from verdigris.core.paths import is_test_file
from verdigris.core.plan import Place
from verdigris.core.repair import Suspect, spot
from verdigris.core.report import Report
from verdigris.repair.locating.code import Code
from verdigris.retrieval.outline import Item, outline

PLACES = 12
FUNCTIONS = 200
"""Functions whose types are kept."""
REACHED, REACHING = 100, 30
"""Functions of which it is kept who reaches them, and tests that are kept for one."""
_SCALE = 10.0
"""What the most suspicious line counts against the scores of reading alone, which go up to ten."""


def rank_places(code: Code, read: Sequence[Place], suspects: Sequence[Suspect]) -> list[Place]:
    """Rank functions by their lines; those that only reading points to come after them."""
    scores: dict[tuple[str, str], list[Suspect]] = {}
    for suspect in suspects:
        scores.setdefault((suspect.path, suspect.function), []).append(suspect)
    pointed = {(place.path, place.name): place for place in read}
    ranked = []
    for (path, name), lines in scores.items():
        # The best line decides; more of them, and what reading says, break ties.
        top = [suspect.score for suspect in lines[:3]]
        place = pointed.get((path, name))
        score = _SCALE * top[0] + sum(top) / 3 + (place.score / _SCALE if place else 0.0)
        ranked.append(_place(code, path, name, lines[0], score))
    ranked.sort(key=lambda place: (-place.score, place.path, place.line))
    known = {(place.path, place.name) for place in ranked}
    rest = [place for place in read if (place.path, place.name) not in known]
    lowest = min((place.score for place in ranked), default=_SCALE)
    below = [place.model_copy(update={"score": min(place.score, lowest)}) for place in rest]
    return [*ranked, *below][:PLACES]


def _place(code: Code, path: str, name: str, best: Suspect, score: float) -> Place:
    item = next((one for one in _items(code, path) if one.name == name and name), None)
    return Place(
        path=path,
        name=item.name if item else "",
        line=item.line if item else best.line,
        end=item.end if item else best.line,
        score=round(score, 3),
        reason=f"line {best.line}: {best.reason}",
    )


def _items(code: Code, path: str) -> list[Item]:
    facts = code.facts(path)
    return outline(facts.text) if facts else []


def types_seen(
    code: Code, observed: Observed, suspects: Sequence[Suspect]
) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the types of each function's variables; of suspicious files first, as far as fits."""
    order = {path: number for number, path in enumerate(dict.fromkeys(s.path for s in suspects))}
    found: dict[str, dict[str, list[str]]] = {}
    for one in sorted(observed.types, key=lambda one: order.get(one.path, len(order))):
        facts = None if is_test_file(one.path) else code.facts(one.path)
        name = facts.functions.get(one.line) if facts else None
        if name is None:
            continue
        key = spot(one.path, name)
        if key in found or len(found) < FUNCTIONS:
            types = found.setdefault(key, {}).setdefault(one.variable, [])
            if one.type not in types:
                types.append(one.type)
    return {
        key: {variable: tuple(types) for variable, types in variables.items()}
        for key, variables in found.items()
    }


def reached_by(
    code: Code, observed: Observed, report: Report, suspects: Sequence[Suspect]
) -> dict[str, tuple[str, ...]]:
    """Return which tests reach each suspicious function, failing ones first."""
    wanted = dict.fromkeys((s.path, s.function) for s in suspects)
    names = list(wanted)[:REACHED]
    failing = {failure.id for failure in report.failures}
    found: dict[tuple[str, str], list[str]] = {key: [] for key in names}
    for seen in sorted(observed.tests, key=lambda seen: seen.id not in failing):
        ran = code.statements(seen.lines)
        facts = [(at.path, fact) for at in ran if (fact := code.fact(at.path, at.line))]
        for key in {(path, fact.function) for path, fact in facts} & found.keys():
            if len(found[key]) < REACHING:
                found[key].append(seen.id)
    return {spot(*key): tuple(tests) for key, tests in found.items() if tests}
