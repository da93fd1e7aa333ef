"""The Language seam: what a build must know of a language, and nothing a model or a test run does.

All of it is text in, text out: no disk, no process. Which command runs the tests is found from the
files that `scaffold` lays out, as for any other project (`suites/finding`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from verdigris.core.building import Blueprint, Check, Example, Function, LanguageName, Part
from verdigris.core.value import Value


class Mutant(Value):
    """A text with one small fault put into it on purpose."""

    line: int
    what: str
    """`< became <=`."""
    text: str


class Language(Protocol):
    @property
    def name(self) -> LanguageName: ...

    @property
    def fence(self) -> str:
        """What code blocks are called: `python`."""
        ...

    @property
    def title(self) -> str:
        """What prompts and people call it: `Python 3.11`."""
        ...

    @property
    def test_cmd(self) -> str:
        """How the tests of a scaffold are run, as a user would type it: `python -m pytest`."""
        ...

    def part_path(self, name: str, *, main: bool = False) -> str:
        """Return where a module of that name lives: `todo/store.py`, `src/store.mjs`."""
        ...

    def test_path(self, part: Part) -> str: ...

    def scaffold(self, blueprint: Blueprint) -> dict[str, str]:
        """Return the files around the code: manifest, settings of the tests, `.gitignore`.

        Nothing of it depends on which tests or which code will be written.
        """
        ...

    def usage(self, blueprint: Blueprint) -> str:
        """Return the commands that start the program and its tests, for the README."""
        ...

    def ending(self, part: Part) -> str:
        """Return the lines behind which a program starts its `main`, as its author writes them;
        nothing for a part that is not started.
        """
        ...

    def start(self, part: Part) -> tuple[str, ...]:
        """Return the words that start a program whose main file this is: `("node", "main.mjs")`.

        `python` stands for the interpreter of the project.
        """
        ...

    def stub(self, part: Part) -> str:
        """Return a text that can be imported, offers every name, and fails when any is called."""
        ...

    def signatures(self, text: str) -> tuple[Function, ...]:
        """Return what a text offers at its top level; nothing where it does not parse."""
        ...

    def stubs_in(self, text: str) -> tuple[str, ...]:
        """Return the names of the functions that are declared and not written yet."""
        ...

    def read_part(self, answer: str, part: Part) -> str:
        """Return the text of the file that a model's answer means.

        Raises ModelMistake, in words for the model: no code, does not parse, lacks a name that the
        part must offer, runs something when imported.
        """
        ...

    def completed(self, text: str, path: str, others: Mapping[str, str]) -> str:
        """Return the code of a file with the imports that were forgotten and can mean only one
        thing: of the other parts that it needs, by path, before those of the language. What it only
        copies from them may be imported as well.
        """
        ...

    def unbound(self, text: str, path: str) -> Mapping[str, str]:
        """Return the names that the code of a file reads and nothing in it binds, each with the
        function that does, where that is known. Nothing where it cannot be told.
        """
        ...

    def read_checks(self, answer: str, part: Part, *, sample: int) -> list[Check]:
        """Return the tests an answer holds, one for each claim, as far as they can be used.

        Never raises: what does not parse, asserts nothing or repeats another is left out. A test
        with several assertions that stand by themselves becomes several tests.
        """
        ...

    def example(self, example: Example, part: Part, number: int) -> Check | None:
        """Return the test that says exactly what the goal shows; None where that cannot be."""
        ...

    def properties(self, part: Part) -> list[Check]:
        """Return property tests that the names and types suggest: what is encoded is decoded to
        the same, sorting twice is sorting once. Suggestions: they are trusted like any other test,
        only where the candidates agree.
        """
        ...

    def smoke(self, blueprint: Blueprint) -> list[Check]:
        """Return tests that the program starts: `--help` ends with 0, a server answers; and one for
        each session of the blueprint.
        """
        ...

    def probes(self, part: Part, checks: Sequence[Check], limit: int) -> list[Check]:
        """Return at most so many calls that tests make with plain values, and others like them.

        A probe claims nothing: it always fails with `probe gives` and a digest of what came, or
        `probe raises` and the name of an error. Programs can be compared by it.
        """
        ...

    def test_file(self, part: Part, checks: Sequence[Check]) -> str:
        """Return the test file of a part. Without checks it is one that holds no test."""
        ...

    def test_id(self, part: Part, check: Check) -> str:
        """Return what a Report calls the test, with the command found for the scaffold."""
        ...

    def mutants(self, text: str, limit: int) -> list[Mutant]:
        """Return at most so many mutants that parse, spread over the text, the same each time."""
        ...
