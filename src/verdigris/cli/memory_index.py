"""`verdigris memory index`: how far failures can be compared, and making the missing vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from verdigris.cli.memory_view import print_json
from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Callable

    from verdigris.settings import Settings


def index(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say how many are missing, and make none.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make the vectors by which failures are compared, as far as they are missing.

    Look-ups make them a few at a time, so this is only needed to have all of them at once: after
    another embedder was set or pulled, or cards were taken in. It can be broken off at any time and
    goes on where it stopped.

    \b
    Examples:
      verdigris memory index
      verdigris memory index --dry-run
    """
    import asyncio
    from pathlib import Path

    from verdigris.settings import load

    settings = load(Path.cwd()).settings
    said = asyncio.run(_index(settings, dry_run=dry_run, quiet=as_json))
    if as_json:
        print_json(said)
        return
    typer.echo(
        f"{said['compared']} of {said['failures']} failures can be compared, by {said['embedder']}."
    )


async def _index(settings: Settings, *, dry_run: bool, quiet: bool) -> dict[str, object]:
    from verdigris.errors import UserError
    from verdigris.memory.likeness.comparing import comparing
    from verdigris.memory.likeness.near_sql import SqlFailures
    from verdigris.store.database import Database
    from verdigris.vectors.choose import chosen

    name = chosen(settings)
    async with (
        await Database.open(settings.database_url) as database,
        comparing(settings, database) as nearness,
    ):
        if nearness is None:
            raise UserError(
                "Failures are not compared: it is switched off.",
                hint="Set `memory.embedder` to auto, and `memory.mode` to on.",
            )
        failures = SqlFailures(database)
        await nearness.sweep(failures)
        missing = await nearness.catch_up(
            failures, seconds=0.0 if dry_run else None, tell=_teller(quiet)
        )
        everything = len(await failures.keys())
    return {"embedder": name, "failures": everything, "compared": everything - missing}


def _teller(quiet: bool) -> Callable[[int], None]:
    """Return what shows how many are left, on a terminal."""
    import sys

    def tell(left: int) -> None:
        if not quiet and sys.stderr.isatty():
            typer.echo(f"\r{left} to go   " if left else "\r              \r", nl=False, err=True)

    return tell
