"""What is told to a memory that others read too: no path of this machine, no card of a stranger.

Credentials are gone before anything comes here (`safe.py`). What belongs to one project goes only
where the project can be told from others, and templates of such a project do not go at all.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, select

from verdigris.core.change import Change
from verdigris.core.lesson import Card
from verdigris.core.value import Value
from verdigris.memory.base import use_key
from verdigris.memory.shared.targets import known
from verdigris.memory.shared.taught import all_taught, take_back_commits, unlearn
from verdigris.store.outbox import post
from verdigris.store.tables import CardRow, CardUseRow, LetterRow
from verdigris.store.types import Json

_PATH = re.compile(r"(?<![\w.:/\\~])(?:[A-Za-z]:)?(?:[\\/][\w.+@~…-]+){2,}")
_BY_RUN = ("missed", "learned", "tally")
"""Kinds of letters that are about an iteration and not about one card."""
_LEARNED = ("card", "used", *_BY_RUN)
"""Kinds of letters about what was learned here."""
_AT_ONCE = 500


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
        # Without a name that others know, a project can tell nobody but itself.
        if self.private and (kind in _BY_RUN or (kind == "used" and not self.project)):
            return None
        return said

    def _card(self, row: Json) -> Json | None:
        if row["foreign"] or (row["scope"] == "repository" and not self.project):
            return None
        card = without_places(Card.model_validate(row["document"]), self.places)
        card = card.model_copy(update={"project": self.project})
        return {**row, "project": self.project, "document": card.model_dump(mode="json")}


def take_back(connection: Connection, cards: Sequence[str], target: str = "") -> None:
    """Take back unsent letters about cards, by id, and tell whoever may know them to forget them.

    That is every memory that letters were ever filed under, and the target, where there is one.
    Somebody else's cards are nobody's business. In the transaction in which they are forgotten.
    """
    rows = _own(connection, CardRow.id.in_(cards))
    ids, keys = set(cards), {use_key(row.run_id, row.iteration) for row in rows}
    letters = select(LetterRow.number, LetterRow.kind, LetterRow.key)
    about = [
        number
        for number, kind, key in connection.execute(letters.where(LetterRow.kind.in_(_LEARNED)))
        if _is_about(kind, key, ids, keys)
    ]
    for start in range(0, len(about), _AT_ONCE):
        some = LetterRow.number.in_(about[start : start + _AT_ONCE])
        connection.execute(delete(LetterRow).where(some))
    unlearn(connection, keys)
    _say_forget(connection, rows, _uses(connection, CardUseRow.card.in_(cards)), target)


def take_back_all(connection: Connection, target: str = "") -> None:
    """Do the same for all that was ever learned here."""
    connection.execute(delete(LetterRow).where(LetterRow.kind.in_(_LEARNED)))
    take_back_commits(connection, sorted(known(connection)))
    _say_forget(connection, _own(connection), _uses(connection), target)


def _own(connection: Connection, *where: Any) -> Sequence[Row[Any]]:
    columns: Sequence[Any] = (CardRow.id, CardRow.run_id, CardRow.iteration, CardRow.signature,
               CardRow.fingerprint)  # fmt: skip
    return connection.execute(select(*columns).where(CardRow.foreign.is_(False), *where)).all()


def _is_about(kind: str, key: str, cards: Collection[str], keys: Collection[str]) -> bool:
    if kind == "card":
        return key.removeprefix("card ") in cards
    before, _, iteration = key.rpartition(" run ")
    if kind == "used":
        return before.removeprefix("used ") in cards
    return kind != "learned" and f"run {iteration}" in keys


def _say_forget(
    connection: Connection,
    rows: Sequence[Row[Any]],
    uses: Mapping[str, Sequence[Row[Any]]],
    target: str,
) -> None:
    told = sorted(known(connection) | ({target} if target else set()))
    for row in rows if told else ():
        key = use_key(row.run_id, row.iteration)
        said = {
            "card": row.id,
            "key": key,
            "uses": [use.key for use in uses.get(row.id, ()) if use.key != key],
            "signature": row.signature,
            "fingerprint": row.fingerprint,
        }
        for one in told:
            post(connection, one, "forget", f"card {row.id}", said)


def _uses(connection: Connection, *where: Any) -> dict[str, list[Row[Any]]]:
    found: dict[str, list[Row[Any]]] = {}
    statement = select(CardUseRow).where(*where).order_by(CardUseRow.at)
    for use in connection.execute(statement).all():
        found.setdefault(use.card, []).append(use)
    return found


def post_all(connection: Connection, sender: Sender) -> None:
    """Write letters about all cards and templates that were learned here, for a new memory."""
    columns = [column for column in CardRow.__table__.columns if column.name != "number"]
    uses = _uses(connection)
    own = (CardRow.scope == "user", CardRow.foreign.is_(False))
    for card in connection.execute(select(*columns).where(*own).order_by(CardRow.number)).all():
        sender.tell(connection, "card", f"card {card.id}", dict(card._mapping))
        about = {"signature": card.signature, "fingerprint": card.fingerprint}
        for use in uses.get(card.id, ()):
            said = {**use._mapping, **about}
            sender.tell(connection, "used", f"used {use.card} {use.key}", said)
    for number, learned in enumerate(all_taught(connection)):
        said = {"learned": learned, "at": time.time()}
        sender.tell(connection, "learned", f"learned before {number}", said)


def without_places(card: Card, places: Sequence[str]) -> Card:
    """Return a card whose words name no folder of this machine. Its change stays exact."""

    def plain(text: str) -> str:
        for place in sorted(filter(_tells, places), key=len, reverse=True):
            # Not in the middle of a path that only looks alike.
            text = re.sub(rf"(?<![\w.~-]){re.escape(place)}(?![\w-])", "/…", text)
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


def _tells(place: str) -> bool:
    """Tell whether a folder says anything of a machine: `/` is everybody's."""
    return bool(place.strip("/\\"))
