"""A DB-API connection of paramstyle 'format' on top of sqlite3."""


class Connection:
    def __init__(self, db):
        self.db = db

    def cursor(self):
        return Cursor(self.db.cursor())

    def commit(self):
        self.db.commit()


class Cursor:
    def __init__(self, cursor):
        self.cursor = cursor

    def execute(self, sql, parameters=None):
        if parameters is not None:
            sql = sql.replace("%s", "?")
        self.cursor.execute(sql, parameters or ())

    def fetchone(self):
        return self.cursor.fetchone()

    def fetchall(self):
        return self.cursor.fetchall()
