"""The knowledge graph, and in it what earlier runs and their cards left in the other tables.

Which files earlier runs suspected, and which cards they recalled, was never stored in tables. A
document that cannot be read is passed over. What the core's values were like then is written down
here, so that the step stays as it is when they change; only masking is the newest there is.
"""

from __future__ import annotations

import builtins
import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql, sqlite

from verdigris.core.text import mask

revision = "0006"
down_revision = "0005"

_AT_ONCE = 500
"""Rows that are held in memory."""
_NODES = sa.table(
    "graph_nodes", sa.column("id"), sa.column("kind"), sa.column("key"), sa.column("project"),
    sa.column("properties", sa.JSON()),
)  # fmt: skip
_LINKS = sa.table(
    "graph_links", sa.column("source"), sa.column("kind"), sa.column("target"),
    sa.column("properties", sa.JSON()),
)  # fmt: skip


def upgrade() -> None:
    op.create_table(
        "graph_nodes",
        sa.Column("id", sa.Text(), primary_key=True, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("project", sa.Text(), nullable=False),
        sa.Column("properties", sa.JSON(), nullable=False),
    )
    op.create_index("ix_graph_nodes_key", "graph_nodes", ["kind", "key"])
    op.create_index("ix_graph_nodes_project", "graph_nodes", ["kind", "project"])
    op.create_table(
        "graph_links",
        sa.Column("source", sa.Text(), primary_key=True, nullable=False),
        sa.Column("kind", sa.Text(), primary_key=True, nullable=False),
        sa.Column("target", sa.Text(), primary_key=True, nullable=False),
        sa.Column("properties", sa.JSON(), nullable=False),
    )
    op.create_index("ix_graph_links_target", "graph_links", ["target", "kind"])
    filling = _Filling(op.get_bind())
    projects = _runs(filling)
    _rounds(filling)
    _cards(filling, projects)
    _failures(filling)
    filling.write()


class _Filling:
    """Reads tables and writes nodes and links by the hundred; the first to name one has the say."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._nodes: list[dict[str, Any]] = []
        self._links: list[dict[str, Any]] = []
        make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        self._put = [make(table).on_conflict_do_nothing() for table in (_NODES, _LINKS)]

    def rows(self, table: str, key: str) -> Iterator[Any]:
        """Yield the rows of a table, in the order of a key of several columns."""
        start = 0
        query = sa.text(f"SELECT * FROM {table} ORDER BY {key} LIMIT {_AT_ONCE} OFFSET :start")
        while some := self._connection.execute(query, {"start": start}).all():
            yield from some
            start += _AT_ONCE
            self.write()

    def node(self, kind: str, key: str, properties: dict[str, Any]) -> str:
        whose = properties.get("project", "") if kind in ("File", "FixCard") else ""
        name = f"{kind}:{key}"
        row = {"id": name, "kind": kind, "key": key, "project": whose, "properties": properties}
        self._nodes.append(row)
        return name

    def link(self, source: str, kind: str, target: str) -> None:
        row = {"source": source, "kind": kind, "target": target, "properties": {}}
        self._links.append(row)

    def write(self) -> None:
        for statement, rows in zip(self._put, (self._nodes, self._links), strict=True):
            if rows:
                self._connection.execute(statement, rows)
            rows.clear()


def _runs(filling: _Filling) -> dict[str, str]:
    """Write the runs; return the name of each project by its hash."""
    named = {}
    for row in filling.rows("runs", "id"):
        project = _project(row.root) if row.root else ""
        named[project] = row.root.rstrip("/").rpartition("/")[2]
        about = {
            "job": row.job, "goal": _said(row.goal), "project": project,
            "project_name": named[project], "started_at": row.started_at,
        }  # fmt: skip
        if row.finished_at is not None:
            about |= {"status": row.status, "reason": _said(row.reason)}
            about["finished_at"] = row.finished_at
        filling.node("Run", row.id, about)
    return named


def _rounds(filling: _Filling) -> None:
    for row in filling.rows("iterations", "run_id, number"):
        about: dict[str, Any] = {"run": row.run_id, "number": row.number}
        for name in ("verdict", "trend", "lesson", "fingerprint"):
            if (value := getattr(row, name)) is not None:
                about[name] = _said(value)
        if row.green is not None:
            about["green"] = bool(row.green)
        here = filling.node("Iteration", f"{row.run_id}/{row.number}", about)
        filling.link(f"Run:{row.run_id}", "HAS_ITERATION", here)
    for row in filling.rows("steps", "run_id, iteration, step"):
        here = f"{row.run_id}/{row.iteration}"
        about = {
            "run": row.run_id, "iteration": row.iteration, "name": row.step,
            "seconds": row.seconds, "summary": _said(row.summary), "finished_at": row.finished_at,
        }  # fmt: skip
        step = filling.node("Step", f"{here}/{row.step}", about)
        filling.link(f"Iteration:{here}", "HAS_STEP", step)


def _cards(filling: _Filling, projects: dict[str, str]) -> None:
    for row in filling.rows("cards", "number"):
        if row.foreign:
            continue
        told = _read(row.document)
        signature = told.get("signature")
        if not isinstance(signature, dict):
            continue
        about = {name: _said(told.get(name)) for name in _WORDS}
        known = {
            "run": row.run_id, "iteration": row.iteration, "green": bool(row.green),
            "project": row.project, "scope": row.scope, "at": row.created_at,
        }  # fmt: skip
        card = filling.node("FixCard", row.id, {**known, **about})
        place = {"run": row.run_id, "number": row.iteration}
        here = filling.node("Iteration", f"{row.run_id}/{row.iteration}", place)
        filling.link(here, "HAS_FIX_CARD", card)
        failure = _failure(filling, row.signature, signature, row.general)
        filling.link(card, "ABOUT", failure)
        for path in _texts(told.get("files_changed")):
            about = {"path": path, "project": row.project}
            if row.project in projects:
                about["project_name"] = projects[row.project]
            file = filling.node("File", f"{row.project}/{path}", about)
            filling.link(card, "CHANGED_FILE", file)
            filling.link(here, "CHANGED_FILE", file)


_WORDS = ("summary", "root_cause", "fix", "verification")


def _failures(filling: _Filling) -> None:
    for row in filling.rows("failures", "run_id, iteration, signature"):
        told = {name: getattr(row, name) for name in ("exception", "shape", "test", "place")}
        failure = _failure(filling, row.signature, told)
        filling.link(f"Iteration:{row.run_id}/{row.iteration}", "SAW_FAILURE", failure)


def _failure(filling: _Filling, key: str, told: dict[str, Any], general: str = "") -> str:
    parts = {name: _text(told.get(name)) for name in ("exception", "shape", "test", "place")}
    at = f" at {parts['place']}" if parts["place"] else ""
    whole = f"{parts['exception']} in {parts['test']}{at}: {parts['shape']}"
    about = {name: _said(text) for name, text in parts.items()}
    failure = filling.node(
        "FailureSignature", key, {**about, "general": general, "failure": _said(whole)}
    )
    name = _kind(parts["exception"], parts["shape"])
    filling.link(failure, "OF_TYPE", filling.node("BugType", name, {"name": name}))
    return failure


def _read(document: object) -> dict[str, Any]:
    """Return a document; an empty one where it cannot be read."""
    if isinstance(document, str | bytes):
        try:
            document = json.loads(document)
        except (ValueError, RecursionError):
            return {}
    return document if isinstance(document, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _said(text: object) -> str:
    flat = " ".join(mask(_text(text)).split())
    return flat if len(flat) <= 300 else flat[:299] + "…"


def _project(root: str) -> str:
    return hashlib.sha256(root.encode("utf-8", "surrogatepass")).hexdigest()[:12]


_ENDINGS = {"Hang": "hang", "timeout": "hang", "Crash": "crash", "crashed": "crash"}
_ABOUT = (
    (r"'?NoneType'?", "None"),
    (r"unsupported operand|bad operand|not supported between", "operands"),
    (r"positional argument|keyword argument|required argument", "arguments"),
    (r"not callable", "not callable"),
    (r"not subscriptable|item assignment", "not subscriptable"),
    (r"not iterable|cannot unpack", "not iterable"),
    (r"unhashable", "unhashable"),
    (r"DID NOT RAISE", "not raised"),
)
_COMPARED = (
    (r"<n>", "number"), (r"None\b", "None"), (r"(?:True|False)\b", "bool"), (r"b['\"]", "bytes"),
    (r"['\"]", "str"), (r"\[", "list"), (r"\{[^{}]*:|\{\}|\{\.\.\.", "dict"),
    (r"\{|set\(", "set"), (r"\([^()]*,|\(\)", "tuple"),
)  # fmt: skip


def _kind(exception: str, shape: str) -> str:
    """Return what sort of failure it is, in any project: `IndexError`, `AssertionError/list`."""
    name = exception.rpartition(".")[2]
    if name in _ENDINGS:
        return _ENDINGS[name]
    if name not in vars(builtins) and name != "Failed":
        name = "exception" if name[:1].isupper() else "other"
    said = shape.removeprefix(f"{exception}:").strip()
    if name == "AssertionError":
        said = re.sub(r"^(?:assert (?:not )?|\w+ differ: )", "", said)
        about = next((word for form, word in _COMPARED if re.match(form, said)), "")
    else:
        about = next((word for form, word in _ABOUT if re.search(form, said)), "")
    return f"{name}/{about}" if about else name
