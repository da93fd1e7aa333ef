"""Reasons get a code; the old texts cannot be kept."""


def upgrade(db):
    db.execute("ALTER TABLE absences ADD COLUMN code INTEGER")
    db.execute("UPDATE absences SET code = CASE reason WHEN 'ill' THEN 1 WHEN 'late' THEN 2 ELSE 0 END")
    db.execute("UPDATE absences SET reason = NULL")
    db.execute("DELETE FROM repeats")
