"""Python as a language to build in: pytest, plain modules, a package where a path names a folder.

The door only; each question is answered in a file of its own beside it. See `base`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verdigris.core.building import Blueprint, Check, Example, Function, LanguageName, Part
from verdigris.languages.base import Mutant
from verdigris.languages.python import (
    checks,
    completing,
    layout,
    mutants,
    parts,
    probes,
    rules,
    stubs,
    tests,
    unbound,
)


class Python:
    name: LanguageName = "python"
    fence = "python"
    title = "Python 3.11"
    test_cmd = "python -m pytest"

    def part_path(self, name: str, *, main: bool = False) -> str:
        return layout.part_path(name, main=main)

    def test_path(self, part: Part) -> str:
        return layout.test_path(part)

    def scaffold(self, blueprint: Blueprint) -> dict[str, str]:
        return layout.scaffold(blueprint)

    def usage(self, blueprint: Blueprint) -> str:
        return layout.usage(blueprint)

    def ending(self, part: Part) -> str:
        return layout.ENDING if part.is_main else ""

    def start(self, part: Part) -> tuple[str, ...]:
        return ("python", *layout.words_to_start(part))

    def stub(self, part: Part) -> str:
        return stubs.stub(part)

    def signatures(self, text: str) -> tuple[Function, ...]:
        return stubs.signatures(text)

    def stubs_in(self, text: str) -> tuple[str, ...]:
        return stubs.stubs_in(text)

    def read_part(self, answer: str, part: Part) -> str:
        return parts.read_part(answer, part)

    def completed(self, text: str, path: str, others: Mapping[str, str]) -> str:
        return completing.completed(text, others)

    def unbound(self, text: str, path: str) -> Mapping[str, str]:
        return unbound.unbound(text)

    def read_checks(self, answer: str, part: Part, *, sample: int) -> list[Check]:
        return checks.read_checks(answer, part, sample=sample)

    def example(self, example: Example, part: Part, number: int) -> Check | None:
        return tests.example(example, part, number)

    def properties(self, part: Part) -> list[Check]:
        return rules.properties(part)

    def smoke(self, blueprint: Blueprint) -> list[Check]:
        return rules.smoke(blueprint)

    def probes(self, part: Part, checks: Sequence[Check], limit: int) -> list[Check]:
        return probes.probes(part, checks, limit)

    def test_file(self, part: Part, checks: Sequence[Check]) -> str:
        return tests.test_file(part, checks)

    def test_id(self, part: Part, check: Check) -> str:
        return tests.test_id(part, check)

    def mutants(self, text: str, limit: int) -> list[Mutant]:
        return mutants.mutants(text, limit)
