"""What a coder with tools is given while a program is drafted, and what becomes of its work.

It begins with the stub, like everybody else who writes a part: what began with another candidate
would share its mistakes, and then vouch for them. Of the tests it sees the goal's examples and
those trusted ones that the best candidate does not meet; the others stay unseen.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from verdigris.building.dialogue import Brief
from verdigris.building.rows import ask as ask_row
from verdigris.building.workbench import Workbench
from verdigris.core.building import Agreement, Check, Part
from verdigris.core.change import Change
from verdigris.core.events import CandidateTried
from verdigris.core.report import Report
from verdigris.core.text import count, listed, one_line
from verdigris.edits.archive import Archive
from verdigris.edits.guard import require_allowed
from verdigris.errors import ModelMistake
from verdigris.models.base import Model
from verdigris.prompts import fenced
from verdigris.steps.coder.dialogue import Job, Made, work
from verdigris.steps.coder.running import Runs, program_of, within
from verdigris.steps.deps import Deps
from verdigris.steps.drafting.writing import Candidates, require_bound
from verdigris.steps.trying.bench import objection
from verdigris.steps.trying.in_time import TimedTrials

if TYPE_CHECKING:
    from verdigris.steps.drafting.work import Draft


async def written_with_tools(
    draft: Draft, part: Part, agreement: Agreement, model: Model, *, number: int
) -> Candidates:
    """Let a coder with tools write a part; return what it made as a candidate."""
    deps, found = draft.deps, Candidates()
    visible = _visible(draft, part, agreement)
    files = {**draft.scaffold, **draft.stubs, **draft.test_files(visible)}
    ground = await draft.lay(files, "stubs and the tests that the coder may see")
    copy = partial(deps.workspace.fresh, ground)
    async with TimedTrials(deps, copy) as trials:
        made = await work(_job(draft, part, visible, trials, ground), model, deps)
    problem = made.why
    if made.change is not None:
        problem = await _breaks(draft, part, made.change)
    if made.change is not None and not problem:
        found.changes.append(made.change)
    else:
        found.complaints.append(problem)
    await keep(made, problem, deps, iteration=draft.state["iteration"], number=number)
    return found


async def keep(made: Made, problem: str, deps: Deps, *, iteration: int, number: int) -> None:
    """Put a dialogue into the archive, and tell of one that came to nothing."""
    result = f"unusable: {problem}" if problem else "to be tried"
    Archive(deps.archive).candidate(
        iteration, number,
        result=result, change=made.change, answer=made.transcript, note=made.note,
    )  # fmt: skip
    if problem:
        said = one_line(result, 180)
        await deps.bus.emit(CandidateTried(origin="strong", note=made.note, result=said))


def refuse(change: Change, deps: Deps, tests: dict[str, str]) -> None:
    """Raise ModelMistake, in words for the model, for a change whose code may not be run."""
    require_allowed(change, deps.settings.edits)
    if finding := objection(change, deps.settings, tests):
        raise ModelMistake(f"That code may not be run: {finding}. {finding.cure}".rstrip())


def _visible(draft: Draft, part: Part, agreement: Agreement) -> list[Check]:
    there = {part.path, *draft.texts}
    failing = {check for check in agreement.trusted if check.name in agreement.failing}
    return [
        check
        for check in draft.state.get("checks", ())
        if check.part in there and (check.is_given or check in failing)
    ]


def _job(draft: Draft, part: Part, visible: list[Check], trials: TimedTrials, ground: str) -> Job:
    deps, language, blueprint = draft.deps, draft.language, draft.blueprint
    before = {**draft.texts, part.path: draft.stubs[part.path]}
    tests = {
        path: text
        for path, text in draft.test_files(visible).items()
        if any(language.test_path(one) == path for one in blueprint.parts if _has(one, visible))
    }
    seen = {**draft.scaffold, **draft.stubs, **tests}
    ids = tuple(draft.id_of(check) for check in visible)
    seconds = deps.settings.build.test_seconds
    main = blueprint.main if blueprint.main.is_main and blueprint.main.path in before else None
    words = language.start(main) if main else ()
    program = program_of(words, deps, ground, draft.with_others)

    async def run(change: Change) -> Report:
        whole = draft.with_others(change)
        assert whole is not None, "something is written"
        told = trials.try_change(whole, only=ids, test_seconds=seconds)
        return await within(seconds * len(ids), told, deps.suite.command)

    return Job(
        title=part.path,
        brief=Brief(
            blueprint=blueprint,
            parts=(part.path,),
            texts=before,
            tests="\n\n".join(tests.values()),
            program=" ".join(words) if program else "",
            turns=deps.settings.build.turns,
        ),
        language=language,
        before=before,
        bench=Workbench(dict(before), [path for path in seen if path not in before], seen.get),
        runs=Runs(ids, run, partial(refuse, deps=deps, tests=tests), program),
        finish=partial(_finished, draft),
        seed=1000 * (draft.state["iteration"] - 1),
    )


def _has(part: Part, checks: list[Check]) -> bool:
    return any(check.part == part.path for check in checks)


def _finished(draft: Draft, path: str, text: str) -> str:
    part = draft.blueprint.part(path)
    assert part is not None, "only parts are written"
    whole = draft.language.read_part(fenced(text, draft.language.fence), part)
    others = {other: draft.texts[other] for other in part.needs if other in draft.texts}
    whole = draft.language.completed(whole, path, others)
    require_bound(whole, "", path, draft.language)
    return whole


async def _breaks(draft: Draft, part: Part, change: Change) -> str:
    """Say which trusted tests of other parts do not pass any more; empty where none is lost."""
    others = [path for path in change.paths if path != part.path]
    checks = [
        check
        for path in others
        if (one := draft.agreements.get(path))
        for check in one.trusted
        if check.name not in one.failing
    ]
    whole = draft.with_others(change)
    if not checks or whole is None:
        return ""
    ids = [draft.id_of(check) for check in checks]
    copy = partial(draft.deps.workspace.fresh, draft.ground)
    async with TimedTrials(draft.deps, copy) as trials:
        row = await ask_row(trials, whole, ids, test_seconds=draft.deps.settings.build.test_seconds)
    lost = [check.name for check, test in zip(checks, ids, strict=True) if test not in row.passed]
    if not lost:
        return ""
    if trials.cut_short:
        return f"it changes {listed(others)}, and there was no time to try that"
    return f"it breaks {count(len(lost), 'trusted test')} of {listed(others)}: {listed(lost)}"
