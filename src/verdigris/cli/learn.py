"""`verdigris learn`: templates from a repository's bug fixes; listing and forgetting them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verdigris.core.template import Kept
    from verdigris.engine.learning import Mined
    from verdigris.settings import Settings


def learn(
    path: Annotated[
        Path | None, typer.Argument(help="A folder in a git repository. [default: this folder]")
    ] = None,
    max_commits: Annotated[
        int, typer.Option("--max-commits", min=1, max=100_000, help="How many commits to look at.")
    ] = 1000,
    since: Annotated[
        str, typer.Option("--since", help="Only commits after this date, such as 2024-01-01.")
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be learned, and keep nothing.")
    ] = False,
    list_all: Annotated[
        bool, typer.Option("--list", help="Show what was learned so far, the best first.")
    ] = False,
    forget: Annotated[
        str, typer.Option("--forget", metavar="ID", help="Forget one template, by its id.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Learn from the bug fixes in a repository's history.

    Commits whose messages speak of a fix are read, as far as they change a few Python files, and
    each change is generalised to a template with holes: `x[:n] → x[:n + 1]`. `verdigris fix` tries
    templates on failing tests like its other ideas. Nothing of the repository is run; its names
    are not kept, nor any longer text. Doing it again learns only what is new. A shared memory
    (`memory.url`) is told what was learned, and what is forgotten.

    \b
    Examples:
      verdigris learn
      verdigris learn path/to/repository --since 2024-01-01
      verdigris learn . --max-commits 200 --dry-run
      verdigris learn --list
      verdigris learn --forget 3f2a9c0d1e4b
    """
    import asyncio

    from verdigris.settings import load

    folder = (path or Path.cwd()).resolve()
    if forget or list_all:
        settings = load(Path.cwd()).settings
        if forget:
            asyncio.run(_forget(settings, forget, as_json))
        else:
            _show_list(asyncio.run(_kept(settings)), as_json)
        return
    from verdigris.agent import require_folder

    require_folder(folder)
    settings = load(Path.cwd()).settings
    with _progress(shown=not as_json) as tell:
        mined = asyncio.run(_mine(folder, settings, max_commits, since, dry_run, tell))
    _tell(mined, dry_run, as_json)


async def _mine(
    folder: Path,
    settings: Settings,
    max_commits: int,
    since: str,
    dry_run: bool,
    tell: Callable[[int, int], None],
) -> Mined:
    from verdigris.cli.memory_store import on_patterns
    from verdigris.engine.learning import mine
    from verdigris.memory.patterns import InMemoryPatterns, PatternStore

    async def work(patterns: PatternStore) -> Mined:
        return await mine(
            folder, patterns, settings, max_commits=max_commits, since=since, tell=tell
        )

    return await (work(InMemoryPatterns()) if dry_run else on_patterns(settings, work))


async def _kept(settings: Settings) -> list[Kept]:
    from verdigris.cli.memory_store import on_patterns

    return await on_patterns(settings, lambda patterns: patterns.kept(limit=1000), tells=False)


async def _forget(settings: Settings, template_id: str, as_json: bool) -> None:
    import json

    from verdigris.cli.memory_store import on_patterns
    from verdigris.errors import UserError

    if not await on_patterns(settings, lambda patterns: patterns.forget(template_id)):
        raise UserError(
            f"There is no template '{template_id}'.", hint="`verdigris learn --list` has them."
        )
    typer.echo(json.dumps({"forgotten": template_id}) if as_json else f"Forgot {template_id}.")


@contextmanager
def _progress(*, shown: bool) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on standard error, where somebody looks at it."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, disable=not (shown and console.is_terminal))
    with bar:
        task = bar.add_task("Reading fixes", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _tell(mined: Mined, dry_run: bool, as_json: bool) -> None:
    import json

    from verdigris.core.text import count

    if as_json:
        said = {**mined.model_dump(mode="json"), "best": _as_json(mined.best), "dry_run": dry_run}
        typer.echo(json.dumps(said))
        return
    typer.echo(
        f"{count(mined.commits, 'commit')} read, {mined.fixes} of them fixes"
        f"{f', {mined.known} known already' if mined.known else ''}; "
        f"{mined.taught} taught something."
    )
    if mined.refused:
        typer.echo(f"{mined.refused} left out: their code does what the gate blocks.")
    kept = "would be new" if dry_run else "new"
    typer.echo(f"{count(mined.templates, 'template')} {kept}.")
    _table(mined.best)


def _show_list(kept: Sequence[Kept], as_json: bool) -> None:
    import json

    if as_json:
        typer.echo(json.dumps({"templates": _as_json(kept)}))
    elif kept:
        _table(kept)
    else:
        typer.echo("Nothing was learned yet. `verdigris learn PATH` reads a repository's history.")


def _as_json(kept: Sequence[Kept]) -> list[dict[str, object]]:
    from verdigris.memory.scoring import is_retired

    return [
        {
            "id": one.template.id,
            "says": str(one.template),
            "template": one.template.model_dump(mode="json"),
            "support": one.support,
            "sources": one.sources,
            "tried": one.overall.tried,
            "green": one.overall.green,
            "retired": is_retired(one),
        }
        for one in kept
    ]


def _table(kept: Sequence[Kept]) -> None:
    from rich.console import Console
    from rich.table import Table

    from verdigris.cli.story import text_of
    from verdigris.memory.scoring import is_retired

    if not kept:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("template", no_wrap=True)
    for name in ("seen", "tried", "green"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("what it does", overflow="fold")
    for one in kept:
        retired = " (retired)" if is_retired(one) else ""
        table.add_row(
            text_of(one.template.id),
            str(one.sources),
            str(one.overall.tried),
            str(one.overall.green),
            text_of(f"{one.template}{retired}", 160),
        )
    Console().print(table)
