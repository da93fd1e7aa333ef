"""A fix that is remembered from other code, written for the code at hand. Python only.

First whole functions that are the same but for their names; then what the fix teaches as
templates, on the suspected lines, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verdigris.core.change import Change, make_change
from verdigris.core.lesson import Card
from verdigris.core.paths import is_protected
from verdigris.core.syntax import is_python
from verdigris.core.template import Offer
from verdigris.proposers.base import Brief
from verdigris.proposers.search import scored, suspects_in
from verdigris.repair.equal import Meanings
from verdigris.repair.idea import Idea
from verdigris.repair.renaming import renamed
from verdigris.repair.source import read_source
from verdigris.repair.templates.apply import ideas_from_templates
from verdigris.repair.templates.generalise import generalise

_PER_CARD = 6
"""Ways of adapting one card by its templates."""
_EDITS = 3
"""Files of a change that is adapted: larger ones are more than one idea."""


def adapted(card: Card, brief: Brief) -> Iterator[Change]:
    """Yield what a card's change comes to here, likeliest first; nothing where it does not fit."""
    edits = card.change.edits if card.change else ()
    usual = [e for e in edits if is_python(e.path) and not is_protected(e.path)]
    if not usual or len(usual) != len(edits) or len(edits) > _EDITS:
        return
    files = {p: t for p, t in brief.files.items() if is_python(p) and not is_protected(p)}
    texts = [(edit.path, edit.before or "", edit.after or "") for edit in usual]
    note = f"fixed the like of this in run {card.run_id}"
    for after in _renamed(texts, files):
        yield from _change(brief, after, card, f"{note}; names exchanged")
    for idea in _by_templates(texts, files, brief)[:_PER_CARD]:
        after = {idea.path: idea.apply(files[idea.path])}
        yield from _change(brief, after, card, f"{note}; {idea.what} at {idea.path}:{idea.line}")


def _change(brief: Brief, after: Mapping[str, str], card: Card, note: str) -> Iterator[Change]:
    change = make_change(brief.files, after, "recall", note, encodings=brief.encodings)
    if change is not None:
        yield change.model_copy(update={"card": card.id, "adapted": True})


def _renamed(
    texts: list[tuple[str, str, str]], files: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    if len(texts) == 1:
        yield from renamed(texts[0][1], texts[0][2], files)
        return
    together: dict[str, str] = {}
    for _, before, after in texts:
        rest = {path: text for path, text in files.items() if path not in together}
        made = next(renamed(before, after, rest), None)
        if made is None:
            return
        together.update(made)
    yield together


def _by_templates(
    texts: list[tuple[str, str, str]], files: Mapping[str, str], brief: Brief
) -> list[Idea]:
    offers = [
        Offer(template=template, weight=1.0)
        for path, before, after in texts
        for template in generalise(before, after, path)
    ]
    found: dict[bytes, tuple[float, Idea]] = {}
    for path, text in files.items():
        if not offers or (source := read_source(path, text)) is None:
            continue
        suspects, meaning = suspects_in(brief, path), Meanings(source)
        ideas = ideas_from_templates(offers, source, suspects, brief.localised)
        for score, idea in scored(ideas[:60], suspects):
            key = meaning(idea)
            if key is not None and (key not in found or found[key][0] < score):
                found[key] = (score, idea)
    return [idea for _, idea in sorted(found.values(), key=lambda one: -one[0])]
