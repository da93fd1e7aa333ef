"""Named queries: a file of statements, each below a line `-- name: ...`."""

import re
from pathlib import Path

_NAME = re.compile(r"^--\s*name:\s*(\w+)\s*$", re.MULTILINE)


def load(path):
    parts = _NAME.split(Path(path).read_text("utf-8"))
    return {name: body.strip() for name, body in zip(parts[1::2], parts[2::2])}


class Queries:
    """`Queries(db).standings(race=3)` runs the statement called standings."""

    def __init__(self, db, path=Path(__file__).with_name("queries.sql")):
        self._db = db
        self._statements = load(path)

    def __getattr__(self, name):
        try:
            statement = self._statements[name]
        except KeyError:
            raise AttributeError(name) from None
        return lambda **values: self._db.execute(statement, values).fetchall()
