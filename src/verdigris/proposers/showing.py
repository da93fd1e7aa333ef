"""What a prompt shows: whole small files, else the suspected functions, likeliest first."""

from __future__ import annotations

from verdigris.core.plan import Place, Shown
from verdigris.core.syntax import dialect, is_python, suffix, syntax_error
from verdigris.core.text import cut
from verdigris.edits.names import defined
from verdigris.proposers.base import Brief
from verdigris.retrieval.outline import outline, source_of

_SMALL_FILE = 3500
"""Characters up to which a file is shown whole: then its names and imports need no guessing."""


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
    # Three characters a token is on the safe side for code; half the room is for what follows.
    room = min(max((context_tokens - answer_tokens) * 3 // 2, 2000), 24_000)
    return Shown(
        test=cut(brief.test_source.rstrip(), room // 4),
        failure=cut(brief.failure.message or brief.failure.details, 1500),
        code=show_code(brief, room),
    )


def show_code(brief: Brief, room: int) -> str:
    """Return fenced code of the suspects, cut to `room` characters, saying what was left out."""
    shown: list[str] = []
    left_out: list[str] = []
    used = 0
    for path in dict.fromkeys(place.path for place in brief.places):
        text = brief.files.get(path)
        if text is None:
            continue
        body = text if len(text) <= _SMALL_FILE else _suspects(brief, path, text)
        if shown and used + len(body) > room:
            left_out.append(path)
            continue
        used += len(body)
        mark = "//" if dialect(path) else "#"
        shown.append(f"```{language(path)}\n{mark} {path}\n{body.rstrip()[:room]}\n```\n")
    if left_out:
        shown.append(f"(Not shown for lack of room: {', '.join(left_out)}.)\n")
    return "\n".join(shown)


def _suspects(brief: Brief, path: str, text: str) -> str:
    names = {place.name for place in brief.places if place.path == path}
    parts = []
    for item in outline(text):
        if item.name in names:
            owner = item.name.rpartition(".")[0]
            header = f"class {owner}:  # other members not shown\n" if owner else ""
            parts.append(header + source_of(text, item))
    return "\n\n".join(parts) or text[:_SMALL_FILE]
