"""Reading a structured answer of a model, tolerantly: what was meant, not how it was written.

JSON in fences or in the middle of prose, with trailing commas, comments, single quotes or a missing
end; else lines of the form `NAME: value`. What is found is validated; nothing is executed.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import ValidationError

from verdigris.core.text import one_line
from verdigris.core.value import Value

V = TypeVar("V", bound=Value)
_FENCE = re.compile(r"```[\w+-]*[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r",(?=\s*[}\]])")
_MOST = 200_000
"""Characters of an answer that are looked at."""


class WrongShape(ValueError):
    """An answer that is not what was asked for. The message is written for who gave it."""


def read_loosely(text: str, shape: type[V]) -> V:
    """Return the value that an answer holds.

    Raises WrongShape when it holds none.
    """
    problem = ""
    for found in _objects(text[:_MOST], shape):
        try:
            return shape.model_validate(_renamed(found, shape))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            problem = problem or f"{where or 'it'}: {one_line(first['msg'], 120)}"
    wanted = ", ".join(shape.model_fields)
    raise WrongShape(
        f"Your answer does not have the form asked for ({problem or 'nothing in it does'}). "
        f"It needs: {wanted}."
    )


def _objects(text: str, shape: type[Value]) -> Iterator[dict[str, Any]]:
    """Yield what may be meant, likeliest first."""
    seen = False
    for part in (*_FENCE.findall(text), text):
        start = part.find("{")
        if start >= 0:
            inner = part[start:]
            for repaired in _repairs(inner):
                if isinstance(found := _parsed(repaired), dict):
                    seen = True
                    yield found
                    break
    if not seen and (by_lines := _by_lines(text, shape)):
        yield by_lines


def _repairs(text: str) -> Iterator[str]:
    end = text.rfind("}")
    whole = text[: end + 1] if end >= 0 else text
    yield whole
    clean = _TRAILING.sub("", _COMMENT.sub(lambda m: m.group(1) or "", whole))
    yield clean
    yield _closed(text)
    # The first object alone, where more follows it.
    if (stop := _end_of_object(text)) > 0:
        yield _TRAILING.sub("", text[:stop])


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        pass
    try:
        # As Python writes it: single quotes, True, None.
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None


def _end_of_object(text: str) -> int:
    try:
        return json.JSONDecoder(strict=False).raw_decode(text)[1]
    except (ValueError, RecursionError):
        return 0


def _closed(text: str) -> str:
    """Close what an answer that was cut off left open."""
    open_, in_string, escaped = [], False, False
    for letter in text:
        if in_string:
            in_string = escaped or letter != '"'
            escaped = letter == "\\" and not escaped
        elif letter == '"':
            in_string = True
        elif letter in "{[":
            open_.append("}" if letter == "{" else "]")
        elif letter in "}]" and open_:
            open_.pop()
    ended = text + ('"' if in_string else "")
    return _TRAILING.sub("", ended.rstrip().rstrip(",") + "".join(reversed(open_)))


def _by_lines(text: str, shape: type[Value]) -> dict[str, Any]:
    """Return what stands in lines such as `ROOT CAUSE: …`, also over several lines."""
    names = {_plain(name): name for name in shape.model_fields}
    pattern = "|".join(re.escape(name).replace("_", r"[ _-]?") for name in shape.model_fields)
    heading = re.compile(rf"^[\W_]*({pattern})[\W_]*?[:=][ \t*_]*(.*)$", re.IGNORECASE)
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text.splitlines():
        if match := heading.match(line):
            name = names.get(_plain(match.group(1)), "")
            current = found.setdefault(name, [])
            current.append(match.group(2).strip())
        elif current is not None and line.strip() and not line.startswith("```"):
            current.append(line.strip())
    return {name: _value(lines, shape, name) for name, lines in found.items() if name}


def _value(lines: list[str], shape: type[Value], name: str) -> object:
    kept = [line for line in lines if line]
    if "tuple" in str(shape.model_fields[name].annotation):
        items = kept if len(kept) > 1 else re.split(r"\s*[,;]\s*", kept[0]) if kept else []
        return [re.sub(r"^(?:[-*•]|\d+[.)])\s*", "", item) for item in items if item]
    return " ".join(kept)


def _renamed(found: dict[str, Any], shape: type[Value]) -> dict[str, Any]:
    """Match names however they are written, and leave out what was not asked for."""
    names = {_plain(name): name for name in shape.model_fields}
    return {
        names[_plain(str(key))]: value for key, value in found.items() if _plain(str(key)) in names
    }


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()
