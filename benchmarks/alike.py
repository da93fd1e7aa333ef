"""From where on failures are alike enough to inform about each other, for each embedder here.

Each of some fifty small programs has another bug. The same bug in code with other names should pass
the threshold that memory uses, another bug should not. Aim: at most 1 of 100 pairs of different
bugs passes. The failures are real: all programs are run once by pytest.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
from itertools import combinations
from pathlib import Path

from _failures import NOUNS
from _lean import lean_python

from verdigris.core.signature import of_result
from verdigris.errors import MissingError
from verdigris.memory.likeness.nearness import THRESHOLDS
from verdigris.memory.likeness.wording import of_failure
from verdigris.settings import load
from verdigris.vectors.base import Embedder
from verdigris.vectors.choose import embedder

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
# The folder too: beside this file, `memory` is a benchmark.
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "memory"))
from failing_programs import PROGRAMS, Program, _chosen, _exchanged, program

from suites.small_projects import put, run_suite


def retold(one: Program) -> Program:
    """Exchange every name that people chose for another that people could choose."""
    draw = random.Random(one.module)
    chosen = sorted(_chosen(one.code))
    names = dict(zip(chosen, draw.sample(NOUNS, len(chosen)), strict=True))
    module = f"{draw.choice(NOUNS)}_{draw.choice(NOUNS)}_of_{one.module}"
    test = {**names, one.module: module, f"test_{one.module}": f"test_{draw.choice(NOUNS)}"}
    return Program(_exchanged(one.code, names), _exchanged(one.test, test), module)


async def texts(python: Path, desk: Path) -> dict[str, tuple[str, str]]:
    pairs = {name: (program(name), retold(program(name))) for name in PROGRAMS}
    files: dict[str, str] = {}
    for one, other in pairs.values():
        files |= one.files() | other.files()
    report = await run_suite(put(desk / "copy", files), None, python=python)
    failures = {failure.id.partition("::")[0]: failure for failure in report.failures}

    def text(one: Program) -> str:
        failure = failures[f"test_{one.module}.py"]
        names = [line.split("(")[0].split()[1] for line in one.code.splitlines()
                 if line.startswith("def ")]  # fmt: skip
        suspect = (f"{one.module}.py", names[-1]) if names else None
        return of_failure(of_result(failure), one.files(), suspect)

    return {name: (text(one), text(other)) for name, (one, other) in pairs.items()}


async def measured(
    one: Embedder, told: dict[str, tuple[str, str]], least: float
) -> dict[str, object]:
    firsts = await one.embed([first for first, _ in told.values()])
    seconds = await one.embed([second for _, second in told.values()])

    def near(a: object, b: object) -> float:
        return sum(x * y for x, y in zip(a, b, strict=True))  # type: ignore[call-overload]

    same = sorted(near(a, b) for a, b in zip(firsts, seconds, strict=True))
    other = sorted(
        near(firsts[a], pool[b])
        for pool in (firsts, seconds)
        for a, b in combinations(range(len(firsts)), 2)
    )
    twins = sum(
        max(range(len(seconds)), key=lambda b: near(first, seconds[b])) == at
        for at, first in enumerate(firsts)
    )
    return {
        "nearest_is_the_same_bug": round(twins / len(firsts), 3),
        "threshold": least,
        "different_that_pass": round(sum(value >= least for value in other) / len(other), 4),
        "same_that_pass": round(sum(value >= least for value in same) / len(same), 3),
        "same_median": round(same[len(same) // 2], 3),
        "different_median": round(other[len(other) // 2], 3),
        "different_99_of_100_below": round(other[int(len(other) * 0.99)], 3),
        "pairs": {"same": len(same), "different": len(other)},
    }


async def main() -> None:
    found: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as desk:
        told = await texts(lean_python(Path(desk)), Path(desk))
    for name in ("hashed", "minilm"):
        settings = load(flags={"memory.embedder": name}).settings
        try:
            one = await embedder(settings)
        except MissingError as missing:
            found[name] = str(missing)
            continue
        assert one is not None
        found[name] = await measured(one, told, THRESHOLDS[name])
    aim = "at most 0.01 of different pairs pass"
    print(json.dumps({"benchmark": "alike", "aim": aim, "embedders": found}))


if __name__ == "__main__":
    asyncio.run(main())
