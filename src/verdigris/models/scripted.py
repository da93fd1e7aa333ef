"""The shipped fake: answers from a list, so that the whole loop runs offline and repeatably.

An item may be a text, a Reply, an exception to raise, or a function of the request. After a kill
and a resume in a new process the script would start again at its first line; use `when` there: the
answers then depend on what is asked instead of on how often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field, StrictStr, ValidationError

from verdigris.core.budget import Use
from verdigris.core.text import one_line
from verdigris.core.value import Value
from verdigris.errors import ModelUnavailable, UserError
from verdigris.models.base import Reply, Request

Line = str | Reply | Exception | Callable[[Request], str]
Lines = Line | list[str]
"""Of a list, each sample of one question gets another item, by its seed."""

_FORM = (
    '{"lines": ["an answer", "the next"], "last": "the answer to all that follows", '
    '"when": {"words of a question": "its answer"}}'
)


class _Script(Value):
    """What a file holds; each of the three may be left out."""

    lines: tuple[StrictStr, ...] = ()
    last: StrictStr | None = None
    when: dict[str, StrictStr | Annotated[list[StrictStr], Field(min_length=1)]] = Field(
        default_factory=dict
    )


class ScriptedModel:
    """Gives `lines` one after the other; then repeats `last`, or fails if there is none."""

    def __init__(
        self,
        lines: Iterable[Line] = (),
        *,
        last: Line | None = None,
        when: Mapping[str, Lines] | None = None,
        name: str = "scripted",
        context_tokens: int = 8192,
    ) -> None:
        self.name = name
        self.context_tokens = context_tokens
        self.requests: list[Request] = []
        self._lines = iter(tuple(lines))
        self._last = last
        self._when = dict(when or {})

    async def complete(self, request: Request) -> Reply:
        self.requests.append(request)
        line = self._pick(request)
        if isinstance(line, Exception):
            raise line
        if callable(line):
            line = line(request)
        if isinstance(line, Reply):
            return line
        use = Use(
            calls=1,
            tokens_in=_tokens(request.system) + _tokens(request.prompt),
            tokens_out=_tokens(line),
        )
        return Reply(text=line, use=use)

    def _pick(self, request: Request) -> Line:
        for needle, line in self._when.items():
            if needle in request.prompt or needle in request.system:
                return line[(request.seed or 0) % len(line)] if isinstance(line, list) else line
        following = next(self._lines, self._last)
        if following is None:
            raise ModelUnavailable(
                "The script of the scripted model is used up.",
                hint='Give it more lines, or a "last" that answers all that follows.',
            )
        return following

    @classmethod
    def from_file(cls, path: Path) -> ScriptedModel:
        """Read a script; used by `scripted:FILE`. Raises UserError where it is none."""
        script = _script(path)
        return cls(script.lines, last=script.last, when=script.when, name=f"scripted:{path.name}")


def _script(path: Path) -> _Script:
    try:
        return _Script.model_validate_json(path.read_bytes())
    except OSError as error:
        said = error.strerror or str(error)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"][:2])
        said = one_line(": ".join(filter(None, (where, first["msg"]))), 200)
    raise UserError(
        f"The script '{path}' cannot be read: {said}.", hint=f"It is a JSON file such as: {_FORM}"
    )


def _tokens(text: str) -> int:
    return (len(text) + 3) // 4
