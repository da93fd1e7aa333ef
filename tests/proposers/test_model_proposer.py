"""What a model is asked for, in which form, and what it hears about an answer that failed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import pytest

from verdigris.core.change import Change
from verdigris.core.plan import Place
from verdigris.core.report import TestResult
from verdigris.edits.guard import require_allowed
from verdigris.models.base import Reply, Request
from verdigris.proposers.base import Brief, Unusable
from verdigris.proposers.formats import Form, form_for
from verdigris.proposers.model import ModelProposer
from verdigris.settings import Edits

SUMS = "def add(a, b):\n    return a - b\n\n\ndef sub(a, b):\n    return a - b\n"


def proposed(
    answers: Sequence[str],
    form: Form = "function",
    path: str = "sums.py",
    text: str = SUMS,
    name: str = "add",
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
        "fast", ask, name="m", context_tokens=8192, samples=len(answers), temperature=0.8,
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
