"""What may be kept of a card: nothing that looks like a credential.

Text is masked. A change has to stay exact to be of use, so one that touches a file in which a
credential stands is not kept at all; the card goes without it.
"""

from __future__ import annotations

from verdigris.core.change import Change
from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.core.text import mask


def safe(card: Card) -> Card:
    return card.model_copy(
        update={
            "signature": _signature(card.signature),
            "summary": mask(card.summary),
            "root_cause": mask(card.root_cause),
            "fix": mask(card.fix),
            "verification": mask(card.verification),
            "files_changed": tuple(map(mask, card.files_changed)),
            "debug_steps": tuple(map(mask, card.debug_steps)),
            "broken": tuple(map(mask, card.broken)),
            "reproduction": mask(card.reproduction),
            "change": _change(card.change),
        }
    )


def _signature(signature: Signature) -> Signature:
    return Signature(**{name: mask(text) for name, text in signature.model_dump().items()})


def _change(change: Change | None) -> Change | None:
    if change is None or any(_has_secret(text) for text in _texts(change)):
        return None
    return change.model_copy(update={"note": mask(change.note)})


def _texts(change: Change) -> list[str]:
    # Whole files, since that is what a change carries, not just the lines its diff shows.
    texts = [change.diff]
    for edit in change.edits:
        texts += [edit.path, edit.before or "", edit.after or ""]
    return texts


def _has_secret(text: str) -> bool:
    # The mask wants something before a name such as `token`, so the first line gets a newline.
    text = f"\n{text}"
    return mask(text) != text
