"""How often the right program is chosen, and how few of the trusted tests are wrong. Simulated.

Worlds are drawn at random: programs of which some crash and some have faults from a common stock,
and tests in several answers, some nonsense, some with the same misbelief as the faulty programs.
`agree` stands against the program that passes most tests, and against the first; its trusted tests
against all that were written. It shows what the rule is worth under such errors, with weak and with
strong writers; not how often a given model errs.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass

from verdigris.building.agreement import agree
from verdigris.building.matrix import Matrix
from verdigris.core.building import Agreement, Check

WORLDS = 1500
ASPECTS = 12
"""Things that a program must do; a fault spoils some of them."""
CRASHED = -1


@dataclass(frozen=True)
class Writers:
    """Who writes: how many programs and tests, and how good."""

    programs: int
    right: float
    answers: int
    tests: int
    misled: float
    """Share of the answers that share the belief behind a fault."""
    nonsense: float
    crashes: float = 0.2
    examples: int = 0


WRITERS = {
    "weak": Writers(programs=5, right=0.3, answers=3, tests=5, misled=0.5, nonsense=0.2),
    "bad_tests": Writers(programs=5, right=0.6, answers=3, tests=4, misled=0.8, nonsense=0.5),
    "many": Writers(programs=12, right=0.4, answers=5, tests=5, misled=0.5, nonsense=0.3),
    "with_an_example": Writers(5, 0.3, answers=3, tests=5, misled=0.5, nonsense=0.2, examples=1),
    "strong": Writers(3, 0.8, answers=2, tests=6, misled=0.15, nonsense=0.05, crashes=0.05),
}


class World:
    def __init__(self, who: Writers, rng: random.Random) -> None:
        self.rng = rng
        self.faults = [rng.sample(range(ASPECTS), rng.choice((1, 2, 3, 6))) for _ in range(6)]
        self.programs = [self._program(who) for _ in range(who.programs)]
        self.checks: dict[Check, tuple[int, int]] = {}
        for number in range(who.examples):
            self._write(f"e{number}", rng.randrange(ASPECTS), 0, origin="example")
        for answer in range(who.answers):
            self._answer(who, answer)
        self.matrix = Matrix(
            passes=tuple(
                frozenset(
                    check.name for check, (at, value) in self.checks.items() if p[at] == value
                )
                for p in self.programs
            ),
            on_stub=frozenset(),
        )
        self.is_right = [not any(program) for program in self.programs]

    def _belief(self) -> int:
        """Return a common mistake: the first kinds are made more often than the last."""
        return self.rng.choices(range(6), [1 / (n + 1) for n in range(6)])[0]

    def _program(self, who: Writers) -> list[int]:
        """Return what a program does in each aspect: 0 as it should, else the number of a fault."""
        if self.rng.random() < who.crashes:
            lucky = self.rng.randrange(ASPECTS)
            return [0 if at == lucky else CRASHED for at in range(ASPECTS)]
        does = [0] * ASPECTS
        if self.rng.random() >= who.right:
            for fault in {self._belief() for _ in range(self.rng.choice((1, 1, 2)))}:
                for at in self.faults[fault]:
                    does[at] = fault + 1
        return does

    def _answer(self, who: Writers, answer: int) -> None:
        belief = self._belief() if self.rng.random() < who.misled else None
        for number in range(who.tests):
            at = self.rng.randrange(ASPECTS)
            value = belief + 1 if belief is not None and at in self.faults[belief] else 0
            if self.rng.random() < who.nonsense:
                value = 100 + self.rng.randrange(50)
            self._write(f"t{answer}_{number}", at, value, sample=answer)

    def _write(self, name: str, at: int, value: int, **more: object) -> None:
        body = f"assert f({at}) == {value}"
        fields = {"name": name, "part": "p", "body": body, "origin": "criterion", **more}
        self.checks[Check.model_validate(fields)] = (at, value)

    def wrong(self, checks: list[Check]) -> int:
        return sum(1 for check in checks if self.checks[check][1] != 0)


def measure(who: Writers, rng: random.Random) -> dict[str, float]:
    chosen = {"agreement": 0, "most_tests": 0, "first": 0}
    wrong = {"written": [0, 0], "trusted": [0, 0]}
    misled = {"written": 0, "trusted": 0}
    for _ in range(WORLDS):
        world = World(who, rng)
        found: Agreement = agree(list(world.checks), world.matrix)
        passes = world.matrix.passes
        most = max(range(len(passes)), key=lambda n: len(passes[n]))
        for name, number in (("agreement", found.chosen), ("most_tests", most), ("first", 0)):
            chosen[name] += world.is_right[number]
        for name, tests in (("written", list(world.checks)), ("trusted", list(found.trusted))):
            bad = world.wrong(tests)
            wrong[name][0] += bad
            wrong[name][1] += len(tests)
            misled[name] += bad > 0
    return {
        **{f"right_by_{name}": round(n / WORLDS, 3) for name, n in chosen.items()},
        **{f"wrong_tests_{name}": round(a / max(b, 1), 3) for name, (a, b) in wrong.items()},
        **{f"runs_with_a_wrong_test_{name}": round(n / WORLDS, 3) for name, n in misled.items()},
    }


def main() -> None:
    told = {name: measure(who, random.Random(name)) for name, who in WRITERS.items()}
    mean = {
        name: sum(one[f"right_by_{name}"] for one in told.values()) / len(told)
        for name in ("agreement", "most_tests", "first")
    }
    print(
        json.dumps(
            {
                "benchmark": "trust",
                "ratio": round(mean["agreement"] / mean["most_tests"], 2),
                "aim": "over 1: the right program chosen more often than by most tests passed",
                "ratio_to_first": round(mean["agreement"] / mean["first"], 2),
                "simulated_worlds": WORLDS * len(told),
                **told,
            }
        )
    )


if __name__ == "__main__":
    main()
