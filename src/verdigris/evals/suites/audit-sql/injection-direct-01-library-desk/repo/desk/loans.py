"""What the people at the desk do all day: lend, take back, look up."""

from datetime import date, timedelta

LOAN_DAYS = 28


class Desk:
    def __init__(self, db):
        self.db = db

    def enrol(self, name, card):
        cursor = self.db.execute("INSERT INTO members (name, card) VALUES (?, ?)", (name, card))
        return cursor.lastrowid

    def lend(self, book_id, member_id, today=None):
        due = (today or date.today()) + timedelta(days=LOAN_DAYS)
        self.db.execute(
            "INSERT INTO loans (book_id, member_id, due) VALUES (?, ?, ?)",
            (book_id, member_id, due.isoformat()),
        )
        return due

    def take_back(self, book_id, today=None):
        day = (today or date.today()).isoformat()
        self.db.execute(
            "UPDATE loans SET returned = ? WHERE book_id = ? AND returned IS NULL", (day, book_id)
        )

    def on_loan_to(self, name):
        """Titles that a member has at home, by the name on the card."""
        rows = self.db.execute(
            f"""
            SELECT books.title
            FROM loans
            JOIN books ON books.id = loans.book_id
            JOIN members ON members.id = loans.member_id
            WHERE loans.returned IS NULL AND members.name = '{name}'
            ORDER BY books.title
            """
        )
        return [row["title"] for row in rows]

    def overdue(self, today=None):
        day = (today or date.today()).isoformat()
        rows = self.db.execute(
            f"""
            SELECT members.name, books.title, loans.due
            FROM loans
            JOIN books ON books.id = loans.book_id
            JOIN members ON members.id = loans.member_id
            WHERE loans.returned IS NULL AND loans.due < ?
            ORDER BY loans.due LIMIT {LOAN_DAYS * 100}
            """,
            (day,),
        )
        return [tuple(row) for row in rows]
