"""The words of cards, for searching, by SQLite's own full-text index. Triggers keep it in step.

PostgreSQL, and a SQLite that was built without FTS5, go without: there the documents are searched.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_MOST = 20_000
"""Characters of code that are indexed."""
_COLUMNS = "failure, words, code"


def _texts(row: str) -> str:
    """Return the three texts of a card's document, as SQL; the same ones each time it is asked."""
    document = f"CASE WHEN json_valid({row}.document) THEN {row}.document ELSE '{{}}' END"

    def joined(*names: str) -> str:
        parts = (f"coalesce(json_extract({document}, '$.{name}'), '')" for name in names)
        return " || ' ' || ".join(parts)

    code = (
        "coalesce((SELECT group_concat(json_extract(value, '$.path') || ' ' || "
        "coalesce(json_extract(value, '$.after'), ''), ' ') "
        f"FROM json_each({document}, '$.change.edits')), '')"
    )
    failure = joined("signature.exception", "signature.shape", "signature.test", "signature.place")
    words = joined(
        "summary", "root_cause", "fix", "verification", "files_changed", "debug_steps", "run_id"
    )
    return f"{failure}, {words}, substr({code}, 1, {_MOST})"


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "sqlite" or not _has_fts(connection):
        return
    add = f"INSERT INTO card_words(rowid, {_COLUMNS}) SELECT"
    gone = f"INSERT INTO card_words(card_words, rowid, {_COLUMNS}) SELECT 'delete',"
    new, old = f"{add} new.number, {_texts('new')};", f"{gone} old.number, {_texts('old')};"
    for statement in (
        # Without a copy of the texts: the cards have them.
        f"CREATE VIRTUAL TABLE card_words USING fts5({_COLUMNS}, content='', "
        'tokenize="unicode61 remove_diacritics 2")',
        f"CREATE TRIGGER card_words_new AFTER INSERT ON cards BEGIN {new} END",
        f"CREATE TRIGGER card_words_gone AFTER DELETE ON cards BEGIN {old} END",
        f"CREATE TRIGGER card_words_other AFTER UPDATE ON cards BEGIN {old} {new} END",
        f"{add} cards.number, {_texts('cards')} FROM cards",
    ):
        connection.exec_driver_sql(statement)


def _has_fts(connection: sa.Connection) -> bool:
    options = connection.exec_driver_sql("PRAGMA compile_options").scalars()
    return "ENABLE_FTS5" in set(options)
