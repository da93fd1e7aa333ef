"""`verdigris model`: list the local models, fetch one, try it, take it away, stop the engine.

Only the commands and what they print; the work is in `verdigris.models.local`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.progress import TaskID

    from verdigris.models.local.catalogue import Entry
    from verdigris.models.local.pull import Progress
    from verdigris.settings import Settings

app = typer.Typer(
    no_args_is_help=True,
    help="Manage the models that run on this machine: no key, no cost, nothing leaves it.",
)

Optional = Annotated[
    str | None,
    typer.Argument(help="A name from `verdigris model list`; the configured one if not given."),
]
WRONG = '''def mean(values):
    """Return the arithmetic mean of a list of numbers."""
    return sum(values) / (len(values) - 1)
'''
RIGHT = "returnsum(values)/len(values)"
LINE_SECONDS = 5.0


@app.command("list")
def list_models() -> None:
    """Show the local models, whether they are pulled and running, and what each tier is set to.

    \b
    Examples:
      verdigris model list
    """
    from rich.console import Console
    from rich.table import Table

    from verdigris.models.local.catalogue import CATALOGUE, entry_path, pulled
    from verdigris.models.local.client import engine_status

    settings = _settings()
    here = pulled(settings)
    running = {state.model: "running" for state in engine_status(settings)}
    table = Table("model", "size", "licence", "pulled", "engine", box=None, pad_edge=False)
    for entry in CATALOGUE:
        table.add_row(
            f"local:{entry.name}",
            _gigabytes(entry.size),
            entry.licence,
            "yes" if entry in here else "no",
            running.pop(str(entry_path(settings, entry)), "stopped"),
        )
    for path, where in running.items():
        file = Path(path)
        size = _gigabytes(file.stat().st_size) if file.is_file() else "-"
        table.add_row(f"local:{path}", size, "-", "by path", where)
    console = Console(highlight=False, soft_wrap=True)
    console.print(table)
    for tier in ("default", "fast", "strong"):
        console.print(f"models.{tier}: {getattr(settings.models, tier) or '-'}")
    if not here:
        console.print("Run `verdigris model pull` to fetch a model.")


@app.command()
def pull(name: Optional = None) -> None:
    """Fetch a model once; later runs need no network.

    A pull that was cut off goes on where it stopped. The file is verified before it is used.

    \b
    Examples:
      verdigris model pull
      verdigris model pull qwen2.5-coder-1.5b
    """
    import asyncio

    from verdigris.models.local import pull as local
    from verdigris.models.local.catalogue import find

    settings = _settings()
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

    settings = _settings()
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
def test(name: Optional = None) -> None:
    """Ask a model to fix one wrong line of Python, and say how well and how fast it did.

    The status is 0 when the answer holds the fix and 1 when it does not. Any model may be tried,
    a local one by its name alone.

    \b
    Examples:
      verdigris model test
      verdigris model test local:/models/any.gguf
      verdigris model test anthropic:claude-sonnet-4-5
    """
    import asyncio

    from verdigris.models.base import Request
    from verdigris.models.resolve import PREFIXES, resolve

    settings = _settings()
    name = name or settings.local.model
    known = name.partition(":")[0] in PREFIXES
    model = resolve(name if known else f"local:{name}", settings)
    request = Request(
        system="You fix Python code. Answer with the whole corrected function and nothing else.",
        prompt=f"The mean of [1, 2, 3] should be 2 but is 3. Fix the function.\n\n{WRONG}",
        max_tokens=200,
    )

    async def ask_twice() -> tuple[str, int, float]:
        # The first question pays for starting the engine; only the second is timed.
        await model.complete(request.model_copy(update={"max_tokens": 1}))
        started = time.perf_counter()
        reply = await model.complete(request)
        return reply.text, reply.use.tokens_out, time.perf_counter() - started

    text, tokens, seconds = asyncio.run(ask_twice())
    fixed = RIGHT in "".join(text.split()).replace("(len(values))", "len(values)")
    typer.echo(text.strip())
    typer.echo(
        f"\n{model.name}: {'the answer holds the fix' if fixed else 'the answer is wrong'}; "
        f"{tokens} tokens in {seconds:.1f} s, {tokens / seconds:.1f} tokens/s."
    )
    raise typer.Exit(0 if fixed else 1)


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
