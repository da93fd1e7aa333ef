"""The local model: what batching, reuse and guessing ahead save, per engine that is installed.

Every figure is a ratio of two ways to get the same answers, taken in turns within one run, so that
a noisy neighbour disturbs both alike; the median over the rounds is told. CPU seconds stand beside
the clock, because they hardly mind the neighbours. Aim: four answers at once in less than two
thirds of the time of four in turns; a question that was read before in a quarter of the time.

Takes minutes. `VERDIGRIS_LOCAL__SERVER` names a `llama-server` to be measured beside the package.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from verdigris.models.base import Reply, Request
from verdigris.models.local.client import EngineInfo, ensure, stop_engine
from verdigris.models.local.engines import engine_spec, has_package, server_program
from verdigris.models.local.state import EngineSpec
from verdigris.models.local.talk import ask
from verdigris.models.local.tune import QUESTION, SYSTEM
from verdigris.models.local.tuning import Tuning
from verdigris.settings import Settings, load

SAMPLES = 4
TOKENS = 48
SECONDS = 3600.0
HERTZ = os.sysconf("SC_CLK_TCK")

Cost = tuple[float, float]
"""Seconds by the clock, and of the processor."""


class Engine:
    def __init__(self, info: EngineInfo, spec: EngineSpec) -> None:
        self.info, self.spec = info, spec
        self._number = 0

    def fresh(self, **changes: object) -> Request:
        """A question that was not asked before: its first words differ from all others."""
        self._number += 1
        prompt = f"Case {self._number}. " + QUESTION.format(number=self._number)
        request = Request(system=SYSTEM, prompt=prompt, max_tokens=TOKENS, temperature=0.8, seed=1)
        return request.model_copy(update=changes)

    async def ask(self, request: Request, count: int = 1) -> list[Reply]:
        answers = ask(self.info, self.spec.name, request, count, SECONDS)
        return [reply async for reply in answers]

    async def cost(self, work: Callable[[], Awaitable[object]]) -> Cost:
        clock, cpu = time.perf_counter(), self._cpu()
        await work()
        return time.perf_counter() - clock, self._cpu() - cpu

    def _cpu(self) -> float:
        """The engine's own, and that of the program it may have started."""
        pids = [self.info.pid, *_children(self.info.pid)]
        return sum(_ticks(pid) for pid in pids) / HERTZ


def _children(pid: int) -> list[int]:
    try:
        words = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [int(word) for word in words]


def _ticks(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


@asynccontextmanager
async def engine(settings: Settings, spec: EngineSpec) -> AsyncIterator[Engine]:
    with tempfile.TemporaryDirectory() as folder:
        paths = settings.paths.model_copy(update={"cache": Path(folder)})
        local = settings.local.model_copy(update={"idle_seconds": 900})  # should we be killed
        private = settings.model_copy(update={"paths": paths, "local": local})
        started = Engine(await ensure(private, spec), spec)
        try:
            await started.ask(started.fresh(max_tokens=1))  # pays for reading the file
            yield started
        finally:
            await stop_engine(private)


def ratio(pairs: list[tuple[Cost, Cost]], which: int) -> float | None:
    """The median of first through second; None where the system does not tell."""
    if any(second[which] <= 0 for _, second in pairs):
        return None
    return round(statistics.median(first[which] / second[which] for first, second in pairs), 2)


def both(pairs: list[tuple[Cost, Cost]]) -> dict[str, float | None]:
    return {"clock": ratio(pairs, 0), "cpu": ratio(pairs, 1)}


async def batching(one: Engine) -> tuple[Cost, Cost]:
    """Four answers one after the other, then four at once. Both read the question once."""
    first, second = one.fresh(), one.fresh()

    async def in_turns() -> None:
        for number in range(SAMPLES):
            await one.ask(first.model_copy(update={"seed": number}))

    return await one.cost(in_turns), await one.cost(lambda: one.ask(second, SAMPLES))


async def reuse(one: Engine) -> tuple[Cost, Cost]:
    """A question nobody asked before, then one that only ends differently."""
    first = one.fresh(max_tokens=8)
    later = first.model_copy(update={"prompt": first.prompt + "\nThe last try failed as well.\n"})
    cold = await one.cost(lambda: one.ask(first))
    return cold, await one.cost(lambda: one.ask(later))


async def speeds(one: Engine) -> tuple[float, float]:
    """Tokens a second: of a prompt, and of an answer."""
    request = one.fresh(max_tokens=1, temperature=0.0)
    prompt: list[Reply] = []
    clock = time.perf_counter()
    prompt = await one.ask(request)
    reading = time.perf_counter() - clock
    clock = time.perf_counter()
    answer = await one.ask(request.model_copy(update={"max_tokens": TOKENS}))
    writing = time.perf_counter() - clock
    return prompt[0].use.tokens_in / reading, answer[0].use.tokens_out / writing


async def guessing(plain: Engine, guess: Engine) -> tuple[Cost, Cost]:
    """The same greedy answer without and with guesses, after the question was read."""
    costs = []
    for one in (plain, guess):
        request = one.fresh(temperature=0.0, prompt="Once more. " + QUESTION.format(number="one"))
        await one.ask(request.model_copy(update={"max_tokens": 1}))
        costs.append(await one.cost(lambda one=one, request=request: one.ask(request)))  # type: ignore[misc]
    return costs[0], costs[1]


async def measure(settings: Settings, name: str, tuning: Tuning, rounds: int) -> dict[str, object]:
    spec = engine_spec(settings, name, tuning)
    plain = spec.model_copy(update={"tuning": tuning.model_copy(update={"speculation": "off"})})
    async with engine(settings, spec) as one, engine(settings, plain) as other:
        batches, reuses, guesses, speed = [], [], [], []
        for _ in range(rounds):
            speed.append(await speeds(one))
            batches.append(await batching(other))
            reuses.append(await reuse(one))
            guesses.append(await guessing(other, one))
    return {
        "prompt_tokens_per_second": round(statistics.median(s[0] for s in speed), 1),
        "answer_tokens_per_second": round(statistics.median(s[1] for s in speed), 1),
        "four_in_turns_through_four_at_once": both(batches),
        "unknown_through_known_question": both(reuses),
        "without_through_with_guessing": both(guesses),
    }


async def main(name: str, rounds: int) -> None:
    settings = load(Path.cwd()).settings
    program = server_program(settings)
    without = settings.model_copy(
        update={"local": settings.local.model_copy(update={"server": None})}
    )
    engines = {}
    if has_package():
        engines["package"] = await measure(without, name, Tuning(), rounds)
    if program:
        named = settings.local.model_copy(update={"server": program})
        chosen = settings.model_copy(update={"local": named})
        engines["llama-server"] = await measure(chosen, name, Tuning(engine="server"), rounds)
    figures: dict[str, object] = {"benchmark": "local_model", "model": name, "rounds": rounds}
    print(json.dumps({**figures, "samples": SAMPLES, "tokens": TOKENS, "engines": engines}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="qwen2.5-coder-1.5b")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    asyncio.run(main(given.model, given.rounds))
