"""The order of a search and when it ends, on a bench that follows a script."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from verdigris.core.report import Report
from verdigris.repair.bench import Outcome, ScriptedBench
from verdigris.repair.candidate import Candidate, Progress
from verdigris.repair.idea import Idea, Splice
from verdigris.repair.search import Explorer

TEXT = "a = 1\nb = 2\nc = 3\n"
AT = {"a": 4, "b": 10, "c": 16}


def idea(name: str, value: str, operator: str = "constant") -> Idea:
    start = AT[name]
    return Idea(
        "m.py", (Splice(start, start + 1, value),), operator, 1, "", 1.0, f"{name} becomes {value}"
    )


def explorer(*scored: tuple[float, Idea], regression: tuple[str, ...] = ()) -> Explorer:
    made = Explorer(
        files={"m.py": TEXT},
        encodings={},
        meaning=lambda one: one.apply(TEXT).encode(),
        regression=lambda ideas: regression,
    )
    made.add(scored)
    return made


async def silent(progress: Progress) -> None:
    pass


def wants(*lines: str, failing: int = 2):
    """A judge: each line that a candidate has wins one test."""

    def judge(change):
        after = change.edits[0].after.splitlines()
        return Outcome(won=min(failing, sum(line in after for line in lines)))

    return judge


async def search(made: Explorer, bench: ScriptedBench, *, seconds=30.0, candidates=1000) -> None:
    await made.explore(bench, seconds=seconds, candidates=candidates, tell=silent)


def whats(found: list[Candidate]) -> list[str]:
    return [candidate.what for candidate in found]


async def test_the_likeliest_idea_is_tried_first() -> None:
    made = explorer((0.1, idea("a", "5")), (0.9, idea("b", "6")), (0.5, idea("c", "7")))
    bench = ScriptedBench(["t"], wants(failing=1), workers=1)
    await search(made, bench)
    assert [change.edits[0].after for change in bench.tried] == [
        "a = 1\nb = 6\nc = 3\n", "a = 1\nb = 2\nc = 7\n", "a = 5\nb = 2\nc = 3\n",
    ]  # fmt: skip
    assert made.exhausted and not made.greens and made.best is None


async def test_the_same_meaning_is_tried_once() -> None:
    made = explorer((0.9, idea("a", "5")), (0.8, idea("a", "5", "another")))
    bench = ScriptedBench(["t"], wants(failing=1))
    await search(made, bench)
    assert made.tried == 1


async def test_alternatives_to_a_green_one_are_looked_for_but_not_for_ever() -> None:
    far = [(0.001, idea("c", str(n))) for n in range(4, 10)]
    made = explorer((0.9, idea("a", "5")), (0.8, idea("b", "6")), *far)

    def judge(change):
        return Outcome(won=1 if "c = 3" in change.edits[0].after else 0)

    bench = ScriptedBench(["t"], judge, workers=1)
    await search(made, bench)
    assert whats(made.greens) == ["a becomes 5 at m.py:1", "b becomes 6 at m.py:1"]
    assert len(bench.tried) == 2, "what is far less likely is no rival"


async def test_it_is_told_as_which_candidate_the_first_green_one_was_tried() -> None:
    many = [(0.9 - n / 100, idea("c", str(n))) for n in range(4, 10)]
    made = explorer(*many, (0.5, idea("a", "5")), (0.4, idea("b", "6")))
    told: list[Progress] = []

    async def tell(progress: Progress) -> None:
        told.append(progress)

    def judge(change):
        return Outcome(won=1 if "c = 3" in change.edits[0].after else 0)

    bench = ScriptedBench(["t"], judge, workers=1)
    await made.explore(bench, seconds=30.0, candidates=1000, tell=tell)
    assert (told[-1].first, told[-1].tried, told[-1].greens) == (7, 8, 2)


async def test_two_edits_are_paired_where_one_wins_something() -> None:
    noise = [(0.3, idea("c", str(n))) for n in range(4, 9)]
    made = explorer((0.9, idea("a", "5")), (0.2, idea("b", "6")), *noise)
    bench = ScriptedBench(["t1", "t2"], wants("a = 5", "b = 6"))
    await search(made, bench)
    assert whats(made.greens) == ["a becomes 5 at m.py:1 and b becomes 6 at m.py:1"]
    assert made.best is not None and made.best.won == 1


async def test_edits_of_the_same_characters_are_not_paired() -> None:
    made = explorer((0.9, idea("a", "5")), (0.8, idea("a", "6")))
    bench = ScriptedBench(["t1", "t2"], wants("a = 5"))
    await search(made, bench)
    assert all(len(change.edits) == 1 for change in bench.tried)
    assert made.tried == 2


async def test_what_breaks_a_passing_test_is_not_green() -> None:
    made = explorer((0.9, idea("a", "5")), (0.8, idea("b", "6")), regression=("passes",))

    def judge(change):
        return Outcome(won=1, broke=0)

    class Regressing(ScriptedBench):
        async def try_change(self, change, *, only=(), stop_at_first_failure=False):
            outcome = await super().try_change(change, only=only)
            if only and "a = 5" in change.edits[0].after:
                return Outcome(won=0, broke=1)
            return outcome

    await search(made, Regressing(["t"], judge))
    assert whats(made.greens) == ["b becomes 6 at m.py:1"]


async def test_a_refused_candidate_wins_nothing() -> None:
    made = explorer((0.9, idea("a", "5")))
    await search(made, ScriptedBench(["t"], lambda change: Outcome(refused="no", won=1)))
    assert not made.greens and made.best is None


@pytest.mark.parametrize("workers", [1, 3])
async def test_it_stops_at_its_limit_and_goes_on_from_there(workers: int) -> None:
    many = [(1.0 - n / 100, idea("abc"[n % 3], str(n))) for n in range(4, 34)]
    made = explorer(*many)
    bench = ScriptedBench(["t"], wants(failing=1), workers=workers)
    await search(made, bench, candidates=10)
    first = len(bench.tried)
    assert 10 <= first <= 10 + workers and not made.exhausted
    await search(made, bench)
    texts = [change.edits[0].after for change in bench.tried]
    assert len(texts) == len(set(texts)) == 30
    assert made.exhausted


async def test_progress_is_told_to_the_end() -> None:
    told: list[Progress] = []

    async def tell(progress: Progress) -> None:
        told.append(progress)

    made = explorer((0.9, idea("a", "5")), (0.8, idea("b", "6")))
    await made.explore(
        ScriptedBench(["t"], wants("a = 5", failing=1)), seconds=5, candidates=9, tell=tell
    )
    assert told and told[-1].greens == 1 and told[-1].tried == made.tried


async def test_the_use_of_operators_is_counted() -> None:
    made = explorer((0.9, idea("a", "4", "x")), (0.8, idea("a", "5", "y")), (0.7, idea("b", "6")))
    await search(made, ScriptedBench(["t"], wants("a = 5", failing=1), workers=1))
    assert made.used["x"] == made.used["y"] == 1
    assert sum(made.used.values()) == made.tried


async def test_a_fault_of_the_bench_is_not_swallowed() -> None:
    def judge(change):
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        await search(explorer((0.9, idea("a", "5"))), ScriptedBench(["t"], judge))


async def test_what_failed_before_is_not_tried_again() -> None:
    scored = [(0.9, idea("a", "5")), (0.5, idea("b", "6")), (0.3, idea("c", "7"))]
    first = explorer(*scored)
    await search(first, ScriptedBench(["t"], wants(failing=1)))
    assert len(set(first.misses)) == 3 and first.skipped == 0
    again = explorer(*scored[::-1], (0.1, idea("a", "8")))
    again.known = frozenset(first.misses)
    bench = ScriptedBench(["t"], wants(failing=1))
    await search(again, bench)
    assert [change.edits[0].after for change in bench.tried] == ["a = 8\nb = 2\nc = 3\n"]
    assert again.skipped == 3 and len(again.misses) == 1


async def test_only_what_surely_failed_is_noted() -> None:
    def judge(change):
        after = change.edits[0].after
        if "a = 5" in after:
            return Outcome(refused="the gate")
        if "a = 6" in after:
            return Outcome(report=Report(command="pytest", ending="timeout"))
        if "a = 7" in after:
            return Outcome(report=Report(command="pytest", ending="unusable"))
        return Outcome(won=1 if "a = 8" in after else 0)

    made = explorer(*((1.0, idea("a", value)) for value in "56789"))
    await search(made, ScriptedBench(["t", "u"], judge))
    assert len(made.misses) == 1, "a = 9; what won something is none, either"


async def test_a_batch_that_is_cut_off_is_tried_another_time() -> None:
    made = explorer(*[(0.9 - n / 10, idea("abc"[n % 3], str(n + 4))) for n in range(6)])
    gate = asyncio.Event()

    class Stuck(ScriptedBench):
        async def try_change(self, change, *, only=(), stop_at_first_failure=False):
            if not gate.is_set():
                await asyncio.Event().wait()
            return await super().try_change(change)

    bench = Stuck(["t"], wants("b = 5", failing=1), workers=1)
    task = asyncio.ensure_future(search(made, bench))
    for _ in range(20):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert made.tried == 0
    gate.set()
    await search(made, bench)
    assert whats(made.greens) == ["b becomes 5 at m.py:1"]


async def test_a_search_that_is_taken_up_again_looks_for_another_green_one() -> None:
    made = explorer((0.9, idea("a", "5")), *[(0.5, idea("b", str(n))) for n in range(4, 10)])
    bench = ScriptedBench(["t"], wants("a = 5", "b = 9", failing=1), workers=1, together=1)
    await search(made, bench, candidates=1)
    assert whats(made.greens) == ["a becomes 5 at m.py:1"]
    await search(made, bench)
    assert whats(made.greens) == ["a becomes 5 at m.py:1", "b becomes 9 at m.py:1"]


async def test_partners_come_from_the_file_of_a_second_fault_too() -> None:
    made = explorer()
    made.files = {"m.py": TEXT, "n.py": TEXT}
    made.meaning = lambda one: one.path.encode() + one.apply(TEXT).encode()
    there = [(0.8 - n / 1000, replace(idea("b", str(n)), path="n.py")) for n in range(4, 164)]
    here = [(0.8 - n / 1000, idea("c", str(n))) for n in range(4, 164)]
    await made.follow(iter([(0.9, idea("a", "5")), *here]))
    await made.follow(iter(there))

    def judge(change):
        texts = {edit.path: edit.after for edit in change.edits}
        return Outcome(won=("a = 5" in texts.get("m.py", "")) + ("b = 40" in texts.get("n.py", "")))

    bench = ScriptedBench(["t1", "t2"], judge, workers=1)
    await search(made, bench)
    assert "a becomes 5 at m.py:1 and b becomes 40 at n.py:1" in whats(made.greens)
    assert 70 <= sum(len(change.edits) == 2 for change in bench.tried) <= 80


@pytest.mark.parametrize(
    ("seconds", "rivals"), [(5.0, 2), (2.0, 4), (0.5, 13), (0.05, 60), (0.001, 200)]
)
async def test_slow_rivals_are_tried_for_a_while_and_quick_ones_by_number(
    seconds: float, rivals: int
) -> None:
    made = explorer(*[(1.0 - n / 1000, idea("abc"[n % 3], str(n))) for n in range(4, 304)])
    now = 0.0

    def judge(change):
        nonlocal now
        now += seconds
        return Outcome(won=int("b = 4\n" in change.edits[0].after))

    made.clock = lambda: now
    bench = ScriptedBench(["t"], judge, workers=1, together=1)
    await search(made, bench, seconds=600)
    assert whats(made.greens) == ["b becomes 4 at m.py:1"]
    assert len(bench.tried) == 1 + rivals


class Slow:
    """A stream that needs some steps for each of its ideas."""

    def __init__(self, *ideas: tuple[float, Idea]) -> None:
        self._ideas, self._left = list(ideas), 5

    def think(self, steps: int) -> bool:
        self._left -= 1
        return self._left <= 0

    def __iter__(self) -> Iterator[tuple[float, Idea]]:
        return self

    def __next__(self) -> tuple[float, Idea]:
        assert self._left <= 0, "asked before it knew"
        self._left = 5
        if not self._ideas:
            raise StopIteration
        return self._ideas.pop(0)


@pytest.mark.parametrize("turns", range(0, 40, 3))
async def test_no_idea_is_lost_where_thinking_is_cut_off(turns: int) -> None:
    made = explorer()
    await made.follow(Slow(*[(0.9 - n / 10, idea("a", str(n + 4))) for n in range(5)]))
    await made.follow(Slow(*[(0.8 - n / 10, idea("b", str(n + 4))) for n in range(5)]))
    bench = ScriptedBench(["t1", "t2"], wants("a = 5", "b = 6"), workers=2, together=3)
    task = asyncio.ensure_future(search(made, bench))
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await search(made, bench)
    assert made.exhausted
    assert [green.texts["m.py"] for green in made.greens] == ["a = 5\nb = 6\nc = 3\n"]
    tried = {change.edits[0].after for change in bench.tried}
    assert len([text for text in tried if "b = 2" in text or "a = 1" in text]) == 10
