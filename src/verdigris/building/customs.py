"""What a tool that keeps texts is usually asked, where the goal leaves its commands open.

"A CLI tool for managing TODO items" names no command, and whoever tries it types `add` and `list`
first. So that is assumed and written down, told to whoever writes the code, and tested. A goal
that says how it is used, or whose items are more than a text, is left to the planner.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from verdigris.building.goal import examples_in, functions_in
from verdigris.building.profiles import Seed
from verdigris.core.building import Blueprint, Check, Example, Profile, Session
from verdigris.languages.base import Language

_TEXT = (
    r"(?:to[- ]?dos?(?: items?)?|tasks?|notes?|reminders?|chores?|ideas?|wishes|"
    r"(?:to[- ]?do|shopping|grocery|packing|reading|wish)[- ]?lists?)"
)
"""Things of which each is one text."""
_KEEPS = re.compile(
    r"\b(?:manag(?:e|es|ing)|organi[sz](?:e|es|ing)|keep(?:s|ing)?(?: track of)?|track(?:s|ing)?|"
    r"stor(?:e|es|ing)|sav(?:e|es|ing)|remember(?:s|ing)?)\s+"
    r"(?:(?:a|the|my|your|our|some|all|simple|personal|daily|short|quick|list of)\s+){0,2}"
    rf"{_TEXT}\b"
    rf"|\b{_TEXT}\s+(?:manager|organi[sz]er|keeper|tracker|app|list)\b",
    re.I,
)
"""Whoever keeps something else (the order of tasks, the time they take) is left alone."""
_SAID = re.compile(
    r"`|\s--?\w|^[ \t]*(?:\$|>>>)|\b(?:sub-?)?commands?\b(?![-\s]line)|\barguments?\b|"
    r"\binteractive|\bmenu\b|\bprompts?\b|~|%|\bhome\b|(?<![\w.])/\w",
    re.I | re.M,
)
"""The goal says itself how it is used, or where its file lies."""
_MORE = re.compile(
    r"\b(?:priorit\w*|due|deadlines?|tags?|tagged|categor\w*|titles?|amounts?|prices?|dates?|urls?|"
    r"authors?|names?|status|projects?|users?(?!-friendly)|sync\w*|imports?|exports?|converts?|"
    r"extracts?|find(?:s|ing)?|search\w*|filter\w*|sort\w*|comments?|release|timers?|apis?|"
    r"encrypt\w*|passwords?|complet\w*|done|mark\w*|edit\w*|updat\w*|view\w*|eras\w*|creating|"
    r"creates|rest|web|server)\b",
    re.I,
)
"""An item is more than its text, or more is wanted than to add, list and delete."""
STORE = (
    Seed("load", "path", "", "returns the list of texts in a file"),
    Seed("save", "path, items", "", "writes a list of texts to a file"),
)
"""What such a program is made of besides its commands. Left to itself, a small model forgets that
there is no file at first, or thinks up a `save` that is not told what to save."""
_KEPT_AGAIN = (
    ("load('none')", "[]", "There is nothing at first"),
    ("save('kept', ['a', 'b c'])\nload('kept')", "['a', 'b c']", "What was saved is loaded"),
    (
        "save('kept', ['a'])\nsave('kept', [])\nload('kept')",
        "[]",
        "What is saved is all there is",
    ),
)


@dataclass(frozen=True)
class Commands:
    """What such a tool is asked, in the words of the goal where it has some."""

    add: str = "add"
    show: str = "list"
    delete: str = "delete"
    file: str = "a file"

    @property
    def criteria(self) -> tuple[str, ...]:
        return (
            "`load` returns an empty list where the file is not there, else the list that `save` "
            "wrote to it.",
            f"`{self.add} TEXT` keeps one more item, in {self.file} in the current folder.",
            f"`{self.show}` prints a line for each item that is kept, with its number and its "
            "text; the first has the number 1.",
            f"`{self.delete} NUMBER` removes the item with that number.",
            "A number that is not there or a missing argument is answered with a message on "
            "standard error and status 2.",
        )

    @property
    def assumption(self) -> str:
        return (
            f"The goal names no commands: it has `{self.add} TEXT`, `{self.show}` and "
            f"`{self.delete} NUMBER`."
        )

    @property
    def sessions(self) -> tuple[Session, ...]:
        milk, friend = (self.add, "buy milk"), (self.add, "call Ann")
        return (
            Session(
                lines=(milk, friend, (self.show,)), shows=("buy milk", "call Ann"),
                like="1 buy milk\n2 call Ann",
                says="What was added is listed when it is started again",
            ),
            Session(
                lines=(milk, friend, (self.delete, "1"), (self.show,)),
                shows=("call Ann",), hides=("buy milk",),
                says="What was deleted is not listed any more, and the rest is",
            ),
            Session(
                lines=(milk, friend, (self.delete, "2"), (self.show,)),
                shows=("buy milk",), hides=("call Ann",),
                says="The second item can be deleted, and the first stays",
            ),
            Session(
                lines=(milk, (self.delete, "7")), status=2,
                says="A number that is not there is refused",
            ),
            Session(lines=((self.add,),), status=2, says="A missing text is refused"),
        )  # fmt: skip


def usual(goal: str, language: Language, profile: Profile) -> Commands | None:
    """Return the commands to assume; None where the goal has its own or is about something else."""
    if profile != "cli_tool" or not _KEEPS.search(goal):
        return None
    if _SAID.search(goal) or _MORE.search(goal) or examples_in(goal, language.name):
        return None
    if any(one.name != "main" for one in functions_in(goal, language)):
        return None
    shown = "show" if _word("show", goal) and not _word("list", goal) else "list"
    gone = "remove" if _word("remov", goal) and not _word("delet", goal) else "delete"
    kind = re.search(r"\b(?:json|csv|yaml)\b", goal, re.I)
    return Commands(show=shown, delete=gone, file=f"a {kind[0].upper()} file" if kind else "a file")


def kept(blueprint: Blueprint, language: Language) -> list[Check]:
    """Return tests that what is saved is loaded again, where the program has the usual store."""
    if not blueprint.sessions:
        return []
    found: list[Check] = []
    names = {seed.name for seed in STORE}
    for part in blueprint.parts:
        if not names <= {one.name for one in part.functions}:
            continue
        for given, expected, says in _KEPT_AGAIN:
            shown = Example(kind="call", given=given, expected=expected, quoted=says)
            if check := language.example(shown, part, len(found) + 1):
                name = check.name.replace("_example_", "_kept_")
                update = {"name": name, "origin": "custom", "says": says}
                found.append(check.model_copy(update=update))
    return found


def _word(stem: str, goal: str) -> bool:
    return bool(re.search(rf"\b{stem}(?:e|es|s|ing)?\b", goal, re.I))
