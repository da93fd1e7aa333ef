"""Forms, the questions on them, and what people answered.

A form is identified by its form_id; `from_date` and `to_date` say when it is open.
"""

import sqlite3

SCHEMA = """
CREATE TABLE IF NOT EXISTS form (
    form_id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    from_date TEXT,
    to_date TEXT
);
CREATE TABLE IF NOT EXISTS question (
    question_id INTEGER PRIMARY KEY,
    form INTEGER NOT NULL REFERENCES form(form_id),
    wording TEXT NOT NULL,
    kind TEXT NOT NULL DEFAULT 'free'
);
CREATE TABLE IF NOT EXISTS answer (
    question INTEGER NOT NULL REFERENCES question(question_id),
    person TEXT NOT NULL,
    text TEXT
);
"""


class Store:
    def __init__(self, path=":memory:"):
        self.db = sqlite3.connect(path)
        self.db.executescript(SCHEMA)

    def add_form(self, title, wordings, from_date=None, to_date=None):
        with self.db:
            form_id = self.db.execute(
                "INSERT INTO form (title, from_date, to_date) VALUES (?, ?, ?)",
                (title, from_date, to_date),
            ).lastrowid
            self.db.executemany(
                "INSERT INTO question (form, wording) VALUES (?, ?)",
                [(form_id, wording) for wording in wordings],
            )
        return form_id

    def questions(self, form_id):
        return self.db.execute(
            "SELECT question_id, wording, form FROM question WHERE form = ? ORDER BY 1", (form_id,)
        ).fetchall()

    def open_forms(self, day):
        return self.db.execute(
            """
            SELECT form_id, title
            FROM form
            WHERE coalesce(from_date, ?1) <= ?1 AND coalesce(to_date, ?1) >= ?1
            ORDER BY title
            """,
            (day,),
        ).fetchall()

    def answer(self, question_id, person, text):
        with self.db:
            self.db.execute("INSERT INTO answer VALUES (?, ?, ?)", (question_id, person, text))

    def answers(self, form_id):
        """Everything that was answered to one form, person by person."""
        return self.db.execute(
            "SELECT a.person, q.wording, a.text FROM answer a"
            " JOIN question q ON q.question_id = a.question"
            " WHERE q.form = ? ORDER BY a.person, q.question_id",
            (form_id,),
        ).fetchall()

    def withdraw(self, person):
        """Somebody does not want their answers kept."""
        with self.db:
            gone = self.db.execute("DELETE FROM answer WHERE person = ?", (person,))
        return gone.rowcount
