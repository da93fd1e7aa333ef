"""Taking back what one machine told a store of documents, and nothing that others told.

The same rules as in a database (`memory/owned.py`). Each card's documents go in one request, so
that being stopped in the middle leaves nothing that a second time would not remove.
"""

from __future__ import annotations

from collections.abc import Collection

from verdigris.core.text import tidy
from verdigris.memory.documents.base import Document, Documents, Where, sound
from verdigris.memory.documents.naming import card_name, card_of, plain, use_name
from verdigris.memory.documents.packing import pack, unpack
from verdigris.memory.likeness.wording import of_card
from verdigris.memory.strangers import without_words

_EVERY = 1_000_000


async def take_back(
    documents: Documents,
    card_id: str,
    keys: Collection[str],
    signature: str = "",
    fingerprint: str = "",
) -> None:
    """Remove a machine's words and counts of a card, by the keys of its iterations.

    A card whose fix another machine found too stays, without the words of the first. Where that
    one had told it before, ours was a count of its card: then that goes. Raises StoreError.
    """
    for one in await _standing_for(documents, card_id, signature, fingerprint):
        name, own = card_of(one), one.id == card_name(card_id)
        mine = {use_name(name, key) for key in keys}
        found = await documents.find({"kind": "use", "card": name}, _EVERY)
        gone = [use.id for use in found if use.id in mine]
        if not (own or gone):
            continue
        left = [use for use in found if use.id not in mine]
        if not any(_is_same_end(use, one) for use in left):
            await documents.delete([one.id, *(use.id for use in found)])
            continue
        if own:
            await _drop_words(documents, one)
        if gone:
            await documents.delete(gone)


async def _standing_for(
    documents: Documents, card_id: str, signature: str, fingerprint: str
) -> list[Document]:
    """Return the card by its id, and the cards of the same change for the same failure."""
    found = await documents.get([card_name(card_id)])
    if signature and fingerprint:
        where: Where = {
            "kind": "card",
            "signature": signature,
            "fingerprint": plain(fingerprint),
        }
        found += await documents.find(where)
    return [one for one in {one.id: one for one in found}.values() if sound(one)]


def _is_same_end(use: Document, card: Document) -> bool:
    """Tell whether somebody tried that change on that failure, with the same end."""
    return sound(use) and bool(use.meta["exact"]) and use.meta["green"] == card.meta["green"]


async def _drop_words(documents: Documents, one: Document) -> None:
    card = unpack(one.body)
    if card is None:
        await documents.delete([one.id])
    else:
        silent = without_words(card)
        # Its words are made again: they are of the failure, and not every store gives them back.
        body, words = pack(silent, documents.longest), tidy(of_card(silent))
        await documents.put([one._replace(body=body, words=words)])
