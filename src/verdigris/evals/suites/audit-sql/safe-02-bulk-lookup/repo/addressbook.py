"""Many contacts at once.

SQLite takes 999 variables in older versions, so everything goes in portions.
"""

import sqlite3
from itertools import islice

PORTION = 500


def portions(items, size=PORTION):
    iterator = iter(items)
    while portion := list(islice(iterator, size)):
        yield portion


def by_ids(db: sqlite3.Connection, ids):
    found = {}
    for portion in portions(ids):
        marks = ",".join("?" * len(portion))
        for row in db.execute(f"SELECT id, name, email FROM contacts WHERE id IN ({marks})", portion):
            found[row[0]] = row
    return found


def by_emails(db, emails):
    emails = [email.lower() for email in emails]
    placeholders = ("?," * len(emails))[:-1]
    query = "SELECT id, name FROM contacts WHERE lower(email) IN (" + placeholders + ")"
    return db.execute(query, emails).fetchall() if emails else []


def tagged(db, tags):
    """Contacts that have all the tags."""
    names = {f"tag{i}": tag for i, tag in enumerate(tags)}
    listed = ", ".join(f":{name}" for name in names)
    return db.execute(
        f"""
        SELECT c.id, c.name
        FROM contacts c
        JOIN contact_tags t ON t.contact = c.id
        WHERE t.tag IN ({listed})
        GROUP BY c.id
        HAVING count(DISTINCT t.tag) = :wanted
        """,
        {**names, "wanted": len(names)},
    ).fetchall()


def add_all(db, contacts):
    """contacts: (name, email) pairs; rows with the same email are renewed."""
    with db:
        for portion in portions(contacts, PORTION // 2):
            rows = ", ".join(["(?, ?)"] * len(portion))
            flat = [value for pair in portion for value in pair]
            db.execute(
                f"INSERT INTO contacts (name, email) VALUES {rows}"
                " ON CONFLICT (email) DO UPDATE SET name = excluded.name",
                flat,
            )


def remove(db, ids):
    with db:
        db.executemany("DELETE FROM contacts WHERE id = ?", [(each,) for each in ids])


def matching(db, words):
    """Every word must be somewhere in the name."""
    clauses = " AND ".join("name LIKE ? ESCAPE '\\'" for _ in words) or "1"
    patterns = ["%" + _escaped(word) + "%" for word in words]
    return db.execute(f"SELECT id, name FROM contacts WHERE {clauses} ORDER BY name", patterns).fetchall()


def _escaped(word):
    for sign in "\\%_":
        word = word.replace(sign, "\\" + sign)
    return word


async def async_by_ids(pool, ids):
    """The same for PostgreSQL with asyncpg."""
    marks = ", ".join(f"${number}" for number in range(1, len(ids) + 1))
    return await pool.fetch(f"SELECT id, name FROM contacts WHERE id IN ({marks})", *ids)
