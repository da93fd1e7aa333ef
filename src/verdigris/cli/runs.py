"""`verdigris runs`: the runs that are known, or all that is known of one.

Shows what the database holds; how to read it is in `store/queries.py`. What is shown came from
projects and models, so nothing in it is taken for markup or sent to the terminal as a command.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from verdigris.settings import Settings
    from verdigris.store.queries import IterationView, RunDetails, RunSummary

    R = TypeVar("R", RunSummary, RunDetails)

_COLOURS = {"green": "green", "not_green": "yellow", "failed": "red", "running": "cyan",
            "done": "green", "cut_off": "red"}  # fmt: skip


def runs(
    run_id: Annotated[
        str,
        typer.Argument(
            metavar="RUN_ID",
            show_default=False,
            help="The run to show, by its id or the beginning of it.",
        ),
    ] = "",
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, help="How many runs are listed.")
    ] = 20,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False,
) -> None:
    """List recent runs, or show one of them in full.

    Without an id, the newest runs are listed. With an id, or the beginning of one, that run is
    shown with its iterations, the time each step took, the verdicts and the final diff.

    \b
    Examples:
      verdigris runs --limit 5
      verdigris runs 261115-0315
      verdigris runs 261115-0315 --json
    """
    import asyncio
    import json
    from pathlib import Path

    from verdigris.settings import load

    settings = load(Path.cwd()).settings
    found, run = asyncio.run(_read(settings.database_url, run_id, limit))
    found = [_as_it_is(each, settings) for each in found]
    run = _as_it_is(run, settings) if run else None
    if as_json:
        shown = (
            {"run": run.model_dump(mode="json")}
            if run
            else {"runs": [each.model_dump(mode="json") for each in found]}
        )
        typer.echo(json.dumps(shown))
    elif run:
        _show_run(run)
    else:
        _show_list(found)


def _as_it_is(run: R, settings: Settings) -> R:
    """Tell a run that is being worked on from one whose process was killed."""
    from verdigris.engine.runs import is_alive

    if run.status == "running" and not is_alive(settings, run.id):
        return run.model_copy(update={"status": "cut_off"})
    return run


async def _read(url: str, run_id: str, limit: int) -> tuple[list[RunSummary], RunDetails | None]:
    from verdigris.store.database import Database
    from verdigris.store.queries import get_run, list_runs

    async with await Database.open(url) as database:
        if run_id:
            return [], await get_run(database, run_id)
        return await list_runs(database, limit=limit), None


def _show_list(found: list[RunSummary]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    if not found:
        console.print("No runs yet. Start one with `verdigris fix`.", markup=False)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("run", "job", "project", "status"):
        table.add_column(name, no_wrap=name == "run", overflow="fold")
    for name in ("iters", "tokens", "cost", "seconds"):
        table.add_column(name, justify="right", no_wrap=True)
    for run in found:
        table.add_row(
            _plain(run.id),  # begins with the time, so no column is needed for that
            _plain(run.job),
            _plain(run.root.rsplit("/", 1)[-1], 40),
            _status(run.status),
            str(run.iterations),
            f"{run.tokens_in + run.tokens_out:,}",
            _cost(run),
            f"{run.seconds:.1f}",
        )
    console.print(table)


def _show_run(run: RunDetails) -> None:
    from rich.console import Console
    from rich.syntax import Syntax

    from verdigris.telemetry.terminal import plain

    console = Console()
    console.print(_plain(run.id, style="bold"), _status(run.status), _plain(run.reason))
    for name, value in (
        ("goal", run.goal),
        ("job", run.job),
        ("project", run.root),
        ("started", _when(run.started_at)),
        ("models", ", ".join(run.models) or "none"),
        ("used", f"{run.tokens_in + run.tokens_out:,} tokens, {_cost(run)}, {run.seconds:.1f} s"),
    ):
        console.print(f"{name:8}", _plain(value, 400), soft_wrap=True)
    for each in run.rounds:
        _show_round(console, each)
    if run.diff:
        console.print()
        console.print(Syntax(plain(run.diff).plain, "diff", background_color="default"))


def _show_round(console: Console, each: IterationView) -> None:
    from rich.table import Table

    console.print()
    console.print(_plain(f"Iteration {each.number}", style="bold"), _verdict(each))
    if each.lesson:
        console.print(_plain(each.lesson, 400))
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column(ratio=1)
    for step in each.steps:
        tokens = step.tokens_in + step.tokens_out
        table.add_row(
            _plain(step.step),
            f"{step.seconds:.2f} s",
            f"{tokens:,} tokens" if tokens else "",
            _plain(step.summary, 200),
        )
    console.print(table)


def _verdict(each: IterationView) -> Text:
    style = "green" if each.green else "yellow"
    trend = f" ({each.trend})" if each.trend and each.trend != "unknown" else ""
    return _plain(f"{each.verdict or 'no verdict'}{trend}", 200, style if each.verdict else "dim")


def _status(status: str) -> Text:
    return _plain(status.replace("_", " "), style=_COLOURS.get(status, ""))


def _cost(run: RunSummary) -> str:
    return f"${run.cost:.4f}" + (" + unpriced" if run.unpriced_calls else "")


def _when(seconds: float) -> str:
    from datetime import datetime

    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def _plain(text: str, limit: int = 160, style: str = "") -> Text:
    from verdigris.core.text import one_line
    from verdigris.telemetry.terminal import plain

    return plain(one_line(text, limit), style)
