"""How `verdigris memory` says what it found: lists, one card, what is gone. Reads nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verdigris.core.lesson import Card
    from verdigris.engine.forgetting import Trace
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
    runs = f", and removed {count(gone['runs'], 'run')}" if "runs" in gone else ""
    cards = count(gone["cards"], "card")
    typer.echo(f"Would forget {cards}." if dry_run else f"Forgot {said}{runs}.")


def tell_traces(traces: Sequence[Trace], *, err: bool) -> None:
    """Say what removing the record of runs takes away; `err` where output is for a program."""
    from verdigris.core.text import count
    from verdigris.telemetry.terminal import plain

    if not traces:
        return
    typer.echo(f"Removes the record of {count(len(traces), 'run')}:", err=err)
    for one in traces:
        about = f" {one.job} of {one.root}" if one.root else ""
        wrote = "; what it wrote to your files stays, and `undo` cannot take it back" * one.wrote
        place = f"{one.folder} and its rows" if one.folder else "its rows"
        typer.echo(plain(f"  {one.run_id}{about}: {place}{wrote}").plain, err=err)


def tell_kept(runs: int, named: Sequence[str], *, quiet: bool) -> None:
    """Say plainly what forgetting has left, and how to remove it."""
    from verdigris.core.text import count

    if quiet:
        return
    typer.echo(
        f"What {count(runs, 'run')} recorded stays, in folders and in `verdigris runs`. "
        "To remove it:"
    )
    for options in named:
        typer.echo(f"  verdigris memory forget {options} --with-runs")


def _fared(seen: Seen) -> str:
    stopped = "; no longer tried first" if seen.demoted else ""
    return f"green {seen.uses.green}, red {seen.uses.red}{stopped}"


def scope_of(card: Card, *, shared: bool) -> str:
    """Return who may be reminded of a card: `repository`, `user`, or `shared` where it was told to
    a memory that others read.
    """
    return "shared" if shared and card.scope == "user" else card.scope


def short(seen: Seen, *, shared: bool = False) -> dict[str, Any]:
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
        "scope": scope_of(card, shared=shared),
    }


def table_of(
    found: Sequence[Seen], nearness: Sequence[float | None] = (), *, shared: bool = False
) -> None:
    from rich.console import Console
    from rich.table import Table

    from verdigris.cli.story import text_of

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("card", no_wrap=True)
    for name in ("end", "green", "red"):
        table.add_column(name, justify="right", no_wrap=True)
    alike = any(one is not None for one in nearness)
    if alike:
        table.add_column("alike", justify="right", no_wrap=True)
    scopes = [scope_of(one.card, shared=shared) for one in found]
    told = set(scopes) != {"user"}  # what nearly all are need not be said
    if told:
        table.add_column("scope", no_wrap=True)
    table.add_column("failure", overflow="fold")
    for number, one in enumerate(found):
        end = "green" if one.card.green else "red"
        table.add_row(
            text_of(one.card.id),
            f"{end}{'*' if one.card.foreign else ''}",
            str(one.uses.green),
            str(one.uses.red),
            *([f"{near:.2f}" if (near := nearness[number]) is not None else ""] if alike else []),
            *([scopes[number]] if told else []),
            text_of(str(one.card.signature), 160),
        )
    Console().print(table)
    if any(one.card.foreign for one in found):
        Console().print("* from elsewhere", markup=False)


def _provenance(seen: Seen) -> str:
    """Say where a card came from: which run, when, and whether that was here."""
    from verdigris.cli.story import when

    card = seen.card
    where = "elsewhere; nothing it says is believed" if card.foreign else "here"
    at = f", {when(seen.uses.first_at)}" if seen.uses.first_at and not card.foreign else ""
    return f"run {card.run_id}, iteration {card.iteration}{at}, {where}"


def _scope(card: Card, *, shared: bool) -> str:
    whose = f" (project {card.project})" if card.project else ""
    return f"{scope_of(card, shared=shared)}{whose}"


def tell_card(seen: Seen, *, shared: bool = False) -> None:
    from rich.console import Console

    from verdigris.cli.story import print_diff, text_of
    from verdigris.telemetry.terminal import plain

    card, console = seen.card, Console()
    rows = {
        "card": card.id,
        "from": _provenance(seen),
        "failure": str(card.signature),
        "keys": f"{card.signature.key}, general {card.signature.general or 'none'}",
        "end": "green" if card.green else "not green",
        "since": _fared(seen),
        "summary": card.summary,
        "cause": card.root_cause,
        "verified": card.verification,
        "broke": ", ".join(card.broken),
        "scope": _scope(card, shared=shared),
    }
    for name, text in rows.items():
        if text:
            console.print(f"{name:9}", text_of(text, 2000))
    for number, step in enumerate(card.debug_steps):
        console.print(f"{'' if number else 'steps':9}", text_of(step, 300))
    if card.reproduction:
        console.print()
        console.print(plain(card.reproduction))
    if card.change is not None:
        print_diff(console, card.change.diff)
