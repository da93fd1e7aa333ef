"""The calls of a coder with tools: one JSON object an answer, read tolerantly. It runs nothing.

No tool API of any provider is used: a call is an ordinary answer, held to a schema where a model
can be. What a call does is in `workbench` (files) and `steps/tool_runs` (tests and the program).
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from typing import Any, Literal, get_args

from pydantic import ValidationError

from verdigris.core.text import one_line, tidy
from verdigris.core.value import Value
from verdigris.edits.blocks import without_thoughts
from verdigris.errors import ModelMistake

Tool = Literal["create", "read", "edit", "list", "run", "done"]
TOOLS: tuple[Tool, ...] = get_args(Tool)
_MAX_ANSWER = 400_000
_STARTS = 40
"""Braces at which an object is looked for; prose has few."""
_LINES = 8
"""Runs of the program that one call may ask for."""
_WORDS = 100
_LONGEST_LINE = 2000
_NEEDS: dict[Tool, tuple[str, ...]] = {
    "create": ("path", "text"),
    "read": ("path",),
    "edit": ("path", "find"),
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "tool": {"type": "string", "enum": list(TOOLS)},
        **{name: {"type": "string"} for name in ("path", "text", "find", "replace", "why")},
    },
    "required": ["tool", "path", "text", "find", "replace", "why"],
    "additionalProperties": False,
}
"""All are required, since some providers hold a model only to such a schema; what a tool has no
use for is empty."""


class Call(Value):
    tool: Tool
    path: str = ""
    text: str = ""
    find: str = ""
    replace: str = ""
    why: str = ""

    @property
    def asks(self) -> tuple[str, ...]:
        """What is asked for, whatever the reason."""
        return (self.tool, self.path, self.text, self.find, self.replace)


def read_call(answer: str) -> tuple[Call, bool]:
    """Return the first call in an answer, and whether others follow, which are not carried out.

    Raises ModelMistake, in words for the model.
    """
    said = without_thoughts(answer[:_MAX_ANSWER]).strip()
    found = list(_objects(said))
    calls = [one for one in found if "tool" in one]
    if not calls:
        lacks = "has no `tool`" if found else f"holds no JSON object{_where_it_breaks(said)}"
        raise ModelMistake(f"Your answer {lacks}. Answer with one call, as one JSON object.")
    return _call(calls[0]), len(calls) > 1


def _call(said: dict[str, Any]) -> Call:
    tool = said["tool"]
    if tool not in TOOLS:
        shown = one_line(repr(tool), 40)
        raise ModelMistake(f"There is no tool {shown}. The tools are {', '.join(TOOLS)}.")
    known = {name: said[name] for name in Call.model_fields if said.get(name) is not None}
    try:
        call = Call.model_validate(known, strict=True)
    except ValidationError as error:
        wrong = error.errors()[0]["loc"][0]
        raise ModelMistake(f"`{wrong}` must be a string.") from None
    for name, text in known.items():
        if tidy(text) != text:  # JSON can say half a character; nothing can write it down
            raise ModelMistake(f"`{name}` holds characters that cannot be written.")
    for name in _NEEDS.get(call.tool, ()):
        # An empty file is a file: what matters is that it was said.
        if name not in known or (name != "text" and not known[name].strip()):
            raise ModelMistake(f"`{call.tool}` needs `{name}`.")
    return call


def _objects(said: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a text, whatever stands around them."""
    decoder = json.JSONDecoder(strict=False)  # models write line breaks into strings as they are
    at = 0
    for _ in range(_STARTS):
        at = said.find("{", at)
        if at < 0:
            return
        try:
            found, end = decoder.raw_decode(said, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        at = end
        if isinstance(found, dict):
            yield found


def _where_it_breaks(said: str) -> str:
    """Say why what begins like an object is none: a quote in code is easily left bare."""
    at = said.find("{")
    try:
        json.JSONDecoder(strict=False).raw_decode(said, max(at, 0))
    except json.JSONDecodeError as error:
        near = one_line(said[max(error.pos - 20, 0) : error.pos + 20], 50)
        return f" that can be read: {error.msg}, near {near!r}" if at >= 0 else ""
    except (ValueError, RecursionError):
        pass
    return ""


def command_lines(text: str) -> list[list[str]]:
    """Return what the program is to be started with, once for each line. No shell reads it.

    Raises ModelMistake.
    """
    lines = [line for line in text.splitlines() if line.strip()] or [""]
    if len(lines) > _LINES:
        raise ModelMistake(f"At most {_LINES} runs of the program in one call.")
    found: list[list[str]] = []
    for line in lines:
        if len(line) > _LONGEST_LINE or "\0" in line:
            raise ModelMistake("A line of arguments is too long, or holds what no argument can.")
        try:
            words = shlex.split(line)
        except ValueError as error:
            shown = one_line(line, 80)
            raise ModelMistake(f"The arguments {shown!r} cannot be read: {error}.") from None
        if len(words) > _WORDS:
            raise ModelMistake(f"At most {_WORDS} arguments in a line.")
        found.append(words)
    return found
