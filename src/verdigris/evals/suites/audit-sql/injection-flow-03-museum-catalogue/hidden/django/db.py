"""As much of Django's database layer as the museum needs, on top of sqlite3."""

import sqlite3
from types import SimpleNamespace

database = sqlite3.connect(":memory:", isolation_level=None)


class Cursor:
    def __init__(self):
        self.cursor = database.cursor()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.cursor.close()

    def execute(self, sql, params=None):
        if params is not None:
            sql = sql.replace("%s", "?").replace("%%", "%")
        self.cursor.execute(sql, list(params or ()))

    def fetchone(self):
        return self.cursor.fetchone()

    @property
    def rowcount(self):
        return self.cursor.rowcount


class Manager:
    def raw(self, sql, params=()):
        with Cursor() as cursor:
            cursor.execute(sql, params)
            names = [column[0] for column in cursor.cursor.description]
            return [SimpleNamespace(**dict(zip(names, row))) for row in cursor.cursor]


class Model:
    objects = Manager()


def _field(*_, **__):
    return None


connection = SimpleNamespace(cursor=Cursor)
models = SimpleNamespace(Model=Model, CharField=_field, BooleanField=_field)
