"""What a run leaves behind for others to check: its result, and `evidence.json` beside it."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable
from pathlib import Path

from verdigris import __version__
from verdigris.core.budget import TierUse, Use
from verdigris.core.events import Status
from verdigris.core.report import Report
from verdigris.core.result import RunResult
from verdigris.core.value import FORMAT, Value
from verdigris.core.verdict import Verdict
from verdigris.edits.workspace import Workspace
from verdigris.errors import UserError
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState

EVIDENCE = "evidence.json"


class Evidence(Value):
    """Enough to repeat the verdict: what was run, on what, and what it said."""

    format: int = FORMAT
    run_id: str
    verdigris: str
    python: str
    system: str
    command: str
    where: str = ""
    """Interpreter and sandbox, in words."""
    trees: tuple[str, str] | None = None
    """Git's hashes of the project as it was found, and with the change on top."""
    flaky: tuple[str, ...] = ()
    """Tests that changed by themselves; they are in neither report."""
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
        if won and tried:
            won = won.model_copy(update={"doubts": tried.doubts})
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
        tiers=together(state.get("tiers", [])),
        findings=state.get("findings", ()),
        attempts=tuple(state.get("attempts", [])),
        use=state.get("use", Use()),
        folder=str(folder),
    )


def together(spent: Iterable[TierUse]) -> tuple[TierUse, ...]:
    """Add up what each tier cost over all iterations, in the order in which they were asked."""
    sums: dict[str, TierUse] = {}
    for one in spent:
        known = sums.get(one.tier, TierUse(tier=one.tier))
        sums[one.tier] = TierUse(
            tier=one.tier,
            candidates=known.candidates + one.candidates,
            use=known.use + one.use,
            result=one.result,
        )
    return tuple(sums.values())


async def write_evidence(result: RunResult, state: RunState, deps: Deps, folder: Path) -> None:
    base, head = state.get("base"), state.get("head")
    evidence = Evidence(
        run_id=result.run_id,
        verdigris=__version__,
        python=sys.version.split()[0],
        system=f"{platform.system()} {platform.machine()}",
        command=result.before.command if result.before else "",
        where=deps.suite.where,
        trees=await trees_of(deps.workspace, (base, head)) if base and head else None,
        flaky=state.get("flaky", ()),
        verdict=result.verdict,
        before=result.before,
        after=state.get("current"),  # of the version that is kept, not of the last one tried
        diff=result.diff,
    )
    (folder / EVIDENCE).write_text(evidence.model_dump_json(indent=2), "utf-8")


async def trees_of(workspace: Workspace, commits: tuple[str, str]) -> tuple[str, str]:
    return await workspace.tree_id(commits[0]), await workspace.tree_id(commits[1])


def read_evidence(folder: Path) -> Evidence:
    """Return what a run left. Raises UserError when it left none, or it cannot be read."""
    path = folder / EVIDENCE
    try:
        return Evidence.model_validate_json(path.read_text("utf-8"))
    except FileNotFoundError:
        raise UserError(
            f"Run {folder.name} left no evidence: it has not ended yet.",
            hint=f"Go on with it: verdigris fix --resume-run-id {folder.name}",
        ) from None
    except (OSError, ValueError) as error:
        raise UserError(f"{path} cannot be read: {error}.") from None
