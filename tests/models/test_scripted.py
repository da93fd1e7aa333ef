"""The shipped fake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verdigris.core.budget import Use
from verdigris.errors import ModelUnavailable, UserError
from verdigris.models.base import Model, Reply, Request
from verdigris.models.resolve import resolve
from verdigris.settings import Settings
from verdigris.testing import ScriptedModel


def request(prompt: str = "fix it", system: str = "you are careful") -> Request:
    return Request(system=system, prompt=prompt)


async def texts(model: ScriptedModel, *prompts: str) -> list[str]:
    return [(await model.complete(request(prompt))).text for prompt in prompts]


async def test_lines_come_one_after_the_other_then_the_last_for_ever() -> None:
    model = ScriptedModel(["one", "two"], last="again")
    assert isinstance(model, Model)
    assert await texts(model, *"abcd") == ["one", "two", "again", "again"]
    assert [asked.prompt for asked in model.requests] == list("abcd")


async def test_a_script_that_is_used_up_says_so() -> None:
    model = ScriptedModel(["one"])
    await model.complete(request())
    with pytest.raises(ModelUnavailable, match="used up"):
        await model.complete(request())


async def test_an_exception_is_raised_and_the_script_goes_on() -> None:
    model = ScriptedModel([ModelUnavailable("busy", transient=True), "two"])
    with pytest.raises(ModelUnavailable, match="busy"):
        await model.complete(request())
    assert await texts(model, "x") == ["two"]


async def test_replies_and_functions() -> None:
    given = Reply(text="cut", finish="length", use=Use(tokens_out=7))
    model = ScriptedModel([given, lambda asked: asked.prompt.upper()])
    assert await model.complete(request()) == given
    assert await texts(model, "abc") == ["ABC"]


async def test_answers_by_what_is_asked_come_before_the_list() -> None:
    model = ScriptedModel(["listed"], when={"plan": "the plan", "careful lawyer": "no"})
    assert await texts(model, "make a plan", "patch it") == ["the plan", "listed"]
    assert (await model.complete(request("x", system="careful lawyer"))).text == "no"


async def test_what_was_used_is_counted() -> None:
    reply = await ScriptedModel(["12345678"]).complete(request("1234", system="12345"))
    assert reply.use == Use(calls=1, tokens_in=3, tokens_out=2)


async def test_a_script_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "script.json"
    path.write_text(json.dumps({"lines": ["one"], "last": "end", "when": {"plan": "p"}}))
    model = ScriptedModel.from_file(path)
    assert model.name == "scripted:script.json"
    assert await texts(model, "a", "plan", "b") == ["one", "p", "end"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "No such file"),
        (b"", "EOF"),
        (b"{", "EOF"),
        (b"[" * 20_000, "recursion"),
        (b"[]", "an object"),
        (b'"text"', "an object"),
        (b"\xff", "expected value"),
        (b'{"line": ["one"]}', "line: "),
        (b'{"lines": ["one", 2]}', "lines.1: "),
        (b'{"last": ["one"]}', "last: "),
        (b'{"when": ["one"]}', "when: "),
        (b'{"when": {"plan": []}}', "when.plan: "),
    ],
)
def test_a_file_that_is_no_script_is_the_users_to_correct(
    tmp_path: Path, data: bytes | None, says: str
) -> None:
    path = tmp_path / "script.json"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(UserError, match=r"script\.json") as caught:
        ScriptedModel.from_file(path)
    assert says in str(caught.value) and "\n" not in str(caught.value)
    assert '{"lines": [' in caught.value.hint


def test_a_folder_and_no_name_at_all_are_said_as_well(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="directory") as caught:
        resolve(f"scripted:{tmp_path}", Settings())
    assert "JSON file" in caught.value.hint
    with pytest.raises(UserError, match="names no file") as caught:
        resolve("scripted:", Settings())
    assert "--model scripted:" in caught.value.hint
