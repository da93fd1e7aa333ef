"""Candidates that pass the same tests, told apart by calls that no test makes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trust_projects import Place

from verdigris.building.agreement import agree
from verdigris.building.matrix import Matrix, run_matrix
from verdigris.building.probing import MOST, compared
from verdigris.core.building import Blueprint, Check, Example, Function, LanguageName, Part
from verdigris.core.change import make_change
from verdigris.core.syntax import syntax_error
from verdigris.core.text import encode
from verdigris.errors import SandboxUnavailable
from verdigris.languages import language
from verdigris.languages.variants import plain, varied
from verdigris.sandbox.base import Sandbox
from verdigris.sandbox.pick import open_backend
from verdigris.settings import Machine, Settings

GOAL = "Words are grouped by their first letter; empty words are left out."
SHOWN = {
    "python": ("grouped(['Ant', 'ape'])", "{'a': ['Ant', 'ape']}"),
    "node": ("grouped(['Ant', 'ape'])", "{ a: ['Ant', 'ape'] }"),
    "typescript": ("grouped(['Ant', 'ape'])", "{ a: ['Ant', 'ape'] }"),
}
HEADS = {
    "python": "def grouped(words)",
    "node": "export function grouped(words)",
    "typescript": "export function grouped(words: string[]): Record<string, string[]>",
}
_SCRIPT = """\
export function grouped({words}) {{
  const found{table} = {{}};
  for (const word of words) {{
    {first}
    (found[word[0].toLowerCase()] ??= []).push(word);
  }}
  return found;
}}
"""
TYPES = {"node": ("words", ""), "typescript": ("words: string[]", ": Record<string, string[]>")}


def code(name: LanguageName, *, careful: str) -> str:
    """Return a program that passes the example; `careful` says how it treats an empty word."""
    if name == "python":
        first = {"": "", "left out": "if not word: continue"}.get(
            careful, "if word == '': continue"
        )
        body = f"        {first}\n" if first else ""
        return (
            "def grouped(words):\n    found = {}\n    for word in words:\n"
            f"{body}        found.setdefault(word[0].lower(), []).append(word)\n    return found\n"
        )
    first = {"": "", "left out": "if (!word) continue;"}.get(careful, 'if (word === "") continue;')
    words, table = TYPES[name]
    return _SCRIPT.format(words=words, table=table, first=first)


@pytest.mark.parametrize("name", ["python", "node", "typescript"])
async def test_of_candidates_that_pass_all_tests_one_that_breaks_at_an_edge_is_not_taken(
    tmp_path: Path, lean_python: Path, name: LanguageName
) -> None:
    if name != "python" and shutil.which("node") is None:
        pytest.skip("node is not installed")
    tongue, sandbox = language(name), await _sandbox()
    path = tongue.part_path("groups")
    head = Function(name="grouped", signature=HEADS[name])
    part = Part(path=path, purpose="groups words", functions=(head,))
    plan = Blueprint(name="groups", language=name, profile="library", summary="", parts=(part,))
    given, expected = SHOWN[name]
    example = Example(kind="call", given=given, expected=expected, quoted="", part=path)
    shown = tongue.example(example, part, 1)
    assert shown is not None
    probes = tongue.probes(part, [shown], MOST)
    assert 5 < len(probes) <= MOST
    assert not syntax_error(tongue.test_path(part), tongue.test_file(part, [shown, *probes]))
    stub = tongue.stub(part)
    files = {
        **tongue.scaffold(plan), path: stub,
        tongue.test_path(part): tongue.test_file(part, [shown, *probes]),
    }  # fmt: skip
    texts = [code(name, careful=how) for how in ("", "left out", "said otherwise")]
    candidates = [make_change({path: stub}, {path: text}, "fast") for text in texts]
    ids = {shown.name: tongue.test_id(part, shown)}
    asked = {one.name: tongue.test_id(part, one) for one in probes}
    place = Place(tmp_path, files)
    async with place.trials(lean_python, sandbox, warm=False) as trials:
        matrix = await run_matrix(trials, candidates, None, ids, test_seconds=10, probes=asked)
    assert all(len(said) == len(probes) for said in matrix.probed)
    assert agree([shown], matrix).chosen == 0, "by the tests alone they are all the same"
    found = agree([shown], compared(matrix, [shown], probes, GOAL))
    assert (found.chosen, found.backing, found.candidates) == (1, 3, 3), matrix
    assert [one.name for one in found.trusted] == [shown.name]


async def _sandbox() -> Sandbox:
    try:
        return await open_backend("bubblewrap", Settings(), Machine.current())
    except SandboxUnavailable as missing:
        pytest.skip(missing.show())


def probed(*answers: str, passes: str = "e e e e") -> Matrix:
    """Return a matrix of candidates whose probes came out so, a word for each probe."""
    said = [
        {
            f"p{n}": f"AssertionError: probe {'raises' if word[0].isupper() else 'gives'} {word}"
            for n, word in enumerate(answer.split())
        }
        for answer in answers
    ]
    met = [frozenset({"e"} if word == "e" else ()) for word in passes.split()][: len(answers)]
    return Matrix(passes=tuple(met), on_stub=frozenset(), probed=tuple(said))


def check(name: str, origin: str) -> Check:
    return Check.model_validate({"name": name, "part": "a.py", "body": "", "origin": origin})


EXAMPLE = [check("e", "example")]
PROBES = [check(f"p{n}", "probe") for n in range(3)]


def alike(matrix: Matrix, goal: str = "") -> tuple[float, ...]:
    return tuple(round(one, 2) for one in compared(matrix, EXAMPLE, PROBES, goal).alike)


def test_each_candidate_is_counted_with_those_that_answer_the_same() -> None:
    assert alike(probed("a b c", "a b c", "a x c", "y y y")) == (2.67, 2.67, 2.33, 1.0)


def test_to_fail_alike_is_no_agreement_unless_the_goal_names_the_error() -> None:
    matrix = probed("a IndexError c", "a IndexError c", "a b c")
    assert alike(matrix) == (2.0, 2.0, 2.33)
    assert alike(matrix, "An empty list raises IndexError.") == (2.67, 2.67, 2.33)


def test_who_fails_an_example_of_the_goal_has_no_voice() -> None:
    assert alike(probed("a b c", "x x x", "x x x", passes="e - -")) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize("answers", [("", ""), ("KeyError KeyError KeyError",)])
def test_where_nothing_was_answered_nothing_is_said(answers: tuple[str, ...]) -> None:
    assert alike(probed(*answers)) == ()


def test_where_only_those_without_a_voice_answer_the_tests_alone_decide() -> None:
    matrix = probed("KeyError KeyError KeyError", "", "x x x", passes="e e -")
    assert alike(matrix) == ()


_NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
_PLAIN = st.recursive(
    st.none() | st.booleans() | _NUMBERS | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
    max_leaves=6,
)


@given(st.lists(st.tuples(_PLAIN, _PLAIN), min_size=1, max_size=4), st.integers(1, 40))
def test_variants_begin_with_the_calls_differ_and_are_as_many_as_asked_for(
    calls: list[tuple[object, ...]], limit: int
) -> None:
    found = varied(calls, limit)
    written = [repr(one) for one in found]
    assert len(set(written)) == len(written) <= limit
    assert written[0] == repr(calls[0])
    assert all(len(one) == 2 and plain(one) for one in found)
    assert [repr(one) for one in varied(calls, limit)] == written


@pytest.mark.parametrize("name", ["python", "node"])
@given(body=st.text(max_size=80) | st.sampled_from(["grouped(", "grouped(**x)", "grouped(...y)"]))
def test_no_test_whatever_breaks_the_making_of_probes(name: LanguageName, body: str) -> None:
    tongue = language(name)
    head = Function(name="grouped", signature=HEADS[name])
    part = Part(path=tongue.part_path("groups"), purpose="", functions=(head,))
    written = check("t", "criterion").model_copy(update={"body": body, "part": part.path})
    for one in tongue.probes(part, [written], 5):
        assert not syntax_error(tongue.test_path(part), tongue.test_file(part, [one]))


@pytest.mark.parametrize(
    ("name", "body", "number"),
    [
        ("python", "assert grouped('\\ud800') == 1", 5),
        ("python", "assert grouped(1e999) == 1", 0),
        ("node", "assert.equal(grouped('\\ud800'), 1);", 5),
        ("node", "assert.equal(grouped(1e999), 1);", 3),
        ("node", f"assert.equal(grouped({'[' * 3000}{']' * 3000}), 1);", 0),
        ("node", f"assert.equal(grouped({'{a: ' * 999}1{'}' * 999}), 1);", 0),
    ],
)
def test_odd_arguments_give_probes_that_can_be_written_or_none(
    name: LanguageName, body: str, number: int
) -> None:
    tongue = language(name)
    head = Function(name="grouped", signature=HEADS[name])
    part = Part(path=tongue.part_path("groups"), purpose="", functions=(head,))
    odd = check("t", "criterion").model_copy(update={"body": body, "part": part.path})
    found = tongue.probes(part, [odd], 5)
    assert len(found) == number
    assert encode(tongue.test_file(part, found))


@pytest.mark.parametrize(
    ("name", "head"), [("python", "def f{}(n)"), ("node", "export function f{}(n)")]
)
def test_a_part_of_many_functions_has_no_more_probes_than_others(
    name: LanguageName, head: str
) -> None:
    tongue = language(name)
    heads = tuple(Function(name=f"f{n}", signature=head.format(n)) for n in range(50))
    part = Part(path=tongue.part_path("groups"), purpose="", functions=heads)
    body = "\n".join(f"f{n}({n});" for n in range(50))
    many = check("t", "criterion").model_copy(update={"body": body, "part": part.path})
    assert len(tongue.probes(part, [many], MOST)) == MOST
