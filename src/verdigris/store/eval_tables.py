"""The columns of what evals came to. Their files, with every story in full, are not here."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from verdigris.store.tables import Table, UseColumns
from verdigris.store.types import Json


class EvalRow(Table):
    __tablename__ = "evals"

    id: Mapped[str] = mapped_column(primary_key=True)
    suite: Mapped[str] = mapped_column(index=True)
    entrant: Mapped[str]
    """Who was measured, in words."""
    started_at: Mapped[float] = mapped_column(index=True)
    seconds: Mapped[float]
    jobs: Mapped[int]
    done: Mapped[int]
    """Fewer than there are jobs where it was stopped."""
    stopped: Mapped[str]
    document: Mapped[Json]
    """The plan, the machine and the figures."""


class EvalJobRow(UseColumns, Table):
    """One task, done once."""

    __tablename__ = "eval_jobs"

    eval_id: Mapped[str] = mapped_column(ForeignKey("evals.id"), primary_key=True)
    task: Mapped[str] = mapped_column(primary_key=True)
    run: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    family: Mapped[str]
    verdict: Mapped[str]
    ended: Mapped[str]
    claimed: Mapped[bool]
    solved: Mapped[bool]
    right: Mapped[bool | None]
    """None where nobody looked."""
    iterations: Mapped[int]
    seconds: Mapped[float]
    tier: Mapped[str]
    document: Mapped[Json]
    """All that the table of an eval has of it."""
