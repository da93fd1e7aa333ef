"""The search on the terminals in the hall. Restricted titles are shown to staff only."""


def search(db, words):
    pattern = f"%{words}%"
    rows = db.execute(
        "SELECT title, author FROM books WHERE restricted = 0 AND title LIKE ? ORDER BY title",
        (pattern,),
    )
    return [f"{row['title']} ({row['author']})" for row in rows]


def search_author(db, words):
    found = db.execute(
        "SELECT title, author FROM books"
        f" WHERE restricted = 0 AND author LIKE '%{words}%'"
        " ORDER BY author, title"
    ).fetchall()
    if not found:
        return [f"Nothing found: select another author than '{words}' from the list."]
    return [f"{row['title']} ({row['author']})" for row in found]
