"""What a prompt shows: whole small files, else the suspected functions, likeliest first."""

from __future__ import annotations

from dataclasses import replace

from verdigris.core.plan import Place, Shown
from verdigris.core.syntax import dialect, is_python, suffix, syntax_error
from verdigris.core.text import cut
from verdigris.edits.names import defined
from verdigris.proposers.base import Brief
from verdigris.retrieval.outline import function_body, outline, source_of

_SMALL_FILE = 3500
"""Characters up to which a file is shown whole: then its names and imports need no guessing."""


_OUR_WORDS = 350
"""Tokens that the instructions of a question take."""


def is_broken(brief: Brief, place: Place) -> bool:
    """Tell whether a file cannot be parsed, so that it must be rewritten whole."""
    text = brief.files.get(place.path, "")
    return bool(text.strip()) and not place.name and bool(syntax_error(place.path, text))


def defines_nothing(brief: Brief, place: Place) -> bool:
    """Tell whether a file has no function or class that could be asked for."""
    text = brief.files.get(place.path, "")
    return not place.name and not defined(place.path, text)


def language(path: str) -> str:
    """Return what a fence around a file is called."""
    if is_python(path) or not path:
        return "python"
    return dialect(path) or suffix(path)


def context(brief: Brief, context_tokens: int, answer_tokens: int) -> Shown:
    """Return what begins every question about a failure, sized to the model."""
    room = rooms(context_tokens, answer_tokens)[0]
    failure = brief.failure.message or brief.failure.details
    test, told = brief.test_source.rstrip(), min(1500, room // 4)
    code, missing = show_code(brief, room)
    left_out = [
        *([f"{len(test) - room // 4} characters of the test"] if len(test) > room // 4 else []),
        *([f"{len(failure) - told} characters of its message"] if len(failure) > told else []),
        *missing,
    ]
    return Shown(
        test=cut(test, room // 4),
        failure=cut(failure, told),
        code=code,
        language=language(brief.failure.id.partition("::")[0]),
        left_out=tuple(left_out),
    )


def without_body(brief: Brief, place: Place) -> Brief | None:
    """Return what is known, without the code of a suspected function: only its head is shown.

    A small model that sees code repeats it, however often it is told that it is wrong. None where
    the suspect is no function, or has no body of its own lines.
    """
    text = brief.files.get(place.path, "")
    body = function_body(text, place.name) if is_python(place.path) and place.name else None
    if body is None:
        return None
    first, last = body
    lines = text.splitlines()
    indent = lines[first - 1][: len(lines[first - 1]) - len(lines[first - 1].lstrip())]
    lines[first - 1 : last] = [f"{indent}...  # wrong, and left out"]
    files = {**brief.files, place.path: "\n".join(lines) + "\n"}
    said = f"The body of `{place.name}` was wrong and is left out. Write it anew, all of it."
    return replace(brief, files=files, warning=f"{brief.warning}\n{said}".strip())


def rooms(context_tokens: int, answer_tokens: int) -> tuple[int, int]:
    """Return how many characters of code a question may show, and how many may follow it.

    Three characters a token is on the safe side for code. The test and its message take up to half
    of what the code does, our own words what is set aside: all of it stays within the context.
    """
    whole = max(context_tokens - answer_tokens - _OUR_WORDS, 200) * 3
    return min(whole * 2 // 5, 24_000), min(whole // 5, 8000)


def show_code(brief: Brief, room: int) -> tuple[str, list[str]]:
    """Return fenced code of the suspects that fits, and what was left out of it, in words."""
    shown: list[str] = []
    hidden: list[str] = []
    partly: list[str] = []
    for path in dict.fromkeys(place.path for place in brief.places):
        text = brief.files.get(path)
        if text is None:
            continue
        found = "" if len(text) <= _SMALL_FILE else _suspects(brief, path, text)
        body = (found or text).rstrip()
        limit = room if found else min(room, _SMALL_FILE)
        if shown and min(len(body), _SMALL_FILE) > room:
            hidden.append(path)
            continue
        if len(body) > limit:
            partly.append(f"{len(body) - limit} characters of {path}")
        mark = "//" if dialect(path) else "#"
        shown.append(f"```{language(path)}\n{mark} {path}\n{cut(body, limit)}\n```\n")
        room = max(room - min(len(body), limit), 0)
    if hidden:
        shown.append(f"(Not shown for lack of room: {', '.join(hidden)}.)\n")
    return "\n".join(shown), [*partly, *hidden]


def _suspects(brief: Brief, path: str, text: str) -> str:
    """Return the suspected parts of a file that is too long to be shown whole, as far as known."""
    places = [place for place in brief.places if place.path == path]
    names = {place.name for place in places}
    parts = []
    for item in outline(text) if is_python(path) else []:
        if item.name in names:
            owner = item.name.rpartition(".")[0]
            header = f"class {owner}:  # other members not shown\n" if owner else ""
            parts.append(header + source_of(text, item))
    lines = text.splitlines()
    for place in places if not parts else []:
        if place.end > place.line and place.end - place.line < len(lines) - 1:
            parts.append("\n".join(lines[place.line - 1 : place.end]))
    return "\n\n".join(parts)
