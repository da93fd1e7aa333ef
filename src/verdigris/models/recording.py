"""Answers kept in a file, by model, question and sampling: for a resume, a cache or a replay.

Beside every run lies such a file, so that a step done again after a kill asks nothing twice. With
`models.record` a file of the user's is filled as well, and with `models.replay` it takes the place
of every model. Questions are kept as they were sent, that is with secrets masked.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any

from verdigris.core.text import alike, one_line
from verdigris.errors import ModelUnavailable, UserError
from verdigris.models.base import Hear, Model, Reply, Request, Seat, at_once, sample, spread
from verdigris.models.wrappers import Around, names_of, rest

FORMAT = 1
_AGAIN = "Record it again: verdigris fix . --record FILE"
_CHANCE = re.compile(
    r"(?<=\bat )0x[0-9a-fA-F]{6,16}(?=>)|(?<=\bin )\d+\.\d+s\b|verdigris-\d{6}-\d{6}-[\w-]+"
)
"""What differs from run to run without meaning anything: where an object lies in memory, how long
pytest took, names of copies. A number of the code is none of these."""


class Answers:
    """A file of answers, one JSON object a line. Lines that a kill cut off are passed over."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: dict[str, Reply] | None = None
        self._asked: list[tuple[str, Request]] = []

    def find(self, model: str, request: Request) -> Reply | None:
        return self._all().get(key_of(model, request))

    def keep(self, model: str, request: Request, reply: Reply) -> None:
        """Keep an answer. What cannot be written is kept for this process only."""
        key = key_of(model, request)
        self._all()[key] = reply
        self._asked.append((model, request))
        asked = request.model_dump(mode="json", exclude_defaults=True)
        line = {"key": key, "model": model, "request": asked, "reply": _dumped(reply)}
        with contextlib.suppress(OSError), self.path.open("a", encoding="utf-8") as file:
            # Begins on a line of its own, also after one that a kill cut off.
            file.write("\n" + json.dumps(line) + "\n")

    def introduce(self, models: Mapping[Seat, Model]) -> None:
        """Write down who the models are. Raises UserError when the file cannot be written."""
        told = {seat: _described(model) for seat, model in models.items()}
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n" + json.dumps({"format": FORMAT, "models": told}) + "\n")
        except OSError as error:
            raise UserError(
                f"The recording {self.path} cannot be written: {error}.",
                hint="Name a file in a folder that exists.",
            ) from None

    def introduced(self) -> dict[str, dict[str, Any]]:
        """Return who the models were, the last word on each.

        Raises UserError when this is no recording, or one of a later version.
        """
        told: dict[str, dict[str, Any]] = {}
        for line in self._lines(must_exist=True):
            if line.get("format", FORMAT) != FORMAT:
                raise UserError(
                    f"The recording {self.path} has the format "
                    f"{one_line(repr(line['format']), 20)}; this version reads {FORMAT}.",
                    hint=_AGAIN,
                )
            models = line.get("models", {})
            if not isinstance(models, dict) or not all(
                isinstance(m, dict) for m in models.values()
            ):
                raise self.damaged()
            told |= models
        if not told:
            raise UserError(
                f"{self.path} is no recording.", hint="Make one: verdigris fix . --record FILE"
            )
        return told

    def damaged(self) -> UserError:
        return UserError(
            f"The recording {self.path} is damaged: it does not say who was asked.", hint=_AGAIN
        )

    def missing(self, model: str, request: Request) -> ModelUnavailable:
        """Say which question was not recorded, and how it differs from one that was."""
        self._all()
        near = _nearest(model, request, self._asked)
        question = one_line(request.prompt[-160:].strip(), 120)
        return ModelUnavailable(
            f"The recording {self.path} has no answer of {model} to: “{question}”; {near}.",
            hint="Record it again with the same code, settings and memory: --record FILE",
            lasting=True,
        )

    def _all(self) -> dict[str, Reply]:
        if self._kept is None:
            self._kept = {}
            for line in self._lines():
                with contextlib.suppress(ValueError, KeyError, TypeError):
                    self._kept[line["key"]] = Reply.model_validate(line["reply"])
                    asked = Request.model_validate(line["request"])
                    self._asked.append((str(line["model"]), asked))
        return self._kept

    def _lines(self, *, must_exist: bool = False) -> Iterator[dict[str, Any]]:
        try:
            text = self.path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            if must_exist:
                raise UserError(
                    f"The recording {self.path} cannot be read: {error}.",
                    hint="Name the file that --record wrote.",
                ) from None
            return
        for line in text.split("\n"):  # an answer may hold what else ends a line
            # An empty line, one a kill cut off, or one nobody wrote who meant well.
            with contextlib.suppress(ValueError, RecursionError):
                if isinstance(found := json.loads(line), dict):
                    yield found


class Keeping(Around):
    """Answers from a file what the file knows, and keeps there what it did not.

    What was kept is answered the same, with the same bill: what a killed step had used is counted
    when it is done again.
    """

    def __init__(self, inner: Model, answers: Answers, *, recorded: bool = False) -> None:
        super().__init__(inner)
        self._answers = answers
        self._recorded = recorded
        """Whether an answer found was paid for by another run."""

    async def _ask(self, request: Request, hear: Hear | None) -> Reply:
        if (found := self._find(request)) is not None:
            return found
        reply = await super()._ask(request, hear)
        self._answers.keep(self.name, request, reply)
        return reply

    async def sample(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        # Kept in the order in which they came, which need not be that of the seeds: whoever asks
        # again gets them in the same order.
        questions = spread(request, count)
        given = 0
        while given < count and (found := self._find(questions[given])) is not None:
            given += 1
            yield found
        if given == count:
            return
        more = sample(self._inner, rest(request, given), count - given)
        async with aclosing(more) as replies:
            async for reply in replies:
                self._answers.keep(self.name, questions[given], reply)
                given += 1
                yield reply

    def _find(self, request: Request) -> Reply | None:
        found = self._answers.find(self.name, request)
        if found is not None and self._recorded:
            return found.model_copy(update={"recorded": True})
        return found


class Recorded:
    """A model of which only the recording is here."""

    def __init__(self, answers: Answers, told: Mapping[str, Any]) -> None:
        self._answers = answers
        try:
            self.names = tuple(str(name) for name in told["names"])
            self.name = self.names[0]
            self.context_tokens = _natural(told["context_tokens"])
            self.at_once = _natural(told["at_once"])
        except (KeyError, IndexError, TypeError, ValueError):
            raise answers.damaged() from None

    async def complete(self, request: Request) -> Reply:
        found = self._answers.find(self.name, request)
        if found is None:
            raise self._answers.missing(self.name, request)
        return found.model_copy(update={"recorded": True})

    async def sample(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        for question in spread(request, count):
            yield await self.complete(question)


def key_of(model: str, request: Request) -> str:
    """Return what makes a question the same: who is asked, in which words, sampled how."""
    same = request.model_copy(
        update={
            "system": _CHANCE.sub("·", request.system),
            "prompt": _CHANCE.sub("·", request.prompt),
            "shared": 0,
            "left_out": "",
            "greedy_first": False,
        }
    )
    text = f"{model}\n{same.model_dump_json(exclude_defaults=True)}"
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _natural(value: object) -> int:
    if isinstance(value, int) and 0 < value < 1 << 31:
        return value
    raise ValueError(value)


def _dumped(reply: Reply) -> dict[str, Any]:
    return reply.model_dump(mode="json", exclude_defaults=True, exclude={"recorded"})


def _described(model: Model) -> dict[str, Any]:
    return {
        "names": names_of(model),
        "context_tokens": model.context_tokens,
        "at_once": at_once(model),
    }


def _nearest(model: str, request: Request, asked: list[tuple[str, Request]]) -> str:
    """Say in which way a question differs from the recorded one that is most like it."""
    if not asked:
        return "it holds no answer at all"
    by_prompt = [(name, each) for name, each in asked if each.prompt == request.prompt]
    for name, each in by_prompt:
        fields = [
            f"{field} was {getattr(each, field)!r} and is {getattr(request, field)!r}"
            for field in ("temperature", "seed", "max_tokens")
            if getattr(each, field) != getattr(request, field)
        ]
        if name != model:
            fields.insert(0, f"it was {name} that was asked")
        if fields:
            return "it differs from one that was recorded: " + ", ".join(fields)
    most = max((alike(each.prompt, request.prompt) for _, each in asked), default=0)
    return f"the nearest recorded question agrees in its first {most} characters"
