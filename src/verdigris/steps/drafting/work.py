"""What one drafting works on: stubs, candidates, their trials, and which of them was chosen.

Everything is computed anew when the step is done again after a kill; only the models' answers are
kept beside the run, so none is asked twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from verdigris.building.agreement import agree
from verdigris.building.crashes import crashes, stumbling
from verdigris.building.matrix import Matrix, Seen, run_matrix
from verdigris.building.probing import MOST, compared
from verdigris.building.unmet import unmet
from verdigris.core.budget import TierUse
from verdigris.core.building import Agreement, Blueprint, Check, Part, Quarantined
from verdigris.core.change import Change, FileEdit, Origin, make_change
from verdigris.core.events import Agreed, CandidateTried
from verdigris.core.text import count
from verdigris.languages import language
from verdigris.languages.base import Language
from verdigris.steps.briefing import read_text
from verdigris.steps.deps import Deps
from verdigris.steps.drafting.asking import ROUNDS, first_round, of_strong, once_more
from verdigris.steps.drafting.writing import Candidates
from verdigris.steps.state import RunState, unwritten
from verdigris.steps.trying.in_time import CUT_SHORT, TimedTrials


@dataclass
class Draft:
    state: RunState
    deps: Deps
    blueprint: Blueprint
    language: Language
    scaffold: Mapping[str, str]
    stubs: Mapping[str, str]
    ground: str = ""
    """Commit with stubs and all tests, on which candidates are tried."""
    texts: dict[str, str] = field(default_factory=dict)
    """The chosen code, by path."""
    agreements: dict[str, Agreement] = field(default_factory=dict)
    spent: list[TierUse] = field(default_factory=list)
    origin: Origin = "fast"
    _offered: dict[str, Candidates] = field(default_factory=dict)

    @classmethod
    async def begin(cls, state: RunState, deps: Deps) -> Draft:
        """Lay out stubs and tests, and take over what an earlier iteration wrote."""
        blueprint = state["blueprint"]
        assert blueprint is not None, "the graph sends only blueprints here"
        tongue = language(blueprint.language)
        stubs = {part.path: tongue.stub(part) for part in blueprint.parts}
        work = cls(state, deps, blueprint, tongue, tongue.scaffold(blueprint), stubs)
        missing = set(unwritten(state))
        if len(missing) < len(blueprint.parts):
            tree = await deps.workspace.tree(state["head"])
            kept = [path for path in stubs if path not in missing]
            work.texts = {path: read_text(tree, path) or stubs[path] for path in kept}
        work.agreements = {
            one.part: one for one in state.get("agreements", ()) if one.part not in missing
        }
        asked = [
            *state.get("checks", ()),
            *(one for p in blueprint.parts for one in work.probes(p)),
        ]
        files = {**work.scaffold, **stubs, **work.test_files(asked)}
        work.ground = await work.lay(files, "stubs and every test, to find out which to trust")
        return work

    @property
    def trusted(self) -> list[Check]:
        return [check for one in self.agreements.values() for check in one.trusted]

    async def lay(self, files: Mapping[str, str], message: str) -> str:
        """Commit files on top of where the run stands; return the commit."""
        parent = self.state["base"]
        tree = await self.deps.workspace.tree(parent)
        edits = tuple(
            FileEdit(path=path, before=before, after=text)
            for path, text in sorted(files.items())
            if (before := read_text(tree, path)) != text
        )
        if not edits:
            return parent
        change = Change(edits=edits, origin="user")
        return await self.deps.workspace.commit(parent, change, f"{message}\n")

    async def ask(self, parts: Sequence[Part]) -> None:
        """Ask the fast tier for candidates of parts that need nothing of each other."""
        found = await first_round(self, parts)
        self._offered.update(zip((part.path for part in parts), found, strict=True))

    async def judge(self, part: Part) -> None:
        """Try what was offered for a part; where nothing convinces, ask again, then others."""
        offered, seen = self._offered[part.path].changes, Seen()
        matrix, agreement = await self._compared(part, offered, seen)
        for number in range(1, ROUNDS + 1):
            worth = _is_worth(number, agreement)
            if worth and (more := await once_more(self, part, agreement, number)):
                offered = [*offered, *more]
                matrix, agreement = await self._compared(part, offered, seen)
        if not agreement.convinces and (more := await of_strong(self, part, agreement)):
            offered = [*offered, *more]
            matrix, agreement = await self._compared(part, offered, seen)
        if agreement.chosen < 0 and offered:
            agreement = agreement.model_copy(update={"chosen": 0})
        barred = tuple(o for o in self.state.get("barred", ()) if o.check.part == part.path)
        agreement = agreement.model_copy(
            update={"part": part.path, "quarantined": (*barred, *agreement.quarantined)}
        )
        self.agreements[part.path] = agreement
        if agreement.chosen >= 0:
            chosen = offered[agreement.chosen]
            self.texts.update({edit.path: edit.after or "" for edit in chosen.edits})
            self.origin = "strong" if chosen.origin == "strong" else self.origin
        await self._tell(part, offered, matrix)
        await self.deps.bus.emit(Agreed(agreement=agreement))

    def quarantine(self, found: Sequence[Quarantined]) -> None:
        """Take back the trust in some tests."""
        for path, one in self.agreements.items():
            mine = [each for each in found if each.check in one.trusted]
            names = {each.check.name for each in mine}
            self.agreements[path] = one.model_copy(
                update={
                    "trusted": tuple(c for c in one.trusted if c.name not in names),
                    "failing": tuple(name for name in one.failing if name not in names),
                    "quarantined": (*one.quarantined, *mine),
                }
            )

    def id_of(self, check: Check) -> str:
        part = self.blueprint.part(check.part)
        assert part is not None, "a check is about a part of its blueprint"
        return self.language.test_id(part, check)

    def test_files(self, checks: Iterable[Check]) -> dict[str, str]:
        """Return the test file of every part, with those of the checks that are its own."""
        some = list(checks)
        return {
            self.language.test_path(part): self.language.test_file(
                part, [check for check in some if check.part == part.path]
            )
            for part in self.blueprint.parts
        }

    def probes(self, part: Part) -> list[Check]:
        """Return the calls by which candidates for a part are compared, beside its tests."""
        return self.language.probes(part, self.checks(part), MOST)

    def checks(self, part: Part) -> list[Check]:
        return [check for check in self.state.get("checks", ()) if check.part == part.path]

    async def _compared(
        self, part: Part, offered: Sequence[Change], seen: Seen
    ) -> tuple[Matrix, Agreement]:
        checks, probes = self.checks(part), self.probes(part)
        stub = make_change(self.stubs, {**self.stubs, **self.texts}, "user")
        copy = partial(self.deps.workspace.fresh, self.ground)
        async with TimedTrials(self.deps, copy) as trials:
            matrix = await run_matrix(
                trials,
                [self.with_others(change) for change in offered],
                stub,
                {check.name: self.id_of(check) for check in checks},
                test_seconds=self.deps.settings.build.test_seconds,
                apart=partial(self._apart, part, [*checks, *probes]),
                probes={probe.name: self.id_of(probe) for probe in probes},
                seen=seen,
            )
        goal = self.blueprint.goal
        matrix = stumbling(compared(matrix, checks, probes, goal), checks, goal)
        agreement = agree(checks, matrix)
        doubts = {"crashes": crashes(agreement.quarantined, goal), "unmet": unmet(agreement)}
        agreement = agreement.model_copy(update=doubts)
        if trials.cut_short:
            said = f"{agreement.said} {CUT_SHORT}.".strip()
            agreement = agreement.model_copy(update={"said": said})
        return matrix, agreement

    def with_others(self, change: Change) -> Change | None:
        """Return a candidate together with the parts that are written already."""
        texts = {edit.path: edit.after or "" for edit in change.edits}
        after = {**self.stubs, **self.texts, **texts}
        return make_change(self.stubs, after, change.origin, change.note)

    def _apart(self, part: Part, checks: Sequence[Check], names: Sequence[str]) -> Change:
        kept = [check for check in checks if check.name in names]
        edit = FileEdit(
            path=self.language.test_path(part),
            before=self.language.test_file(part, checks),
            after=self.language.test_file(part, kept),
        )
        return Change(edits=(edit,), origin="user")

    async def _tell(self, part: Part, offered: Sequence[Change], matrix: Matrix) -> None:
        checks = self.checks(part)
        alike = Counter(change.fingerprint for change in offered)
        for change, passed in zip(offered, matrix.passes, strict=True):
            if not alike[change.fingerprint]:
                continue
            times = alike.pop(change.fingerprint)
            result = f"{len(passed)} of {count(len(checks), 'test')} pass"
            same = f", {times} times the same" if times > 1 else ""
            await self.deps.bus.emit(
                CandidateTried(
                    origin=change.origin,
                    note=f"{change.note}{same}",
                    fingerprint=change.fingerprint,
                    result=result,
                )
            )


def _is_worth(number: int, agreement: Agreement) -> bool:
    """Tell whether another round of the fast tier is worth its price.

    That all candidates share a mistake may be a test's mistake: it is worth one draw and no more.
    An example is the user's word, and what is assumed is told to them: a later draw may meet it.
    Nor is it the tests' fault that a candidate has nobody on its side.
    """
    if number == 1:
        return not agreement.convinces or bool(agreement.crashes or agreement.unmet)
    names = {check.name for check in agreement.trusted if check.is_given}
    return agreement.is_alone or bool(names & {*agreement.failing})
