"""As much of SQLAlchemy as the appointments need: text() and a session's execute()."""


class TextClause(str):
    pass


def text(statement):
    return TextClause(statement)


class Rows(list):
    def first(self):
        return self[0] if self else None


class Session:
    def __init__(self, db):
        self.db = db

    def execute(self, statement, parameters=None):
        assert isinstance(statement, TextClause)
        return Rows(self.db.execute(str(statement), parameters or {}))

    def commit(self):
        self.db.commit()
