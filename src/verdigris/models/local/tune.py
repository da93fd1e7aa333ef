"""Measure which way of serving a model is fastest on this machine.

Choices are tried one after the other, each against the best so far: both engines answer the same
questions in turns, and the median of the ratios decides, so a busy machine disturbs both alike.
The questions are what a repair asks: read a function and a failure, write it again, four times.

The engines run in a folder of their own; nobody else's questions reach them, and they end with it.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from verdigris.core.value import Value
from verdigris.errors import ModelUnavailable
from verdigris.models.base import Request
from verdigris.models.local.client import EngineInfo, ensure, stop_engine
from verdigris.models.local.cores import usable_cores
from verdigris.models.local.engines import engine_spec, has_package, server_program
from verdigris.models.local.state import EngineSpec
from verdigris.models.local.talk import ask
from verdigris.models.local.tuning import Tuned, Tuning, keep
from verdigris.settings import Settings

WORTH = 1.05
"""A choice that gains less is within what two measurements of the same thing differ by."""
ROUNDS = 3
SAMPLES = 3
MOST_TOKENS = 48
ANSWER_SECONDS = 600.0
IDLE_SECONDS = 900.0
"""Should this process be killed, its engines follow; one waits while the other is measured."""
MEMORY_FACTOR = 5
"""Two engines take about so many times the size of the model file."""
SYSTEM = "You fix Python code. Answer with the whole corrected function and nothing else."
QUESTION = '''Fix this Python function (case {number}).

def moving_average(values, width):
    """Return the mean of each run of `width` neighbouring values."""
    if width <= 0:
        raise ValueError("the width must be positive")
    averages = []
    total = sum(values[:width])
    for start in range(len(values) - width):
        averages.append(total / width)
        total += values[start + width] - values[start]
    return averages

assert moving_average([1, 2, 3, 4], 2) == [1.5, 2.5, 3.5]
E   AssertionError: assert [1.5, 2.5] == [1.5, 2.5, 3.5]
'''


class News(Value):
    """What is being measured, and what came of it once that is known."""

    number: int
    total: int
    choice: str
    gain: float | None = None
    """How many times as fast as the best so far."""
    problem: str = ""
    """Why it cannot be had on this machine."""


Tell = Callable[[News], None]


async def tune(settings: Settings, name: str, *, quick: bool, tell: Tell) -> Tuned:
    """Measure the choices for one model, keep the fastest, and return it.

    Raises what serving the model with the defaults raises.
    """
    default = engine_spec(settings, name, Tuning())
    choices = list(_choices(settings, default, quick=quick))
    rounds = 1 if quick else ROUNDS
    async with _bench(settings, default) as bench:
        best = default
        for number, (words, change) in enumerate(choices, start=1):
            news = News(number=number, total=len(choices) + 1, choice=words)
            tell(news)
            spec = engine_spec(settings, name, best.tuning.model_copy(update=change))
            try:
                gain = await bench.compare(best, spec, rounds)
            except ModelUnavailable as error:
                tell(news.model_copy(update={"problem": str(error).splitlines()[0]}))
                continue
            tell(news.model_copy(update={"gain": gain}))
            if gain >= WORTH:
                await bench.drop(best)
                best = spec
            else:
                await bench.drop(spec)
        last = News(number=len(choices) + 1, total=len(choices) + 1, choice="all of it together")
        tell(last)
        gain = await bench.compare(default, best, rounds) if best != default else 1.0
        if gain < WORTH:
            best, gain = default, 1.0  # single gains that did not add up
        tell(last.model_copy(update={"gain": gain}))
    result = Tuned(tuning=best.tuning, gain=round(gain, 2))
    keep(settings, default.model, server_program(settings), result)
    return result


def _choices(
    settings: Settings, default: EngineSpec, *, quick: bool
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield what can be chosen, in words and as a change of the tuning."""
    if server_program(settings) and has_package() and not settings.local.server:
        yield "llama-server instead of the package", {"engine": "server"}
    if settings.local.threads is None:
        cores, processors = usable_cores(), os.cpu_count() or 1
        for threads in sorted({cores - 1, processors} - {0, cores}):
            yield f"{threads} threads instead of {cores}", {"threads": threads}
    yield "no guessing ahead", {"speculation": "off"}
    if quick:
        return
    for batch in (128, 1024):
        yield f"prompts read {batch} tokens at a time", {"batch": batch}
    yield "flash attention on", {"flash_attention": "on"}
    yield "flash attention off", {"flash_attention": "off"}
    yield "a context of 8 bits", {"cache_type": "q8_0", "flash_attention": "on"}


class _Bench:
    def __init__(self, settings: Settings, crowded: bool) -> None:
        self._settings = settings
        self._crowded = crowded
        self._warm: set[EngineSpec] = set()
        self._number = 0

    async def compare(self, best: EngineSpec, other: EngineSpec, rounds: int) -> float:
        """Return how many times as fast the other one is."""
        ratios = []
        for _ in range(rounds):
            self._number += 1
            ratios.append(await self._seconds(best) / await self._seconds(other))
        return statistics.median(ratios)

    async def drop(self, spec: EngineSpec) -> None:
        self._warm.discard(spec)
        folder = spec.folder(self._settings)
        await stop_engine(self._settings, folder=folder)

    async def _seconds(self, spec: EngineSpec) -> float:
        engine = await ensure(self._settings, spec)
        if spec not in self._warm:  # the first answer also pays for reading the file
            await self._answers(engine, spec, tokens=1)
            self._warm.add(spec)
        started = time.perf_counter()
        await self._answers(engine, spec, tokens=MOST_TOKENS)
        seconds = time.perf_counter() - started
        if self._crowded:
            await self.drop(spec)
        return seconds

    async def _answers(self, engine: EngineInfo, spec: EngineSpec, tokens: int) -> None:
        prompt = QUESTION.format(number=self._number if tokens > 1 else "zero")
        request = Request(system=SYSTEM, prompt=prompt, max_tokens=tokens, seed=1)
        count = min(SAMPLES, spec.slots)
        async for _ in ask(engine, spec.name, request, 1, ANSWER_SECONDS):
            pass
        sampled = request.model_copy(update={"temperature": 0.8})
        async for _ in ask(engine, spec.name, sampled, count, ANSWER_SECONDS):
            pass


@asynccontextmanager
async def _bench(settings: Settings, spec: EngineSpec) -> AsyncIterator[_Bench]:
    with tempfile.TemporaryDirectory(prefix="verdigris-tune-") as folder:
        private = settings.model_copy(
            update={
                "paths": settings.paths.model_copy(update={"cache": Path(folder)}),
                "local": settings.local.model_copy(update={"idle_seconds": IDLE_SECONDS}),
            }
        )
        crowded = _free_memory() < MEMORY_FACTOR * spec.model.stat().st_size
        try:
            yield _Bench(private, crowded)
        finally:
            await stop_engine(private)


def _free_memory() -> int:
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0  # not told here: one engine at a time
