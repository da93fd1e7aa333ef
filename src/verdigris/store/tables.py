"""The columns of every table. Statements live where they are used; migrations in `migrations/`.

Where a core value is the truth it is kept whole as a document, beside the columns that are
searched. Keys are made from run, iteration and step, so writing the same thing twice writes it
once. Times are seconds since the epoch, as in events.
"""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy import BigInteger, Double, ForeignKey, Index, Integer, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from verdigris.core.value import FORMAT
from verdigris.store.types import Document, Json, SafeText


class Table(DeclarativeBase):
    type_annotation_map: ClassVar[dict[object, object]] = {
        str: SafeText(),
        float: Double(),
        Json: Document,
        list[str]: Document,
    }


class UseColumns:
    """What a run or a step used: the fields of core.budget.Use, without its seconds."""

    tokens_in: Mapped[int] = mapped_column(BigInteger, default=0)
    tokens_out: Mapped[int] = mapped_column(BigInteger, default=0)
    cost: Mapped[float] = mapped_column(default=0.0)
    unpriced_calls: Mapped[int] = mapped_column(default=0)
    calls: Mapped[int] = mapped_column(default=0)


class RunRow(UseColumns, Table):
    __tablename__ = "runs"

    id: Mapped[str] = mapped_column(primary_key=True)
    format: Mapped[int] = mapped_column(default=FORMAT)
    job: Mapped[str] = mapped_column(default="")
    goal: Mapped[str] = mapped_column(default="")
    root: Mapped[str] = mapped_column(default="")
    models: Mapped[list[str]] = mapped_column(default=list)
    status: Mapped[str] = mapped_column(default="running")
    reason: Mapped[str] = mapped_column(default="")
    seconds: Mapped[float] = mapped_column(default=0.0)
    diff: Mapped[str] = mapped_column(default="")
    """Everything that was won, against the user's tree."""
    started_at: Mapped[float] = mapped_column(index=True)
    updated_at: Mapped[float]
    finished_at: Mapped[float | None]


class IterationRow(Table):
    __tablename__ = "iterations"

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    green: Mapped[bool | None]
    """None until a verdict was reached."""
    verdict: Mapped[str | None]
    """The verdict in words."""
    signature: Mapped[str | None]
    """Key of the failure that was seen last."""
    fingerprint: Mapped[str | None]
    """Of the change that was applied."""
    trend: Mapped[str | None]
    lesson: Mapped[str | None]
    started_at: Mapped[float]
    updated_at: Mapped[float]


class StepRow(UseColumns, Table):
    __tablename__ = "steps"

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    iteration: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    step: Mapped[str] = mapped_column(primary_key=True)
    seconds: Mapped[float]
    summary: Mapped[str] = mapped_column(default="")
    started_at: Mapped[float]
    finished_at: Mapped[float]


class FailureRow(Table):
    __tablename__ = "failures"

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    iteration: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    signature: Mapped[str] = mapped_column(primary_key=True, index=True)
    step: Mapped[str]
    """The step that saw it first."""
    exception: Mapped[str]
    shape: Mapped[str]
    test: Mapped[str]
    place: Mapped[str]
    seen_at: Mapped[float]


class CardRow(Table):
    """Cards outlive the runs they came from, so they do not refer to them by foreign key."""

    __tablename__ = "cards"
    __table_args__ = (
        Index("ix_cards_lookup", "signature", "green", "number"),
        Index("ix_cards_known_bad", "signature", "fingerprint", "green"),
        Index("ix_cards_similar", "general", "green", "number"),
    )

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    """Rises with every new card: the order in which they were learned."""
    id: Mapped[str] = mapped_column(unique=True)
    run_id: Mapped[str] = mapped_column(index=True)
    iteration: Mapped[int]
    signature: Mapped[str]
    green: Mapped[bool]
    fingerprint: Mapped[str]
    """Of the card's change; kept even where the change itself is not. Empty when it had none."""
    format: Mapped[int]
    created_at: Mapped[float]
    document: Mapped[Json]
    general: Mapped[str]
    """The key that survives renaming; empty where there is none."""
    project: Mapped[str]
    scope: Mapped[str]
    foreign: Mapped[bool]


class CardUseRow(Table):
    """One time that a card's change was tried in a run, the run that made it included."""

    __tablename__ = "card_uses"

    card: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True, index=True)
    """Run and iteration."""
    green: Mapped[bool]
    at: Mapped[float]
    exact: Mapped[bool]
    """Whether it was tried on the failure it is about, and not on the like of it."""


class MissRow(Table):
    """Candidates of one search that did not mend a failure, as short digests."""

    __tablename__ = "misses"

    signature: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[str] = mapped_column(primary_key=True)
    """Hash of all files of the project they were tried on: with other files they may help."""
    key: Mapped[str] = mapped_column(primary_key=True, index=True)
    """Run and iteration."""
    digests: Mapped[bytes]
    at: Mapped[float]


class PatternRow(Table):
    """An edit template. How it has fared is in its tallies."""

    __tablename__ = "patterns"

    id: Mapped[str] = mapped_column(primary_key=True)
    shape: Mapped[str] = mapped_column(index=True)
    """What kinds of code it is about; only templates of one shape are merged."""
    format: Mapped[int]
    created_at: Mapped[float]
    document: Mapped[Json]


class PatternSourceRow(Table):
    """A change that a template was learned from. Rows add up to its support."""

    __tablename__ = "pattern_sources"

    pattern: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True, index=True)
    """Run and iteration, or commit."""
    at: Mapped[float]
    repository: Mapped[str]
    weight: Mapped[float]
    kind: Mapped[str]
    """Of the failure that was mended; empty where it is not known."""


class TallyRow(Table):
    """How often an operator or a template was tried on a kind of failure, and went green."""

    __tablename__ = "tallies"

    subject: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    tried: Mapped[int] = mapped_column(BigInteger)
    green: Mapped[int] = mapped_column(BigInteger)
    recent_tried: Mapped[float]
    recent_green: Mapped[float]
    updated_at: Mapped[float]


class TalliedRow(Table):
    """Searches whose tallies have been added, so that none is added twice."""

    __tablename__ = "tallied"

    key: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[float]


class LetterRow(Table):
    """What is still to be told to a store elsewhere. The statements are in `outbox.py`."""

    __tablename__ = "outbox"
    __table_args__ = (UniqueConstraint("target", "key", name="uq_outbox_target_key"),)

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    """The order in which letters are sent."""
    target: Mapped[str]
    """Which store it is for, never with a password."""
    key: Mapped[str]
    kind: Mapped[str]
    payload: Mapped[Json]
    stamp: Mapped[str]
    """Differs each time that the letter is written, so that a new one is not deleted as the old."""
    posted_at: Mapped[float]
    tries: Mapped[int]
    not_before: Mapped[float]
    why: Mapped[str]
    """What the target had against it."""


class TargetRow(Table):
    """A store elsewhere: who is sending to it, and until when it is left alone."""

    __tablename__ = "outbox_targets"

    target: Mapped[str] = mapped_column(primary_key=True)
    holder: Mapped[str]
    held_until: Mapped[float]
    failures: Mapped[int]
    """In a row."""
    not_before: Mapped[float]
    why: Mapped[str]


class GraphNodeRow(Table):
    """A node of the knowledge graph. The statements are in `graph/`."""

    __tablename__ = "graph_nodes"
    __table_args__ = (
        Index("ix_graph_nodes_key", "kind", "key"),
        Index("ix_graph_nodes_project", "kind", "project"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    """Kind and key: `Run:261115-0315`."""
    kind: Mapped[str]
    key: Mapped[str]
    project: Mapped[str]
    """Of files and cards; empty for the rest."""
    properties: Mapped[Json]


class GraphLinkRow(Table):
    __tablename__ = "graph_links"
    __table_args__ = (Index("ix_graph_links_target", "target", "kind"),)

    source: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    target: Mapped[str] = mapped_column(primary_key=True)
    properties: Mapped[Json]


class MetricRow(Table):
    __tablename__ = "metrics"

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    iteration: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    step: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True, index=True)
    labels: Mapped[str] = mapped_column(primary_key=True)
    """JSON with sorted keys, because it is part of the key."""
    value: Mapped[float]
    at: Mapped[float]


class SpendRow(UseColumns, Table):
    """One answer of a model and what it used. Outlives its run, as the day's bill does."""

    __tablename__ = "spending"

    id: Mapped[str] = mapped_column(primary_key=True)
    """Made from run and question, so that a step done again after a kill is not billed twice."""
    run_id: Mapped[str] = mapped_column(index=True)
    tier: Mapped[str]
    role: Mapped[str]
    model: Mapped[str]
    cached_tokens: Mapped[int] = mapped_column(BigInteger, default=0)
    seconds: Mapped[float]
    at: Mapped[float] = mapped_column(index=True)


class ApprovalRow(Table):
    """A question put to a person, and the answer once there is one."""

    __tablename__ = "approvals"

    id: Mapped[str] = mapped_column(primary_key=True)
    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id"), index=True)
    iteration: Mapped[int]
    step: Mapped[str]
    question: Mapped[str]
    answer: Mapped[str | None]
    by: Mapped[str | None]
    asked_at: Mapped[float]
    answered_at: Mapped[float | None]
    document: Mapped[Json]
