"""Notifications and drafts of the users."""

import sqlite3
import time

KEEP_SECONDS = 90 * 24 * 3600


class Inbox:
    def __init__(self, db: sqlite3.Connection, user_id: int):
        self.db = db
        self.user_id = user_id

    def unread(self) -> int:
        row = self.db.execute(
            "SELECT count(*) FROM notifications WHERE user_id = ? AND seen_at IS NULL",
            (self.user_id,),
        ).fetchone()
        return row[0]

    def mark_seen(self, notification_id: int) -> None:
        with self.db:
            self.db.execute(
                "UPDATE notifications SET seen_at = ? WHERE id = ? AND user_id = ?",
                (time.time(), notification_id, self.user_id),
            )

    def mark_all_seen(self) -> None:
        """The button at the top of the list."""
        with self.db:
            self.db.execute(
                "UPDATE notifications SET seen_at = ? WHERE user_id = ? AND seen_at IS NULL",
                (time.time(), self.user_id),
            )

    def discard_drafts(self) -> int:
        with self.db:
            return self.db.execute(
                "DELETE FROM drafts WHERE user_id = ?", (self.user_id,)
            ).rowcount

    def forget_old(self) -> int:
        """Called by cron for nobody in particular."""
        with self.db:
            return self.db.execute(
                "DELETE FROM notifications WHERE seen_at < ?", (time.time() - KEEP_SECONDS,)
            ).rowcount

    def digest(self, ids: list[int]) -> list[str]:
        """The texts for a mail, in the order in which they were picked."""
        self.db.execute("CREATE TEMP TABLE IF NOT EXISTS picked (id INTEGER, place INTEGER)")
        self.db.execute("DELETE FROM temp.picked")
        self.db.executemany(
            "INSERT INTO temp.picked VALUES (?, ?)", [(id_, i) for i, id_ in enumerate(ids)]
        )
        rows = self.db.execute(
            "SELECT n.text FROM notifications n JOIN temp.picked p ON p.id = n.id"
            " WHERE n.user_id = ? ORDER BY p.place",
            (self.user_id,),
        )
        return [row[0] for row in rows]
