"""Fixes that worked before. Costs nothing, so it is asked first.

A remembered change is taken over file by file: where the old text is still what the card saw, the
new one replaces it; otherwise the definitions that the fix changed are spliced in, or its diff is
merged where it changed none. Where the code has other names, as in another repository, the change
is adapted (`adapting.py`). What a card says in words is not used at all.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from verdigris.core.change import Change, FileEdit, Origin, make_change
from verdigris.core.lesson import Card
from verdigris.edits.hunks import read_diff
from verdigris.edits.patch import apply_hunks
from verdigris.edits.splice import splice
from verdigris.errors import ModelMistake
from verdigris.proposers.adapting import adapted
from verdigris.proposers.base import Brief, Unusable
from verdigris.retrieval.outline import outline, source_of

_ADAPTED = 8
"""Adapted candidates that are offered altogether."""


class Recall:
    origin: Origin = "recall"

    @property
    def more(self) -> bool:
        return False

    async def propose(self, brief: Brief) -> AsyncIterator[Change | Unusable]:
        elsewhere: list[Card] = []
        for card in brief.cards:
            if not card.green or card.change is None:
                continue
            note = f"fixed this in run {card.run_id}"
            try:
                after = {e.path: _carried(e, brief) for e in card.change.edits}
            except ModelMistake as mistake:
                elsewhere.append(card)
                yield Unusable(str(mistake), note)
                continue
            change = make_change(brief.files, after, "recall", note, encodings=brief.encodings)
            if change is None:
                yield Unusable("the remembered fix is already in the code", note)
            else:
                yield change.model_copy(update={"card": card.id})
        seen: set[str] = set()
        for card in (*elsewhere, *brief.similar):
            for change in adapted(card, brief):
                if len(seen) >= _ADAPTED:
                    return
                if change.fingerprint not in seen:
                    seen.add(change.fingerprint)
                    yield change


def _carried(edit: FileEdit, brief: Brief) -> str | None:
    now = brief.files.get(edit.path)
    if now == edit.before:
        return edit.after
    if now is None or edit.before is None or edit.after is None:
        raise ModelMistake(f"{edit.path} is not what the remembered fix was made for")
    changed = _changed_definitions(edit.before, edit.after)
    if not changed:
        [patch] = read_diff(edit.diff(), hint=edit.path)
        return apply_hunks(now, patch.hunks, edit.path, earlier=[edit.before]).text
    return splice(now, changed, edit.path)


def _changed_definitions(before: str, after: str) -> str:
    """Return the source of the outermost definitions that differ between two texts."""
    old = {item.name: source_of(before, item) for item in outline(before) if "." not in item.name}
    return "\n".join(
        source_of(after, item)
        for item in outline(after)
        if "." not in item.name and old.get(item.name) != source_of(after, item)
    )
