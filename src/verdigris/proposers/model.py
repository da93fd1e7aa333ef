"""A language model as proposer: several samples, whole functions spliced in by the syntax tree.

Each question names one suspect. A small model that is told "correct the code" tends to repeat it,
or the test; told "the bug is in `worth`" it mends it in a few tokens. The likeliest suspect is
asked about most often, the first time greedily. Prompts are sized to the model's context; what does
not fit is left out from the least suspected end, and the prompt says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from verdigris.core.change import Change, Origin, make_change
from verdigris.core.plan import Place
from verdigris.core.secrets import masks_in
from verdigris.core.text import cut, one_line
from verdigris.edits.answer import UNCHANGED, read_answer
from verdigris.errors import ModelMistake
from verdigris.models.base import Reply, Request, spread
from verdigris.prompts import SYSTEM, render
from verdigris.proposers.base import Brief, Unusable
from verdigris.proposers.formats import Form
from verdigris.proposers.showing import (
    context,
    defines_nothing,
    is_broken,
    language,
    rooms,
    without_body,
)

Ask = Callable[[Request], Awaitable[Reply | None]]
"""Asks the model and counts the cost; None when the budget does not allow another question."""
Several = Callable[[Request, int], AsyncGenerator[Reply, None]]
"""Asks the model for several answers at once; fewer when the budget does not allow as many."""
Check = Callable[[Change], None]
"""Raises ModelMistake for a change that may not be tried, so that the model hears of it."""
Room = Callable[[], Awaitable[int]]
"""Tells how many tokens the context of the model holds; its server may have to be asked."""
_COMPLAINT = 1500
"""Characters of a complaint that go into the next question."""


class ModelProposer:
    def __init__(
        self,
        origin: Origin,
        ask: Ask,
        *,
        name: str,
        context_tokens: int | Room,
        samples: int,
        temperature: float,
        max_tokens: int,
        form: Form = "function",
        check: Check = lambda change: None,
        several: Several | None = None,
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
        self._several = several
        """Given where answers side by side take about the time of one."""

    @property
    def more(self) -> bool:
        return True  # another sample may be a better one

    async def propose(self, brief: Brief) -> AsyncGenerator[Change | Unusable, None]:
        known = self._context_tokens
        complaint, room = "", known if isinstance(known, int) else await known()
        before = (brief.attempt - 1) * self._samples
        sample = 0
        for numbers in self._questions(brief, range(before, before + self._samples)):
            target = _suspect(brief, numbers[0])
            name = f" on {target.name}" if target and target.name else ""
            shown: Brief | None = brief
            while shown is not None:
                form = self._form if shown is brief else "function"
                request = self._request(shown, numbers[0], target, complaint, room, form)
                wanted, repeated = sample + len(numbers), True
                async with aclosing(self._answers(request, len(numbers))) as replies:
                    async for reply in replies:
                        sample += 1
                        note = f"{self._name}, sample {sample}{name}"
                        found = await self._read(reply, brief, target, note)
                        complaint = found.reason if isinstance(found, Unusable) else ""
                        repeated = repeated and complaint == UNCHANGED
                        yield found
                if sample < wanted:
                    return  # the budget allows no more
                # Who only repeats the code is asked once more, without seeing it.
                again = repeated and shown is brief
                shown = without_body(brief, target) if again and target else None
                complaint = "" if shown else complaint

    async def _answers(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        if self._several is not None and count > 1:
            async with aclosing(self._several(request, count)) as replies:
                async for reply in replies:
                    yield reply
        elif (one := await self._ask(spread(request, 1)[0])) is not None:
            yield one

    def _questions(self, brief: Brief, numbers: range) -> list[list[int]]:
        """Return which questions are put together: those about the same suspect, where it pays."""
        if self._several is None:
            return [[number] for number in numbers]
        groups: dict[Place | None, list[int]] = {}
        for number in numbers:
            groups.setdefault(_suspect(brief, number), []).append(number)
        return list(groups.values())

    def _request(
        self,
        brief: Brief,
        number: int,
        target: Place | None,
        complaint: str,
        room: int,
        form: Form,
    ) -> Request:
        broken = target is not None and is_broken(brief, target)
        whole = broken or (target is not None and defines_nothing(brief, target))
        form = "file" if whole else form
        shown = context(brief, room, self._max_tokens)
        tail = rooms(room, self._max_tokens)[1]
        prompt = render(
            "patch",
            shown=shown,
            goal=cut(brief.goal, tail // 4),
            # Every other time: a wrong plan would spoil all samples, a right one need not help all.
            plan=cut(brief.plan, tail // 4) if number % 2 else "",
            # The other times, and for the same reason.
            reminders=[] if number % 2 else [cut(one, tail // 6) for one in brief.reminders],
            hint=cut(brief.hint, tail // 4),
            findings=[one_line(str(finding), 200) for finding in brief.findings[:4]],
            attempts=cut(brief.attempts, tail // 2),
            warning=brief.warning,
            complaint=cut(complaint, min(_COMPLAINT, tail // 2)),
            target=_simple(target.name) if target else "",
            path=target.path if target else "",
            language=language(target.path if target else ""),
            form=form if target else "function",
            broken=broken,
        )
        return Request(
            system=SYSTEM,
            prompt=prompt,
            temperature=self._temperature,
            greedy_first=_is_first(brief, number),
            seed=number + 1,
            max_tokens=self._max_tokens,
            shared=len(render("context", shown=shown)),
            left_out=", ".join(shown.left_out),
        )

    async def _read(
        self, reply: Reply, brief: Brief, target: Place | None, note: str
    ) -> Change | Unusable:
        try:
            # In a thread: an answer may be long, and git may be asked to apply it.
            return await asyncio.to_thread(self._changed, reply, brief, target, note)
        except ModelMistake as mistake:
            return Unusable(str(mistake), note, reply.text)

    def _changed(self, reply: Reply, brief: Brief, target: Place | None, note: str) -> Change:
        if reply.finish == "refused":
            raise ModelMistake("The model refused to answer.")
        places = [target, *brief.places] if target else brief.places
        focus = list(dict.fromkeys(place.path for place in places))
        read = read_answer(reply.text, brief.files, focus, brief.earlier)
        change = make_change(
            brief.files, read.texts, self.origin, note, encodings=brief.encodings, how=read.how
        )
        if change is None:
            raise ModelMistake(UNCHANGED)
        if any(masks_in(edit.after or "") > masks_in(edit.before or "") for edit in change.edits):
            raise ModelMistake(
                "Your code holds `[masked …]` where a value belongs. Leave lines with a masked "
                "value as they are."
            )
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
