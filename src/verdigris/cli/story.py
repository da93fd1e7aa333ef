"""How one run is told on a terminal: `runs RUN_ID` from the database, `show RUN` with its folder.

What is told came from projects and models, so nothing in it is taken for markup or sent to the
terminal as a command.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from verdigris.core.value import Value
    from verdigris.engine.history import Tale
    from verdigris.store.queries import IterationView, RunDetails, RunSummary

_COLOURS = {"green": "green", "not_green": "yellow", "failed": "red", "running": "cyan",
            "done": "green", "cut_off": "red"}  # fmt: skip


def tell(run: RunDetails, tale: Tale | None = None) -> None:
    """Print a run; with a tale, its steps are numbered and its commits and candidates are named."""
    from rich.console import Console

    console = Console()
    console.print(text_of(run.id, style="bold"), status_of(run.status), text_of(run.reason))
    facts = [
        ("goal", run.goal),
        ("job", run.job),
        ("project", run.root),
        ("started", when(run.started_at)),
        ("models", ", ".join(run.models) or "none"),
        ("used", f"{run.tokens_in + run.tokens_out:,} tokens, {cost_of(run)}, {run.seconds:.1f} s"),
        *(tale.facts() if tale else ()),
    ]
    for name, value in facts:
        console.print(f"{name:8}", text_of(value, 400), soft_wrap=True)
    for each in run.rounds:
        _tell_round(console, each, tale)
    if run.diff:
        console.print()
        print_diff(console, run.diff)


def _tell_round(console: Console, each: IterationView, tale: Tale | None) -> None:
    from rich.table import Table

    console.print()
    console.print(text_of(f"Iteration {each.number}", style="bold"), _verdict(each))
    if each.lesson:
        console.print(text_of(each.lesson, 400))
    for origin, became in tale.tried.get(each.number, ()) if tale else ():
        console.print(text_of(f"  tried {origin}: {became}", 200, "dim"), soft_wrap=True)
    table = Table(box=None, pad_edge=False, show_header=False)
    if tale:
        table.add_column(justify="right", style="dim")
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column(ratio=1)
    for step in each.steps:
        tokens = step.tokens_in + step.tokens_out
        number = (tale.number(each.number, step.step),) if tale else ()
        table.add_row(
            *number,
            text_of(step.step),
            f"{step.seconds:.2f} s",
            f"{tokens:,} tokens" if tokens else "",
            text_of(step.summary, 200),
        )
    console.print(table)


def print_diff(console: Console, diff: str) -> None:
    from rich.syntax import Syntax

    from verdigris.telemetry.terminal import plain

    console.print(Syntax(plain(diff).plain, "diff", background_color="default"))


def as_json(value: Value) -> Any:
    return value.model_dump(mode="json")


def status_of(status: str) -> Text:
    return text_of(status.replace("_", " "), style=_COLOURS.get(status, ""))


def cost_of(run: RunSummary) -> str:
    return f"${run.cost:.4f}" + (" + unpriced" if run.unpriced_calls else "")


def when(seconds: float) -> str:
    from datetime import datetime

    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def text_of(text: str, limit: int = 160, style: str = "") -> Text:
    """Return one line of text that can do nothing to a terminal but be read."""
    from verdigris.core.text import one_line
    from verdigris.telemetry.terminal import plain

    return plain(one_line(text, limit), style)


def _verdict(each: IterationView) -> Text:
    style = "green" if each.green else "yellow"
    trend = f" ({each.trend})" if each.trend and each.trend != "unknown" else ""
    return text_of(f"{each.verdict or 'no verdict'}{trend}", 200, style if each.verdict else "dim")
