"""How evals look on a terminal: progress with an estimate, figures, comparisons. No arithmetic."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from verdigris.cli.eval_progress import Progress
from verdigris.cli.eval_reports import write_reports
from verdigris.cli.options import python_flags
from verdigris.cli.story import text_of, when
from verdigris.errors import VerdigrisError

if TYPE_CHECKING:
    from verdigris.evals.figures.alarms import Findings
    from verdigris.evals.figures.compare import Comparison
    from verdigris.evals.figures.gates import Gate
    from verdigris.evals.figures.metrics import Group
    from verdigris.evals.jobs.budget import Purse
    from verdigris.evals.keeping import Home, Record
    from verdigris.evals.plan import Plan
    from verdigris.evals.recording import Listed
    from verdigris.evals.tasks.reading import EvalTask


def measure(
    plan: Plan, home: Home, *, jobs: int, name: str, fresh: bool, purse: Purse, quiet: bool
) -> Record:
    """Run an eval in the foreground. Ctrl+C stops it; what is finished is kept."""
    from verdigris.engine.runs import new_run_id
    from verdigris.evals.jobs.running import run_eval

    name = name or new_run_id()

    async def work() -> Record:
        loop = asyncio.get_running_loop()
        with Progress(jobs, quiet=quiet) as progress:
            running = asyncio.ensure_future(
                run_eval(plan, home, jobs=jobs, name=name, fresh=fresh, purse=purse,
                         watching=progress.watching)
            )  # fmt: skip
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, running.cancel)
            try:
                return await running
            finally:
                for number in (signal.SIGINT, signal.SIGTERM):
                    loop.remove_signal_handler(number)

    try:
        return asyncio.run(work())
    except (asyncio.CancelledError, KeyboardInterrupt):
        again = f" Go on with: verdigris eval run --resume {name}" if home.begun(name) else ""
        with contextlib.suppress(VerdigrisError):
            into_database(home.record(name), home.database_url)
        typer.echo(f"Stopped; what is finished is kept.{again}", err=True)
        raise typer.Exit(130) from None


def finish(
    record: Record,
    home: Home,
    gates: Sequence[Gate],
    wanted: Mapping[str, Path | None],
    *,
    as_json: bool,
) -> None:
    """Show and write what an eval came to.

    Raises typer.Exit with 1 where a threshold is missed, or not all jobs were carried out.
    """
    from verdigris.evals.figures.gates import missed, undone

    tell_record(record, as_json=as_json)
    into_database(record, home.database_url)
    own = home.folder / record.id / "report.html"
    write_reports(record, {"html": own}, quiet=as_json)
    write_reports(record, wanted, quiet=as_json)
    if not as_json:
        typer.echo(f"Show it again: verdigris eval show {record.id}")
        if record.stopped:
            typer.echo(f"Go on with: verdigris eval run --resume {record.id}")
    found = [*undone(record), *missed(gates, record)]
    for said in found:
        typer.echo(f"verdigris: {said}", err=True)
    if found:
        raise typer.Exit(1)


def into_database(record: Record, url: str) -> None:
    """Put an eval into the database too. Where that cannot be, it is said, and nothing is lost."""
    from verdigris.evals.recording import put_down

    try:
        asyncio.run(put_down(record, url))
    except VerdigrisError as error:
        typer.echo(
            f"verdigris: The eval is in its files, but not in the database: {error} "
            f"`verdigris eval run --resume {record.id}` tries again.",
            err=True,
        )


def tell_record(record: Record, *, as_json: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    from verdigris.evals.figures.metrics import summarise
    from verdigris.evals.figures.words import figure_words, span_words
    from verdigris.evals.reports.data import as_json as in_json

    if as_json:
        typer.echo(in_json(record))
        return
    summary, console = summarise(record.outcomes), Console()
    console.print(
        text_of(f"{record.suite}: {record.plan.label}", style="bold"),
        text_of(f"{len(record.outcomes)} of {record.jobs} jobs, {summary.tasks} tasks"),
    )
    if record.stopped:
        console.print(text_of(f"stopped: {record.stopped}", 300, "yellow"))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("figure")
    for column in ("value", "95 %", "of"):
        table.add_column(column, justify="right", no_wrap=True)
    for each in summary.figures:
        if each.value is not None:
            table.add_row(text_of(each.name), figure_words(each), span_words(each), str(each.of))
    console.print(table)
    if len(summary.families) > 1:
        console.print(_groups("family", summary.families))
    for by, found in (("rule", summary.rules), ("family", summary.audits)):
        if found:
            console.print(_findings(by, found))
    if summary.troubled:
        said = f"{summary.troubled} jobs crashed, ran out of time or could not be carried out"
        console.print(text_of(said, style="red"))


def _groups(name: str, found: Sequence[Group]) -> object:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(name)
    for column in ("solved", "right", "of"):
        table.add_column(column, justify="right")
    for group in found:
        counts = [round((f.value or 0) * f.of) for f in (group.solved, group.right)]
        table.add_row(text_of(group.name), *map(str, counts), str(group.solved.of))
    return table


def _findings(name: str, found: Sequence[Findings]) -> object:
    from rich.table import Table

    from verdigris.evals.figures.words import figure_words

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(name)
    for column in ("labels", "found", "false alarms", "precision", "recall", "f1"):
        table.add_column(column, justify="right")
    for one in found:
        counts = (one.labels, one.found, one.false_alarms)
        shares = (one.precision, one.recall, one.f1)
        table.add_row(text_of(one.name), *map(str, counts), *map(figure_words, shares))
    return table


def tell_comparison(found: Comparison) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(text_of(f"first:  {found.first}", 200))
    console.print(text_of(f"second: {found.second}", 200))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("figure")
    for column in ("first", "second", "difference", "95 %", "better", "worse", "p"):
        table.add_column(column, justify="right", no_wrap=True)
    for each in found.contrasts:
        table.add_row(
            each.name, f"{each.first:.3g}", f"{each.second:.3g}", f"{each.difference:+.3g}",
            f"{each.low:+.3g} to {each.high:+.3g}", str(each.better), str(each.worse),
            f"{each.p:.3g}",
        )  # fmt: skip
    console.print(table)
    for task, how in found.moved[:30]:
        console.print(text_of(f"  {task}: {how}", 200))
    left = found.only_first + found.only_second
    if left:
        console.print(text_of(f"{left} tasks that only one was run on are left out", style="dim"))
    if found.changed:
        said = f"{found.changed} tasks whose files differ between the two are left out"
        console.print(text_of(said, style="dim"))
    console.print(text_of(found.verdict, 500, "bold"))


def tell_list(evals: Sequence[Listed], *, as_json: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    from verdigris.evals.figures.words import figure_words

    if as_json:
        rows = [one.model_dump(exclude={"solved", "right"}) for one in evals]
        typer.echo(json.dumps({"evals": rows}))
        return
    if not evals:
        typer.echo("There is no eval yet. `verdigris eval --suite fix-small --no-llm` is a start.")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("eval", "started", "suite", "who", "jobs", "solved", "right"):
        table.add_column(column, no_wrap=column in ("eval", "jobs", "solved", "right"))
    for one in evals:
        table.add_row(
            text_of(one.id), when(one.started_at), text_of(one.suite, 40), text_of(one.entrant, 60),
            f"{one.done}/{one.jobs}", figure_words(one.solved), figure_words(one.right),
        )  # fmt: skip
    Console().print(table)


def tell_tasks(tasks: Sequence[EvalTask], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"tasks": [task.model_dump(mode="json") for task in tasks]}))
        return
    for task in tasks:
        typer.echo(f"{task.id}  {task.family}, {task.size}, {task.difficulty}")


def tell_soundness(
    suites: Sequence[str], only: Sequence[str], jobs: int, python: str | None, *, as_json: bool
) -> int:
    """Check tasks, tell each as it comes, and return the exit status."""
    import tempfile

    from verdigris.evals.judging.validate import Soundness, validate
    from verdigris.evals.tasks.reading import built_in
    from verdigris.evals.tasks.sources import chosen, open_source
    from verdigris.settings import load

    settings = load(flags=python_flags(python)).settings
    found: list[Soundness] = []

    async def work(desk: Path) -> None:
        sources = [open_source(name) for name in suites or built_in()]
        tasks = [
            source.lay(task, desk / source.name.replace("/", "-"))
            for source in sources
            for task in chosen(source.tasks, only, 0)
        ]
        async for each in validate(tasks, settings, jobs):
            found.append(each)
            if not as_json:
                typer.echo(
                    f"{'ok   ' if each.sound else 'FAULT'} {each.task} ({each.seconds:.1f} s)"
                )
                for fault in each.faults:
                    typer.echo(f"      {fault}")

    with tempfile.TemporaryDirectory(prefix="verdigris-sets-") as place:
        asyncio.run(work(Path(place).resolve()))
    sound = sum(each.sound for each in found)
    if as_json:
        typer.echo(json.dumps({"tasks": [each.model_dump(mode="json") for each in found]}))
    else:
        typer.echo(f"{sound} of {len(found)} tasks are sound")
    return int(sound < len(found))
