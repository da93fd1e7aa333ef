"""Answers in a file: found again, in the same order, and a miss that says what was missing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdigris.core.budget import Use
from verdigris.engine.models import models
from verdigris.errors import ModelUnavailable, UserError
from verdigris.models.base import Reply, Request, sample
from verdigris.models.recording import Answers, Keeping, Recorded, key_of
from verdigris.settings import Models, Settings
from verdigris.testing import ScriptedModel

ASK = Request(system="s", prompt="mend `add`", temperature=0.5, seed=1)


def asked(**fields: object) -> Request:
    return ASK.model_copy(update=fields)


async def test_an_answer_that_was_kept_is_not_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    given = Reply(text="größe \ufffd\n", use=Use(calls=1, tokens_in=5, cost=0.25), finish="length")
    inner = ScriptedModel([given, "second"])
    assert await Keeping(inner, Answers(path)).complete(ASK) == given
    again = Keeping(ScriptedModel([]), Answers(path))
    assert await again.complete(ASK) == given
    other = Keeping(inner, Answers(path))
    assert (await other.complete(asked(seed=2))).text == "second"
    assert len(inner.requests) == 2


async def test_a_line_cut_off_by_a_kill_is_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    await Keeping(ScriptedModel(["one"]), Answers(path)).complete(ASK)
    path.write_text(path.read_text()[:-10])
    assert (await Keeping(ScriptedModel(["two"]), Answers(path)).complete(ASK)).text == "two"
    assert (await Keeping(ScriptedModel(["three"]), Answers(path)).complete(ASK)).text == "two"


@pytest.mark.parametrize("junk", ["", "[]", "null", '{"key": 1}', "\x00\x00", '{"reply": {}}'])
async def test_whatever_else_is_in_the_file_does_no_harm(tmp_path: Path, junk: str) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(junk)
    assert (await Keeping(ScriptedModel(["one"]), Answers(path)).complete(ASK)).text == "one"
    assert (await Keeping(ScriptedModel([]), Answers(path)).complete(ASK)).text == "one"


async def test_a_file_that_cannot_be_written_costs_nothing_but_the_file(tmp_path: Path) -> None:
    model = Keeping(ScriptedModel(["one"]), Answers(tmp_path / "no" / "such" / "folder"))
    assert (await model.complete(ASK)).text == "one"
    assert (await model.complete(ASK)).text == "one"


async def test_samples_come_back_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    answers = Answers(tmp_path / "a.jsonl")
    inner = ScriptedModel(["b", "a", "c", "d"])
    first = [reply.text async for reply in sample(Keeping(inner, answers), ASK, 3)]
    again = Keeping(inner, Answers(answers.path))
    assert [reply.text async for reply in sample(again, ASK, 4)] == [*first, "d"]
    assert [request.seed for request in inner.requests] == [1, 2, 3, 4]


async def test_a_batch_that_was_left_early_goes_on_where_it_stopped(tmp_path: Path) -> None:
    answers = Answers(tmp_path / "a.jsonl")
    inner = ScriptedModel(["one", "two", "three"])
    async for reply in sample(Keeping(inner, answers), asked(greedy_first=True), 3):
        assert reply.text == "one"
        break
    rest = sample(Keeping(inner, Answers(answers.path)), asked(greedy_first=True), 3)
    assert [reply.text async for reply in rest] == ["one", "two", "three"]
    assert [request.temperature for request in inner.requests] == [0.0, 0.5, 0.5]


@pytest.mark.parametrize(
    "fields",
    [
        {"prompt": "mend `sub`"},
        {"system": "t"},
        {"temperature": 0.6},
        {"seed": 2},
        {"seed": None},
        {"max_tokens": 9},
        {"json_schema": {"type": "object"}},
    ],
)
def test_another_question_has_another_key(fields: dict[str, object]) -> None:
    assert key_of("m", ASK) != key_of("m", asked(**fields))
    assert key_of("m", ASK) != key_of("n", ASK)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<Node at 0x7f3a2b1c4d50>", "<Node at 0x7fffab1c4d11>"),
        ("1 failed in 0.12s", "1 failed in 3.4s"),
        (
            "/tmp/verdigris-261115-031500-a1b2c3-x/a.py",
            "/tmp/verdigris-261116-041500-d4e5f6-y/a.py",
        ),
    ],
)
def test_what_differs_by_chance_makes_no_other_question(one: str, other: str) -> None:
    first, second = (asked(prompt=f"it says {words}") for words in (one, other))
    assert key_of("m", first) == key_of("m", second)


async def test_a_recording_takes_the_place_of_its_models(tmp_path: Path) -> None:
    answers = Answers(tmp_path / "r.jsonl")
    model = ScriptedModel(["one"], name="local:big", context_tokens=777)
    answers.introduce({"fast": model, "strong": model})
    await Keeping(model, answers, recorded=True).complete(ASK)
    read = Answers(answers.path)
    stand_in = Recorded(read, read.introduced()["fast"])
    assert (stand_in.name, stand_in.context_tokens) == ("local:big", 777)
    reply = await stand_in.complete(ASK)
    assert (reply.text, reply.recorded) == ("one", True)


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (asked(temperature=0.9), "temperature was 0.5 and is 0.9"),
        (asked(seed=8, max_tokens=5), "seed was 1 and is 8, max_tokens was 1200 and is 5"),
        (asked(prompt="mend `sub`"), "agrees in its first 6 characters"),
    ],
)
async def test_a_miss_says_which_question_and_what_differs(
    tmp_path: Path, request_: Request, said: str
) -> None:
    answers = Answers(tmp_path / "r.jsonl")
    model = ScriptedModel(["one"], name="m")
    answers.introduce({"fast": model, "strong": model})
    await Keeping(model, answers).complete(ASK)
    stand_in = Recorded(answers, answers.introduced()["fast"])
    with pytest.raises(ModelUnavailable) as caught:
        await stand_in.complete(request_)
    assert said in str(caught.value) and request_.prompt in str(caught.value)
    assert "Record it again" in caught.value.hint


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read"),
        ("", "is no recording"),
        ("hello\n", "is no recording"),
        (json.dumps({"format": 99, "models": {}}), "has the format 99"),
        (json.dumps({"format": 1, "models": {"fast": {}}}), "damaged"),
        ('{"models": [1]}', "damaged"),
        ('{"models": {"fast": 7}}', "damaged"),
        ('{"models": {"fast": {"names": 1, "context_tokens": 1, "at_once": 1}}}', "damaged"),
        ('{"models": {"fast": {"names": [], "context_tokens": 1, "at_once": 1}}}', "damaged"),
        ('{"models": {"fast": {"names": ["m"], "context_tokens": -1, "at_once": 1}}}', "damaged"),
        ('{"models": {"fast": {"names": ["m"], "context_tokens": 1e99, "at_once": 1}}}', "damaged"),
        ('{"models": {"fast": {"names": ["m"], "context_tokens": 1, "at_once": "x"}}}', "damaged"),
        ('{"format": {"a": [1]}}', "has the format"),
        ("[" * 100_000, "is no recording"),
        ("\x00", "is no recording"),
    ],
)
def test_what_is_no_recording_is_said(tmp_path: Path, content: str | None, said: str) -> None:
    path = tmp_path / "r.jsonl"
    if content is not None:
        path.write_text(content)
    with pytest.raises(UserError, match=said) as caught:
        Recorded(Answers(path), Answers(path).introduced()["fast"])
    assert caught.value.hint and "\n" not in str(caught.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
FIELDS = ("format", "models", "key", "model", "request", "reply")
SOUND = [
    {"format": 1, "models": {s: {"names": ["m"], "context_tokens": 512, "at_once": 1}
                             for s in ("fast", "strong")}},
    {"key": "k", "model": "m", "request": {"system": "s", "prompt": "p"}, "reply": {"text": "t"}},
]  # fmt: skip


@given(
    lines=st.lists(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4) | JSON, max_size=4),
    noise=st.binary(max_size=40),
    at=st.integers(0, 400),
)
@hypothesis.settings(max_examples=150)
def test_garbage_in_a_recording_is_one_sentence_or_a_missing_answer_and_never_a_crash(
    tmp_path_factory: pytest.TempPathFactory, lines: list[object], noise: bytes, at: int
) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "r.jsonl"
    for known in ([], SOUND):
        text = "\n".join(json.dumps(line) for line in (*known, *lines)).encode()
        path.write_bytes(text[:at] + noise + text[at:])
        settings = Settings(models=Models(replay=path))
        try:
            seats = models(settings)
            asyncio.run(seats["fast"].complete(asked(prompt="a question nobody recorded")))
        except (UserError, ModelUnavailable) as fault:
            assert fault.hint and len(str(fault)) < 1000
        else:
            pytest.fail("it answered a question that nobody recorded")


def test_a_place_that_cannot_take_a_recording_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written") as caught:
        Answers(tmp_path / "no" / "r.jsonl").introduce({})
    assert "folder that exists" in caught.value.hint


@pytest.mark.parametrize("odd", ["\u2028", "\x85", "\x0c", "\r"])
def test_what_else_could_end_a_line_is_found_again(tmp_path: Path, odd: str) -> None:
    path = tmp_path / "answers.jsonl"
    question = asked(prompt=f"a{odd}b")
    Answers(path).keep("m", question, Reply(text=f"c{odd}d"))
    found = Answers(path).find("m", question)
    assert found is not None and found.text == f"c{odd}d"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("<Cart object at 0x7f12ab34cd56>", "<Cart object at 0x7f99ab34cd00>", True),
        ("1 failed in 0.12s", "1 failed in 3.40s", True),
        ("MASK = 0xFFFFFF", "MASK = 0x000001", False),
        ('assert parse("10s") == 10', 'assert parse("20s") == 10', False),
        ("wait 20 ms", "wait 30 ms", False),
    ],
)
def test_only_what_is_left_to_chance_makes_no_difference(one: str, other: str, same: bool) -> None:
    assert (key_of("m", asked(prompt=one)) == key_of("m", asked(prompt=other))) is same
