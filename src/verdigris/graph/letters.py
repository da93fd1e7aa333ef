"""Facts in the run's own transactions, and letters about them to a server that keeps them as well.

A fact, the rows it is about and its letter are written together or not at all. A letter may arrive
twice: facts are the same however often they are said.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError
from sqlalchemy import Connection, and_, delete, select

from verdigris.core.graph import Facts
from verdigris.core.lesson import Card
from verdigris.errors import StoreError
from verdigris.graph import relational
from verdigris.graph.addresses import is_graph
from verdigris.graph.base import GraphStore
from verdigris.graph.facts import of_card
from verdigris.store import outbox
from verdigris.store.database import Database
from verdigris.store.outbox import Delivered, Letter
from verdigris.store.tables import GraphLinkRow, GraphNodeRow, LetterRow, TargetRow
from verdigris.store.types import Json

_AT_ONCE = 400
_SOURCES = 150
"""Nodes of which one letter tells, with where their links lead."""
_ALL = "all "
_OF_THE_WHOLE = and_(LetterRow.kind == "facts", LetterRow.key.startswith(_ALL))


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
        _take_back(connection, set(cards))
        _tell_the_whole_again(connection)
        known = [one for one in connection.scalars(select(TargetRow.target)) if is_graph(one)]
        told = {*known, self._target} - {""}
        for target in sorted(told):
            for start in range(0, len(cards), _AT_ONCE):
                some = list(cards[start : start + _AT_ONCE])
                outbox.post(connection, target, "forget", f"forget {some[0]}", {"cards": some})

    def forget_runs(self, connection: Connection, runs: Sequence[str]) -> None:
        """Remove runs here, and unsent letters about them. What a server was told stays there."""
        relational.forget_runs(connection, runs)
        gone = set(runs)
        letters = select(LetterRow.number, LetterRow.key).where(LetterRow.kind == "facts")
        # `run RUN WHEN`, `step RUN ITERATION STEP`, `card ID RUN ITERATION`
        about = [number for number, key in connection.execute(letters) if gone & {*key.split(" ")}]
        _delete(connection, about)
        _tell_the_whole_again(connection)

    def forget_all(self, connection: Connection) -> None:
        every = select(GraphNodeRow.key).where(GraphNodeRow.kind == "FixCard")
        self.forget(connection, list(connection.scalars(every)))


def _take_back(connection: Connection, cards: set[str]) -> None:
    """Delete unsent letters about cards, which are found in one reading."""
    letters = select(LetterRow.number, LetterRow.key).where(LetterRow.kind == "facts")
    about = [
        number
        for number, key in connection.execute(letters)
        # `card ID RUN ITERATION`
        if key.startswith("card ") and key.removeprefix("card ").rsplit(" ", 2)[0] in cards
    ]
    _delete(connection, about)


def _delete(connection: Connection, letters: Sequence[int]) -> None:
    for start in range(0, len(letters), _AT_ONCE):
        some = LetterRow.number.in_(letters[start : start + _AT_ONCE])
        connection.execute(delete(LetterRow).where(some))


def _tell_the_whole_again(connection: Connection) -> None:
    """Write letters anew that tell of the whole graph and still hold what is gone from it."""
    whole = select(LetterRow.target).where(_OF_THE_WHOLE).distinct()
    for target in connection.scalars(whole).all():
        post_all(connection, target)


def post_all(connection: Connection, target: str) -> int:
    """Write letters about the whole graph, for a server that is new, in place of those that are
    unsent; return how many.

    Each holds both ends of its links: what links to a node arrives with it, so that nobody who
    forgets a card takes it for a loose end.
    """
    connection.execute(delete(LetterRow).where(LetterRow.target == target, _OF_THE_WHOLE))
    nodes = {
        row.id: {"kind": row.kind, "key": row.key, "properties": row.properties}
        for row in connection.execute(select(GraphNodeRow).order_by(GraphNodeRow.id))
    }
    links: dict[str, list[Json]] = {}
    for row in connection.execute(select(GraphLinkRow)):
        if row.target in nodes:
            link = {"kind": row.kind, "source": row.source, "target": row.target}
            links.setdefault(row.source, []).append({**link, "properties": row.properties})
    names = list(nodes)
    starts = range(0, len(names), _SOURCES)
    for start in starts:
        sources = names[start : start + _SOURCES]
        out = [link for name in sources for link in links.get(name, ())]
        ends = dict.fromkeys([*sources, *(link["target"] for link in out)])
        payload = {"nodes": [nodes[name] for name in ends], "links": out}
        outbox.post(connection, target, "facts", f"{_ALL}{start}", payload)
    return len(starts)


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
