"""`verdigris model`: gathers its commands; fetch a local model, take it away, stop the engine.

Only what is typed and printed; the work is in `verdigris.models.local`. Looking at all models is in
`model_look`, trying one in `model_test`, tuning in `model_tune`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verdigris.cli.model_look import list_models
from verdigris.cli.model_test import test
from verdigris.cli.model_tune import tune

if TYPE_CHECKING:
    from rich.progress import TaskID

    from verdigris.models.local.catalogue import Entry
    from verdigris.models.local.pull import Progress
    from verdigris.settings import Settings

app = typer.Typer(
    no_args_is_help=True,
    help="See which models are asked, try one, and manage those that run on this machine.",
)
app.command("list")(list_models)
app.command()(test)
app.command()(tune)

Optional = Annotated[
    str | None,
    typer.Argument(help="A name from `verdigris model list`; the configured one if not given."),
]
LINE_SECONDS = 5.0


@app.command()
def pull(name: Optional = None) -> None:
    """Fetch a model once; later runs need no network.

    A pull that was cut off goes on where it stopped. The file is verified before it is used.

    \b
    Examples:
      verdigris model pull
      verdigris model pull qwen2.5-coder-1.5b
      verdigris model pull minilm
    """
    import asyncio

    from verdigris.models.local import pull as local
    from verdigris.models.local.catalogue import find
    from verdigris.vectors import minilm

    settings = _settings()
    if name == minilm.NAME:
        with _progress(minilm.WEIGHTS) as on_progress:
            path = asyncio.run(minilm.pull(settings, on_progress))
        typer.echo(f"{name} is ready, and compares failures from now on: {path}")
        return
    entry = find(name or settings.local.model)
    with _progress(entry) as on_progress:
        path = asyncio.run(local.pull(entry, settings, on_progress))
    typer.echo(f"local:{entry.name} is ready: {path}")


@app.command()
def remove(
    name: Annotated[str, typer.Argument(help="A name from `verdigris model list`.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Delete a pulled model, and whatever a cut-off pull left of it. Its engine is stopped.

    \b
    Examples:
      verdigris model remove qwen2.5-coder-1.5b
      verdigris model remove qwen2.5-coder-1.5b --yes
    """
    import asyncio

    from verdigris.models.local import pull as local
    from verdigris.models.local.catalogue import entry_path, find
    from verdigris.models.local.client import stop_engine
    from verdigris.vectors import minilm

    settings = _settings()
    if name == minilm.NAME:
        freed = asyncio.run(minilm.remove(settings))
        typer.echo(f"{_gigabytes(freed)} freed." if freed else f"{name} was not here.")
        return
    entry = find(name)
    path = entry_path(settings, entry)
    if not yes:
        typer.confirm(f"Delete {path} ({_gigabytes(entry.size)})?", abort=True)

    async def stop_and_remove() -> int:
        await stop_engine(settings, path)
        return await local.remove(entry, settings)

    freed = asyncio.run(stop_and_remove())
    typer.echo(f"{_gigabytes(freed)} freed." if freed else f"{entry.name} was not here.")


@app.command()
def stop() -> None:
    """Stop the engines of local models and give their memory back. They start again when needed.

    \b
    Examples:
      verdigris model stop
    """
    import asyncio

    from verdigris.models.local.client import stop_engine

    stopped = asyncio.run(stop_engine(_settings()))
    for state in stopped:
        typer.echo(f"Stopped the engine of local:{state.name}.")
    if not stopped:
        typer.echo("No engine is running.")


def _settings() -> Settings:
    from verdigris.settings import load

    return load(Path.cwd()).settings


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:.1f} GB"


@contextmanager
def _progress(entry: Entry) -> Iterator[Callable[[Progress], None]]:
    """Show a bar on a terminal; elsewhere a line for each news, and one every few seconds."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines()
        return
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )
    from rich.progress import Progress as Bar

    columns = (DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Bar(TextColumn("{task.description}"), BarColumn(), *columns, console=console) as bar:
        tasks: dict[str, TaskID] = {}

        def show(news: Progress) -> None:
            if news.stage == "done":
                return
            if (text := _sentence(news)) not in tasks:
                tasks[text] = bar.add_task(text, total=entry.size, completed=news.done)
            bar.update(tasks[text], completed=news.done)

        yield show


def _lines() -> Callable[[Progress], None]:
    last = ("", 0.0)

    def show(news: Progress) -> None:
        nonlocal last
        if news.stage == "done":
            return
        text, now = _sentence(news), time.monotonic()
        if text != last[0] or now - last[1] >= LINE_SECONDS:
            last = (text, now)
            typer.echo(f"{text}: {news.done / 1e6:.0f} of {news.total / 1e6:.0f} MB", err=True)

    return show


def _sentence(news: Progress) -> str:
    return {
        "waiting": "Waiting for another pull",
        "fetching": f"Fetching from {news.source}",
        "verifying": "Verifying",
        "done": "Done",
    }[news.stage]
