"""Cards in a file, one JSON object a line: written masked, read as a stranger's.

What comes in is bounded, validated and marked as foreign. It cannot replace a card of our own, has
no say in what is known to fail, and its words reach no prompt; its change is a candidate like any
other, and one that touches tests or other protected files is dropped here already.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError
from sqlalchemy import Connection

from verdigris.core.lesson import Card
from verdigris.core.text import one_line
from verdigris.core.value import FORMAT, Value
from verdigris.errors import UserError
from verdigris.memory.rows import put_row, row_of
from verdigris.memory.safe import safe
from verdigris.memory.strangers import as_stranger
from verdigris.store.database import Database

LONGEST_LINE, MOST_CARDS = 2_000_000, 10_000
"""Characters of a line, and cards of a file, that are looked at."""


class Brought(Value):
    imported: int
    refused: int
    """Lines that are no card, or too long."""
    without_change: int
    """Cards whose change was dropped: it touches protected files, or is none."""


def lines_of(cards: Iterable[Card]) -> Iterator[str]:
    for card in cards:
        yield json.dumps({"format": FORMAT, "card": safe(card).model_dump(mode="json")}) + "\n"


async def bring(database: Database, path: Path) -> Brought:
    """Take in the cards of a file, all or none. Raises UserError for a file that cannot be read,
    StoreError.
    """
    cards, refused, bare = [], 0, 0
    for line in _lines(path):
        card = _card(line)
        if card is None:
            refused += 1
            continue
        bare += card.change is None
        cards.append(card)
    rows = [row_of(card, time.time()) for card in cards]

    def work(connection: Connection) -> None:
        for row in rows:
            put_row(connection, row)

    await database.transact(work)
    return Brought(imported=len(cards), refused=refused, without_change=bare)


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for number in range(MOST_CARDS + 1):
                line = file.readline(LONGEST_LINE)
                if not line:
                    return
                if number == MOST_CARDS:
                    raise UserError(
                        f"{path} holds more than {MOST_CARDS} lines.", hint="Split the file."
                    )
                if line.strip():
                    yield line
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}.") from None


def _card(line: str) -> Card | None:
    try:
        said = json.loads(line)
        if not isinstance(said, dict) or said.get("format") != FORMAT:
            return None
        card = Card.model_validate(said["card"])
    except (ValueError, KeyError, ValidationError, RecursionError):
        return None
    told = hashlib.sha256(line.encode("utf-8", "replace")).hexdigest()[:14]
    return as_stranger(card).model_copy(
        update={
            "id": f"f-{told}",
            "run_id": one_line(card.run_id, 60),
            "project": "",
            "scope": "user",
        }
    )
