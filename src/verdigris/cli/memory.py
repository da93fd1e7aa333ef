"""`verdigris memory`: what earlier runs left behind; looking through it, handing it on.

Forgetting is in `memory_forget`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verdigris.cli.memory_forget import forget, prune
from verdigris.cli.memory_index import index
from verdigris.cli.memory_store import Shared, deliver, looking, on_memory
from verdigris.cli.memory_view import print_json, short, table_of, tell_card
from verdigris.cli.options import AsJson

app = typer.Typer(
    no_args_is_help=True, help="Look through what earlier runs remember, forget it, hand it on."
)
_Id = Annotated[str, typer.Argument(metavar="ID", help="The card, by its id or its beginning.")]

app.command("deliver")(deliver)
app.command("index")(index)
app.command("forget")(forget)
app.command("prune")(prune)


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
