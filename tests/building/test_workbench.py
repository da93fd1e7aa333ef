"""What a coder with tools may see and write."""

from __future__ import annotations

import pytest

from verdigris.building.tools import Call
from verdigris.building.workbench import Workbench
from verdigris.errors import ModelMistake

SEEN = {"tests/test_a.py": "def test_a(): ...\n", "pyproject.toml": "[project]\n"}


def bench(text: str = "def a():\n    return 1\n") -> Workbench:
    return Workbench({"a.py": text}, list(SEEN), SEEN.get)


def test_what_was_written_is_what_is_read() -> None:
    work = bench()
    before = work.digest
    assert "2 lines" in work.create(Call(tool="create", path="./a.py", text="x = 1\ny = 2"))
    assert work.read(Call(tool="read", path="a.py")) == "x = 1\ny = 2\n"
    assert work.digest != before


def test_everything_is_listed_and_what_may_be_written_is_marked() -> None:
    assert bench().list(Call(tool="list")) == "a.py (yours)\npyproject.toml\ntests/test_a.py"
    assert bench().list(Call(tool="list", path="tests/")) == "tests/test_a.py"


def test_an_edit_wants_its_place_exactly_once() -> None:
    work = bench("x = 1\ny = 1\nx = 1\n")
    assert work.edit(Call(tool="edit", path="a.py", find="y = 1", replace="y = 2"))
    assert work.texts["a.py"] == "x = 1\ny = 2\nx = 1\n"
    for find in ("x = 1", "z = 1"):
        with pytest.raises(ModelMistake):
            work.edit(Call(tool="edit", path="a.py", find=find, replace="q = 0"))
    assert work.texts["a.py"] == "x = 1\ny = 2\nx = 1\n"


def test_a_text_that_does_not_parse_is_kept_and_said_to_be_so() -> None:
    work = bench()
    assert "does not parse" in work.create(Call(tool="create", path="a.py", text="def a(:\n"))


def test_what_leaves_code_out_is_not_written() -> None:
    work = bench()
    with pytest.raises(ModelMistake, match="leaves code out"):
        work.create(
            Call(tool="create", path="a.py", text="def a():\n    # ... existing code ...\n")
        )
    assert work.texts == bench().texts


@pytest.mark.parametrize(
    "path",
    [
        "../a.py", "/etc/passwd", "x/../../a.py", "~/a.py", ".git/config", "a/.git/hooks/x", ".env",
        ".hidden.py", "C:\\a.py", "a\0.py", "", "tests/test_a.py", "conftest.py", "pyproject.toml",
        "b.py", "a.py/b.py", "a" * 300 + ".py", "node_modules/.bin/x", "package.json",
    ],
)  # fmt: skip
def test_no_other_file_is_ever_written(path: str) -> None:
    work = bench()
    for call in (
        Call(tool="create", path=path, text="x = 1\n"),
        Call(tool="edit", path=path, find="def a", replace="def b"),
    ):
        with pytest.raises(ModelMistake):
            work.create(call) if call.tool == "create" else work.edit(call)
    assert work.texts == bench().texts


@pytest.mark.parametrize("path", ["../a.py", "/etc/passwd", ".git/config", ".env", ".x/y", "b.py"])
def test_nothing_outside_and_nothing_hidden_is_read(path: str) -> None:
    with pytest.raises(ModelMistake):
        bench().read(Call(tool="read", path=path))


@pytest.mark.parametrize("text", ["x = '\0'\n", "x = '\udc80'\n", "x" * 300_000])
def test_what_cannot_be_a_source_file_is_refused(text: str) -> None:
    with pytest.raises(ModelMistake):
        bench().create(Call(tool="create", path="a.py", text=text))
