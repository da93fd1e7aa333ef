"""Saving the state after every step, and reading it back strictly.

Each run has a checkpoint file of its own, so runs never wait for each other. The file is data from
outside once it lies on a disk: only our own value classes are rebuilt from it, by name, and what
comes back is validated again before a run goes on.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from verdigris.core import (
    budget,
    building,
    change,
    decision,
    finding,
    lesson,
    plan,
    repair,
    report,
    signature,
    task,
    template,
    verdict,
)  # fmt: skip
from verdigris.core.value import Value
from verdigris.errors import StoreError
from verdigris.steps.state import RunState

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite import SqliteSaver

_MODULES = (
    budget, building, change, decision, finding, lesson, plan, repair, report, signature, task,
    template, verdict,
)  # fmt: skip


def allowed_classes() -> list[tuple[str, str]]:
    """Return the classes a checkpoint may hold, as (module, name)."""
    return [
        (member.__module__, name)
        for module in _MODULES
        for name, member in inspect.getmembers(module, inspect.isclass)
        if issubclass(member, Value) and member.__module__ == module.__name__
    ]


@contextlib.contextmanager
def checkpoint_file(
    path: Path, on_saved: Callable[[str], None] | None = None
) -> Iterator[SqliteSaver]:
    """Open a run's checkpoints; `on_saved` hears the name of each step once it is on disk."""
    import sqlite3

    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
    from langgraph.checkpoint.sqlite import SqliteSaver

    class Saver(SqliteSaver):
        """Answers the graph's asynchronous calls at once.

        A checkpoint is one small write to a file nobody else uses. Handing it to a thread and back
        takes longer than the write itself.
        """

        async def aget_tuple(self, config: Any) -> Any:
            return self.get_tuple(config)

        async def aput(self, config: Any, checkpoint: Any, metadata: Any, versions: Any) -> Any:
            saved = self.put(config, checkpoint, metadata, versions)
            if on_saved is not None:
                on_saved(_step_of(checkpoint))
            return saved

        async def aput_writes(
            self, config: Any, writes: Any, task_id: str, task_path: str = ""
        ) -> None:
            self.put_writes(config, writes, task_id, task_path)

    serde = JsonPlusSerializer(allowed_msgpack_modules=allowed_classes())
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(path, check_same_thread=False)
        # Safe against a killed process; a power cut may lose the last step, never the file.
        connection.execute("PRAGMA synchronous=NORMAL")
        yield Saver(connection, serde=serde)
    except sqlite3.Error as error:
        raise StoreError(
            f"The checkpoints in {path} cannot be used: {error}.",
            hint="Is the disk full, or the file damaged? A new run does not need it.",
        ) from None
    finally:
        if connection is not None:
            connection.close()


def _step_of(checkpoint: Any) -> str:
    """Return the step whose result a checkpoint holds first; empty for the one before the loop."""
    seen = checkpoint.get("versions_seen", {})
    done = {name: max(versions.values(), default="") for name, versions in seen.items()}
    steps = {name: version for name, version in done.items() if not name.startswith("__")}
    return max(steps, key=lambda name: str(steps[name]), default="")


def require_sound(values: dict[str, Any], path: Path) -> RunState:
    """Validate a state that was read back. Raises StoreError when it is not one of ours."""
    for value in values.values():
        if isinstance(value, dict):  # a class that is not allowed stays raw
            raise StoreError(f"The checkpoints in {path} hold something that is not ours.")
    try:
        return TypeAdapter(RunState).validate_python(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise StoreError(
            f"The checkpoints in {path} do not fit this version: {first['loc']}: {first['msg']}.",
            hint="Start a new run; this one can still be read with `verdigris runs`.",
        ) from None
