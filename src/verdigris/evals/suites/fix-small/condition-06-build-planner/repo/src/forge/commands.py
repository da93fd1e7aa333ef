"""The commands that rules can use. Each takes file names and gives the content of the product."""

from __future__ import annotations

from collections.abc import Callable

from forge.files import Files

Command = Callable[[list[str], Files], str]
COMMANDS: dict[str, Command] = {}


def command(name: str) -> Callable[[Command], Command]:
    def register(made: Command) -> Command:
        COMMANDS[name] = made
        return made

    return register


@command("join")
def join(names: list[str], files: Files) -> str:
    return "\n".join(files.read(name) for name in names)


@command("upper")
def upper(names: list[str], files: Files) -> str:
    return join(names, files).upper()


@command("sort")
def sort(names: list[str], files: Files) -> str:
    return "\n".join(sorted(join(names, files).splitlines()))


@command("unique")
def unique(names: list[str], files: Files) -> str:
    return "\n".join(dict.fromkeys(join(names, files).splitlines()))


@command("count")
def count(names: list[str], files: Files) -> str:
    return str(len(join(names, files).split()))


@command("head")
def head(names: list[str], files: Files) -> str:
    """The first word is the number of lines."""
    lines = join(names[1:], files).splitlines()
    return "\n".join(lines[: int(names[0])])


@command("text")
def text(names: list[str], files: Files) -> str:
    """The words themselves."""
    return " ".join(names)
