"""Writes down what each answer of a model cost when it comes, for whoever outlives the job.

A job that is killed has no account to give; what it has used is in this file all the same.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from pathlib import Path

from pydantic import ValidationError

from verdigris.core.budget import Use
from verdigris.models.base import Hear, Model, Reply, Request, Seat
from verdigris.models.wrappers import Around


class Counted(Around):
    """A model whose answers are counted in a file."""

    def __init__(self, inner: Model, book: Path) -> None:
        super().__init__(inner)
        self._book = book

    async def sample(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        async with aclosing(super().sample(request, count)) as replies:
            async for reply in replies:
                yield self._noted(reply)

    async def _ask(self, request: Request, hear: Hear | None) -> Reply:
        return self._noted(await super()._ask(request, hear))

    def _noted(self, reply: Reply) -> Reply:
        with self._book.open("a", encoding="utf-8") as file:
            file.write(f"{reply.use.model_dump_json()}\n")
        return reply


def counted(models: Mapping[Seat, Model], book: Path) -> dict[Seat, Model]:
    """Return models that are counted; what was one model stays one."""
    made = {id(model): Counted(model, book) for model in models.values()}
    return {seat: made[id(model)] for seat, model in models.items()}


def used_in(book: Path) -> Use:
    """Return what is written down; half a line, from a kill, counts as none."""
    used = Use()
    with contextlib.suppress(OSError):
        for line in book.read_bytes().split(b"\n"):
            with contextlib.suppress(ValidationError):
                used += Use.model_validate_json(line)
    return used
