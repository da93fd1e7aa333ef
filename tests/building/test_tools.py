"""The calls of a coder with tools: how they are read, and what becomes of what is no call."""

from __future__ import annotations

import json

import pytest

from verdigris.building.tools import SCHEMA, TOOLS, Call, command_lines, read_call
from verdigris.errors import ModelMistake

READ = Call(tool="read", path="a.py")


@pytest.mark.parametrize(
    "answer",
    [
        '{"tool": "read", "path": "a.py"}',
        '```json\n{"tool": "read", "path": "a.py"}\n```',
        'I look at {the file} first: {"tool": "read", "path": "a.py"} and then go on.',
        '<think>{"tool": "done"}</think>{"tool": "read", "path": "a.py"}',
        '{"thought": "hm"}\n{"tool": "read", "path": "a.py", "text": null, "extra": [1]}',
    ],
)
def test_a_call_is_found_whatever_stands_around_it(answer: str) -> None:
    assert read_call(answer) == (READ, False)


def test_of_several_calls_the_first_counts_and_that_is_known() -> None:
    call, more = read_call('{"tool": "list"}\n{"tool": "done"}')
    assert call.tool == "list" and more


def test_line_breaks_in_a_text_need_not_be_escaped() -> None:
    call, _ = read_call('{"tool": "create", "path": "a.py", "text": "x = 1\ny = 2\n"}')
    assert call.text == "x = 1\ny = 2\n"


def test_an_empty_file_may_be_created() -> None:
    assert read_call('{"tool": "create", "path": "a.py", "text": ""}')[0].text == ""


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("", "holds no JSON object"),
        ("I cannot.", "holds no JSON object"),
        ("[1, 2]", "holds no JSON object"),
        ('{"tool": "read", "path": "a.py"', "holds no JSON object"),
        ('{"tool": "edit", "find": "print("x")"}', r"Expecting ',' delimiter, near .*print"),
        ('{"path": "a.py"}', "has no `tool`"),
        ('{"tool": "shell", "text": "ls"}', "There is no tool 'shell'"),
        ('{"tool": ["run"]}', "There is no tool"),
        ('{"tool": {"name": "run"}}', "There is no tool"),
        ('{"tool": "create", "path": "a.py"}', "`create` needs `text`"),
        ('{"tool": "create", "path": " ", "text": ""}', "`create` needs `path`"),
        ('{"tool": "edit", "path": "a.py", "find": ""}', "`edit` needs `find`"),
        ('{"tool": "read", "path": 7}', "`path` must be a string"),
        ('{"tool": "run", "text": ["add", "milk"]}', "`text` must be a string"),
        (r'{"tool": "run", "text": "\ud800"}', "`text` holds characters that cannot be written"),
        (r'{"tool": "done", "why": "\udc80"}', "`why` holds characters that cannot be written"),
        ("{" * 100_000, "holds no JSON object"),
        ('{"a":' * 100_000, "holds no JSON object"),
    ],
)
def test_what_is_no_call_is_said_back_with_the_reason(answer: str, says: str) -> None:
    with pytest.raises(ModelMistake, match=says):
        read_call(answer)


def test_the_schema_is_one_that_strict_providers_take_and_names_what_a_call_has() -> None:
    assert set(SCHEMA["properties"]) == set(SCHEMA["required"]) == set(Call.model_fields)
    assert SCHEMA["properties"]["tool"]["enum"] == list(TOOLS)
    assert json.dumps(SCHEMA)


def test_arguments_are_words_and_no_shell_reads_them() -> None:
    lines = command_lines("add 'two eggs'; rm -rf /\n\nlist > x")
    assert lines == [["add", "two eggs;", "rm", "-rf", "/"], ["list", ">", "x"]]
    assert command_lines(" ") == [[]]


@pytest.mark.parametrize("text", ["add 'milk", "x\n" * 9, "a\0b", "x" * 3000, "x " * 200])
def test_arguments_that_cannot_be_given_are_refused(text: str) -> None:
    with pytest.raises(ModelMistake):
        command_lines(text)
