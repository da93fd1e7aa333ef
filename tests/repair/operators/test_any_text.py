"""Whatever the file looks like, an idea parses, changes the code, and leaves the rest alone."""

from __future__ import annotations

import ast
import sysconfig
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from bugs import TABLES
from hypothesis import given, settings
from hypothesis import strategies as st

from verdigris.core.repair import Localised, Suspect
from verdigris.repair.equal import Meanings
from verdigris.repair.idea import Idea
from verdigris.repair.operators import ideas
from verdigris.repair.source import Source

PROGRAMS = [text for table in TABLES for text, _ in table.PROGRAMS]
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
