"""`verdigris doctor`: what is here, what is missing, and the command that installs it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verdigris.cli import options
from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from verdigris.engine.health import Check


def doctor(
    path: Annotated[
        Path | None, typer.Argument(help="The project to look at. [default: this folder]")
    ] = None,
    sandbox: options.Sandbox = None,
    sandbox_image: options.SandboxImage = None,
    as_json: AsJson = False,
) -> None:
    """Say what is here, what is missing, what that costs, and how to get it.

    Exits with 0 when `verdigris fix` can work here, with 3 when something it needs is missing.

    \b
    Examples:
      verdigris doctor
      verdigris doctor path/to/project
      verdigris doctor --sandbox docker --sandbox-image my-project-tests
    """
    import asyncio
    import json

    from verdigris.agent import require_folder
    from verdigris.edits.journal import settle
    from verdigris.engine.health import examine
    from verdigris.settings import load

    root = (path or Path.cwd()).resolve()
    require_folder(root)
    flags = {"sandbox.backend": sandbox, "sandbox.image": sandbox_image}
    settings = load(root, flags).settings
    if said := settle(root, settings.paths.data):
        typer.echo(said, err=True)
    checks = asyncio.run(examine(root, settings))
    needed = [check for check in checks if not check.ok and check.needed]
    if as_json:
        typer.echo(json.dumps({"checks": [check.model_dump() for check in checks]}, indent=2))
    else:
        _print(checks)
    raise typer.Exit(3 if needed else 0)


def _print(checks: list[Check]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from verdigris.telemetry.terminal import plain

    table = Table(box=None, pad_edge=False, show_header=False)
    for check in checks:
        mark = ("✔", "green") if check.ok else ("✗", "red") if check.needed else ("–", "yellow")
        said = check.detail if check.ok else f"{check.detail} {check.cure}".strip()
        table.add_row(Text(*mark), plain(check.name), plain(said))
    Console().print(table)
