"""`verdigris history`: the programs that were built from a goal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from verdigris.settings import Settings
    from verdigris.store.queries import RunSummary


def history(
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, help="How many builds are listed.")
    ] = 20,
    as_json: AsJson = False,
) -> None:
    """List the programs that were built: goal, language, status, folder, tokens, when.

    The newest come first. `verdigris show RUN` tells the whole story of one; REPORT.md in its
    folder says what was verified.

    \b
    Examples:
      verdigris history
      verdigris history --limit 5 --json
    """
    import asyncio
    import json
    from pathlib import Path

    from verdigris.cli.runs import as_it_is
    from verdigris.settings import load

    settings = load(Path.cwd()).settings
    found = [as_it_is(run, settings) for run in asyncio.run(_read(settings, limit))]
    rows = [_row(run, settings) for run in found]
    if as_json:
        typer.echo(json.dumps({"builds": rows}))
    else:
        _show(rows)


async def _read(settings: Settings, limit: int) -> list[RunSummary]:
    from verdigris.store.database import Database
    from verdigris.store.queries import list_runs

    async with await Database.open(settings.database_url) as database:
        return await list_runs(database, limit=limit, job="build")


def _row(run: RunSummary, settings: Settings) -> dict[str, Any]:
    """Return what is told of one build; what its folder does not know stays empty."""
    from verdigris.engine.builds import kept

    built = kept(settings, run.id)
    agreed = built.agreement if built else ()
    score = built.strength.score if built and built.strength else None
    return {
        "run": run.id,
        "goal": run.goal,
        "language": built.blueprint.language if built else "",
        "profile": built.blueprint.profile if built else "",
        "status": run.status,
        "reason": run.reason,
        "folder": built.folder if built else run.root,
        "trusted": sum(len(one.trusted) for one in agreed),
        "quarantined": sum(len(one.quarantined) for one in agreed),
        "mutation_score": score,
        "tokens": run.tokens_in + run.tokens_out,
        "cost": run.cost,
        "seconds": run.seconds,
        "started_at": run.started_at,
    }


def _show(rows: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    from verdigris.cli.story import status_of, text_of, when

    console = Console()
    if not rows:
        console.print('Nothing was built yet. Begin: verdigris build "…"', markup=False)
        return
    # A goal and a path are too long for columns: each has a line of its own.
    for row in rows:
        told = [Text(when(row["started_at"])), text_of(row["run"]), status_of(row["status"])]
        told += [text_of(row["language"] or "-"), Text(f"{row['tokens']:,} tokens")]
        console.print(Text("  ").join(told))
        console.print(Padding(text_of(row["goal"], 150), (0, 0, 0, 2)))
        console.print(Text("  ").append(text_of(row["folder"], 400)), soft_wrap=True, style="dim")
