"""`verdigris model list`: which models are configured, reachable, and what they cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from rich.console import Console

    from verdigris.models.look import Seen
    from verdigris.settings import Settings


def list_models(as_json: AsJson = False) -> None:
    """Show the models of each tier and role, whether they can be reached, and what they cost.

    Servers are asked which models they have; no model is asked anything. Below stand the models
    that can run on this machine. The status is 3 when a tier or a role has no model within reach.

    \b
    Examples:
      verdigris model list
      verdigris model list --json
    """
    import asyncio
    import json

    from verdigris.errors import ModelUnavailable
    from verdigris.models.look import look
    from verdigris.settings import load

    settings = load(Path.cwd()).settings
    problem = ""
    seen: list[Seen] = []
    try:
        seen = asyncio.run(look(settings))
    except ModelUnavailable as error:
        problem = error.show()
    local = _local_models(settings)
    if as_json:
        said = {"configured": [one.model_dump() for one in seen], "local": local}
        typer.echo(json.dumps(said | ({"problem": problem} if problem else {}), indent=2))
    else:
        _print(seen, local, problem)
    raise typer.Exit(0 if _can_work(seen) or not seen else 3)


def _can_work(seen: list[Seen]) -> bool:
    seats = {one.seat for one in seen}
    return all(any(o.reachable is not False for o in seen if o.seat == seat) for seat in seats)


def _local_models(settings: Settings) -> list[dict[str, Any]]:
    from verdigris.models.local import catalogue
    from verdigris.models.local.client import engine_status

    here = catalogue.pulled(settings)
    running = {state.model for state in engine_status(settings)}
    rows: list[dict[str, Any]] = []
    for entry in catalogue.CATALOGUE:
        path = str(catalogue.entry_path(settings, entry))
        rows.append(
            {
                "model": f"local:{entry.name}",
                "bytes": entry.size,
                "licence": entry.licence,
                "pulled": entry in here,
                "running": path in running,
                "remark": entry.remark,
            }
        )
        running.discard(path)
    rows.append(_comparer(settings))
    for path in sorted(running):
        file = Path(path)
        size = file.stat().st_size if file.is_file() else 0
        rows.append(
            {"model": f"local:{path}", "bytes": size, "licence": "-", "pulled": True,
             "running": True, "remark": ""}
        )  # fmt: skip
    return rows


def _comparer(settings: Settings) -> dict[str, Any]:
    """Return the row of the model that compares texts, for memory."""
    from verdigris.vectors import minilm

    return {
        "model": minilm.NAME,
        "bytes": minilm.WEIGHTS.size,
        "licence": minilm.WEIGHTS.licence,
        "pulled": minilm.is_pulled(settings),
        "running": False,
        "remark": minilm.WEIGHTS.remark,
    }


def _print(seen: list[Seen], local: list[dict[str, Any]], problem: str) -> None:
    from rich.console import Console
    from rich.table import Table

    from verdigris.telemetry.terminal import plain

    console = Console(highlight=False, soft_wrap=True)
    if not console.is_terminal:
        console.width = 200  # no screen that words would have to be folded for
    if problem:
        console.print(plain(problem, "yellow"))
    else:
        _print_configured(console, seen)
    console.print()
    table = Table(
        "on this machine", "size", "licence", "pulled", "engine", box=None, pad_edge=False
    )
    for row in local:
        table.add_row(
            plain(row["model"]),
            f"{row['bytes'] / 1e9:.1f} GB" if row["bytes"] else "-",
            plain(row["licence"]),
            "yes" if row["pulled"] else "no",
            "running" if row["running"] else "stopped",
        )
    console.print(table)
    if not any(row["pulled"] for row in local):
        console.print("Run `verdigris model pull` to fetch a model.")


def _print_configured(console: Console, seen: list[Seen]) -> None:
    from rich.table import Table

    from verdigris.telemetry.terminal import plain

    heads = ("for", "model", "reachable", "context", "$ in", "$ out")
    table = Table(*heads, box=None, pad_edge=False)
    for one in seen:
        mark = {True: "yes", False: "no", None: "not asked"}[one.reachable]
        reached = f"{mark}: {one.detail}" if one.detail else mark
        style = "red" if one.reachable is False else ""
        context = f"{one.context_tokens:,}" if one.context_tokens else "-"
        table.add_row(
            plain(one.seat), plain(one.model), plain(reached, style), context, *_price(one)
        )
    console.print(table)
    console.print(plain("$ is the price of a million tokens.", "dim"))


def _price(one: Seen) -> tuple[str, str]:
    if one.free:
        return "free", "free"
    if one.price is None:
        return "unknown", "unknown"
    return f"{one.price.tokens_in:g}", f"{one.price.tokens_out:g}"
