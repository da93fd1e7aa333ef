"""Whatever the file looks like, an idea parses, changes the code, and leaves the rest alone."""

from __future__ import annotations

import ast
import builtins
import sysconfig
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from bugs import TABLES, ideas
from hypothesis import given, settings
from hypothesis import strategies as st

from verdigris.core.repair import Localised, Suspect
from verdigris.repair.equal import Meanings
from verdigris.repair.idea import Idea
from verdigris.repair.operators.scope import COMMON
from verdigris.repair.source import Source

PROGRAMS = [text for table in TABLES for text, _ in table.PROGRAMS]
HARMLESS = {*COMMON, "super", "NotImplemented", "copy", "item"} | {
    name for name in dir(builtins) if name.endswith(("Error", "Exception", "Iteration"))
}
UNITS = (5, 7, 8, 10, 12, 16, 24, 30, 31, 60, 90, 100, 180, 255, 256, 360, 366, 1000, 1024, 3600)
"""Numbers of everybody's units: they are put in without being in the file."""
RUNNING = {"", "key", "value", "one"}
"""What runs through a comprehension that is put in; where it is taken, `key_`."""
LIBRARY = Path(sysconfig.get_paths()["stdlib"])
MODULES = (
    "bisect", "heapq", "textwrap", "shlex", "fnmatch", "calendar", "string", "csv", "colorsys",
    "contextlib", "functools", "queue", "graphlib", "copy", "base64", "dataclasses", "fractions",
    "asyncio/queues", "json/decoder", "html/parser", "email/utils",
)  # fmt: skip


def found(text: str, lines: Sequence[int], most: int = 8000) -> list[Idea]:
    suspects = [Suspect(path="a.py", line=line, score=1.0) for line in lines]
    return ideas(Source("a.py", text), suspects, Localised(), {}, most=most)


def check(text: str, idea: Idea) -> None:
    assert all(0 <= splice.start <= splice.end <= len(text) for splice in idea.splices)
    assert all(one.end <= other.start for one, other in pairwise(idea.splices))
    assert ast.dump(ast.parse(idea.apply(text))) != ast.dump(ast.parse(text)), idea
    assert idea.weight > 0
    assert idea.what


@settings(max_examples=40)
@given(st.sampled_from(PROGRAMS), st.data())
def test_an_idea_parses_and_changes_the_tree(text: str, data: st.DataObject) -> None:
    line = data.draw(st.integers(1, text.count("\n")))
    some = found(text, [line])
    for idea in data.draw(st.lists(st.sampled_from(some), max_size=12)) if some else ():
        assert idea.line == line
        check(text, idea)


def as_windows_writes(text: str) -> str:
    return text.replace("\n", "\r\n")


def with_tabs(text: str) -> str:
    """Return a text indented by tabs; the programs have no four spaces elsewhere."""
    return text.replace("    ", "\t")


def with_remarks(text: str) -> str:
    """Return a text with a remark after each line, in more than one alphabet."""
    return "".join(f"{line}  # héllo – {n}\n" for n, line in enumerate(text.splitlines()))


@settings(max_examples=10)
@given(st.sampled_from(PROGRAMS), st.data())
@pytest.mark.parametrize(
    ("write", "read"),
    [
        (as_windows_writes, lambda text: text.replace("\r\n", "\n")),
        (with_tabs, lambda text: text.replace("\t", "    ")),
        (lambda text: f"\ufeff{text}", lambda text: text.removeprefix("\ufeff")),
    ],
    ids=["windows", "tabs", "byte order mark"],
)
def test_the_form_of_a_file_is_kept_and_changes_no_idea(write, read, text, data) -> None:
    line = data.draw(st.integers(1, text.count("\n")))
    plain = [idea.apply(text) for idea in found(text, [line])]
    written = write(text)
    formed = [idea.apply(written) for idea in found(written, [line])]
    assert [read(each) for each in formed] == plain
    assert all(write(read(each)) == each for each in formed)


@settings(max_examples=12)
@given(st.sampled_from(PROGRAMS), st.data())
def test_a_last_line_without_an_end_gets_none(text: str, data: st.DataObject) -> None:
    line = data.draw(st.integers(1, text.count("\n")))
    plain = {ast.dump(ast.parse(idea.apply(text))) for idea in found(text, [line])}
    open_ended = text.removesuffix("\n")
    for idea in found(open_ended, [line]):
        made = idea.apply(open_ended)
        assert not made.endswith("\n")
        assert ast.dump(ast.parse(made)) in plain, idea


@settings(max_examples=12)
@given(st.sampled_from(PROGRAMS), st.data())
def test_remarks_stay_where_they_are(text: str, data: st.DataObject) -> None:
    line = data.draw(st.integers(1, text.count("\n")))
    remarked = with_remarks(text)
    plain = {ast.dump(ast.parse(idea.apply(text))) for idea in found(text, [line])}
    for idea in found(remarked, [line]):
        made = idea.apply(remarked)
        assert ast.dump(ast.parse(made)) in plain, idea
        taken = sum(remarked[s.start : s.end].count("#") for s in idea.splices)
        given_back = sum(splice.text.count("#") for splice in idea.splices)
        assert made.count("#") == remarked.count("#") - taken + given_back


def names_in(text: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


def numbers_in(text: str) -> set[float]:
    constants = [n.value for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Constant)]
    return {value for value in constants if isinstance(value, int | float)}


@settings(max_examples=25)
@given(st.sampled_from(PROGRAMS), st.data())
def test_nothing_is_invented(text: str, data: st.DataObject) -> None:
    line = data.draw(st.integers(1, text.count("\n")))
    names, numbers = names_in(text), numbers_in(text)
    known = {*names, *HARMLESS, *(arg.arg for arg in ast.walk(ast.parse(text))
                                  if isinstance(arg, ast.arg))}  # fmt: skip
    near = {
        0,
        1,
        2,
        *(n + by for n in numbers for by in (-1, 0, 1)),
        *(-n for n in numbers),
        *UNITS,
    }
    for idea in found(text, [line])[::5]:
        made = idea.apply(text)
        new = {name for name in names_in(made) if name.rstrip("_") not in RUNNING}
        assert new - known <= defined_in(text), idea
        assert {abs(n) for n in numbers_in(made)} <= {abs(n) for n in near}, idea
        assert made.count("import") == text.count("import")


def defined_in(text: str) -> set[str]:
    tree = ast.parse(text)
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    attributes = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    imported = {n.asname or n.name for n in ast.walk(tree) if isinstance(n, ast.alias)}
    return {n.name for n in ast.walk(tree) if isinstance(n, kinds)} | attributes | imported


@pytest.mark.parametrize(
    "text",
    [
        f"TABLE = [{', '.join(f'({n}, x + {n})' for n in range(3000))}]\n",
        f"x = {' + '.join(f'a{n}' for n in range(400))}\n",
        f"x = {'[' * 80}1{']' * 80}\n",
        f"x = {'not ' * 300}a\n",
        f"def f({', '.join(f'a{n}' for n in range(200))}): return a1\n",
        "if x: y = 1; z = f(y)\nelse: y = 2\nwhile y: y -= 1\n",
        "match x:\n    case 1 | 2 if y:\n        z = 3\n    case _:\n        pass\n",
        "try:\n    x = 1\nexcept* ValueError:\n    pass\n",
        "@d\nclass A(B, k=1):\n    x: int = 0\n    def f(self, /, a, *b, c=1, **d): ...\n",
        "async def f():\n    async with a as b:\n        async for x in y:\n            yield x\n",
        "x = f'{a!r:>{b}} {c:.2f}' f\"{d['e']}\"\n",
        "def f():\n\tif x:\n\t\treturn 1 ; \n\telse : pass\n",
        "x = (  # one\n    a  # two\n    + b\n)\\\n  .c\n",
    ],
    ids=range(13),
)
def test_odd_code_is_no_trouble(text: str) -> None:
    for idea in found(text, range(1, text.count("\n") + 1))[::3]:
        check(text, idea)


def test_tests_are_never_edited() -> None:
    suspects = [Suspect(path="tests/test_a.py", line=1, score=1.0)]
    assert ideas(Source("tests/test_a.py", "x = 1 < y\n"), suspects, Localised(), {}) == []


def test_a_learned_factor_moves_an_operator_and_zero_silences_it() -> None:
    text = "def f(a, b):\n    return a < b\n"
    suspects = [Suspect(path="a.py", line=2, score=1.0)]
    source = Source("a.py", text)
    usual = ideas(source, suspects, Localised(), {})
    turned = ideas(source, suspects, Localised(), {"compare.turned": 3.0, "compare.boundary": 0.0})
    assert usual[0].operator == "compare.boundary"
    assert turned[0].operator == "compare.turned"
    assert "compare.boundary" not in {idea.operator for idea in turned}


@pytest.mark.parametrize(
    ("types", "first"),
    [(("list",), "sorted(values)"), (("float",), "round(values)"), ((), "int(values)")],
)
def test_types_that_were_seen_decide_what_comes_first(types: tuple[str, ...], first: str) -> None:
    text = "def f(values):\n    return values\n"
    seen = Localised(types={"a.py::f": {"values": types}})
    suspects = [Suspect(path="a.py", line=2, score=1.0)]
    made = [
        idea.splices[0].text
        for idea in ideas(Source("a.py", text), suspects, seen, {})
        if idea.operator == "wrap.added"
    ]
    assert first in made[:3]


@pytest.mark.parametrize("name", MODULES)
def test_the_standard_library_has_ideas_everywhere_and_each_compiles_or_is_known_not_to(
    name: str,
) -> None:
    text = (LIBRARY / f"{name}.py").read_text("utf-8")
    count = text.count("\n")
    some = found(text, range(1, count, max(count // 10, 1)))
    assert [idea.weight for idea in some] == sorted((i.weight for i in some), reverse=True)
    assert len({idea.splices for idea in some}) == len(some) > 20
    means = Meanings(Source("a.py", text))
    kept = [means(idea) is not None for idea in some[::80]]
    assert sum(kept) >= 0.9 * len(kept)
    for idea in some[:: max(len(some) // 8, 1)]:
        check(text, idea)
