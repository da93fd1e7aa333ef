"""What evals came to. Those of before stay in their files alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "evals",
        sa.Column("id", sa.Text(), primary_key=True, nullable=False),
        sa.Column("suite", sa.Text(), nullable=False),
        sa.Column("entrant", sa.Text(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("jobs", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("stopped", sa.Text(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
    )
    op.create_index("ix_evals_suite", "evals", ["suite"])
    op.create_index("ix_evals_started_at", "evals", ["started_at"])
    op.create_table(
        "eval_jobs",
        sa.Column("eval_id", sa.Text(), sa.ForeignKey("evals.id"), primary_key=True),
        sa.Column("task", sa.Text(), primary_key=True),
        sa.Column("run", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("ended", sa.Text(), nullable=False),
        sa.Column("claimed", sa.Boolean(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=True),
        sa.Column("iterations", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("tier", sa.Text(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("tokens_in", sa.BigInteger(), nullable=False),
        sa.Column("tokens_out", sa.BigInteger(), nullable=False),
        sa.Column("cost", sa.Double(), nullable=False),
        sa.Column("unpriced_calls", sa.Integer(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
    )
