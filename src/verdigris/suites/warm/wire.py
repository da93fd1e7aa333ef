"""What a worker may say, one JSON object a line. It runs code that is not trusted, so whatever does
not have exactly these shapes means that the worker is lost.
"""

from __future__ import annotations

import os
import signal
from typing import Annotated, Literal, TypeVar

from pydantic import Field, StringConstraints, ValidationError

from verdigris.core.value import Value
from verdigris.sandbox.base import Completed, EndedBy, Limits

Level = Literal["started", "configured", "collected"]
LEVELS: tuple[Level, ...] = ("started", "configured", "collected")
LONGEST = 64 * 1024
"""Bytes of one line; results are not sent, they lie in files."""

T = TypeVar("T", bound=Value)
Sentence = Annotated[str, StringConstraints(max_length=2000)]


class WorkerLost(Exception):
    """The worker died, stalled or talks nonsense. Infrastructure: it says nothing of the code."""


class Hello(Value):
    level: Level


class Ready(Value):
    """The first word of a level: ready, or why it refuses every candidate."""

    ready: bool = False
    refuses: Sentence = ""
    threads: int = Field(1, ge=0)
    """Native threads; Python's own make a level refuse."""


class Trial(Value):
    """What is to be tried."""

    edits: tuple[tuple[str, str | None], ...] = ()
    """Path and new text; None for a deleted file."""
    only: tuple[str, ...] = ()
    """Ids of the tests to run; all when empty."""
    first: tuple[str, ...] = ()
    """Ids of the tests that are run before the others."""
    stop_at_first_failure: bool = False
    terse: bool = False
    """Only which tests pass is wanted; to tell why one fails takes longer than running it."""
    test_seconds: float
    variants: tuple[tuple[tuple[str, str | None], ...], ...] = ()
    """Instead of `edits`: several candidates, tried one after the other in one child."""


class Job(Trial):
    """A trial with what the worker needs to carry it out."""

    id: int
    folder: str
    wall: float
    cpu: int
    output_kb: int


class Reply(Value):
    id: int
    refused: Sentence = ""
    ended: Literal["exit", "wall", "output"] = "exit"
    status: int = Field(0, ge=0, le=0xFFFF)
    """As `waitpid` gives it."""
    seconds: float = Field(0.0, ge=0)
    refusals: tuple[Sentence, ...] = ()
    """Of several candidates, why each cannot be tried; empty for those that were."""
    leaked: Sentence = ""
    """What one of several candidates left for the next to see."""
    spoilt: Sentence = ""
    """Why the worker's copy of the project can no longer be used."""


def heard(kind: type[T], line: bytes) -> T:
    """Read one line as a message. Raises WorkerLost."""
    if not line.endswith(b"\n"):
        raise WorkerLost("the worker has ended")
    try:
        return kind.model_validate_json(line)
    except ValidationError:
        raise WorkerLost("the worker said something that is not understood") from None


def completed(reply: Reply, limits: Limits, output: str) -> Completed:
    """Say how a child ended in the sandbox's words."""
    ended: EndedBy = reply.ended
    code: int | None = None
    if reply.ended == "exit" and os.WIFSIGNALED(reply.status):
        ended = "cpu" if os.WTERMSIG(reply.status) == signal.SIGXCPU else "signal"
    elif reply.ended == "exit":
        code = os.waitstatus_to_exitcode(reply.status)
    said = {
        "signal": f"killed by {_name(reply.status)}",
        "wall": f"wall-clock limit of {limits.wall_seconds:g} s reached",
        "cpu": f"CPU time limit of {limits.cpu_seconds} s reached",
        "output": f"output limit of {limits.output_kb} KB reached",
    }
    return Completed(
        exit_code=code,
        ended_by=ended,
        output=output,
        message=said.get(ended, ""),
        seconds=reply.seconds,
    )


def _name(status: int) -> str:
    try:
        return signal.Signals(os.WTERMSIG(status)).name
    except ValueError:
        return f"signal {os.WTERMSIG(status)}"
