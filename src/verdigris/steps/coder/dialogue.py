"""A coder with tools: a short dialogue in which files are written, run and mended.

Each turn is one question with one call for an answer (`building/tools`). Whatever the coder does,
the dialogue ends: after so many turns, three mistakes in a row, the same call twice to the same
effect, or at a limit of the run. What counts then is the state of the files with which most of the
visible tests passed. Nothing of it is trusted: it is one candidate among others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from verdigris.building.dialogue import Brief, Turn, assignment, turn_request
from verdigris.building.tools import Call, command_lines, read_call
from verdigris.building.workbench import Workbench
from verdigris.core.change import Change, make_change
from verdigris.core.events import ToolUsed
from verdigris.core.text import count, one_line
from verdigris.errors import ModelMistake, ModelUnavailable
from verdigris.languages.base import Language
from verdigris.models.base import Model, Reply, context_of
from verdigris.models.wrappers import names_of
from verdigris.steps.asking.ask import ask, model_for
from verdigris.steps.coder.running import Runs, program_told, tests_told
from verdigris.steps.deps import Deps

LEAST_CONTEXT = 16_000
"""Tokens below which a dialogue has no room."""
_MISTAKES = 3
_TOLD = 8
"""Calls that the account of a dialogue names."""

Finish = Callable[[str, str], str]
"""Turns a path and its text into the text that is taken. Raises ModelMistake if it is not fit."""


async def coder_with_tools(deps: Deps) -> Model | None:
    """Return who writes with tools, if anybody does."""
    model = model_for(deps, "strong", "coder")
    own = deps.settings
    if model is None or own.build.tools == "off" or "strong" not in own.cascade.tiers:
        return None
    if own.build.tools == "on":
        return model
    # The local engine's models are small, whatever fits into them.
    local = any(name.startswith("local:") for name in names_of(model))
    return None if local or await context_of(model) < LEAST_CONTEXT else model


@dataclass(frozen=True)
class Job:
    """What a coder with tools works on, and with what."""

    title: str
    brief: Brief
    language: Language
    before: Mapping[str, str]
    """The files as they were, which the change is made against."""
    bench: Workbench
    runs: Runs
    finish: Finish
    seed: int = 0


@dataclass(frozen=True)
class Made:
    """What came of a dialogue."""

    change: Change | None
    passed: int
    """Of the visible tests, with that change."""
    why: str
    """Why there is no change."""
    note: str
    transcript: str


async def work(job: Job, model: Model, deps: Deps) -> Made:
    """Let the coder work until it is done or has to stop.

    Raises ModelUnavailable, if nothing was written until then.
    """
    return await _Work(job, model, await context_of(model), deps).go()


class _Work:
    def __init__(self, job: Job, model: Model, context: int, deps: Deps) -> None:
        self._job, self._deps = job, deps
        self._name, self._context = model.name, context
        self._answer = min(deps.settings.models.max_output_tokens, max(context // 4, 256))
        self._past: list[Turn] = []
        self._seen: set[tuple[str, ...]] = set()
        self._account: list[str] = []
        self._mistakes = 0
        self._begun = job.bench.digest
        self._measured, self._told = "", ("", "")
        """The state of the files that was measured last, and what was told of it."""
        self._best: Change | None = None
        self._passed = 0
        self._why = "nothing was written"

    async def go(self) -> Made:
        job, turns, ended = self._job, self._job.brief.turns, ""
        room = {"context": self._context, "answer": self._answer}
        begin = assignment(job.brief, job.language, **room)
        for number in range(1, turns + 1):
            left, seed = turns - number + 1, job.seed + number - 1
            request = turn_request(begin, self._past, left, seed=seed, **room)
            try:
                reply = await ask(self._deps, "strong", "coder", request)
            except ModelUnavailable as error:
                if job.bench.digest == self._begun:
                    raise
                ended = one_line(str(error), 160)  # what was written is worth trying all the same
                break
            if reply is None:
                ended = self._deps.meter.refused or "no answer came"
                break
            self._name = reply.model or self._name
            if ended := await self._turn(number, reply):
                break
        return await self._made(ended or "no call was left")

    async def _turn(self, number: int, reply: Reply) -> str:
        """Carry out one answer; return why the dialogue is over, if it is."""
        state, call = self._job.bench.digest, None
        ended, why = "", ""
        try:
            call, more = _read(reply)
            why = call.why
            result, said, ended = await self._carried_out(call)
            result += "\nOnly your first call was carried out." if more else ""
            self._mistakes = 0
        except ModelMistake as mistake:
            self._mistakes += 1
            result = str(mistake)
            what = one_line(f"{call.tool} {call.path}", 80) if call else "no call"
            said = f"{what}: {one_line(result, 120)}"
        self._past.append(Turn(call=call, answer="" if call else reply.text, result=result))
        self._account.append(said)
        await self._deps.bus.emit(
            ToolUsed(
                part=self._job.title,
                turn=number,
                tool=call.tool if call else "",
                said=said,
                why=one_line(why, 160),
            )
        )
        if self._mistakes >= _MISTAKES:
            return f"{count(_MISTAKES, 'mistake')} in a row"
        if call is not None and not ended:
            same = (*call.asks, state, result)
            if same in self._seen:
                return "the same call came again, to the same effect"
            self._seen.add(same)
        return ended

    async def _carried_out(self, call: Call) -> tuple[str, str, str]:
        """Return what a call shows, what it did in a few words, and why all is over, if it is.

        Raises ModelMistake.
        """
        bench = self._job.bench
        match call.tool:
            case "create":
                return bench.create(call), f"created {call.path}", ""
            case "edit":
                return bench.edit(call), f"edited {call.path}", ""
            case "read":
                return bench.read(call), f"read {call.path}", ""
            case "list":
                return bench.list(call), "listed the files", ""
            case "run" if call.text.strip():
                return await self._program(call)
            case "run":
                return *await self._tests(), ""
            case _:
                return await self._done()

    async def _tests(self) -> tuple[str, str]:
        self._change()
        if not self._job.runs.ids:
            raise ModelMistake("There is no test that you may run.")
        return await self._measure()

    async def _measure(self) -> tuple[str, str]:
        """Run the visible tests on the files as they are, and keep the state if it is the best.

        Raises ModelMistake where that code may not be run.
        """
        runs, state = self._job.runs, self._job.bench.digest
        if state == self._measured:
            return self._told
        change = self._change()
        runs.gate(change)
        passed, told = 0, ("", "")
        if runs.ids:
            result, passed = tests_told(await runs.tests(change), runs.ids)
            told = result, f"ran {count(len(runs.ids), 'test')}: {passed} passed"
        self._measured, self._told = state, told
        self._keep(passed)
        return told

    async def _program(self, call: Call) -> tuple[str, str, str]:
        runs, change = self._job.runs, self._change()
        if runs.program is None:
            raise ModelMistake("There is no program that could be started yet. Leave `text` empty.")
        lines = command_lines(call.text)
        runs.gate(change)
        result, said = program_told(await runs.program(change, lines))
        words = one_line(" / ".join(call.text.split("\n")), 60)
        return result, f"ran the program ({words}): {said}", ""

    async def _done(self) -> tuple[str, str, str]:
        """Say what is still wrong; who says it twice has the last word."""
        self._usable()
        result, said = await self._measure()
        if self._passed < len(self._job.runs.ids):
            return f"Not yet. {result}", f"said it is done; {said}", ""
        return "Done.", f"is done; {said}" if said else "is done", "it is done"

    def _change(self, *, finished: bool = False) -> Change:
        """Return what was written so far. Raises ModelMistake where that is nothing, or not fit."""
        job = self._job
        now = {path: text for path, text in job.bench.texts.items() if text != job.before[path]}
        if finished:
            now = {path: job.finish(path, text) for path, text in now.items()}
        change = make_change(job.before, {**job.before, **now}, "strong")
        if change is None:
            raise ModelMistake("Nothing is written yet.")
        return change

    def _usable(self) -> Change:
        change = self._change(finished=True)
        self._job.runs.gate(change)
        return change

    def _keep(self, passed: int) -> None:
        """Note the state of the files, where it is fit and no earlier one did better."""
        try:
            change = self._usable()
        except ModelMistake as mistake:
            self._why = str(mistake)
            return
        if self._best is None or passed >= self._passed:
            self._best, self._passed = change, passed

    async def _made(self, ended: str) -> Made:
        if self._job.bench.digest not in (self._begun, self._measured):  # written, not yet tried
            try:
                _, said = await self._measure()
                self._account += [said] if said else []
            except ModelMistake as mistake:
                self._why = str(mistake)
        told = [*self._account[-_TOLD:], *([] if ended == "it is done" else [f"stopped: {ended}"])]
        skipped = ["…"] if len(self._account) > _TOLD else []
        said = one_line(", ".join([*skipped, *told]), 600)
        note = f"{self._job.title}, {self._name}, with tools: {said}"
        change = self._best and self._best.model_copy(update={"note": note})
        lines = (turn.model_dump(mode="json", exclude_defaults=True) for turn in self._past)
        transcript = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        return Made(change, self._passed, "" if change else self._why, note, transcript)


def _read(reply: Reply) -> tuple[Call, bool]:
    try:
        return read_call(reply.text)
    except ModelMistake:
        if reply.finish == "length":
            raise ModelMistake(
                "Your answer was cut off: it was too long. Create a file with less in it, and add "
                "the rest by `edit`."
            ) from None
        raise
