"""Members of the club: reading and changing them."""
from __future__ import annotations

import sqlite3

EDITABLE = frozenset({"name", "email", "phone"})
BOAT_FIELDS = ("name", "sail_number", "length_cm")


class Members:
    def __init__(self, db: sqlite3.Connection):
        self.db = db
        self.db.row_factory = sqlite3.Row

    def get(self, member_id: int) -> dict | None:
        row = self.db.execute("SELECT * FROM members WHERE id = ?", (member_id,)).fetchone()
        return dict(row) if row else None

    def patch(self, member_id: int, body: dict) -> dict | None:
        """Change what the body names and leave the rest."""
        if body:
            assignments = ", ".join(f"{key} = :{i}" for i, key in enumerate(body))
            values = {str(i): value for i, value in enumerate(body.values())}
            self.db.execute(
                f"UPDATE members SET {assignments} WHERE id = :member", {**values, "member": member_id}
            )
            self.db.commit()
        return self.get(member_id)

    def patch_own(self, member_id: int, body: dict) -> dict | None:
        """The same for members themselves, who may not change everything."""
        changes = {key: value for key, value in body.items() if key in EDITABLE}
        if changes:
            assignments = ", ".join(f"{key} = ?" for key in changes)
            self.db.execute(
                f"UPDATE members SET {assignments} WHERE id = ?", [*changes.values(), member_id]
            )
            self.db.commit()
        return self.get(member_id)

    def add_boat(self, member_id: int, boat: dict) -> int:
        columns = ", ".join(BOAT_FIELDS)
        marks = ", ".join(f":{field}" for field in BOAT_FIELDS)
        cursor = self.db.execute(
            f"INSERT INTO boats (owner, {columns}) VALUES (:owner, {marks})",
            {"owner": member_id, **{field: boat.get(field) for field in BOAT_FIELDS}},
        )
        self.db.commit()
        return cursor.lastrowid
