"""What sort of program it is, as data: the parts it has at least, and what prompts say about it."""

from __future__ import annotations

import re
from typing import NamedTuple

from verdigris.building.reading.heads import head
from verdigris.core.building import Function, LanguageName, Profile


class Seed(NamedTuple):
    """A function that a sort of program has, whatever the goal is."""

    name: str
    inside: str
    returns: str
    purpose: str


class Custom(NamedTuple):
    about: re.Pattern[str]
    """Words of a goal that settles it: beside them, a small model would take the custom's side."""
    said: str


class Shape(NamedTuple):
    plan: str
    """How the planner should cut it into files."""
    core: str
    """What files that are not started must keep to."""
    main: str = ""
    """What the file that a user starts must do; empty where none is."""
    unsaid: tuple[Custom, ...] = ()
    """What is usual there, where the goal does not speak of it."""
    core_seeds: tuple[Seed, ...] = ()
    """What the core offers where the goal and the planner name nothing."""
    by_seeds: bool = False
    """Whether `main` relies on them, so that they are offered whatever else is."""
    main_purpose: str = ""
    criteria: tuple[str, ...] = ()

    @property
    def starts(self) -> bool:
        return bool(self.main)

    def start(self, goal: str) -> str:
        """Return what the file that a user starts must do, as far as a goal leaves it open."""
        usual = [one.said for one in self.unsaid if not one.about.search(goal)]
        return " ".join((self.main, *usual)) if self.main else ""


_PURE = "Functions take plain values and return plain values; they do not print and do not exit."
_MAIN = (
    "`main` takes the list of arguments without the name of the program, prints what the goal says "
    "and returns the exit status."
)
_CUSTOMS = (
    Custom(
        re.compile(r"standard (?:output|error)|\bstd(?:out|err)\b", re.I),
        "Errors go to standard error.",
    ),
    Custom(
        re.compile(r"\bstatus\b|\bexit|\bcode \d", re.I),
        "The status is 0, or 2 for wrong arguments.",
    ),
)
MAIN = Seed("main", "argv=None", "int", "runs the program on a list of arguments")
SHAPES: dict[Profile, Shape] = {
    "cli_tool": Shape(
        plan=(
            "One file with functions that do the work and return values, and one file `main` that "
            "reads the arguments, calls them and prints."
        ),
        core=_PURE,
        main=f"{_MAIN} `--help` prints the usage and ends with 0.",
        unsaid=_CUSTOMS,
        main_purpose="the command line",
        criteria=("`--help` prints how it is used and ends with status 0.",),
    ),
    "web_app": Shape(
        plan=(
            "One file `app` with a function handle(method, path, body) that answers a request "
            "without any network, and one file `main` that serves it."
        ),
        core=(
            "`handle` opens no socket. It returns the HTTP status and the answer: a text for a "
            "page of HTML, anything else is sent as JSON. What it does not know has the status 404."
        ),
        main=(
            "`main` takes the list of arguments, reads `--port NUMBER` (8000 without it), serves "
            "on 127.0.0.1 only, hands every request to `handle`, and sends texts as text/html and "
            "anything else as application/json. Use only the HTTP server of the standard library. "
            "`--help` prints the usage and returns 0."
        ),
        core_seeds=(Seed("handle", 'method, path, body=""', "", "answers one request"),),
        by_seeds=True,
        main_purpose="serves the app on 127.0.0.1",
        criteria=("`handle` answers an unknown path with the status 404.",),
    ),
    "data_pipeline": Shape(
        plan=(
            "One file with small functions that read, clean, compute and format rows, and one file "
            "`main` that reads the input file, calls them and writes the result."
        ),
        core=_PURE + " A row is a dictionary.",
        main=(
            "`main` takes the list of arguments: the input file and, optional, the output file. It "
            "writes to standard output where no output file is named, and returns the exit status. "
            "`--help` prints the usage and ends with 0."
        ),
        unsaid=_CUSTOMS,
        core_seeds=(Seed("run", "rows", "", "turns the rows of the input into the result"),),
        main_purpose="reads the input, runs the steps, writes the result",
    ),
    "library": Shape(
        plan="One file, or few, with functions or classes. No main and no command line.",
        core=_PURE,
    ),
    "script": Shape(
        plan="One file with small functions and `main`, which runs them.",
        core=_PURE,
        main=f"{_MAIN} Only `main` prints.",
        main_purpose="the script",
    ),
}  # fmt: skip


def seeded(seed: Seed, language: LanguageName) -> Function:
    """Return a function that a shape asks for, as the language writes it."""
    inside, returns = seed.inside, seed.returns
    if language != "python":
        inside = inside.replace("argv=None", "argv")
        returns = {"int": "number"}.get(returns, returns)
    said = head(seed.name, inside, returns, language)
    return Function(name=seed.name, signature=said, purpose=seed.purpose)


def answer_form(profile: Profile, language: LanguageName) -> str:
    """Return how `handle` hands its answer back, where there is one."""
    if profile != "web_app":
        return ""
    if language == "python":
        return "`handle` returns a tuple (status, data)."
    return "`handle` returns an object { status, data }."
