"""Facts in the run's own transactions, and letters about them to a server that keeps them as well.

A fact, the rows it is about and its letter are written together or not at all. A letter may arrive
twice: facts are the same however often they are said.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError
from sqlalchemy import Connection, and_, delete, or_, select

from verdigris.core.graph import Facts
from verdigris.core.lesson import Card
from verdigris.errors import StoreError
from verdigris.graph import relational
from verdigris.graph.addresses import SCHEMES
from verdigris.graph.base import GraphStore
from verdigris.graph.facts import of_card
from verdigris.store import outbox
from verdigris.store.database import Database
from verdigris.store.outbox import Delivered, Letter
from verdigris.store.tables import GraphLinkRow, GraphNodeRow, LetterRow, TargetRow

_AT_ONCE = 400


class Scribe:
    """Writes facts inside transactions of others."""

    def __init__(self, target: str = "") -> None:
        self._target = target
        """Whom letters go to; nobody when empty."""

    def write(self, connection: Connection, key: str, facts: Facts) -> None:
        """Add facts; the key tells this writing from all others that are still unsent."""
        relational.write(connection, facts)
        if self._target:
            outbox.post(connection, self._target, "facts", key, facts.model_dump(mode="json"))

    def card(self, connection: Connection, card: Card, kept_as: str, at: float) -> None:
        """Add what a card says. A stranger's card is no fact: it says nothing of a run here."""
        if not card.foreign:
            key = f"card {kept_as} {card.run_id} {card.iteration}"
            self.write(connection, key, of_card(card, kept_as, at))

    def forget(self, connection: Connection, cards: Sequence[str]) -> None:
        """Remove cards, unsent letters about them, and tell every server that may know them."""
        relational.forget(connection, cards)
        graphs = [f"{scheme}://" for scheme in SCHEMES]
        ours = or_(*(LetterRow.target.startswith(begins) for begins in graphs))
        for card in cards:
            about = LetterRow.key.startswith(f"card {card} ", autoescape=True)
            connection.execute(delete(LetterRow).where(and_(ours, about)))
        known = or_(*(TargetRow.target.startswith(begins) for begins in graphs))
        told = {*connection.scalars(select(TargetRow.target).where(known)), self._target} - {""}
        for target in sorted(told):
            for start in range(0, len(cards), _AT_ONCE):
                some = list(cards[start : start + _AT_ONCE])
                outbox.post(connection, target, "forget", f"forget {some[0]}", {"cards": some})

    def forget_all(self, connection: Connection) -> None:
        every = select(GraphNodeRow.key).where(GraphNodeRow.kind == "FixCard")
        self.forget(connection, list(connection.scalars(every)))


def post_all(connection: Connection, target: str) -> int:
    """Write letters about the whole graph, for a server that is new; return how many."""
    nodes = connection.execute(select(GraphNodeRow).order_by(GraphNodeRow.id)).all()
    links = connection.execute(select(GraphLinkRow)).all()
    shaped = [
        ("nodes", [{"kind": n.kind, "key": n.key, "properties": n.properties} for n in nodes]),
        ("links", [
            {"kind": one.kind, "source": one.source, "target": one.target,
             "properties": one.properties} for one in links
        ]),
    ]  # fmt: skip
    count = 0
    for name, rows in shaped:
        for start in range(0, len(rows), _AT_ONCE):
            payload = {name: rows[start : start + _AT_ONCE]}
            outbox.post(connection, target, "facts", f"all {name} {start}", payload)
            count += 1
    return count


def _facts(letter: Letter) -> Facts:
    try:
        return Facts.model_validate(letter.payload)
    except ValidationError:
        raise StoreError(f"The letter '{letter.key}' was written by another Verdigris.") from None


async def deliver_all(database: Database, target: str, graph: GraphStore) -> Delivered:
    """Send until nothing is left or the server takes no more, however long that takes."""
    sent = 0
    while True:
        done = await deliver(database, target, graph, insist=True)
        sent += done.sent
        if not done.left or not done.sent:
            return done.model_copy(update={"sent": sent})


async def deliver(
    database: Database, target: str, graph: GraphStore, *, insist: bool = False
) -> Delivered:
    """Send what is waiting for a server. Never raises because of it; may raise StoreError."""

    async def send(letters: Sequence[Letter]) -> None:
        facts = Facts()
        for letter in letters:
            if letter.kind == "facts":
                facts += _facts(letter)
                continue
            # What came before must be there before it is forgotten.
            await graph.write(facts)
            facts = Facts()
            await graph.forget([str(card) for card in letter.payload.get("cards", ())])
        await graph.write(facts)

    return await outbox.deliver(database, target, send, insist=insist)
