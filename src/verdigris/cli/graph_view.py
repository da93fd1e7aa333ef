"""How `verdigris graph` says what it found. What is told came from projects: it is plain text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from verdigris.cli.story import text_of
from verdigris.core.graph import Fix
from verdigris.core.text import count, listed
from verdigris.graph.walking import Path, Round


def tell_table(heads: Sequence[str], rows: Sequence[Sequence[Any]], none: str) -> None:
    console = Console()
    if not rows:
        console.print(none, markup=False)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, head in enumerate(heads):
        counted = all(isinstance(row[number], int) for row in rows)
        justify = "right" if counted else "left"
        table.add_column(text_of(head, 60), justify=justify, no_wrap=counted, overflow="fold")  # type: ignore[arg-type]
    for row in rows:
        table.add_row(*(text_of(_said(value), 400) for value in row))
    console.print(table)


def _said(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, default=str)


def tell_fixes(key: str, found: Sequence[Fix]) -> None:
    console = Console()
    exact = next((one for one in found if not one.alike), None)
    console.print(text_of(key, style="bold"), text_of(exact.failure if exact else "", 300))
    if not found:
        console.print("Nothing was tried on it yet.", markup=False)
    for one in found:
        word = "green" if one.green else "in vain"
        console.print()
        console.print(
            text_of(word, style="green" if one.green else "yellow"),
            text_of(f"card {one.card}, run {one.run}, iteration {one.iteration}"),
        )
        lines = {
            "alike": one.failure if one.alike else "",
            "changed": listed(one.files, 5),
            "said": one.summary,
            "cause": one.root_cause,
            "verified": one.verification,
            "broke": listed(one.broken, 3),
            "since": _since(one),
        }
        _lines(console, lines)


def _since(one: Fix) -> str:
    again = f"; recalled {count(one.recalled, 'time')}" if one.recalled else ""
    return f"{one.times} iterations came to it{again}" if one.times > 1 or again else ""


def tell_path(found: Path) -> None:
    console = Console()
    end = found.status.replace("_", " ") or "not ended"
    style = "green" if found.status == "green" else "yellow"
    console.print(text_of(f"run {found.run}", style="bold"), text_of(end, style=style),
                  text_of(found.reason, 300))  # fmt: skip
    _lines(console, {"project": found.project, "job": found.job, "goal": found.goal})
    for one in found.rounds:
        _tell_round(console, one)


def _tell_round(console: Console, one: Round) -> None:
    console.print()
    name = f"iteration {one.number}" if one.number else "before the first iteration"
    console.print(text_of(name, style="bold"))
    origin = f" (by {one.origin})" if one.origin else ""
    lines = {
        "saw": "; ".join(one.saw),
        "type": ", ".join(one.types),
        "suspected": listed(one.retrieved, 5),
        "recalled": ", ".join(f"card {card}" for card in one.recalled),
        "changed": f"{listed(one.changed, 5)}{origin}" if one.changed else "",
        "verdict": one.verdict,
        "broke": listed(one.broken, 5),
        "trend": one.trend if one.trend != "unknown" else "",
        "lesson": one.lesson,
        "learned": ", ".join(f"card {card}" for card in one.cards),
        "steps": ", ".join(f"{stage.name} {stage.seconds:.1f} s" for stage in one.steps),
    }
    _lines(console, lines)


def _lines(console: Console, lines: dict[str, str]) -> None:
    for name, text in lines.items():
        if text:
            said = Text(f"  {name:10}")
            said.append_text(text_of(text, 500))
            console.print(said, soft_wrap=True)
