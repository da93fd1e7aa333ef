"""What a model is asked for, in which form, and what it hears about an answer that failed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from functools import partial

import pytest

from verdigris.core.change import Change
from verdigris.core.plan import Place
from verdigris.core.report import TestResult
from verdigris.edits.guard import require_allowed
from verdigris.models.base import Reply, Request
from verdigris.models.prices import estimate
from verdigris.prompts import render
from verdigris.proposers.base import Brief, Unusable
from verdigris.proposers.formats import Form, form_for
from verdigris.proposers.model import ModelProposer
from verdigris.proposers.showing import context, without_body
from verdigris.settings import Edits

SUMS = "def add(a, b):\n    return a - b\n\n\ndef sub(a, b):\n    return a - b\n"


def proposed(
    answers: Sequence[str],
    form: Form = "function",
    path: str = "sums.py",
    text: str = SUMS,
    name: str = "add",
    wanted: int | None = None,
) -> tuple[list[Change | Unusable], list[str]]:
    """Return what came of some answers, and the questions that were asked."""
    left, asked = list(answers), []

    async def ask(request: Request) -> Reply:
        asked.append(request.prompt)
        return Reply(text=left.pop(0))

    brief = Brief(
        goal="make it green",
        failure=TestResult(id="t.py::test", outcome="failed", message="assert 1 == 3"),
        test_source="def test(): ...",
        places=(Place(path=path, name=name),),
        files={path: text},
    )
    proposer = ModelProposer(
        "fast", ask, name="m", context_tokens=8192, samples=wanted or len(answers), temperature=0.8,
        max_tokens=500, form=form, check=partial(require_allowed, edits=Edits()),
    )  # fmt: skip

    async def collect() -> list[Change | Unusable]:
        return [candidate async for candidate in proposer.propose(brief)]

    return asyncio.run(collect()), asked


@pytest.mark.parametrize(
    ("form", "asks_for"),
    [
        ("function", "Write the complete corrected `add`"),
        ("file", "Write the whole corrected file in one ```python block"),
        ("search_replace", "sums.py\n<<<<<<< SEARCH\n"),
        ("diff", "--- a/sums.py\n+++ b/sums.py\n"),
    ],
)
def test_each_form_is_asked_for_in_its_own_words(form: Form, asks_for: str) -> None:
    _, [prompt] = proposed(["nothing"], form)
    assert asks_for in prompt


def test_a_file_without_functions_is_asked_for_whole() -> None:
    _, [prompt] = proposed(["nothing"], "function", "rates.json", '{"vat": 7}\n', "")
    assert "The bug is in `rates.json`. Write the whole corrected file in one ```json" in prompt
    _, [prompt] = proposed(["nothing"], "diff", "sums.py", "def add(:\n", "")
    assert "sums.py does not parse. Write the whole corrected file" in prompt


def test_the_next_question_carries_the_reason_and_the_nearest_lines() -> None:
    wrong = (
        "sums.py\n<<<<<<< SEARCH\ndef add(a, b):\n    return a * b\n=======\nx\n>>>>>>> REPLACE\n"
    )
    twice = (
        "sums.py\n<<<<<<< SEARCH\n    return a - b\n=======\n    return a + b\n>>>>>>> REPLACE\n"
    )
    found, asked = proposed([wrong, twice, "never mind"], "search_replace")
    assert [type(one) for one in found] == [Unusable] * 3
    assert "   1  def add(a, b):\n   2      return a - b\n" in asked[1]
    assert "matches 2 places, at lines 2, 6" in asked[2]
    first = found[0]
    assert isinstance(first, Unusable) and first.answer == wrong


def test_a_change_of_the_tests_is_refused_in_words_for_the_model() -> None:
    answer = "```python tests/test_sums.py\ndef test_add():\n    assert True\n```"
    [found], _ = proposed([answer], name="")
    assert isinstance(found, Unusable) and "belongs to the tests" in found.reason


def test_a_fuzzy_change_says_so_in_its_note_and_keeps_the_answer() -> None:
    answer = (
        "sums.py\n<<<<<<< SEARCH\ndef add(a, b):  \n    return a - b\n=======\n"
        "def add(a, b):\n    return a + b\n>>>>>>> REPLACE\n"
    )
    [found], _ = proposed([answer], "search_replace")
    assert isinstance(found, Change)
    assert found.note == "m, sample 1 on add; fuzzy: sums.py: trailing white space differs"
    assert (found.how, found.answer) == ("search/replace", answer)


@pytest.mark.parametrize(
    ("model", "context", "form"),
    [
        ("local:qwen2.5-coder-1.5b", 8192, "function"),
        ("ollama:llama3.1", 128_000, "function"),
        ("scripted:x.json", 8192, "function"),
        ("anthropic:claude-sonnet-4-5", 200_000, "search_replace"),
        ("openai:gpt-5", 200_000, "search_replace"),
        ("openai:gpt-5-nano", 200_000, "function"),
        ("openrouter:qwen/qwen2.5-coder-7b-instruct", 32_768, "function"),
        ("openrouter:qwen/qwen2.5-coder-32b-instruct", 32_768, "search_replace"),
        ("openai:tiny-window", 8192, "function"),
    ],
)
def test_small_models_write_functions_and_large_ones_edits(
    model: str, context: int, form: Form
) -> None:
    assert form_for("auto", model, context) == form
    assert form_for("diff", model, context) == "diff"


PLACES = tuple(Place(path="sums.py", name=name) for name in ("add", "sub", "times"))
THREE = SUMS + "\n\ndef times(a, b):\n    return a + b\n"


def brief_of(places: tuple[Place, ...] = PLACES, **fields: object) -> Brief:
    failure = TestResult(id="t.py::test", outcome="failed", message="assert 1 == 3")
    files = {"sums.py": THREE}
    return Brief(
        goal="make it green", failure=failure, test_source="def test(): ...", places=places,
        files=files, **fields,
    )  # fmt: skip


def batched(
    brief: Brief, answers: list[list[str]], samples: int
) -> tuple[list[object], list[Request]]:
    """Return what came of answers that come in batches, and the requests they were asked by."""
    asked: list[Request] = []

    async def one(request: Request) -> Reply | None:
        asked.append(request)
        return Reply(text=answers.pop(0)[0])

    async def several(request: Request, count: int) -> AsyncGenerator[Reply, None]:
        asked.append(request)
        for text in answers.pop(0)[:count]:
            yield Reply(text=text)

    proposer = ModelProposer(
        "fast", one, name="m", context_tokens=8192, samples=samples, temperature=0.8,
        max_tokens=500, several=several,
    )  # fmt: skip

    async def collect() -> list[object]:
        return [candidate async for candidate in proposer.propose(brief)]

    return asyncio.run(collect()), asked


def fixed(name: str, number: int) -> str:
    return f"```python\ndef {name}(a, b):\n    return {number}\n```"


def test_questions_about_one_suspect_are_put_together() -> None:
    answers = [[fixed("add", 1), fixed("add", 2)], [fixed("sub", 3)], [fixed("times", 4)]]
    found, asked = batched(brief_of(), answers, 4)
    assert [type(one) for one in found] == [Change] * 4
    assert [("add" in r.prompt.splitlines()[-1], r.greedy_first) for r in asked] == [
        (True, True), (False, False), (False, False),
    ]  # fmt: skip
    first, *singles = asked
    assert (first.temperature, first.seed) == (0.8, 1)
    assert [request.temperature for request in singles] == [0.0, 0.0], "asked for the first time"


def test_every_question_begins_with_the_part_it_says_it_shares() -> None:
    _, asked = batched(brief_of(), [["?", "?"], ["?"], ["?"]], 4)
    begins = {request.prompt[: request.shared] for request in asked}
    assert len(begins) == 1 and "def times" in begins.pop()


def test_a_batch_that_ends_early_ends_the_proposals() -> None:
    found, asked = batched(brief_of(), [[fixed("add", 1)]], 4)
    assert len(found) == 1 and len(asked) == 1, "the budget allowed one of two"


def test_what_a_cheaper_proposer_found_out_is_told() -> None:
    _, asked = batched(
        brief_of(hint="Changing line 2 alone is not enough."), [["?", "?"], ["?"]], 3
    )
    assert all("Changing line 2 alone is not enough." in request.prompt for request in asked)


def test_a_test_in_javascript_stands_in_a_fence_of_its_own() -> None:
    brief = Brief(
        goal="green",
        failure=TestResult(id="sum.test.js::adds", outcome="failed", message="1 !== 3"),
        test_source="test('adds', () => assert(add(1, 2) === 3));",
        places=(Place(path="sum.js", name="add"),),
        files={"sum.js": "function add(a, b) { return a - b; }\n"},
    )
    shown = context(brief, 8192, 500)
    assert shown.language == "javascript"
    assert "```javascript\n// sum.js" in shown.code
    assert "```javascript\ntest('adds'" in render("context", shown=shown)


@pytest.mark.parametrize("context_tokens", [1000, 2048, 4096, 8192, 32_768])
def test_whatever_is_shown_fits_and_what_was_cut_is_said(context_tokens: int) -> None:
    long = "x = 1\n" * 20_000
    places = (Place(path="a.py"), Place(path="b.py"))
    brief = Brief(
        goal="g" * 9000, test_source=long, places=places, files={"a.py": long, "b.py": long},
        failure=TestResult(id="t.py::t", outcome="failed", message="m" * 9000),
        attempts="tried " * 5000, plan="plan " * 5000, hint="hint " * 5000,
    )  # fmt: skip
    asked: list[Request] = []

    async def one(request: Request) -> Reply | None:
        asked.append(request)
        return Reply(text="?" * 20_000)

    proposer = ModelProposer(
        "fast", one, name="m", context_tokens=context_tokens, samples=3, temperature=0.8,
        max_tokens=400,
    )  # fmt: skip

    async def ask_all() -> None:
        async for _ in proposer.propose(brief):
            pass

    asyncio.run(ask_all())
    for request in asked:
        assert estimate(request) + request.max_tokens <= context_tokens
        assert "characters left out" in request.prompt
        for missing in ("of the test", "of its message", "a.py", "b.py"):
            assert missing in request.left_out


def test_code_with_a_mask_in_the_place_of_a_value_is_a_mistake() -> None:
    text = "def add(a, b):\n    return a - b  # not [masked]\n"
    wrong = "```python\ndef add(a, b):\n    return a + b  # not [masked]\n    '[masked 3]'\n```"
    right = "```python\ndef add(a, b):\n    return a + b  # not [masked]\n```"
    (mistake, change), asked = proposed([wrong, right], text=text)
    assert isinstance(mistake, Unusable) and "where a value belongs" in mistake.reason
    assert isinstance(change, Change)
    assert "where a value belongs" in asked[1]


def test_who_only_repeats_the_code_is_asked_again_without_seeing_it() -> None:
    same = "```python\ndef add(a, b):\n    return a - b\n```"
    mended = "```python\ndef add(a, b):\n    return a + b\n```"
    for form in ("function", "search_replace"):
        found, asked = proposed([same, mended], form, wanted=1)  # type: ignore[arg-type]
        assert isinstance(found[0], Unusable) and isinstance(found[1], Change)
        assert found[1].edits[0].after == SUMS.replace("a - b", "a + b", 1)
        assert "def add(a, b):\n    return a - b" in asked[0]
        assert "def add(a, b):\n    ...  # wrong, and left out\n\n\ndef sub" in asked[1]
        assert "The body of `add` was wrong and is left out." in asked[1]
        assert "Write the complete corrected `add`" in asked[1]
    found, asked = proposed([same, same, mended], wanted=1)
    assert len(asked) == 2, "only once"


@pytest.mark.parametrize(
    ("text", "name", "body"),
    [
        ('class A:\n    def f(self):\n        """Docs."""\n        x = 1\n        return x\n',
         "A.f",
         '        """Docs."""\n        ...  # wrong'),
        ("def f(\n    a,\n):\n    return a\n", "f", "    a,\n):\n    ...  # wrong"),
        ("def f(a): return a\n", "f", ""),
        ('def f(a):\n    """Only docs."""\n', "f", ""),
        ("def f(a):\n    return a\n", "g", ""),
        ("x = 1\n", "x", ""),
    ],
)  # fmt: skip
def test_only_a_body_on_lines_of_its_own_is_left_out(text: str, name: str, body: str) -> None:
    place = Place(path="a.py", name=name)
    failure = TestResult(id="t.py::test", outcome="failed")
    brief = Brief(goal="", failure=failure, test_source="", places=(place,), files={"a.py": text})
    found = without_body(brief, place)
    assert found is None if not body else found is not None and body in found.files["a.py"]
