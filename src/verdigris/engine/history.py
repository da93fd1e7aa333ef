"""A run's past, read back: its steps in order, the change on the table at each, what was written.

Everything here is read from the run's folder; nothing is changed. Times and tokens of the steps are
in the database (`store/queries.py`).
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field

from verdigris.core.change import Change
from verdigris.core.value import Value
from verdigris.edits.journal import Record, records
from verdigris.edits.workspace import Workspace
from verdigris.engine.checkpoints import checkpoint_file, require_sound
from verdigris.engine.graph import build_graph
from verdigris.engine.runs import run_folder
from verdigris.errors import UserError
from verdigris.settings import Settings
from verdigris.steps import STEPS
from verdigris.steps.state import RunState

if TYPE_CHECKING:
    from langgraph.types import StateSnapshot

FORK = "fork.json"


class Origins(Value):
    """Where a run was forked from."""

    run_id: str
    step: int


class Moment(Value):
    """One finished step of a run, and the change it worked on."""

    number: int
    """Counted over the whole run, from 1; what `diff` and `fork` take."""
    iteration: int
    step: str
    commit: str = ""
    """The change's commit in the run's repository, once there is one."""
    change: Change | None = None
    outcome: str = ""
    """After `execute`: what the verdict says."""


class Past:
    """The finished steps of one run, with the state after each."""

    def __init__(self, moments: list[Moment], states: list[RunState]) -> None:
        self.moments = moments
        self._states = states

    def at(self, number: int) -> tuple[Moment, RunState]:
        if not 1 <= number <= len(self.moments):
            raise UserError(
                f"There is no step {number}; the run has {len(self.moments)}.",
                hint="`verdigris show RUN` lists them.",
            )
        return self.moments[number - 1], self._states[number - 1]

    @property
    def last(self) -> RunState:
        if not self._states:
            raise UserError("The run was cut off before its first step was done.")
        return self._states[-1]


def past_of(settings: Settings, run_id: str) -> Past:
    """Read a run's steps from its checkpoints. Raises StoreError when they are damaged."""
    path = run_folder(settings, run_id) / "checkpoints.db"
    config: Any = {"configurable": {"thread_id": run_id}}
    with checkpoint_file(path) as saver:
        snapshots = list(build_graph(saver).get_state_history(config))[::-1]
        moments: list[Moment] = []
        states: list[RunState] = []
        coming: tuple[str, ...] = ()
        for snapshot in snapshots:
            done = [name for name in coming if name in STEPS]
            if done and _by_the_loop(snapshot):
                states.append(require_sound(snapshot.values, path))
                moments.append(_moment(len(states), done[0], states[-1]))
            coming = snapshot.next
    return Past(moments, states)


def _by_the_loop(snapshot: StateSnapshot) -> bool:
    return (snapshot.metadata or {}).get("source") == "loop"


_EARLY = ("reproduce", "plan", "specify", "retrieve", "audit")
"""Steps at which the state still holds the change of the iteration before."""


def _moment(number: int, step: str, state: RunState) -> Moment:
    current = step not in _EARLY
    verdict = state.get("verdict")
    # `decide` has counted on already when it goes on.
    decision = state.get("decision")
    ahead = step == "decide" and decision is not None and decision.action == "continue"
    return Moment(
        number=number,
        iteration=state.get("iteration", 1) - (1 if ahead else 0),
        step=step,
        commit=state.get("commit", "") if current else "",
        change=state.get("change") if current else None,
        outcome=verdict.summary() if step == "execute" and verdict else "",
    )


class Tale(Value):
    """What `show` tells beyond the database."""

    folder: str
    forked_from: Origins | None = None
    moments: tuple[Moment, ...] = ()
    tried: dict[int, list[tuple[str, str]]] = Field(default_factory=dict)
    """By iteration: where each candidate came from, and what became of it."""
    writes: tuple[Record, ...] = ()

    def number(self, iteration: int, step: str) -> str:
        found = [m for m in self.moments if (m.iteration, m.step) == (iteration, step)]
        return str(found[-1].number) if found else ""

    def facts(self) -> list[tuple[str, str]]:
        commits = [m for m in self.moments if m.step == "execute" and m.commit]
        said = [("kept in", self.folder)]
        if self.forked_from:
            said.append(("forked", f"from {self.forked_from.run_id} at {self.forked_from.step}"))
        said += [("commit", f"{m.commit[:12]} (step {m.number}) {m.outcome}") for m in commits]
        return said + [("files", self._about(write)) for write in self.writes]

    def _about(self, write: Record) -> str:
        done = "applied" if write.kind == "apply" else "undone"
        where = f" on the branch {write.branch}" if write.branch else ""
        commit = f", commit {write.commit[:12]}" if write.commit else ""
        merged = ", merged with other work" if write.merged else ""
        at = time.strftime("%Y-%m-%d %H:%M", time.localtime(write.at))
        paths = ", ".join(file.path for file in write.files[:5])
        return f"{done} {at}{where}{commit}{merged}" + (f": {paths}" if paths else "")


def tale_of(settings: Settings, run_id: str) -> Tale:
    """Gather what a run's folder tells of it."""
    folder = run_folder(settings, run_id)
    return Tale(
        folder=str(folder),
        forked_from=forked_from(folder),
        moments=tuple(past_of(settings, run_id).moments),
        tried=candidates(folder),
        writes=tuple(records(folder)),
    )


async def whole_change(settings: Settings, run_id: str, state: RunState) -> Change | None:
    """Return all that a run won, as one change against the project as it was found."""
    base, head, tried = state.get("base"), state.get("head"), state.get("change")
    if not base or not head or base == head:
        return None
    return await workspace_of(settings, run_id).difference(
        base, head, tried.origin if tried else "user"
    )


def workspace_of(settings: Settings, run_id: str) -> Workspace:
    return Workspace(run_folder(settings, run_id) / "workspace", run_id)


def written(settings: Settings, run_id: str) -> list[Record]:
    """Return what was written to the user's tree for a run, in order."""
    return records(run_folder(settings, run_id))


def forked_from(folder: Path) -> Origins | None:
    try:
        return Origins(**json.loads((folder / FORK).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def candidates(folder: Path) -> dict[int, list[tuple[str, str]]]:
    """Return what was tried in each iteration, as (where it came from, what became of it)."""
    found: dict[int, dict[str, tuple[str, str]]] = {}
    try:
        lines = (folder / "events.jsonl").read_text("utf-8", "replace").splitlines()
    except OSError:
        return {}
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue  # the last line of a killed run may be cut
        if isinstance(event, dict) and event.get("kind") == "candidate_tried":
            # By id: a step that was done again says the same things again.
            origin = f"{event.get('origin') or 'model'} {event.get('note', '')}".strip()
            told = found.setdefault(int(event.get("iteration", 0)), {})
            told[str(event.get("id"))] = (origin, str(event.get("result", "")))
    return {iteration: list(told.values()) for iteration, told in found.items()}
