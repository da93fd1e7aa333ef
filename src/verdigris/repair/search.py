"""Best-first search over small edits, until one makes the failing tests pass.

It neither makes ideas nor runs tests: operators and templates bring the first, the bench does the
second. What it decides is the order: suspicion of the line times weight of the idea; where one edit
wins some of the failing tests, pairs with it come into the queue.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from verdigris.core.change import Change, FileEdit, make_change
from verdigris.core.text import Encoding
from verdigris.repair.bench import Bench, Outcome
from verdigris.repair.candidate import Candidate, Progress, changed_texts
from verdigris.repair.idea import Idea, Scored
from verdigris.repair.waiting import Waiting

_PARTNERS = 150
"""Ideas that are paired with one that won something."""
_PAIR = 0.3
"""How much less likely a second edit is than a first one."""
_BASES = 4
"""Ideas that are paired at most: each further one is likelier to be there by chance."""
_OVERTIME = 0.05
"""What candidates at hand may take beyond the limit, as a share of it."""
_FAR = 0.05
"""Alternatives to a green candidate are looked for down to this share of its score."""
_RIVALS, _MORE = 60, 200
"""Candidates that are tried at least and at most after the first green one, if there is time: on a
busy machine a few seconds are no choice."""
_LATE = 3.0
"""How many times as long as usual rivals are tried where each of them is slow."""


Meaning = Callable[[Idea], bytes | None]
"""What an idea comes to when it is compiled; None for nothing, or nothing new."""
Tell = Callable[[Progress], Awaitable[None]]


@dataclass
class Explorer:
    """A search that can be taken up again where it stopped."""

    files: Mapping[str, str]
    encodings: Mapping[str, Encoding]
    meaning: Meaning
    regression: Callable[[Iterable[Idea]], Sequence[str]]
    """Which tests that pass now could break by an edit; empty when that is left to others."""
    known: frozenset[bytes] = frozenset()
    """Digests of candidates that are known not to help."""
    misses: list[bytes] = field(default_factory=list)
    """The same, of those that were tried here."""
    skipped: int = 0
    """How many were not tried because they are known."""
    tried: int = 0
    greens: list[Candidate] = field(default_factory=list)
    best: Candidate | None = None
    """Wins the failure at hand, or else most of the others, without breaking any test."""
    used: Counter[str] = field(default_factory=Counter)
    """How often each operator was tried since the search was last taken up."""
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._queue = Waiting()
        self._seen: set[bytes] = set()
        self._keys: dict[int, bytes | None] = {}
        self._bases = 0
        self._since_green = 0
        self._found_at: float | None = None
        self._known_greens = 0
        """Green candidates from before the search was last taken up."""
        self._paired: set[frozenset[Idea]] = set()

    def add(self, ideas: Iterable[Scored]) -> None:
        """Put ideas into the queue, each with its score, in any order."""
        self._queue.add(ideas)

    async def follow(self, ideas: Iterator[Scored]) -> None:
        """Take ideas from a stream that has the likeliest first, one when the last was tried."""
        await self._queue.follow(ideas)

    @property
    def exhausted(self) -> bool:
        return not self._queue

    async def explore(self, bench: Bench, *, seconds: float, candidates: int, tell: Tell) -> None:
        """Try candidates until one is green and its rivals are known, or a limit is met."""
        self._found_at, self._since_green, self._known_greens = None, 0, len(self.greens)
        started = self.clock()
        end, most = started + seconds, self.tried + candidates

        def over() -> bool:
            return self.clock() >= end or self._enough(started)

        async def work() -> None:
            while batch := await self._take(bench.together, most, over):
                try:
                    await self._judge(batch, bench)
                except asyncio.CancelledError:
                    self._put_back(batch)
                    raise

        async def report() -> None:
            while True:
                await asyncio.sleep(0.5)
                await tell(self._progress(started))

        reporter = asyncio.ensure_future(report())
        try:
            async with asyncio.timeout(seconds * (1 + _OVERTIME)):
                # Workers that find the queue empty look again: a pair may have come in.
                while True:
                    before = self.tried
                    async with asyncio.TaskGroup() as group:
                        for _ in range(bench.workers):
                            group.create_task(work())
                    if self.tried == before or self.exhausted:
                        break
        except TimeoutError:
            pass  # one candidate would not end; what was found stands
        except ExceptionGroup as several:
            raise several.exceptions[0] from None
        finally:
            reporter.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await reporter
        await tell(self._progress(started))

    def change(self, candidate: Candidate, note: str) -> Change | None:
        return make_change(self.files, candidate.texts, "search", note, encodings=self.encodings)

    def _put_back(self, batch: Sequence[Candidate]) -> None:
        """Have candidates that were cut off tried another time, after others: one may not end."""
        self.tried -= len(batch)
        for candidate in batch:
            if len(candidate.ideas) == 1 and (key := self._key(candidate.ideas[0])):
                self._seen.discard(key)
            self._queue.push(candidate.score / 2, candidate.ideas)

    async def _take(
        self, together: int, most: int, over: Callable[[], bool]
    ) -> Sequence[Candidate]:
        """Take the likeliest candidates out of the queue; none when the search is over."""
        batch: list[Candidate] = []
        async with self._queue.taking:
            # Few at first, while each is likely: then the first green one is soon known.
            share = 0 if over() else min(together, 1 + self.tried // 8, most - self.tried)
            try:
                while len(batch) < share and (one := await self._next()):
                    self.tried += 1
                    batch.append(replace(one, number=self.tried))
            except asyncio.CancelledError:
                self._put_back(batch)
                raise
        return batch

    async def _next(self) -> Candidate | None:
        while self._queue:
            score, ideas = await self._queue.pop()
            if len(ideas) == 1:
                key = self._key(ideas[0])
                if key is None or key in self._seen:
                    continue
                self._seen.add(key)
            if self.known and self._digest(ideas) in self.known:
                self.skipped += 1
                continue
            texts = changed_texts(self.files, ideas)
            if texts is not None:
                return Candidate(ideas, score, texts)
        return None

    def _enough(self, started: float) -> bool:
        """Tell whether the alternatives to a green candidate have been looked for."""
        new = self.greens[self._known_greens :]
        if not new or self._found_at is None:
            return False
        if not self._queue or self._queue.best < _FAR * new[0].score:
            return True
        patience = min(10.0, max(2.0, 0.5 * (self._found_at - started)))
        waited, tried = self.clock() - self._found_at, self._since_green
        if waited > _LATE * patience or tried >= _MORE:
            return True
        return waited > patience and tried >= _RIVALS

    async def _judge(self, batch: Sequence[Candidate], bench: Bench) -> None:
        if len(self.greens) > self._known_greens:
            self._since_green += len(batch)
        changes = [self._bare(candidate) for candidate in batch]
        if len(batch) == 1:
            outcomes = [await bench.try_change(changes[0])]
        else:
            outcomes = await bench.try_many(changes)
        for candidate, outcome in zip(batch, outcomes, strict=True):
            self.used.update(candidate.operators)
            won = await self._weigh(candidate, outcome, bench)
            if not won and outcome.measured:
                self.misses.append(self._digest(candidate.ideas))

    def _key(self, idea: Idea) -> bytes | None:
        # By identity: ideas live as long as the search, and compiling takes longer than all else.
        if id(idea) not in self._keys:
            self._keys[id(idea)] = self.meaning(idea)
        return self._keys[id(idea)]

    def _digest(self, ideas: tuple[Idea, ...]) -> bytes:
        """Return a few bytes that stand for what the ideas come to."""
        parts = sorted(idea.path.encode("utf-8", "replace") + (self._key(idea) or b"")
                       for idea in ideas)  # fmt: skip
        return hashlib.blake2b(b"\0".join(parts), digest_size=8).digest()

    async def _weigh(self, candidate: Candidate, outcome: Outcome, bench: Bench) -> bool:
        """Keep a candidate that helps; return whether it won anything at all."""
        if outcome.green(len(bench.failing)) and await self._breaks_nothing(candidate, bench):
            self._found_at = self._found_at or self.clock()
            self.greens.append(replace(candidate, won=outcome.won, mends=True))
            return True
        if outcome.won and not outcome.broke:
            await self._won_some(candidate, outcome, bench)
            return outcome.won < len(bench.failing)
        return False

    async def _breaks_nothing(self, candidate: Candidate, bench: Bench) -> bool:
        tests = self.regression(candidate.ideas)
        if not tests:
            return True
        outcome = await bench.try_change(
            self._bare(candidate), only=tests, stop_at_first_failure=True
        )
        return not outcome.refused and not outcome.broke

    async def _won_some(self, candidate: Candidate, outcome: Outcome, bench: Bench) -> None:
        if outcome.won == len(bench.failing):
            return  # it mends what fails and breaks something else: no step in the right direction
        better = (outcome.mends, outcome.won)
        if self.best is not None and better <= (self.best.mends, self.best.won):
            return
        if not await self._breaks_nothing(candidate, bench):
            return
        partners: Sequence[Scored] = ()
        if len(candidate.ideas) == 1 and self._bases < _BASES:
            async with self._queue.taking:
                partners = await self._queue.likeliest(_PARTNERS)
            self._bases += 1
        # From here on nothing waits: cut off before, it is tried again and pairs are made then.
        self.best = replace(candidate, won=outcome.won, mends=outcome.mends)
        if partners:
            share = outcome.won / len(bench.failing)
            for score, partner in partners:
                pair = frozenset((candidate.ideas[0], partner))
                if len(pair) == 2 and pair not in self._paired and self._key(partner):
                    self._paired.add(pair)
                    self._queue.push(score * share * _PAIR, (candidate.ideas[0], partner))

    def _bare(self, candidate: Candidate) -> Change:
        """Return the change without its fingerprint, which costs more than trying it."""
        return Change(
            edits=tuple(
                FileEdit(
                    path=path,
                    before=self.files[path],
                    after=text,
                    encoding=self.encodings.get(path, "utf-8"),
                )
                for path, text in candidate.texts.items()
            ),
            origin="search",
        )

    def _progress(self, started: float) -> Progress:
        won = len(self.greens) and self.greens[0].won
        return Progress(
            tried=self.tried,
            waiting=len(self._queue),
            greens=len(self.greens),
            first=self.greens[0].number if self.greens else 0,
            won=won or (self.best.won if self.best else 0),
            seconds=self.clock() - started,
        )
