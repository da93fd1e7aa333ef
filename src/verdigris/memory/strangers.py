"""A card as a stranger's: its change is a candidate, and nothing else that it says is believed.

For what others wrote into a memory that this machine shares with them, and for a card that stays
there when the one who wrote it takes back the words.
"""

from __future__ import annotations

from verdigris.core.change import Change, make_change
from verdigris.core.lesson import Card
from verdigris.core.paths import is_protected
from verdigris.core.text import one_line

_WORDS = 2_000
"""Characters of each text that are kept."""

_TEXTS = ("summary", "root_cause", "fix", "verification", "reproduction")
_LISTS = ("debug_steps", "broken")


def without_words(card: Card) -> Card:
    """Return a card that says nothing: its failure and its change are facts that others found."""
    silent = dict.fromkeys(_TEXTS, "") | dict.fromkeys(_LISTS, ())
    change = card.change and card.change.model_copy(update={"note": ""})
    return card.model_copy(update={**silent, "change": change})


def as_stranger(card: Card) -> Card:
    return card.model_copy(
        update={
            "summary": card.summary[:_WORDS],
            "root_cause": card.root_cause[:_WORDS],
            "fix": card.fix[:_WORDS],
            "verification": card.verification[:_WORDS],
            "debug_steps": tuple(step[:_WORDS] for step in card.debug_steps[:20]),
            "files_changed": card.files_changed[:50],
            "broken": tuple(test[:_WORDS] for test in card.broken[:20]),
            "reproduction": card.reproduction[:_WORDS],
            "change": remade(card.change),
            "foreign": True,
        }
    )


def remade(change: Change | None) -> Change | None:
    """Return a change made anew from its texts: what it says of itself is not believed."""
    if change is None or any(is_protected(edit.path) for edit in change.edits):
        return None
    return make_change(
        {edit.path: edit.before for edit in change.edits},
        {edit.path: edit.after for edit in change.edits},
        "recall",
        one_line(change.note, 200),
        encodings={edit.path: edit.encoding for edit in change.edits},
    )
