"""The Approver seam: who answers what only a person may decide. Whoever asks need not know.

`Nobody` is for runs without a person, `Remembering` asks each question once per project.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from verdigris.core.approval import Question


class Approver(Protocol):
    async def allow(self, question: Question) -> bool | None:
        """Return the answer; None when there is nobody who could give one."""
        ...


class Asker(Protocol):
    """Who says in words what a goal leaves open."""

    async def say(self, question: str) -> str | None:
        """Return the answer: empty where there is none, None where nobody answers any more.

        Raises Halted where whoever is asked would rather stop here.
        """
        ...


class Ledger(Protocol):
    """Where answers are kept. Raises StoreError."""

    async def answer(self, question: Question) -> bool | None: ...

    async def record(self, question: Question, allowed: bool) -> None: ...


class Nobody:
    async def allow(self, question: Question) -> bool | None:
        return None


class Remembering:
    """Asks another approver what the ledger does not know, and keeps what it says."""

    def __init__(self, approver: Approver, ledger: Ledger) -> None:
        self._approver = approver
        self._ledger = ledger

    async def allow(self, question: Question) -> bool | None:
        known = await self._ledger.answer(question)
        if known is not None:
            return known
        said = await self._approver.allow(question)
        if said is not None:
            await self._ledger.record(question, said)
        return said


class ScriptedAsker:
    """Answers from a table; what is not in it is not answered. For tests."""

    def __init__(self, answers: Mapping[str, str] | None = None) -> None:
        self._answers = dict(answers or {})
        self.asked: list[str] = []

    async def say(self, question: str) -> str:
        self.asked.append(question)
        return self._answers.get(question, "")


class ScriptedApprover:
    """Answers from a table of subjects; what is not in it is not answered. For tests."""

    def __init__(self, answers: Mapping[str, bool] | None = None) -> None:
        self._answers = dict(answers or {})
        self.asked: list[Question] = []

    async def allow(self, question: Question) -> bool | None:
        self.asked.append(question)
        return self._answers.get(question.subject)
