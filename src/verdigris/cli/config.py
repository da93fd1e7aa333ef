"""`verdigris config`: what is set, and where each value came from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verdigris.cli.options import AsJson

app = typer.Typer(no_args_is_help=True, help="Show the settings and where they come from.")


@app.callback()
def _root() -> None:
    """Show the settings and where they come from."""


@app.command()
def show(
    path: Annotated[
        Path | None, typer.Argument(help="The project whose settings count. [default: here]")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show every setting, its value and its origin. Secrets are masked.

    Sources, weakest first: defaults, the user file, `verdigris.toml` in the project, `.env` in the
    project, environment variables such as VERDIGRIS_LIMITS__MAX_ITERS, command-line flags.

    \b
    Examples:
      verdigris config show
      verdigris config show path/to/project --json
    """
    from verdigris.settings import load, user_file

    loaded = load((path or Path.cwd()).resolve())
    rows = list(loaded.rows())
    if as_json:
        import json

        typer.echo(json.dumps({n: {"value": v, "origin": o} for n, v, o in rows}, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    from verdigris.telemetry.terminal import plain

    table = Table(box=None, pad_edge=False)
    for title in ("setting", "value", "origin"):
        table.add_column(title, overflow="fold")
    for name, value, origin in rows:
        style = "dim" if origin == "default" else ""
        table.add_row(plain(name, style), plain(value, style), plain(origin, style))
    console = Console()
    console.print(table)
    console.print(plain(f"user file: {user_file()}", "dim"))
