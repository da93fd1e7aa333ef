"""Search without a model: small edits of the suspected lines, tried by the hundred on the bench.

Only what the tests like is yielded: the green candidates, best choice first, or else the one that
wins most. The search is taken up again in the next iteration where this one's limits stopped it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)

from verdigris.core.change import Change, Origin
from verdigris.core.paths import is_protected
from verdigris.core.repair import Localised, Suspect, spot
from verdigris.core.syntax import is_python
from verdigris.core.text import count
from verdigris.proposers.base import Brief, Unusable
from verdigris.repair import operators
from verdigris.repair.candidate import Progress
from verdigris.repair.choosing.choice import Choice
from verdigris.repair.choosing.green import Green
from verdigris.repair.equal import Meanings
from verdigris.repair.idea import Idea, Scored
from verdigris.repair.search import Explorer
from verdigris.repair.source import Source, read_source

_OFFERED = 5
"""Green candidates that are offered, should the first not stand up to a cold run."""
_LEAST, _CHOOSING = 0.5, 0.25
"""What is left for trying where having ideas took long, and for choosing once something is green,
as shares of the tier's time: without the one the rest was in vain, without the other a model may be
spared for a wrong fix."""
_ALL = 3.0
"""Seconds up to which all passing tests are run on a candidate that makes the others pass."""
_FEW = 500
"""The same in tests: what pytest itself takes for each does not count as the test's time."""


Learned = Callable[[Brief, Source, Sequence[Suspect]], Awaitable[Sequence[Idea]]]
"""Ideas from templates that were learned, for one file."""
Priors = Callable[[Brief], Awaitable[Mapping[str, float]]]
"""How much likelier than usual each operator is for this failure."""
Missed = Callable[[Brief], Awaitable[frozenset[bytes]]]
"""Candidates that earlier searches tried on the same files for the same failure, in vain."""
Choose = Callable[[Brief, Sequence[Green], float], Awaitable[Choice]]
"""Puts green candidates in order, within so many seconds."""
Ideas = Callable[[Source, Sequence[Suspect], Localised, Mapping[str, float]], Iterator[Scored]]
"""Where the ideas for one file come from: a stream, the likeliest first, each with its score."""
Tell = Callable[[Progress, int], Awaitable[None]]
"""Hears of the progress, and of how many tests fail."""


class Search:
    origin: Origin = "search"

    def __init__(
        self,
        *,
        seconds: float,
        candidates: int,
        tell: Tell,
        learned: Learned,
        priors: Priors,
        choose: Choose,
        missed: Missed | None = None,
        ideas: Ideas = operators.Ideas,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ideas = ideas
        self._clock = clock
        self._seconds = seconds
        self._candidates = candidates
        self._tell = tell
        self._learned = learned
        self._priors = priors
        self._choose = choose
        self._missed = missed
        self._chosen: tuple[str, ...] = ()
        self._ranked: list[Change] = []
        """Green candidates that were not offered yet, the best first."""
        self._about: object = None
        self._explorer: Explorer | None = None

    @property
    def more(self) -> bool:
        return bool(self._ranked) or (self._explorer is not None and not self._explorer.exhausted)

    @property
    def tallies(self) -> dict[str, tuple[int, int]]:
        """How often each operator was tried in this iteration, and is in the chosen candidate."""
        used = self._explorer.used if self._explorer else Counter[str]()
        return {name: (tried, int(name in self._chosen)) for name, tried in used.items()}

    def take_misses(self) -> list[bytes]:
        """Return digests of the candidates that did not help, each once, for memory."""
        if self._explorer is None:
            return []
        found, self._explorer.misses = self._explorer.misses, []
        return found

    @property
    def skipped(self) -> int:
        """How many candidates were not tried because they are known not to help."""
        return self._explorer.skipped if self._explorer else 0

    async def propose(self, brief: Brief) -> AsyncIterator[Change | Unusable]:
        bench = brief.bench
        if bench is None:
            return
        end = self._clock() + self._seconds
        self._chosen = ()
        about = (dict(brief.files), bench.failing)
        if self._explorer is None or about != self._about:
            self._about, self._explorer, self._ranked = about, await self._begin(brief), []
        explorer = self._explorer
        explorer.used.clear()
        # What was chosen before did not stand up to the full run: then its rivals come first.
        while self._ranked:
            yield self._ranked.pop(0)
        if explorer.exhausted:
            return

        async def tell(progress: Progress) -> None:
            await self._tell(progress, len(bench.failing))

        known = len(explorer.greens)
        # What it took to have ideas is part of the tier's time.
        left = max(end - self._clock(), _LEAST * self._seconds)
        await explorer.explore(bench, seconds=left, candidates=self._candidates, tell=tell)
        if found := explorer.greens[known:]:
            made = [(one, explorer.change(one, one.what)) for one in found]
            greens = [Green(change, one.ideas, one.score) for one, change in made if change]
            left = max(end - self._clock(), _CHOOSING * self._seconds)
            choice = await self._choose(brief, greens, left)
            ranked = [(greens[number], choice.judged[number]) for number in choice.order[:_OFFERED]]
            self._chosen = tuple(i.operator for green, _ in ranked[:1] for i in green.ideas)
            self._ranked = [
                green.change.model_copy(
                    update={
                        "note": f"{green.change.note}; {choice.account}",
                        "doubts": judged.doubts,
                    }
                )
                for green, judged in ranked
            ]
            while self._ranked:
                yield self._ranked.pop(0)
        elif explorer.best is not None:
            best = explorer.best
            note = f"{best.what}; the best of {count(explorer.tried, 'candidate')}"
            if change := explorer.change(best, note):
                yield change

    async def _begin(self, brief: Brief) -> Explorer:
        sources, meanings = {}, {}
        for path, text in brief.files.items():
            if is_python(path) and not is_protected(path) and (made := read_source(path, text)):
                sources[path], meanings[path] = made, Meanings(made)
        explorer = Explorer(
            files=brief.files,
            encodings=brief.encodings,
            meaning=lambda idea: meanings[idea.path](idea),
            regression=_regression(brief),
            known=await self._missed(brief) if self._missed else frozenset(),
            clock=self._clock,
        )
        # What was learned brings operators forward and puts none back: what comes next need not be
        # like what came. Putting back made new kinds of faults a quarter dearer than no memory.
        learned_priors = await self._priors(brief)
        priors = {name: max(1.0, factor) for name, factor in learned_priors.items()}
        for path, source in sources.items():
            suspects = suspects_in(brief, path)
            learned = await self._learned(brief, source, suspects)
            explorer.add(scored(learned, suspects))
            await explorer.follow(self._ideas(source, suspects, brief.localised, priors))
        return explorer


def scored(found: Iterable[Idea], suspects: Sequence[Suspect]) -> list[Scored]:
    """Return ideas with the suspicion of their lines multiplied in."""
    by_line = {suspect.line: suspect.score for suspect in suspects}
    least = min(by_line.values(), default=0.0)
    return [(by_line.get(idea.line, least) * idea.weight, idea) for idea in found]


def suspects_in(brief: Brief, path: str) -> list[Suspect]:
    """Return the suspected lines of a file; where none were seen, all of the suspected places."""
    seen = [suspect for suspect in brief.localised.suspects if suspect.path == path]
    if seen or brief.localised.suspects:
        return seen
    best = max((place.score for place in brief.places), default=0.0) or 1.0
    return [
        Suspect(path=path, line=line, function=place.name, score=place.score / best)
        for place in brief.places
        if place.path == path
        for line in range(place.line, place.end + 1)
    ]


def _regression(brief: Brief) -> Callable[[Iterable[Idea]], Sequence[str]]:
    """Return what says which passing tests an edit could break: all of a quick suite, else those
    that were seen to reach the function; the others are left to the verdict.
    """
    if sum(brief.passing.values()) <= _ALL and len(brief.passing) <= _FEW:
        everything = tuple(brief.passing)
        return lambda found: everything

    def reaching(found: Iterable[Idea]) -> Sequence[str]:
        reached = (brief.localised.reached_by.get(spot(i.path, i.function), ()) for i in found)
        return tuple(dict.fromkeys(t for tests in reached for t in tests if t in brief.passing))

    return reaching
