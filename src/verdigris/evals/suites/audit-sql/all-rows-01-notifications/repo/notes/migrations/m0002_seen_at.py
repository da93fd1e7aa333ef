"""`seen` was a flag; now it is a time. All rows are carried over."""


def upgrade(db):
    db.execute("ALTER TABLE notifications ADD COLUMN seen_at REAL")
    db.execute("UPDATE notifications SET seen_at = CASE WHEN seen THEN created_at END")
    db.execute("DELETE FROM drafts")


def downgrade(db):
    db.execute("UPDATE notifications SET seen = seen_at IS NOT NULL")
