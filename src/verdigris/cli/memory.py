"""`verdigris memory`: what earlier runs left behind; looking through it, forgetting, handing on."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from verdigris.cli.memory_view import print_json, short, table_of, tell_card, tell_gone
from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from verdigris.store.database import Database

    T = TypeVar("T")

app = typer.Typer(
    no_args_is_help=True, help="Look through what earlier runs remember, forget it, hand it on."
)
_Id = Annotated[str, typer.Argument(metavar="ID", help="The card, by its id or its beginning.")]
_Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")]


@app.command()
def search(
    words: Annotated[
        list[str] | None, typer.Argument(help="Words, all of which the card holds; or none.")
    ] = None,
    signature: Annotated[
        str, typer.Option("--signature", help="Only cards with this key, or its beginning.")
    ] = "",
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="How many are listed.")] = 20,
    as_json: AsJson = False,
) -> None:
    """List the cards that hold some words, the newest first.

    A card is what one iteration of a run taught: the failure, the change, and what came of it.
    Words are looked for everywhere in it: names of tests, files and functions, messages, code.

    \b
    Examples:
      verdigris memory search
      verdigris memory search IndexError parser.py
      verdigris memory search --signature 11eb9bec
    """
    from verdigris.memory import keeping

    given = words or []
    found = _with(lambda db: keeping.search(db, given, signature=signature, limit=limit))
    if as_json:
        print_json({"cards": [short(one) for one in found]})
    elif found:
        table_of(found)
    else:
        typer.echo("No card holds that." if given or signature else "Nothing is remembered yet.")


@app.command()
def show(card_id: _Id, as_json: AsJson = False) -> None:
    """Show one card in full, with its change and how it has fared.

    \b
    Examples:
      verdigris memory show 3f2a9c0d
      verdigris memory show 3f2a9c0d --json
    """
    from verdigris.memory import keeping

    seen = _with(lambda db: keeping.get(db, card_id))
    if as_json:
        print_json({**short(seen), "card": seen.card.model_dump(mode="json")})
        return
    tell_card(seen)


@app.command()
def stats(as_json: AsJson = False) -> None:
    """Count what is remembered, and how often it helped.

    \b
    Examples:
      verdigris memory stats
      verdigris memory stats --json
    """
    from verdigris.core.text import count
    from verdigris.memory import keeping

    found = _with(keeping.stats)
    if as_json:
        share = found.helped / found.recalled if found.recalled else None
        print_json({**found.model_dump(mode="json"), "hit_rate": share})
        return
    rate = f" ({found.helped / found.recalled:.0%})" if found.recalled else ""
    typer.echo(
        f"{count(found.cards, 'card')}: {found.green} green, {found.foreign} from elsewhere, "
        f"{found.demoted} that stopped helping"
    )
    typer.echo(f"fixes recalled {found.recalled} times, of which {found.helped} helped{rate}")
    typer.echo(f"{count(found.templates, 'template')} (`verdigris learn --list`)")
    typer.echo(
        f"{count(found.known_bad, 'change')} known to fail, "
        f"those of {found.searches} searches included"
    )


@app.command()
def forget(
    card_id: Annotated[
        str, typer.Argument(metavar="ID", help="The card, by its id or its beginning.")
    ] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Forget all cards, templates and counts.")
    ] = False,
    project: Annotated[
        Path | None, typer.Option("--project", help="Forget all cards about a project's folder.")
    ] = None,
    yes: _Yes = False,
    as_json: AsJson = False,
) -> None:
    """Forget a card, those of a project, or everything.

    What was learned from those cards alone goes too: templates, counts, candidates known to fail.
    The database's file is rewritten, so that nothing of it is left there. The folders of past runs
    are not touched.

    \b
    Examples:
      verdigris memory forget 3f2a9c0d
      verdigris memory forget --project path/to/project
      verdigris memory forget --all --yes
    """
    from verdigris.errors import UserError
    from verdigris.memory import keeping

    if sum((bool(card_id), everything, project is not None)) != 1:
        raise UserError("Say what to forget: one card, --project FOLDER, or --all.")

    async def work(database: Database) -> dict[str, int]:
        if everything:
            gone = await keeping.stats(database)
            await keeping.forget_all(database)
            return {"cards": gone.cards, "templates": gone.templates}
        if project is not None:
            from verdigris.core.task import Task

            mine = Task(root=str(project.resolve())).project
            cards = [card for card in await keeping.every(database) if card.project == mine]
        else:
            cards = [(await keeping.get(database, card_id)).card]
        return {"cards": len(cards), "templates": await keeping.forget(database, cards)}

    if not card_id and not yes:
        typer.confirm("Forget this for good?", abort=True)
    tell_gone(_with(work), as_json)


@app.command()
def prune(
    older_than: Annotated[
        str, typer.Option("--older-than", metavar="AGE", help="Only older cards: 90d, 12w, 24h.")
    ] = "",
    never_helped: Annotated[
        bool, typer.Option("--never-helped", help="Only cards whose fix was never of use again.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would go.")] = False,
    as_json: AsJson = False,
) -> None:
    """Forget cards that are old, or have never helped.

    Both conditions hold where both are given. Removal is as thorough as that of `forget`.

    \b
    Examples:
      verdigris memory prune --older-than 180d
      verdigris memory prune --older-than 30d --never-helped --dry-run
    """
    from verdigris.errors import UserError
    from verdigris.memory import keeping

    if not older_than and not never_helped:
        raise UserError("Say what to prune: --older-than AGE, --never-helped, or both.")
    age = _seconds(older_than) if older_than else None

    async def work(database: Database) -> dict[str, int]:
        cards = await keeping.to_prune(database, older_than=age, never_helped=never_helped)
        if dry_run or not cards:
            return {"cards": len(cards), "templates": 0}
        return {"cards": len(cards), "templates": await keeping.forget(database, cards)}

    tell_gone(_with(work), as_json, dry_run=dry_run)


@app.command("export")
def export_cards(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; `-` prints.")],
    as_json: AsJson = False,
) -> None:
    """Write all cards to a file, one JSON object a line. Credentials are masked.

    Cards hold code: whole files that a fix changed. Look at the file before you hand it on.

    \b
    Examples:
      verdigris memory export cards.jsonl
      verdigris memory export - | gzip > cards.jsonl.gz
    """
    from verdigris.core.text import count
    from verdigris.memory import keeping
    from verdigris.memory.handing import lines_of

    lines = list(lines_of(_with(keeping.every)))
    if str(path) == "-":
        typer.echo("".join(lines), nl=False)
        return
    from verdigris.errors import UserError

    try:
        path.write_text("".join(lines), "utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror or error}.") from None
    said = f"{count(len(lines), 'card')} written to {path}."
    typer.echo(f'{{"exported": {len(lines)}}}' if as_json else said)


@app.command("import")
def import_cards(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `export` wrote.")],
    as_json: AsJson = False,
) -> None:
    """Take in cards from a file. They are a stranger's: tried like any candidate, never believed.

    Each is checked, cut to size and marked as foreign. Its words reach no prompt, a change of tests
    is dropped, and it cannot say of any change that it fails. Own cards come before foreign ones.

    \b
    Examples:
      verdigris memory import cards.jsonl
    """
    from verdigris.core.text import count
    from verdigris.memory.handing import bring

    found = _with(lambda db: bring(db, path))
    if as_json:
        print_json(found.model_dump(mode="json"))
        return
    typer.echo(f"{count(found.imported, 'card')} taken in, {found.refused} refused.")
    if found.without_change:
        typer.echo(f"{found.without_change} of them without a change that could be tried.")


def _with(work: Callable[[Database], Awaitable[T]]) -> T:
    import asyncio

    from verdigris.settings import load
    from verdigris.store.database import Database

    async def run() -> T:
        async with await Database.open(load(Path.cwd()).settings.database_url) as database:
            return await work(database)

    return asyncio.run(run())


def _seconds(age: str) -> float:
    from verdigris.errors import UserError

    match = re.fullmatch(r"(\d{1,6})\s*([hdw])", age.strip().lower())
    if match is None:
        raise UserError(f"'{age}' is no age.", hint="Write 24h, 90d or 12w.")
    return int(match[1]) * {"h": 3600.0, "d": 86400.0, "w": 604800.0}[match[2]]
