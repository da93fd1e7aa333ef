"""In which form tests are asked for: one assertion a line where that can be, as data."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from verdigris.building.reading.places import data_files
from verdigris.core.building import Blueprint, LanguageName, Part

Kind = Literal["calls", "objects", "program", "reader", "server"]
MOST = 8
"""Assertions that one answer is asked for."""


class Form(NamedTuple):
    how: str
    """What is wanted, before the lines that show it."""
    lines: str
    note: str
    error: str = ""
    """How an error, or a status, is asked for; a small model that reads it without need invents
    one."""
    listed: bool = True
    """Whether each test is one line. Then a list of strings is asked for, to which a model can be
    held: a small one that may write what it likes writes the program instead, or one line for
    ever. The lines that it is shown have single quotes: it would end its string at a double one."""


_ONE = "Give {most} different assertions, one line each, like"
_NONE = "No variables, no loops, no imports."
_SURE = "Only assert what is printed where the goal says exactly what that is."
_APART = "Each argument is a text of its own."
_RUNS = f"`program` runs the program with these arguments in an empty folder. {_APART}"
_READS = f"`program` puts these files into an empty folder and runs the program there. {_APART}"
_PYTHON: dict[Kind, Form] = {
    "calls": Form(
        _ONE,
        "assert {first}(...) == ...",
        _NONE,
        "Where an error must be raised: `with pytest.raises(ValueError): {first}(...)`.",
    ),
    "objects": Form(
        "Write 5 to 8 short tests, each with an object of its own, like",
        "def test_1():\n    one = {first}(...)\n    one.method(...)\n"
        "    assert one.method(...) == ...",
        "",
        "Where an error must be raised: `with pytest.raises(ValueError): one.method(...)`.",
        listed=False,
    ),
    "program": Form(
        _ONE,
        "assert program('...', '...').stdout.strip() == '...'",
        f"{_RUNS} {_SURE} {_NONE}",
        "Where an exit status is told: `assert program('...').returncode == 2`.",
    ),
    "reader": Form(
        _ONE,
        "assert program('...', files={{'{file}': '...'}}).stdout.strip() == '...'",
        f"{_READS} {_SURE} {_NONE}",
        "Where an exit status is told: `assert program('...', files={{}}).returncode == 2`.",
    ),
    "server": Form(
        _ONE,
        "assert server.request('GET', '/...')[0] == 200\n"
        "assert '...' in server.request('GET', '/...')[1]",
        f"`server.request` returns the status and the text of the answer. {_NONE}",
    ),
}  # fmt: skip
_SCRIPT: dict[Kind, Form] = {
    "calls": Form(
        _ONE,
        "assert.deepStrictEqual({first}(...), ...);",
        _NONE,
        "Where an error must be thrown: `assert.throws(() => {first}(...));`.",
    ),
    "objects": Form(
        "Write 5 to 8 short tests, each with an object of its own, like",
        'test("1", () => {{\n  const one = new {first}(...);\n  one.method(...);\n'
        "  assert.deepStrictEqual(one.method(...), ...);\n}});",
        "",
        "Where an error must be thrown: `assert.throws(() => one.method(...));`.",
        listed=False,
    ),
    "program": Form(
        _ONE,
        "assert.equal(program('...', '...').stdout.trim(), '...');",
        f"{_RUNS} {_SURE} {_NONE}",
        "Where an exit status is told: `assert.equal(program('...').status, 2);`.",
    ),
    "reader": Form(
        _ONE,
        "assert.equal(program('...', {{ files: {{ '{file}': '...' }} }}).stdout.trim(), '...');",
        f"{_READS} {_SURE} {_NONE}",
        "Where an exit status is told: `assert.equal(program('...').status, 2);`.",
    ),
    "server": Form(
        _ONE,
        "assert.equal((await server.request('GET', '/...')).status, 200);",
        f"`server.request` returns an object {{{{ status, text, json }}}}. {_NONE}",
    ),
}


_ERRORS = re.compile(r"\b(?:rais|throw|error|exception|invalid|reject|fail)", re.I)
_STATUS = re.compile(r"\bexit|\bstatus (?:is |of )?\d|\bcode \d|\b(?:return|status) code", re.I)


def form_for(blueprint: Blueprint, part: Part, language: LanguageName, most: int = MOST) -> Form:
    """Return the form that tests of a part are asked for in, `most` of them at once."""
    names = [one.name for one in part.functions if "." not in one.name and one.name != "main"]
    own = [one for one in names if not one.endswith(("Error", "Exception"))]
    kind = _kind(blueprint, part, own)
    form = (_PYTHON if language == "python" else _SCRIPT)[kind]
    first = own[0] if own else "main"
    said = " ".join([blueprint.goal, *(one.text for one in blueprint.criteria)])
    file = next(iter(data_files(blueprint.goal)), "")
    how, lines, note, error = (
        piece.format(first=first, most=most, file=file) for piece in form[:4]
    )
    told = _STATUS if kind in ("program", "reader") else _ERRORS
    return Form(how, lines, note, error if told.search(said) else "", form.listed)


def _kind(blueprint: Blueprint, part: Part, names: list[str]) -> Kind:
    if part.is_main and not names:
        if blueprint.profile == "web_app":
            return "server"
        return "reader" if data_files(blueprint.goal) else "program"
    classes = {
        one.name for one in part.functions if re.match(r"(?:export )?class\b", one.signature)
    }
    return "objects" if names and names[0] in classes else "calls"
