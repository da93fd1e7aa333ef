"""`verdigris show`: the story of one run, with the numbers that `diff` and `fork` take."""

from __future__ import annotations

from typing import Annotated

import typer

from verdigris.cli.options import AsJson

Run = Annotated[
    str,
    typer.Argument(
        metavar="RUN",
        show_default=False,
        help="The run: its id, the beginning of its id, or `last`.",
    ),
]


def show(run: Run, as_json: AsJson = False) -> None:
    """Tell the story of a run.

    Shows what was asked, each step with its number, time and tokens, what was tried and why it was
    refused, the verdicts, the commits of the run's own history, and whether and when the change was
    written to your files or taken back.

    \b
    Examples:
      verdigris show last
      verdigris show 261115-0315
      verdigris show 261115-0315 --json
    """
    import asyncio
    import json
    from pathlib import Path

    from verdigris.cli import story
    from verdigris.cli.runs import as_it_is, read_run
    from verdigris.edits.journal import settle
    from verdigris.engine.history import tale_of
    from verdigris.engine.runs import find_run
    from verdigris.settings import load

    settings = load(Path.cwd()).settings
    run_id = find_run(settings, run)
    details = as_it_is(asyncio.run(read_run(settings.database_url, run_id)), settings)
    if said := settle(Path(details.root), settings.paths.data):
        typer.echo(said, err=True)
    tale = tale_of(settings, run_id)
    if as_json:
        typer.echo(json.dumps({"run": story.as_json(details), "folder": story.as_json(tale)}))
    else:
        story.tell(details, tale)
