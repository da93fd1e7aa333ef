"""The first version of stubs that are there, judged by tests that are there and may not be touched.

Each file with stubs is written several times; what makes most of the failing tests pass is taken,
and the next file is tried on top of it. What an answer leaves out stays as it was. Where tests
fail even so, a coder with tools may go on from there (`into_with_tools`).
"""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial
from pathlib import Path

from verdigris.checks.environment import test_texts
from verdigris.checks.honest import passes
from verdigris.core.budget import TierUse, Use
from verdigris.core.building import Blueprint, Part
from verdigris.core.change import Change, Origin, make_change
from verdigris.core.events import CandidateTried, TierSpent
from verdigris.core.report import Report
from verdigris.core.text import count, cut
from verdigris.edits.splice import splice
from verdigris.languages import language
from verdigris.models.base import Model, Tier
from verdigris.steps.briefing import read_text, test_source
from verdigris.steps.coder.dialogue import coder_with_tools
from verdigris.steps.deps import Deps
from verdigris.steps.drafting.into_with_tools import Standing, mended_with_tools
from verdigris.steps.drafting.writing import Assignment, candidates
from verdigris.steps.state import RunState
from verdigris.steps.trying.bench import PatchBench
from verdigris.steps.trying.in_time import CUT_SHORT, TimedTrials

_SHOWN = 6
"""Failing tests that are shown with a part."""
_LONGEST = 6000
_PASS = "failing tests pass"


async def draft_into(state: RunState, deps: Deps) -> RunState:
    blueprint, report = state["blueprint"], state.get("current")
    assert blueprint is not None and report is not None, "reproduced and planned before this"
    tree = await deps.workspace.tree(state["head"])
    before = {part.path: read_text(tree, part.path) or "" for part in blueprint.parts}
    copy = partial(deps.workspace.fresh, state["head"])
    async with TimedTrials(deps, copy, known=report) as trials:
        bench = PatchBench(
            trials, report, deps.settings, tree,
            known_bad=set(), together=state.get("together", False),
        )  # fmt: skip
        work = _Into(blueprint, tree, before, report, bench, state, deps)
        tiers = [await _spent("fast", work, work.write_all())]
        coder = await coder_with_tools(deps)
        if coder is not None and work.won < len(bench.failing):
            tiers.append(await _spent("strong", work, work.go_on_with_tools(coder)))
    change = make_change(before, {**before, **work.texts}, work.origin)
    said = work.summary + (f"; {CUT_SHORT}" if trials.cut_short else "")
    deps.said(f"{said} ({count(len(work.texts), 'file')} written)")
    return {
        "change": change, "shown": None, "tallies": None, "nothing_left": False, "tiers": tiers,
        "commit": "", "gate": (), "blocked": False, "after": None, "verdict": None, "retries": 0,
        "why": "" if change else work.why or "no usable answer for the stubs",
    }  # fmt: skip


async def _spent(tier: Tier, work: _Into, working: Awaitable[None]) -> TierUse:
    """Note what a tier made of the stubs, and what that cost."""
    meter, tried = work.deps.meter, work.bench.tried
    use, seconds = meter.step, meter.seconds
    await working
    used = meter.step - use + Use(seconds=meter.seconds - seconds)
    number = work.bench.tried - tried
    spent = TierUse(tier=tier, candidates=number, use=used, result=work.summary)
    await work.deps.bus.emit(TierSpent(spent=spent))
    return spent


class _Into:
    def __init__(
        self,
        blueprint: Blueprint,
        tree: Path,
        before: dict[str, str],
        report: Report,
        bench: PatchBench,
        state: RunState,
        deps: Deps,
    ) -> None:
        self.texts: dict[str, str] = {}
        self.won = 0
        self.why = ""
        self.origin: Origin = "fast"
        self.bench, self.deps = bench, deps
        self._blueprint, self._tree, self._before = blueprint, tree, before
        self._report, self._state = report, state
        self._tests = test_texts(tree)
        self._numbered = 0

    @property
    def summary(self) -> str:
        return f"{self.won} of {count(len(self._report.failures), 'failing test')} pass"

    async def write_all(self) -> None:
        for level in self._blueprint.levels():
            for part in level:
                await self.write(part)

    async def go_on_with_tools(self, coder: Model) -> None:
        """Let a coder with tools go on from what is there; it counts only if more tests pass."""
        here = Standing(
            blueprint=self._blueprint, tree=self._tree, before=self._before,
            texts={**self._before, **self.texts}, tests=self._tests, shown=self._shown(),
            head=self._state["head"], iteration=self._state["iteration"],
        )  # fmt: skip
        number = self._numbered + 1
        made = await mended_with_tools(here, self.bench, coder, self.deps, number=number)
        if made.change is None:
            self.why = made.why or self.why
            return
        await self._tell(made.change, f"{made.passed} of {len(self.bench.failing)} {_PASS}")
        if made.passed > self.won or not self.texts:
            self.texts = {edit.path: edit.after or "" for edit in made.change.edits}
            self.won, self.origin = made.passed, "strong"

    async def write(self, part: Part) -> None:
        before = self._before[part.path]
        tongue = language(self._blueprint.language)
        open_ = {name.partition(".")[0] for name in tongue.stubs_in(before)}
        # What is written already may be left out of an answer: it stays as it is.
        functions = tuple(one for one in part.functions if one.name in open_)
        task = Assignment(
            blueprint=self._blueprint,
            part=part.model_copy(update={"functions": functions}),
            language=tongue,
            before=before,
            written={**_others(self._before, part), **self.texts},
            tests=self._shown(),
            judged_by=self._tests,
            place=partial(_spliced, before, part.path),
        )
        samples = self.deps.settings.build.samples
        found = await candidates(
            task, "fast", samples, self.deps,
            iteration=self._state["iteration"], start=self._numbered,
        )  # fmt: skip
        self._numbered += len(found.changes) + len(found.complaints)
        self.why = next(iter(found.complaints), self.why)
        best: Change | None = None
        most = -1
        for change in found.changes:
            won = await self._try(change)
            if won > most:
                best, most = change, won
            if won == len(self._report.failures):
                break
        if best is not None:
            self.texts[part.path] = best.edits[0].after or ""
            self.won = most

    async def _try(self, change: Change) -> int:
        """Return how many failing tests pass with a candidate and the parts before it."""
        after = {**self._before, **self.texts, change.edits[0].path: change.edits[0].after or ""}
        whole = make_change(self._before, after, change.origin, change.note)
        if whole is None:
            return -1
        won, said = -1, self.bench.refusal(whole)
        if not said:
            report = (await self.bench.run(whole)).report
            won = sum(1 for test in self.bench.failing if passes(report, test))
            said = f"{won} of {len(self.bench.failing)} {_PASS}"
        await self._tell(change, said)
        return won

    async def _tell(self, change: Change, said: str) -> None:
        await self.deps.bus.emit(
            CandidateTried(
                origin=change.origin, note=change.note, fingerprint=change.fingerprint, result=said
            )
        )

    def _shown(self) -> str:
        sources = [test_source(self._tree, failure) for failure in self._report.failures[:_SHOWN]]
        return cut("\n\n".join(dict.fromkeys(sources)), _LONGEST)


def _spliced(before: str, path: str, text: str) -> str:
    return splice(before, text, path)


def _others(texts: dict[str, str], part: Part) -> dict[str, str]:
    return {path: text for path, text in texts.items() if path in part.needs}
