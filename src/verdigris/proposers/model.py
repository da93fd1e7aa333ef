"""A language model as proposer: several samples, whole functions spliced in by the syntax tree.

Each question names one suspect. A small model that is told "correct the code" tends to repeat it,
or the test; told "the bug is in `worth`" it mends it in a few tokens. The likeliest suspect is
asked about most often, the first time greedily. Prompts are sized to the model's context; what does
not fit is left out from the least suspected end, and the prompt says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from verdigris.core.change import Change, Origin, make_change
from verdigris.core.plan import Place
from verdigris.core.text import cut
from verdigris.edits.answer import read_answer
from verdigris.errors import ModelMistake
from verdigris.models.base import Reply, Request
from verdigris.prompts import SYSTEM, render
from verdigris.proposers.base import Brief, Unusable
from verdigris.proposers.formats import Form
from verdigris.proposers.showing import context, defines_nothing, is_broken, language

Ask = Callable[[Request], Awaitable[Reply | None]]
"""Asks the model and counts the cost; None when the budget does not allow another question."""
Check = Callable[[Change], None]
"""Raises ModelMistake for a change that may not be tried, so that the model hears of it."""
_COMPLAINT = 1500
"""Characters of a complaint that go into the next question."""


class ModelProposer:
    def __init__(
        self,
        origin: Origin,
        ask: Ask,
        *,
        name: str,
        context_tokens: int,
        samples: int,
        temperature: float,
        max_tokens: int,
        form: Form = "function",
        check: Check = lambda change: None,
    ) -> None:
        self.origin = origin
        self._ask = ask
        self._name = name
        self._context_tokens = context_tokens
        self._samples = samples
        self._temperature = temperature
        self._max_tokens = max_tokens
        self._form: Form = form
        self._check = check

    async def propose(self, brief: Brief) -> AsyncIterator[Change | Unusable]:
        complaint = ""
        before = (brief.attempt - 1) * self._samples
        for sample in range(self._samples):
            number = before + sample
            target = _suspect(brief, number)
            reply = await self._ask(self._request(brief, number, target, complaint))
            if reply is None:
                return
            name = f" on {target.name}" if target and target.name else ""
            note = f"{self._name}, sample {sample + 1}{name}"
            try:
                # In a thread: an answer may be long, and git may be asked to apply it.
                change = await asyncio.to_thread(self._read, reply, brief, target, note)
            except ModelMistake as mistake:
                complaint = cut(str(mistake), _COMPLAINT)
                yield Unusable(str(mistake), note, reply.text)
                continue
            complaint = ""
            yield change

    def _request(self, brief: Brief, number: int, target: Place | None, complaint: str) -> Request:
        broken = target is not None and is_broken(brief, target)
        whole = broken or (target is not None and defines_nothing(brief, target))
        form: Form = "file" if whole else self._form
        prompt = render(
            "patch",
            shown=context(brief, self._context_tokens, self._max_tokens),
            goal=brief.goal,
            # Every other time: a wrong plan would spoil all samples, a right one need not help all.
            plan=brief.plan if number % 2 else "",
            findings=brief.findings[:4],
            attempts=brief.attempts,
            warning=brief.warning,
            complaint=complaint,
            target=_simple(target.name) if target else "",
            path=target.path if target else "",
            language=language(target.path if target else ""),
            form=form if target else "function",
            broken=broken,
        )
        return Request(
            system=SYSTEM,
            prompt=prompt,
            temperature=0.0 if _is_first(brief, number) else self._temperature,
            seed=number + 1,
            max_tokens=self._max_tokens,
        )

    def _read(self, reply: Reply, brief: Brief, target: Place | None, note: str) -> Change:
        if reply.finish == "refused":
            raise ModelMistake("The model refused to answer.")
        places = [target, *brief.places] if target else brief.places
        focus = list(dict.fromkeys(place.path for place in places))
        read = read_answer(reply.text, brief.files, focus, brief.earlier)
        change = make_change(
            brief.files, read.texts, self.origin, note, encodings=brief.encodings, how=read.how
        )
        if change is None:
            raise ModelMistake("Your answer is the code as it was. Change it.")
        self._check(change)
        told = f"{note}; fuzzy: {change.fuzzy}" if change.fuzzy else note
        return change.model_copy(update={"note": told, "answer": reply.text})


def _rank(number: int) -> int:
    """Return which suspect question `number` is about: 0 1 0 2 0 1 0 3 0 1 0 2 … as on a ruler."""
    return ((number + 1) & -(number + 1)).bit_length() - 1


def _suspect(brief: Brief, number: int) -> Place | None:
    places = [place for place in brief.places if place.path in brief.files]
    return places[_rank(number) % len(places)] if places else None


def _is_first(brief: Brief, number: int) -> bool:
    """Tell whether a suspect is asked about for the first time."""
    target = _suspect(brief, number)
    return all(_suspect(brief, earlier) != target for earlier in range(number))


def _simple(name: str) -> str:
    return name.rpartition(".")[2]
