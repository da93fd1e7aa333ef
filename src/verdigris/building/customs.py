"""What a tool that keeps texts is usually asked, where the goal leaves its commands open.

"A CLI tool for managing TODO items" names no command, and whoever tries it types `add` and `list`
first. So that is assumed and written down, told to whoever writes the code, and tested. A goal
that says how it is used, or whose items are more than a text, is left to the planner.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from verdigris.building.goal import examples_in
from verdigris.building.profiles import Seed
from verdigris.core.building import Blueprint, Check, Example, LanguageName, Profile, Session
from verdigris.languages.base import Language

_TEXTS = re.compile(
    r"\b(?:to-?dos?|tasks?|notes?|reminders?|chores?|ideas?|bookmarks?|wish(?:es)?|quotes?|"
    r"(?:shopping|grocery|groceries|packing|reading|wish)[ -]?lists?)\b",
    re.I,
)
"""Things of which each is one text."""
_KEPT = re.compile(
    r"\b(?:manag|organi[sz]|keep|track|stor|sav|remember|maintain|collect|jot|persist)\w*", re.I
)
_SAID = re.compile(
    r"`|\s--?\w|^\s*(?:\$|>>>)|\b(?:sub-?)?commands?\b(?![- ]line)|\barguments?\b|\binteractive|"
    r"\bmenu\b|\bprompts?\b",
    re.I | re.M,
)
"""The goal says itself how it is used."""
_MORE = re.compile(
    r"\b(?:priorit|due\b|deadlin|tag|categor|title|amount|price|date|url|author|name|status|"
    r"project|user|sync|remind me|import|export)\w*",
    re.I,
)
"""An item has more to it than its text."""


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


def usual(goal: str, language: LanguageName, profile: Profile) -> Commands | None:
    """Return the commands to assume; None where the goal has its own or is about something else."""
    if profile != "cli_tool" or not (_TEXTS.search(goal) and _KEPT.search(goal)):
        return None
    if _SAID.search(goal) or _MORE.search(goal) or examples_in(goal, language):
        return None
    shown = "show" if re.search(r"\bshow\w*", goal, re.I) and not _word("list", goal) else "list"
    gone = "remove" if _word("remov", goal) and not _word("delet", goal) else "delete"
    kind = re.search(r"\b(?:json|csv|sqlite|yaml)\b", goal, re.I)
    file = f"a {kind[0].upper()} file" if kind else "a file"
    return Commands(show=shown, delete=gone, file=file)


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
                name = check.name.replace("_example_", "_usual_")
                update = {"name": name, "origin": "custom", "says": says}
                found.append(check.model_copy(update=update))
    return found


def _word(stem: str, goal: str) -> bool:
    return bool(re.search(rf"\b{stem}(?:e|es|s|ing)?\b", goal, re.I))
