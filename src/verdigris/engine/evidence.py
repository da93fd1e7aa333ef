"""What a run leaves behind for others to check: its result, and `evidence.json` beside it."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

from verdigris import __version__
from verdigris.core.budget import Use
from verdigris.core.events import Status
from verdigris.core.report import Report
from verdigris.core.result import RunResult
from verdigris.core.value import FORMAT, Value
from verdigris.core.verdict import Verdict
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState


class Evidence(Value):
    """Enough to repeat the verdict: what was run, on what, and what it said."""

    format: int = FORMAT
    run_id: str
    verdigris: str
    python: str
    system: str
    command: str
    verdict: Verdict | None
    before: Report | None
    after: Report | None
    diff: str


async def result_of(
    state: RunState, status: Status | None, reason: str, deps: Deps, folder: Path
) -> RunResult:
    """Read a result off the state. `status` is given when the run did not end by itself."""
    decision = state.get("decision")
    if status is None:
        if state["task"].job == "audit":
            status = "done"
        else:
            status = "green" if decision is not None and decision.green else "not_green"
        reason = decision.reason if decision else "the loop ended without a decision"
    base, head = state.get("base"), state.get("head")
    tried = state.get("change")
    won = None
    if base and head and base != head:
        won = await deps.workspace.difference(base, head, tried.origin if tried else "user")
    return RunResult(
        run_id=state["run_id"],
        status=status,
        reason=reason,
        task=state["task"],
        iterations=len(state.get("attempts", [])),
        verdict=state.get("verdict"),
        before=state.get("before"),
        after=state.get("current") if won else state.get("after"),
        change=won,
        diff=won.diff if won else "",
        tier=tried.origin if tried and status == "green" else "",
        findings=state.get("findings", ()),
        attempts=tuple(state.get("attempts", [])),
        use=state.get("use", Use()),
        folder=str(folder),
    )


def write_evidence(result: RunResult, folder: Path) -> None:
    evidence = Evidence(
        run_id=result.run_id,
        verdigris=__version__,
        python=sys.version.split()[0],
        system=f"{platform.system()} {platform.machine()}",
        command=result.before.command if result.before else "",
        verdict=result.verdict,
        before=result.before,
        after=result.after,
        diff=result.diff,
    )
    (folder / "evidence.json").write_text(evidence.model_dump_json(indent=2), "utf-8")
