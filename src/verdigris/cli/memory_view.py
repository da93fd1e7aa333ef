"""How `verdigris memory` says what it found: lists, one card, what is gone. Reads nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verdigris.memory.keeping import Seen


def print_json(value: dict[str, Any]) -> None:
    import json

    typer.echo(json.dumps(value))


def tell_gone(gone: dict[str, int], as_json: bool, *, dry_run: bool = False) -> None:
    from verdigris.core.text import count

    if as_json:
        print_json({"forgotten": gone, "dry_run": dry_run})
        return
    said = f"{count(gone['cards'], 'card')} and {count(gone['templates'], 'template')}"
    typer.echo(f"Would forget {count(gone['cards'], 'card')}." if dry_run else f"Forgot {said}.")


def _fared(seen: Seen) -> str:
    stopped = "; no longer tried first" if seen.demoted else ""
    return f"green {seen.uses.green}, red {seen.uses.red}{stopped}"


def short(seen: Seen) -> dict[str, Any]:
    card = seen.card
    return {
        "id": card.id,
        "run_id": card.run_id,
        "signature": card.signature.key,
        "general": card.signature.general,
        "failure": str(card.signature),
        "green": card.green,
        "summary": card.summary,
        "files": list(card.files_changed),
        "uses": seen.uses.model_dump(mode="json"),
        "demoted": seen.demoted,
        "foreign": card.foreign,
        "scope": card.scope,
    }


def table_of(found: Sequence[Seen]) -> None:
    from rich.console import Console
    from rich.table import Table

    from verdigris.cli.story import text_of

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("card", no_wrap=True)
    for name in ("end", "green", "red"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("failure", overflow="fold")
    for one in found:
        end = "green" if one.card.green else "red"
        table.add_row(
            text_of(one.card.id),
            f"{end}{'*' if one.card.foreign else ''}",
            str(one.uses.green),
            str(one.uses.red),
            text_of(str(one.card.signature), 160),
        )
    Console().print(table)
    if any(one.card.foreign for one in found):
        Console().print("* from elsewhere", markup=False)


def tell_card(seen: Seen) -> None:
    from rich.console import Console

    from verdigris.cli.story import print_diff, text_of

    card, console = seen.card, Console()
    rows = {
        "card": f"{card.id}{' (from elsewhere)' if card.foreign else ''}",
        "run": f"{card.run_id}, iteration {card.iteration}",
        "failure": str(card.signature),
        "keys": f"{card.signature.key}, general {card.signature.general or 'none'}",
        "end": "green" if card.green else "not green",
        "since": _fared(seen),
        "summary": card.summary,
        "cause": card.root_cause,
        "verified": card.verification,
        "scope": card.scope,
    }
    for name, text in rows.items():
        if text:
            console.print(f"{name:9}", text_of(text, 2000))
    if card.change is not None:
        print_diff(console, card.change.diff)
