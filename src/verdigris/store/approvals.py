"""Answers of a person, kept per project: written when given, read before asking again."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import select

from verdigris.core.approval import Question
from verdigris.store.database import Database
from verdigris.store.tables import ApprovalRow
from verdigris.store.upserts import upsert

_CHANGES = ("run_id", "question", "answer", "by", "answered_at", "document")


class Approvals:
    """A ledger for one run. A decision holds for every later run on the same project."""

    def __init__(
        self, database: Database, run_id: str = "", clock: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self._run_id = run_id
        self._clock = clock

    async def answer(self, question: Question) -> bool | None:
        statement = select(ApprovalRow.answer).where(ApprovalRow.id == question.key)
        async with self._database.read() as connection:
            said = await connection.scalar(statement)
        return None if said is None else said == "yes"

    async def record(self, question: Question, allowed: bool) -> None:
        now = self._clock()
        row = {
            "id": question.key,
            "run_id": self._run_id,
            "iteration": 0,
            "step": "check",
            "question": question.text,
            "answer": "yes" if allowed else "no",
            "by": "user",
            "asked_at": now,
            "answered_at": now,
            "document": question.model_dump(mode="json"),
        }
        statement = upsert(self._database.dialect, ApprovalRow, _CHANGES)
        await self._database.transact(lambda connection: connection.execute(statement, row))
