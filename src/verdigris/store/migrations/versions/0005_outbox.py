"""Letters to stores elsewhere, kept until they have arrived."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "outbox",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.Column("posted_at", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("not_before", sa.Double(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.UniqueConstraint("target", "key", name="uq_outbox_target_key"),
    )
    op.create_table(
        "outbox_targets",
        sa.Column("target", sa.Text(), primary_key=True, nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("held_until", sa.Double(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("not_before", sa.Double(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
    )
