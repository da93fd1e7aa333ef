"""Finding cards by what a person types: by the words, or else by what reads alike.

Words are found by SQLite's full-text index, best match first; where there is none, or nothing in
it, by looking at every document. Where no card holds them, cards about failures that read like them
are returned, with how much they do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy import select, text

from verdigris.core.value import FORMAT, Value
from verdigris.memory.keeping import Seen, search, seen
from verdigris.memory.likeness.near_sql import SqlFailures
from verdigris.memory.likeness.nearness import Nearness
from verdigris.memory.likeness.wording import of_question
from verdigris.memory.reading import kept_cards
from verdigris.store.database import Database
from verdigris.store.tables import CardRow

_TOKEN = re.compile(r"\w+")
_SMALL = re.compile(
    r"(?i)(?:an?|and|are|as|at|be|but|by|for|from|has|in|is|its?|o[fnr]|the|to|was|with)\Z"
)
_WEIGHTS = "4.0, 2.0, 1.0"
"""What a word counts in the failure, in what is said of it, and in the code."""
_BESIDE_THE_BEST = 0.7
"""What is less alike than this share of the best match is not listed."""


class Found(Value):
    seen: Seen
    nearness: float | None = None
    """None where the words themselves were found."""


async def find(
    database: Database,
    words: Sequence[str],
    *,
    signature: str = "",
    limit: int = 20,
    nearness: Nearness | None = None,
) -> list[Found]:
    """Return cards for what was typed; without words, or by signature, the newest first.

    May raise StoreError.
    """
    if signature or not words:
        plain = await search(database, words, signature=signature, limit=limit)
        return [Found(seen=one) for one in plain]
    exact = await _by_words(database, words, limit) or await search(database, words, limit=limit)
    if exact or nearness is None:
        return [Found(seen=one) for one in exact]
    return await _alike(database, " ".join(words), limit, nearness)


async def _by_words(database: Database, words: Sequence[str], limit: int) -> list[Seen]:
    """Return cards that hold every word as it was typed; else those that hold all that matter."""
    if database.dialect != "sqlite" or any(not _TOKEN.search(word) for word in words):
        return []
    tokens = [token for word in words for token in _TOKEN.findall(word)]
    telling = [token for token in tokens if not _SMALL.match(token)] or tokens
    for phrases in (list(words), telling):
        if numbers := await _matching(database, phrases, limit):
            break
    else:
        return []
    kept = await kept_cards(database, select(CardRow).where(CardRow.number.in_(numbers)))
    order = {number: place for place, number in enumerate(numbers)}
    return [seen(one) for one in sorted(kept, key=lambda one: order[one.number])]


async def _matching(database: Database, phrases: Sequence[str], limit: int) -> list[int]:
    # Each in quotation marks: nothing in it is then an operator. The last word may go on.
    asked = " AND ".join(f'"{_plain(phrase)}"*' for phrase in phrases)
    statement = text(
        "SELECT cards.number FROM card_words JOIN cards ON cards.number = card_words.rowid "
        "WHERE card_words MATCH :asked AND cards.format <= :format "
        f"ORDER BY bm25(card_words, {_WEIGHTS}), cards.number DESC LIMIT :limit"
    )
    given = {"asked": asked, "format": FORMAT, "limit": limit}
    async with database.read() as connection:
        if not await connection.scalar(
            text("SELECT 1 FROM sqlite_master WHERE name = 'card_words'")
        ):
            return []
        return list((await connection.scalars(statement, given)).all())


def _plain(phrase: str) -> str:
    return phrase.replace('"', " ").replace("\0", " ")


async def _alike(database: Database, asked: str, limit: int, nearness: Nearness) -> list[Found]:
    hits = await nearness.near(of_question(asked), limit, SqlFailures(database))
    best_hit = max((hit.nearness for hit in hits), default=0.0)
    least = max(nearness.floor, best_hit * _BESIDE_THE_BEST)
    alike = {hit.id: hit.nearness for hit in hits if hit.nearness >= least}
    # Of each failure the newest green card, or else the newest.
    statement = (
        select(CardRow)
        .where(CardRow.signature.in_(list(alike)), CardRow.format <= FORMAT)
        .order_by(CardRow.green.desc(), CardRow.number.desc())
    )
    columns = select(CardRow.id, CardRow.signature).where(CardRow.signature.in_(list(alike)))
    async with database.read() as connection:
        key_of = {row.id: row.signature for row in await connection.execute(columns)}
    best: dict[str, Found] = {}
    for kept in await kept_cards(database, statement):
        key = key_of[kept.card.id]
        best.setdefault(key, Found(seen=seen(kept), nearness=round(alike[key], 3)))
    return sorted(best.values(), key=lambda one: -(one.nearness or 0.0))
