"""Fixes that worked for this signature before. Costs nothing, so it is asked first.

A remembered change is taken over file by file: where the old text is still what the card saw, the
new one replaces it; otherwise only the definitions that the fix changed are spliced in.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from verdigris.core.change import Change, FileEdit, Origin, make_change
from verdigris.edits.splice import splice
from verdigris.errors import ModelMistake
from verdigris.proposers.base import Brief, Unusable
from verdigris.retrieval.outline import outline, source_of


class Recall:
    origin: Origin = "recall"

    async def propose(self, brief: Brief) -> AsyncIterator[Change | Unusable]:
        for card in brief.cards:
            if not card.green or card.change is None:
                continue
            note = f"fixed this in run {card.run_id}"
            try:
                after = {e.path: _carried(e, brief) for e in card.change.edits}
            except ModelMistake as mistake:
                yield Unusable(str(mistake), note)
                continue
            change = make_change(brief.files, after, "recall", note)
            yield change or Unusable("the remembered fix is already in the code", note)


def _carried(edit: FileEdit, brief: Brief) -> str | None:
    now = brief.files.get(edit.path)
    if now == edit.before:
        return edit.after
    if now is None or edit.before is None or edit.after is None:
        raise ModelMistake(f"{edit.path} is not what the remembered fix was made for")
    changed = _changed_definitions(edit.before, edit.after)
    if not changed:
        raise ModelMistake(f"the remembered fix of {edit.path} cannot be carried over")
    return splice(now, changed, edit.path)


def _changed_definitions(before: str, after: str) -> str:
    """Return the source of the outermost definitions that differ between two texts."""
    old = {item.name: source_of(before, item) for item in outline(before) if "." not in item.name}
    return "\n".join(
        source_of(after, item)
        for item in outline(after)
        if "." not in item.name and old.get(item.name) != source_of(after, item)
    )
