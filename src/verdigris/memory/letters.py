"""What is told to a memory that others read too: no path of this machine, no card of a stranger.

Credentials are gone before anything comes here (`safe.py`). What belongs to one project goes only
where the project can be told from others, and templates of such a project do not go at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, or_, select

from verdigris.core.change import Change
from verdigris.core.lesson import Card
from verdigris.core.value import Value
from verdigris.memory.base import use_key
from verdigris.memory.sql import Tell
from verdigris.store.outbox import post
from verdigris.store.tables import CardRow, CardUseRow, LetterRow
from verdigris.store.types import Json

_PATH = re.compile(r"(?<![\w.:/\\~])(?:[A-Za-z]:)?(?:[\\/][\w.+@~…-]+){2,}")
_BY_RUN = ("missed", "learned", "tally")
"""Kinds of letters whose keys end in run and iteration."""


class Sender(Value):
    """Who tells: one project on one machine."""

    target: str
    """Where letters go, in words fit for a message."""
    project: str = ""
    """Tells the project from others on every machine; empty where that is not possible."""
    private: bool = False
    """Whether what is learned here is for this project alone."""
    places: tuple[str, ...] = ()
    """Folders of this machine that nobody else needs to know."""

    def tell(self, connection: Connection, kind: str, key: str, said: Json) -> None:
        """Post a letter about what was just written; a `Tell`."""
        if (fit := self._fit(kind, said)) is not None:
            post(connection, self.target, kind, key, fit)

    def _fit(self, kind: str, said: Json) -> Json | None:
        if kind == "card":
            return self._card(said)
        if self.private and kind in ("learned", "tally"):
            return None
        return said

    def _card(self, row: Json) -> Json | None:
        if row["foreign"] or (row["scope"] == "repository" and not self.project):
            return None
        card = without_places(Card.model_validate(row["document"]), self.places)
        card = card.model_copy(update={"project": self.project})
        return {**row, "project": self.project, "document": card.model_dump(mode="json")}


def forgetting(connection: Connection, cards: Sequence[tuple[str, str, int]], tell: Tell) -> None:
    """Take back unsent letters about cards, by id, run and iteration, and tell of the rest."""
    for card, run_id, iteration in cards:
        key = use_key(run_id, iteration)
        about = or_(
            LetterRow.key == f"card {card}",
            LetterRow.key.startswith(f"used {card} ", autoescape=True),
            and_(
                or_(*(LetterRow.key.startswith(f"{kind} ") for kind in _BY_RUN)),
                LetterRow.key.endswith(f" {key}", autoescape=True),
            ),
        )
        connection.execute(delete(LetterRow).where(about))
        tell(connection, "forget", f"card {card}", {"card": card, "key": key})


def post_all(connection: Connection, sender: Sender) -> None:
    """Write letters about every card that was learned here, for a memory that is new."""
    columns = [column for column in CardRow.__table__.columns if column.name != "number"]
    uses = select(CardUseRow).order_by(CardUseRow.at)
    for card in connection.execute(select(*columns).order_by(CardRow.number)).all():
        if card.scope == "user":
            sender.tell(connection, "card", f"card {card.id}", dict(card._mapping))
    for use in connection.execute(uses).all():
        said = dict(use._mapping)
        sender.tell(connection, "used", f"used {use.card} {use.key}", said)


def without_places(card: Card, places: Sequence[str]) -> Card:
    """Return a card whose words name no folder of this machine. Its change stays exact."""

    def plain(text: str) -> str:
        for place in sorted(filter(None, places), key=len, reverse=True):
            text = text.replace(place, "/…")
        return _PATH.sub(lambda found: "…/" + re.split(r"[\\/]", found.group())[-1], text)

    def changed(change: Change | None) -> Change | None:
        return change.model_copy(update={"note": plain(change.note)}) if change else None

    return card.model_copy(
        update={
            "summary": plain(card.summary),
            "root_cause": plain(card.root_cause),
            "fix": plain(card.fix),
            "verification": plain(card.verification),
            "debug_steps": tuple(map(plain, card.debug_steps)),
            "broken": tuple(map(plain, card.broken)),
            "reproduction": plain(card.reproduction),
            "change": changed(card.change),
        }
    )
