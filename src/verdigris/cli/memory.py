"""`verdigris memory`: what earlier runs left behind; looking through it, forgetting, handing on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verdigris.cli.memory_index import index
from verdigris.cli.memory_store import Shared, deliver, looking, on_memory, telling
from verdigris.cli.memory_view import print_json, short, table_of, tell_card, tell_gone
from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from verdigris.core.lesson import Card
    from verdigris.store.database import Database

app = typer.Typer(
    no_args_is_help=True, help="Look through what earlier runs remember, forget it, hand it on."
)
_Id = Annotated[str, typer.Argument(metavar="ID", help="The card, by its id or its beginning.")]
_Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")]

app.command("deliver")(deliver)
app.command("index")(index)


@app.command()
def search(
    words: Annotated[
        list[str] | None, typer.Argument(help="Words, names, a message or a question; or none.")
    ] = None,
    signature: Annotated[
        str, typer.Option("--signature", help="Only cards with this key, or its beginning.")
    ] = "",
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="How many are listed.")] = 20,
    shared: Shared = False,
    as_json: AsJson = False,
) -> None:
    """List the cards that hold some words, the best match first, or else those that read alike.

    A card is what one iteration of a run taught: the failure, the change, and what came of it.
    Words are looked for everywhere in it: names of tests, files and functions, messages, code.
    Where no card holds all of them, those are listed whose failure reads like them, with how much
    it does, from 0 to 1.

    \b
    Examples:
      verdigris memory search
      verdigris memory search IndexError parser.py
      verdigris memory search "index out of range in the parser"
      verdigris memory search --signature 11eb9bec
    """
    given = words or []
    found = looking(given, signature=signature, limit=limit, shared=shared)
    if as_json:
        print_json(
            {
                "cards": [
                    {**short(one.seen, shared=shared), "nearness": one.nearness} for one in found
                ]
            }
        )
    elif found:
        table_of([one.seen for one in found], [one.nearness for one in found], shared=shared)
    else:
        typer.echo("No card holds that." if given or signature else "Nothing is remembered yet.")


@app.command()
def show(card_id: _Id, shared: Shared = False, as_json: AsJson = False) -> None:
    """Show one card in full, with its change and how it has fared.

    \b
    Examples:
      verdigris memory show 3f2a9c0d
      verdigris memory show 3f2a9c0d --json
    """
    from verdigris.memory import keeping

    seen = on_memory(lambda db: keeping.get(db, card_id), shared=shared)
    if as_json:
        print_json({**short(seen, shared=shared), "card": seen.card.model_dump(mode="json")})
        return
    tell_card(seen, shared=shared)


@app.command()
def stats(shared: Shared = False, as_json: AsJson = False) -> None:
    """Count what is remembered, and how often it helped.

    \b
    Examples:
      verdigris memory stats
      verdigris memory stats --json
    """
    from verdigris.core.text import count
    from verdigris.memory import keeping

    found = on_memory(keeping.stats, shared=shared)
    name = "shared" if shared else "user"
    if as_json:
        share = found.helped / found.recalled if found.recalled else None
        whose = {"repository": found.repository, name: found.cards - found.repository}
        print_json({**found.model_dump(mode="json"), "scopes": whose, "hit_rate": share})
        return
    rate = f" ({found.helped / found.recalled:.0%})" if found.recalled else ""
    typer.echo(
        f"{count(found.cards, 'card')}: {found.green} green, {found.foreign} from elsewhere, "
        f"{found.demoted} that stopped helping"
    )
    typer.echo(
        f"scope: {found.cards - found.repository} {name}, {found.repository} for one repository"
    )
    typer.echo(
        f"fixes recalled {count(found.recalled, 'time')}, of which {found.helped} helped{rate}"
    )
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
    shared: Shared = False,
    as_json: AsJson = False,
) -> None:
    """Forget a card, those of a project, or everything.

    What was learned from those cards alone goes too: templates, counts, candidates known to fail.
    The database's file is rewritten, so that nothing of it is left there. The folders of past runs
    are not touched. A shared memory forgets the cards of this machine too, as soon as it can be
    reached; --shared removes cards there whoever told them, and nothing here.

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

    mine = _name_of(project, shared=shared) if project is not None else ""

    async def work(database: Database, target: str) -> dict[str, int]:
        if everything:
            gone = await keeping.stats(database)
            await keeping.forget_all(database, target=target)
            return {"cards": gone.cards, "templates": gone.templates}
        if mine:
            cards = [card for card in await keeping.every(database) if card.project == mine]
        else:
            cards = [(await keeping.get(database, card_id)).card]
        templates = await keeping.forget(database, cards, target=target)
        return {"cards": len(cards), "templates": templates}

    if not card_id and not yes:
        whose = " It is the memory of everyone who shares it." if shared else ""
        typer.confirm(f"Forget this for good?{whose}", abort=True)
    tell_gone(telling(work, shared=shared), as_json)


@app.command()
def prune(
    older_than: Annotated[
        str, typer.Option("--older-than", metavar="AGE", help="Only older cards: 90d, 12w, 24h.")
    ] = "",
    never_helped: Annotated[
        bool, typer.Option("--never-helped", help="Only cards whose fix was never of use again.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would go.")] = False,
    shared: Shared = False,
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

    async def old(database: Database) -> list[Card]:
        return await keeping.to_prune(database, older_than=age, never_helped=never_helped)

    async def work(database: Database, target: str) -> dict[str, int]:
        cards = await old(database)
        templates = await keeping.forget(database, cards, target=target) if cards else 0
        return {"cards": len(cards), "templates": templates}

    if dry_run:
        gone = {"cards": len(on_memory(old, shared=shared)), "templates": 0}
    else:
        gone = telling(work, shared=shared)
    tell_gone(gone, as_json, dry_run=dry_run)


@app.command("export")
def export_cards(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; `-` prints.")],
    shared: Shared = False,
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

    lines = list(lines_of(on_memory(keeping.every, shared=shared)))
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

    found = on_memory(lambda db: bring(db, path))
    if as_json:
        print_json(found.model_dump(mode="json"))
        return
    typer.echo(f"{count(found.imported, 'card')} taken in, {found.refused} refused.")
    if found.without_change:
        typer.echo(f"{found.without_change} of them without a change that could be tried.")


def _name_of(project: Path, *, shared: bool) -> str:
    """Return what the cards of a project call it: on this machine, or wherever it was cloned."""
    if not shared:
        from verdigris.core.task import Task

        return Task(root=str(project.resolve())).project
    from verdigris.engine.sharing import project_of
    from verdigris.errors import UserError

    if found := project_of(project.resolve()):
        return found
    raise UserError(
        f"{project} was not cloned from anywhere, so its cards cannot be told from others there.",
        hint="Forget them one by one: `verdigris memory search --shared` lists them.",
    )


def _seconds(age: str) -> float:
    from verdigris.errors import UserError

    match = re.fullmatch(r"(\d{1,6})\s*([hdw])", age.strip().lower())
    if match is None:
        raise UserError(f"'{age}' is no age.", hint="Write 24h, 90d or 12w.")
    return int(match[1]) * {"h": 3600.0, "d": 86400.0, "w": 604800.0}[match[2]]
