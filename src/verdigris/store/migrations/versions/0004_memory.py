"""Cards are found by a general key too, count how they fare, and say where they came from; searches
leave the candidates that failed.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    for name, value in (("general", ""), ("project", ""), ("scope", "user")):
        op.add_column("cards", sa.Column(name, sa.Text(), nullable=False, server_default=value))
    op.add_column(
        "cards", sa.Column("foreign", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_index("ix_cards_similar", "cards", ["general", "green", "number"])
    op.create_table(
        "card_uses",
        sa.Column("card", sa.Text(), primary_key=True, nullable=False),
        sa.Column("key", sa.Text(), primary_key=True, nullable=False),
        sa.Column("green", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("exact", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_card_uses_key", "card_uses", ["key"])
    op.create_table(
        "misses",
        sa.Column("signature", sa.Text(), primary_key=True, nullable=False),
        sa.Column("version", sa.Text(), primary_key=True, nullable=False),
        sa.Column("key", sa.Text(), primary_key=True, nullable=False),
        sa.Column("digests", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )
    op.create_index("ix_misses_key", "misses", ["key"])
