"""Templates get sources and tallies of their own. The table they had was never written to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.drop_table("patterns")
    op.create_table(
        "patterns",
        sa.Column("id", sa.Text(), primary_key=True, nullable=False),
        sa.Column("shape", sa.Text(), nullable=False),
        sa.Column("format", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
    )
    op.create_index("ix_patterns_shape", "patterns", ["shape"])
    op.create_table(
        "pattern_sources",
        sa.Column("pattern", sa.Text(), primary_key=True, nullable=False),
        sa.Column("key", sa.Text(), primary_key=True, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("repository", sa.Text(), nullable=False),
        sa.Column("weight", sa.Double(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
    )
    op.create_index("ix_pattern_sources_key", "pattern_sources", ["key"])
    op.create_table(
        "tallies",
        sa.Column("subject", sa.Text(), primary_key=True, nullable=False),
        sa.Column("kind", sa.Text(), primary_key=True, nullable=False),
        sa.Column("tried", sa.BigInteger(), nullable=False),
        sa.Column("green", sa.BigInteger(), nullable=False),
        sa.Column("recent_tried", sa.Double(), nullable=False),
        sa.Column("recent_green", sa.Double(), nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
    )
    op.create_table(
        "tallied",
        sa.Column("key", sa.Text(), primary_key=True, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )
