"""The first tables: runs and what they taught.

Written out instead of taken from `tables.py`, which moves on while this file must not.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _runs()
    _inside_a_run()
    _memory()


def _key(name: str, *, of: str = "") -> sa.Column[str]:
    parts = [sa.ForeignKey(of)] if of else []
    return sa.Column(name, sa.Text(), *parts, primary_key=True, nullable=False)


def _number_key(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), primary_key=True, nullable=False, autoincrement=False)


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def _int(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _float(name: str, *, nullable: bool = False) -> sa.Column[float]:
    return sa.Column(name, sa.Double(), nullable=nullable)


def _document(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.JSON(), nullable=False)


def _use() -> list[sa.Column[int] | sa.Column[float]]:
    return [
        sa.Column("tokens_in", sa.BigInteger(), nullable=False),
        sa.Column("tokens_out", sa.BigInteger(), nullable=False),
        _float("cost"),
        _int("unpriced_calls"),
        _int("calls"),
    ]


def _runs() -> None:
    op.create_table(
        "runs",
        _key("id"),
        _int("format"),
        _text("job"),
        _text("goal"),
        _text("root"),
        _document("models"),
        _text("status"),
        _text("reason"),
        _float("seconds"),
        _text("diff"),
        _float("started_at"),
        _float("updated_at"),
        _float("finished_at", nullable=True),
        *_use(),
    )
    op.create_index("ix_runs_started_at", "runs", ["started_at"])


def _inside_a_run() -> None:
    op.create_table(
        "iterations",
        _key("run_id", of="runs.id"),
        _number_key("number"),
        sa.Column("green", sa.Boolean(), nullable=True),
        _text("verdict", nullable=True),
        _text("signature", nullable=True),
        _text("fingerprint", nullable=True),
        _text("trend", nullable=True),
        _text("lesson", nullable=True),
        _float("started_at"),
        _float("updated_at"),
    )
    op.create_table(
        "steps",
        _key("run_id", of="runs.id"),
        _number_key("iteration"),
        _key("step"),
        _float("seconds"),
        _text("summary"),
        _float("started_at"),
        _float("finished_at"),
        *_use(),
    )
    op.create_table(
        "failures",
        _key("run_id", of="runs.id"),
        _number_key("iteration"),
        _key("signature"),
        _text("step"),
        _text("exception"),
        _text("shape"),
        _text("test"),
        _text("place"),
        _float("seen_at"),
    )
    op.create_index("ix_failures_signature", "failures", ["signature"])
    op.create_table(
        "metrics",
        _key("run_id", of="runs.id"),
        _number_key("iteration"),
        _key("step"),
        _key("name"),
        _key("labels"),
        _float("value"),
        _float("at"),
    )
    op.create_index("ix_metrics_name", "metrics", ["name"])
    op.create_table(
        "approvals",
        _key("id"),
        sa.Column("run_id", sa.Text(), sa.ForeignKey("runs.id"), nullable=False),
        _int("iteration"),
        _text("step"),
        _text("question"),
        _text("answer", nullable=True),
        _text("by", nullable=True),
        _float("asked_at"),
        _float("answered_at", nullable=True),
        _document("document"),
    )
    op.create_index("ix_approvals_run_id", "approvals", ["run_id"])


def _memory() -> None:
    op.create_table(
        "cards",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("id", sa.Text(), nullable=False, unique=True),
        _text("run_id"),
        _int("iteration"),
        _text("signature"),
        sa.Column("green", sa.Boolean(), nullable=False),
        _text("fingerprint"),
        _int("format"),
        _float("created_at"),
        _document("document"),
    )
    op.create_index("ix_cards_run_id", "cards", ["run_id"])
    op.create_index("ix_cards_lookup", "cards", ["signature", "green", "number"])
    op.create_index("ix_cards_known_bad", "cards", ["signature", "fingerprint", "green"])
    op.create_table(
        "patterns",
        _key("id"),
        _text("kind"),
        _text("signature"),
        _int("tried"),
        _int("won"),
        _int("format"),
        _float("created_at"),
        _float("updated_at"),
        _document("document"),
    )
    op.create_index("ix_patterns_kind", "patterns", ["kind"])
    op.create_index("ix_patterns_signature", "patterns", ["signature"])
