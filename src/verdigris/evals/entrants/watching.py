"""Listens to a run and keeps what an eval needs of it: a readable story, and a few counts."""

from __future__ import annotations

import time
from collections.abc import Sequence

from verdigris.core import events
from verdigris.core.building import Quarantined
from verdigris.core.events import Event
from verdigris.core.text import count, cut, mask, one_line, tidy
from verdigris.evals.outcome import Moment

_MOST, _LONGEST = 300, 4000
"""Moments that are kept of a job, and characters of each."""
_TRIED = ("failing tests pass",)


class Watch:
    """Keeps moments. What tests and models say is masked, cut, and never more than text."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self.answers = self.unusable = self.misses = self.repeated = 0
        self.first_green = 0
        """Which candidate was the first that made all failing tests pass; 0 for none."""
        self._candidates = self._searched = 0
        self._searching = False
        self._began = time.monotonic()
        self._failed: set[str] = set()

    def note(self, title: str, text: str = "") -> None:
        if len(self.moments) < _MOST:
            at = round(time.monotonic() - self._began, 2)
            shown = tidy(mask(cut(text, _LONGEST)))
            self.moments.append(Moment(at=at, title=tidy(one_line(mask(title), 300)), text=shown))

    def answered(self) -> None:
        """Count a sample of a bare model."""
        self.answers += 1
        self._candidates += 1

    def tried(self, fingerprint: str, *, won: bool) -> None:
        """Count a change that was tried: a miss, maybe one that had missed before."""
        if won:
            self.first_green = self.first_green or self._candidates
            return
        self.misses += 1
        self.repeated += fingerprint in self._failed
        self._failed.add(fingerprint)

    def _searched_on(self, tried: int, first: int) -> None:
        """Count what a search has tried so far; a new one begins at 0 again.

        It is less than before also where candidates were cut off, to be tried another time.
        """
        if tried < self._searched and not self._searching:
            self._searched = 0
        self._searching = True
        before = self._candidates - self._searched
        if first and not self.first_green:
            self.first_green = before + first
        self._candidates, self._searched = before + tried, tried

    async def hear(self, event: Event) -> None:
        self._count(event)
        if told := _told(event):
            self.note(*told)

    def _count(self, event: Event) -> None:
        if isinstance(event, events.CandidateTried | events.TierSpent):
            self._searching = False
        if isinstance(event, events.ModelCalled):
            self.answers += event.role == "coder"
        elif isinstance(event, events.Searched):
            self._searched_on(event.tried, event.first)
        elif isinstance(event, events.CandidateTried):
            # Those of a search are told a second time when they are offered.
            self._candidates += event.origin != "search"
            self.unusable += event.result.startswith("unusable: ")
            if event.fingerprint and event.result.endswith(_TRIED):
                won, _, of = event.result.partition(" of ")
                self.tried(event.fingerprint, won=won == of.partition(" ")[0])


def _told(event: Event) -> tuple[str, str] | None:
    match event:
        case (
            events.BlueprintMade()
            | events.ChecksWritten()
            | events.Agreed()
            | events.StrengthMeasured()
            | events.HandedOver()
        ):
            return _built(event)
        case events.StepFinished():
            said = f": {event.summary}" if event.summary else ""
            return f"{event.step}, {event.seconds:.2f} s{said}", ""
        case events.SuiteRan(purpose="reproduce" | "execute"):
            failing = "\n".join(f"{one.id}: {one.reason}" for one in event.report.failures)
            return f"tests, {event.purpose}: {event.report.summary()}", failing
        case events.ModelCalled():
            use = f"{event.use.tokens_in} tokens in, {event.use.tokens_out} out"
            asked = f"{event.prompt}\n\n— answer —\n\n{event.answer}"
            return f"{event.role} asks {event.model}: {use}", asked
        case events.CandidateTried():
            return f"candidate of {event.origin or 'a model'}: {event.result}", event.note
        case events.TierSpent():
            spent = event.spent
            return f"tier {spent.tier}: {spent.candidates} candidates, {spent.result}", ""
        case events.ChangeApplied():
            return f"applied a change of {event.change.origin}", event.change.diff
    return _briefly(event)


def _briefly(event: Event) -> tuple[str, str] | None:
    """Tell of what was concluded."""
    match event:
        case events.Audited():
            found = "\n".join(map(str, event.findings))
            return f"looked over: {count(len(event.findings), 'finding')}", found
        case events.VerdictReached():
            return f"verdict: {event.verdict.summary()}", ""
        case events.LessonLearned():
            return f"lesson: {event.lesson.summary}", event.lesson.root_cause
        case events.Warned():
            return f"warning: {event.message}", ""
        case events.RunFinished():
            return f"finished {event.status}: {event.reason}", ""
    return None


_Built = (
    events.BlueprintMade
    | events.ChecksWritten
    | events.Agreed
    | events.StrengthMeasured
    | events.HandedOver
)


def _built(event: _Built) -> tuple[str, str]:
    """Tell of what only a build does."""
    match event:
        case events.BlueprintMade(blueprint=plan):
            parts = "\n".join(f"{part.path}: {part.purpose}" for part in plan.parts)
            return f"planned by {plan.by}: {plan.summary}", parts
        case events.ChecksWritten():
            counts = ", ".join(f"{number} from {kind}" for kind, number in event.counts.items())
            return f"tests for {event.part}: {counts or 'none'}", _set_aside(event.quarantined)
        case events.Agreed(agreement=found):
            trusted = "\n\n".join(f"{check.name}\n{check.body}" for check in found.trusted)
            aside = _set_aside(found.quarantined)
            return f"agreed: {found.said}", f"{trusted}\n\n— not used —\n\n{aside}"
        case events.StrengthMeasured(strength=found):
            return f"{found.killed} of {found.mutants} small faults were noticed", found.note
        case events.HandedOver():
            return f"written: {event.what}", ""


def _set_aside(found: Sequence[Quarantined]) -> str:
    return "\n".join(f"{one.check.name}: {one.reason}" for one in found)
