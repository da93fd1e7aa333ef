"""What a person sees: one line a step, what was tried, the diff, and what it came to.

Everything from the project, the tests or a model is printed as plain text: markup and control
characters in it have no effect.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.padding import Padding
from rich.panel import Panel
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from verdigris.core import events as ev
from verdigris.core.budget import TierUse
from verdigris.core.report import Report
from verdigris.core.task import Task
from verdigris.core.text import count, listed, one_line
from verdigris.telemetry.building_lines import QUARANTINED, STATES, building_lines
from verdigris.telemetry.tail import Tail

if TYPE_CHECKING:
    from rich.status import Status

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_DOING = {
    "reproduce": "running the tests",
    "plan": "planning",
    "specify": "writing tests",
    "draft": "writing code, and running all of it against all tests",
    "retrieve": "looking for the code",
    "audit": "looking it over",
    "patch": "looking for a fix",
    "apply": "applying it to a copy",
    "check": "checking it before it runs",
    "execute": "running all tests on a fresh copy",
    "reflect": "reflecting",
    "remember": "remembering",
    "decide": "deciding",
}


def plain(text: str, style: str = "") -> Text:
    """Return text that can do nothing to a terminal but be read."""
    return Text(_CONTROL.sub("�", text), style=style)


class Terminal:
    def __init__(self, console: Console, *, verbose: bool = False) -> None:
        self._console = console
        self._verbose = verbose
        self._status: Status | None = None
        self._notes: list[Text] = []
        self._iteration = 0
        self._tail = Tail(at_once=verbose)
        self._task: Task | None = None
        self._state = ""

    @property
    def listening(self) -> bool:
        """Whether the words of an answer are of interest while it is being written."""
        return self._console.is_terminal and not self._console.quiet

    def overhear(self, role: str, text: str) -> None:
        if self._status is not None and (line := self._tail.add(text)):
            self._status.update(plain(f"{role}: {line}", "dim"))

    async def hear(self, event: ev.Event) -> None:
        if isinstance(event, ev.ModelCalled):
            self._tail.clear()
        match event:
            case ev.RunStarted():
                self._started(event)
            case ev.StepStarted():
                self._step(event)
            case ev.StepFinished():
                self._step_done(event)
            case ev.SuiteRan(purpose="reproduce" | "execute"):
                self._suite(event.report, event.where)
            case ev.Searched():
                self._searched(event)
            case ev.RunFinished():
                self._finished(event)
            case _:
                for text, style in self._said(event):
                    self._note(text, style)

    def _said(self, event: ev.Event) -> Iterator[tuple[str, str]]:
        """Yield what an event adds below its step, with a style."""
        match event:
            case ev.CandidateTried():
                style = "green" if event.result.endswith("pass") else "yellow"
                yield f"{event.origin or 'answer'} ({event.note}): {event.result}", style
            case ev.Audited() if self._task is not None and self._task.job == "audit":
                return  # the command shows them all at its end, with their cures
            case ev.Audited() | ev.Checked():
                for finding in event.findings[: 20 if self._verbose else 3]:
                    yield str(finding), "yellow"
            case ev.FlakyFound():
                yield f"flaky, left out: {listed(event.tests)} passed when run again", "yellow"
            case ev.VerdictReached():
                for proof in event.verdict.proofs:
                    yield f"{proof.name}: {proof.detail}", "green" if proof.holds else "yellow"
            case ev.TierSpent():
                yield tier_line(event.spent), "dim"
            case ev.Warned():
                yield event.message, "yellow"
            case _:
                yield from building_lines(event, 1000 if self._verbose else QUARANTINED)
                for text in _details(event) if self._verbose else ():
                    yield text, "dim"

    def close(self) -> None:
        """Stop the spinner and say what is unsaid; called also when the run ends by an error."""
        if self._status is not None:
            with contextlib.suppress(Exception):
                self._status.stop()
            self._status = None
        self._print_notes()

    def _started(self, event: ev.RunStarted) -> None:
        self._task = event.task
        head = Text("verdigris ", style="bold green")
        head.append(f"{event.task.job} ", style="bold")
        head.append_text(plain(event.task.root))
        self._console.print(head)
        if event.task.job == "build":
            self._console.print(plain(one_line(event.task.goal, 300)))
        models = ", ".join(event.models) or "no model"
        word = "resumed run" if event.resumed else "run"
        self._console.print(plain(f"{word} {event.run_id} · {models}", "dim"))

    def _step(self, event: ev.StepStarted) -> None:
        if event.iteration != self._iteration:
            self._iteration = event.iteration
            if event.iteration > 1:
                self._console.print(plain(f"iteration {event.iteration}", "bold"))
        self.close()
        state = STATES.get(event.step, "")
        if self._task and self._task.job == "build" and state and state != self._state:
            self._state = state
            self._console.print(plain(state, "bold magenta"))
        if self._console.is_terminal:
            self._status = self._console.status(f"[dim]{_DOING.get(event.step, event.step)} …[/]")
            self._status.start()

    def _searched(self, event: ev.Searched) -> None:
        """Show how far a search is, where the spinner turns."""
        if self._status is not None:
            rate = event.tried / event.seconds if event.seconds else 0.0
            found = f"{event.greens} green" if event.greens else f"best {event.won}/{event.failing}"
            said = f"{event.tried} candidates tried, {rate:.0f}/s, {event.waiting} waiting, {found}"
            self._status.update(f"[dim]searching without a model: {said} …[/]")

    def _step_done(self, event: ev.StepFinished) -> None:
        self.close()
        row = Table.grid(padding=(0, 1), expand=True)
        row.add_column(width=11, no_wrap=True)
        row.add_column(ratio=1, overflow="fold")
        row.add_column(justify="right", no_wrap=True)
        cost = f"{event.use.tokens} tok  " if event.use.tokens else ""
        row.add_row(
            Text(f"● {event.step}", style="cyan"),
            plain(event.summary),
            Text(f"{cost}{event.seconds:.1f} s", style="dim"),
        )
        self._console.print(row)
        self._print_notes()

    @property
    def _builds_anew(self) -> bool:
        """Whether the code has a folder of its own, and need not be shown as a diff."""
        return self._task is not None and self._task.job == "build" and not self._task.into

    def _print_notes(self) -> None:
        for note in self._notes:
            self._console.print(Padding(note, (0, 0, 0, 12)))
        self._notes.clear()

    def _suite(self, report: Report, where: str) -> None:
        if where and self._verbose:
            self._note(f"{report.command} · {where}", "dim")
        if report.message:
            self._note(report.message, "red")
        for failure in report.failures[: 20 if self._verbose else 5]:
            self._note(f"✗ {failure.id}: {failure.reason}", "red")
        if (more := len(report.failures) - 5) > 0 and not self._verbose:
            self._note(f"… and {more} more", "red")

    def _note(self, text: str, style: str) -> None:
        note = plain(text, style)
        # At once where it takes long, so that a person sees what is tried while it is tried.
        if self._status is not None:
            self._console.print(Padding(note, (0, 0, 0, 12)))
        else:
            self._notes.append(note)

    def _finished(self, event: ev.RunFinished) -> None:
        self.close()
        if event.change is not None and not self._builds_anew:
            diff = Syntax(_CONTROL.sub("�", event.change.diff), "diff", word_wrap=True,
                          background_color="default")  # fmt: skip
            self._console.print(Panel(Group(diff), title="diff", border_style="dim"))
        mark, style = {
            "green": ("✔ green", "bold green"),
            "not_green": ("✗ not green", "bold red"),
            "done": ("✔ done", "bold green"),
            "paused": ("⏸ paused", "bold yellow"),
            "failed": ("✗ stopped", "bold red"),
        }.get(event.status, (event.status, "bold"))
        line = Text(mark, style=style)
        if event.status != "failed":  # the error itself is told by whoever catches it
            line.append_text(plain(f": {event.reason}", "default"))
        self._console.print(line)
        use = event.use
        if use.seconds:
            price = f"${use.cost:.4f}" + (" + unknown" if use.unpriced_calls else "")
            calls = count(use.calls, "model call")
            said = f"{calls}, {use.tokens} tokens, {price}, {use.seconds:.1f} s"
            self._console.print(plain(said, "dim"))


def tier_line(spent: TierUse) -> str:
    """Say what a tier did and cost: `search: 312 candidates, 9.1 s, no tokens: mends it`."""
    use = spent.use
    price = f", ${use.cost:.4f}" if use.cost else ""
    tokens = f"{use.tokens} tokens{price}" if use.calls else "no tokens"
    tried = count(spent.candidates, "candidate")
    return f"{spent.tier}: {tried}, {use.seconds:.1f} s, {tokens}: {spent.result}".rstrip(": ")


def _details(event: ev.Event) -> Iterator[str]:
    match event:
        case ev.ModelCalled():
            use = event.use
            kept = f" ({use.cached_tokens} kept)" if use.cached_tokens else ""
            tokens = f"{use.tokens_in}{kept} + {use.tokens_out} tokens"
            yield f"{event.role} asked {event.model}: {tokens}"
            if event.left_out:
                yield f"left out of the question for lack of room: {event.left_out}"
        case ev.Planned():
            yield event.plan.summary
        case ev.Retrieved():
            if event.note:
                yield event.note
            for suspect in event.suspects[:5]:
                where = f"{suspect.path}:{suspect.line} {suspect.function}".rstrip()
                yield f"{suspect.score:.2f} {where} ({suspect.reason})"
            for place in () if event.suspects else event.places[:5]:
                yield f"{place.path}:{place.line} {place.name} ({place.reason})"
        case ev.LessonLearned():
            if event.lesson.root_cause:
                yield f"root cause: {event.lesson.root_cause}"
            if event.lesson.next_idea:
                yield f"next: {event.lesson.next_idea}"
