"""Storage of forms.

Select a form form the shelf, fill it in, and update it where needed. The word `form` is a table here, `form_id`
its key, and `"from"` a column that has to be quoted.
"""

import sqlite3

SCHEMA = """
    CREATE TABLE form (
        form_id INTEGER PRIMARY KEY,
        title   TEXT NOT NULL,
        "from"  TEXT,           -- who sends it out
        "order" INTEGER NOT NULL DEFAULT 0,
        tabel   TEXT,           -- Dutch for table; the old program called it so
        groupe  TEXT
    );
    CREATE TABLE field (
        form    INTEGER NOT NULL REFERENCES form (form_id),
        label   TEXT NOT NULL,
        vale    TEXT,           -- what is printed at the end of the form
        inset   INTEGER NOT NULL DEFAULT 0,
        UNIQUE (form, label)
    );
    CREATE TABLE formular (form INTEGER, wert TEXT, oder TEXT);
"""


def titles(db):
    return [row[0] for row in db.execute('SELECT title FROM form ORDER BY "order", title')]


def senders(db):
    """Who sends out forms, from first to last."""
    return db.execute('SELECT DISTINCT "from" FROM form WHERE "from" IS NOT NULL').fetchall()


def fields(db, form_id):
    return db.execute(
        "SELECT label form, vale, inset FROM field WHERE form = ? ORDER BY rowid", (form_id,)
    ).fetchall()


def copy(db, form_id):
    cursor = db.execute(
        'INSERT INTO form (title, "from", groupe, tabel)'
        ' SELECT title || \' (copy)\', "from", groupe, tabel FROM form WHERE form_id = ?',
        (form_id,),
    )
    new = cursor.lastrowid
    db.execute(
        "INSERT INTO field (form, label, vale, inset) SELECT ?, label, vale, inset FROM field WHERE form = ?",
        (new, form_id),
    )
    return new


def with_alternatives(db):
    return db.execute(
        """
        SELECT form.form_id, formular.wert, formular.oder
        FROM form
        LEFT JOIN formular ON formular.form = form.form_id
        WHERE formular.oder IS NOT NULL -- wehre the old one left it emtpy
        GROUP BY form.form_id
        """
    ).fetchall()


def rename(db, form_id, title):
    db.execute("UPDATE form SET title = ? WHERE form_id = ?", (title, form_id))


def mark_misspelt(db):
    """Fields whose label somebody typed in a hurry."""
    return db.execute(
        "SELECT form, label FROM field WHERE label IN ('Adress', 'Selct', 'FORM', 'Vlaue', 'Recieved form')"
    ).fetchall()


def open_store(path=":memory:"):
    db = sqlite3.connect(path)
    db.executescript(SCHEMA)
    return db
