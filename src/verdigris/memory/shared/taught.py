"""Letters about templates: telling those that were learned before, and taking them back.

A source of a template is an iteration or a commit, by its key. A commit has the same key on every
machine: whoever mines it adds nothing to what another told, and who takes it back takes it for all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from sqlalchemy import Connection, delete, select, update

from verdigris.core.template import Template
from verdigris.core.value import FORMAT
from verdigris.memory.base import use_key
from verdigris.memory.shared.targets import known
from verdigris.store.outbox import post
from verdigris.store.tables import CardRow, LetterRow, PatternRow, PatternSourceRow
from verdigris.store.types import Json

_AT_ONCE, _KEYS_AT_ONCE = 50, 500
"""Templates in one letter, and keys."""


def unlearn(connection: Connection, keys: Collection[str]) -> None:
    """Take sources out of unsent letters about templates, which may have others too."""

    def left(learned: Sequence[Json]) -> list[Json]:
        without = [
            {**one, "sources": [s for s in one["sources"] if s["key"] not in keys]}
            for one in learned
        ]
        return [one for one in without if one["sources"]]

    _rewrite(connection, left)


def take_back_template(connection: Connection, template_id: str) -> None:
    """Take back unsent letters about a template, and tell whoever may know it to forget what we
    told. In the transaction in which it is forgotten, and before that.
    """

    def left(learned: Sequence[Json]) -> list[Json]:
        return [
            one for one in learned if Template.model_validate(one["template"]).id != template_id
        ]

    _rewrite(connection, left)
    keys = connection.scalars(
        select(PatternSourceRow.key).where(PatternSourceRow.pattern == template_id)
    ).all()
    if keys:
        said = {"template": template_id, "keys": list(keys)}
        for target in sorted(known(connection)):
            post(connection, target, "forget template", f"template {template_id}", said)


def take_back_commits(connection: Connection, targets: Collection[str]) -> None:
    """Tell memories to forget what commits taught. What iterations did goes with their cards."""
    iterations = {
        use_key(*row) for row in connection.execute(select(CardRow.run_id, CardRow.iteration))
    }
    every = set(connection.scalars(select(PatternSourceRow.key).distinct()))
    keys = sorted(every - iterations)
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        some = keys[start : start + _KEYS_AT_ONCE]
        for target in targets:
            post(connection, target, "forget sources", f"sources {some[0]}", {"keys": some})


def all_taught(connection: Connection) -> list[list[Json]]:
    """Return all templates as letters say them, but for what is one project's alone."""
    private = select(CardRow.run_id, CardRow.iteration).where(CardRow.scope != "user")
    hidden = {use_key(*row) for row in connection.execute(private)}
    sources: dict[str, list[Json]] = {}
    for row in connection.execute(select(PatternSourceRow)):
        if row.key not in hidden:
            said = {name: value for name, value in row._mapping.items() if name != "pattern"}
            sources.setdefault(row.pattern, []).append(said)
    patterns = select(PatternRow.id, PatternRow.shape, PatternRow.document)
    found: list[Json] = [
        {"template": row.document, "shape": row.shape, "sources": sources[row.id]}
        for row in connection.execute(
            patterns.where(PatternRow.format <= FORMAT).order_by(PatternRow.id)
        )
        if row.id in sources
    ]
    return [found[start : start + _AT_ONCE] for start in range(0, len(found), _AT_ONCE)]


def _rewrite(connection: Connection, left: Callable[[Sequence[Json]], list[Json]]) -> None:
    """Leave in each unsent letter about templates what is left; one with nothing in it goes."""
    letters = select(LetterRow.number, LetterRow.payload).where(LetterRow.kind == "learned")
    for number, payload in connection.execute(letters).all():
        here, kept = LetterRow.number == number, left(payload["learned"])
        if not kept:
            connection.execute(delete(LetterRow).where(here))
        elif kept != payload["learned"]:
            values = {"payload": {**payload, "learned": kept}}
            connection.execute(update(LetterRow).where(here).values(values))
