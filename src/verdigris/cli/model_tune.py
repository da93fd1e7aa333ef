"""`verdigris model tune`: measure how a local model runs fastest here, and keep it so.

Only the command and what it prints; measuring is `verdigris.models.local.tune`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from verdigris.models.local.tune import News
    from verdigris.models.local.tuning import Tuning


def tune(
    name: Annotated[
        str | None,
        typer.Argument(help="A local model; the configured one if not given."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Measure only what usually matters, once each.")
    ] = False,
    reset: Annotated[
        bool, typer.Option("--reset", help="Forget what was measured and measure nothing.")
    ] = False,
) -> None:
    """Measure how a local model runs fastest on this machine; later runs use what was found.

    Tried are the engines that are installed, numbers of threads, guessing ahead, the size of the
    pieces in which prompts are read, flash attention, and the precision of the context. It takes
    some minutes; the figures are ratios, so a machine that is a little busy does no harm.

    \b
    Examples:
      verdigris model tune
      verdigris model tune qwen2.5-coder-1.5b --quick
      verdigris model tune --reset
    """
    import asyncio

    from verdigris.models.local import tune as local
    from verdigris.models.local.tuning import forget, tuning_file
    from verdigris.settings import load

    settings = load(Path.cwd()).settings
    if reset:
        typer.echo("Back to the defaults." if forget(settings) else "Nothing had been measured.")
        return
    with _progress() as tell:
        found = asyncio.run(
            local.tune(settings, name or settings.local.model, quick=quick, tell=tell)
        )
    if found.gain == 1.0:
        typer.echo("The defaults are the fastest here.")
    else:
        typer.echo(f"{found.gain:.2f} times as fast as the defaults: {_words(found.tuning)}.")
    typer.echo(f"Kept in {tuning_file(settings)}; `verdigris model tune --reset` forgets it.")


def _words(tuning: Tuning) -> str:
    from verdigris.models.local.tuning import Tuning

    usual = Tuning()
    said = {
        "engine": "llama-server",
        "threads": f"{tuning.threads} threads",
        "batch": f"prompts read {tuning.batch} tokens at a time",
        "flash_attention": f"flash attention {tuning.flash_attention}",
        "speculation": "no guessing ahead",
        "cache_type": "a context of 8 bits",
    }
    return ", ".join(
        words for field, words in said.items() if getattr(tuning, field) != getattr(usual, field)
    )


@contextmanager
def _progress() -> Iterator[Callable[[News], None]]:
    """Show a bar on a terminal; in both cases a line for each result."""
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeElapsedColumn(), console=console, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("Measuring", total=None)

        def show(news: News) -> None:
            done = news.gain is not None or bool(news.problem)
            bar.update(
                task,
                description=escape(f"Measuring {news.choice}"),
                total=news.total,
                completed=news.number - (0 if done else 1),
            )
            if news.gain is not None:
                console.print(f"{news.gain:5.2f} ×  {news.choice}", markup=False)
            elif news.problem:
                console.print(f"    -    {news.choice}: {news.problem}", markup=False)

        yield show
