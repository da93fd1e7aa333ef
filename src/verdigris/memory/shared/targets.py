"""Which shared memories this machine has told anything, or is about to."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from verdigris.graph.addresses import is_graph
from verdigris.store.tables import LetterRow, TargetRow


def known(connection: Connection) -> set[str]:
    """Return the memories that letters were ever filed under."""
    found = [*connection.scalars(select(TargetRow.target)),
             *connection.scalars(select(LetterRow.target).distinct())]  # fmt: skip
    return {target for target in found if not is_graph(target)}


def unsent(connection: Connection, but: str = "") -> dict[str, int]:
    """Return how many letters wait for memories, but for one of them."""
    counted = select(LetterRow.target, func.count()).group_by(LetterRow.target)
    found = {target: int(number) for target, number in connection.execute(counted)}
    return {one: found[one] for one in sorted(found) if one != but and not is_graph(one)}
