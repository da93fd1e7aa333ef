"""`verdigris runs`: the runs that are known, or what the database knows of one.

How it is read is in `store/queries.py`, how it is told in `cli/story.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from verdigris.settings import Settings
    from verdigris.store.queries import RunDetails, RunSummary

    R = TypeVar("R", RunSummary, RunDetails)


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
    as_json: AsJson = False,
) -> None:
    """List recent runs, or show one of them in full.

    Without an id, the newest runs are listed. With an id, or the beginning of one, that run is
    shown with its iterations, the time each step took, the verdicts and the final diff. `verdigris
    show` tells more: what was tried, the commits, and what was written to your files.

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
    found = [as_it_is(each, settings) for each in found]
    run = as_it_is(run, settings) if run else None
    if as_json:
        shown = (
            {"run": run.model_dump(mode="json")}
            if run
            else {"runs": [each.model_dump(mode="json") for each in found]}
        )
        typer.echo(json.dumps(shown))
    elif run:
        from verdigris.cli.story import tell

        tell(run)
    else:
        _show_list(found)


def as_it_is(run: R, settings: Settings) -> R:
    """Tell a run that is being worked on from one whose process was killed."""
    from verdigris.engine.runs import is_alive

    if run.status == "running" and not is_alive(settings, run.id):
        return run.model_copy(update={"status": "cut_off"})
    return run


async def read_run(url: str, run_id: str) -> RunDetails:
    """Return what the database knows of one run. Raises UserError when it does not know it."""
    _, run = await _read(url, run_id, 1)
    assert run is not None, "asked for by its id, it is there or an error"
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

    from verdigris.cli.story import cost_of, status_of, text_of

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
            text_of(run.id),  # begins with the time, so no column is needed for that
            text_of(run.job),
            text_of(run.root.rsplit("/", 1)[-1], 40),
            status_of(run.status),
            str(run.iterations),
            f"{run.tokens_in + run.tokens_out:,}",
            cost_of(run),
            f"{run.seconds:.1f}",
        )
    console.print(table)
