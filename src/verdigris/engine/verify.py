"""Checks a run's evidence again from scratch: same trees, same tests, same verdict.

Nothing of what the run concluded is taken for granted but its two trees and which tests it found to
be flaky; both suites are run anew, and so is everything a green verdict has to stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from verdigris.checks.honest import judge, without
from verdigris.core.budget import Budget
from verdigris.core.events import SuiteRan
from verdigris.core.report import Report
from verdigris.core.value import Value
from verdigris.core.verdict import Proof, Verdict
from verdigris.edits.workspace import Workspace
from verdigris.engine.assemble import suite
from verdigris.engine.evidence import Evidence, read_evidence, trees_of
from verdigris.engine.history import past_of
from verdigris.engine.runs import only_one, run_folder
from verdigris.errors import UserError
from verdigris.memory.in_memory import InMemoryStore
from verdigris.settings import Settings
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState
from verdigris.steps.trying.proof import prove
from verdigris.telemetry.bus import Bus, Listener


class Verification(Value):
    run_id: str
    proofs: tuple[Proof, ...]

    @property
    def holds(self) -> bool:
        return all(proof.holds for proof in self.proofs)


async def verify(
    settings: Settings, run_id: str, listeners: Sequence[Listener] = ()
) -> Verification:
    """Repeat a run's verdict. Raises UserError when the run has none that could be repeated."""
    folder = run_folder(settings, run_id)
    with only_one(folder):
        evidence = read_evidence(folder)
        state = past_of(settings, run_id).last
        if evidence.verdict is None or not {"base", "head"} <= set(state):
            raise UserError(f"Run {run_id} reached no verdict that could be checked.")
        deps = Deps(
            settings=settings, budget=Budget(), bus=Bus(run_id, listeners),
            suite=await suite(state["task"], settings, run_id),
            workspace=Workspace(folder / "workspace", run_id), memory=InMemoryStore(), models={},
            archive=folder / "patches",
        )  # fmt: skip
        proofs = [await _same_trees(state, evidence, deps.workspace)]
        if proofs[0].holds:
            proofs += await _same_verdict(state, evidence, evidence.verdict, deps)
        return Verification(run_id=run_id, proofs=tuple(proofs))


async def _same_trees(state: RunState, evidence: Evidence, workspace: Workspace) -> Proof:
    now = await trees_of(workspace, (state["base"], state["head"]))
    change = await workspace.difference(state["base"], state["head"], "user")
    same = now == evidence.trees and (change.diff if change else "") == evidence.diff
    detail = (
        f"before {now[0][:12]}, after {now[1][:12]}, and the patch between them as on record"
        if same
        else "the files kept for this run are not the ones its evidence is about"
    )
    return Proof(name="same files", holds=same, detail=detail)


async def _same_verdict(
    state: RunState, evidence: Evidence, then: Verdict, deps: Deps
) -> list[Proof]:
    before = await _run(state["base"], "reproduce", evidence, deps)
    proofs = [_same_outcomes("before", evidence.before, before)]
    base, head = state["base"], state["head"]
    change = await deps.workspace.difference(base, head, "user")
    after = await _run(head, "execute", evidence, deps)
    proofs.append(_same_outcomes("after", evidence.after, after))
    allow = deps.settings.edits.allow_test_edits
    now = judge(before, after, change, allow_test_edits=allow)
    if now.green and change is not None:
        now = await prove(now, before, change, (base, head), deps, evidence.flaky)
        proofs += now.proofs
    said = "green" if then.green else "not green"
    same = now.green == then.green
    detail = f"{said}, as on record" if same else f"on record: {said}; now: {now.summary()}"
    return [*proofs, Proof(name="verdict", holds=same, detail=detail)]


async def _run(commit: str, purpose: str, evidence: Evidence, deps: Deps) -> Report:
    async with deps.workspace.fresh(commit) as tree:
        report = without(await deps.suite.run(tree), evidence.flaky)
    event = SuiteRan.model_validate(
        {"purpose": purpose, "report": report, "where": deps.suite.where}
    )
    await deps.bus.emit(event)
    return report


def _same_outcomes(name: str, then: Report | None, now: Report) -> Proof:
    old = {result.id: result.outcome for result in then.results} if then else {}
    new = {result.id: result.outcome for result in now.results}
    moved = sorted(test for test in old.keys() | new.keys() if old.get(test) != new.get(test))
    if moved:
        first = moved[0]
        was, has = old.get(first, "not there"), new.get(first, "not there")
        detail = f"{len(moved)} tests differ from the record; {first} was {was}, is {has}"
    else:
        detail = f"{now.summary()}, test by test as on record"
    return Proof(name=f"tests {name}", holds=not moved, detail=detail)
