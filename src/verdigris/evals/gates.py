"""Thresholds that make an eval a gate: `solved=0.8`. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from verdigris.errors import UserError
from verdigris.evals.keeping import Record
from verdigris.evals.metrics import NAMES, summarise
from verdigris.evals.reports.words import figure_words


@dataclass(frozen=True)
class Gate:
    name: str
    bound: float
    under: bool
    """Whether it is missed when the figure is lower, or when it is higher."""


def read_gates(texts: Iterable[str], *, under: bool) -> list[Gate]:
    """Read thresholds. Raises UserError for one that cannot be read, or names no figure."""
    found = []
    for text in texts:
        name, _, value = (part.strip() for part in text.partition("="))
        try:
            bound = float(value)
        except ValueError:
            bound = float("nan")
        known = name in NAMES or name.startswith(("pass@", "tier "))
        if not known or bound != bound:
            raise UserError(
                f"The threshold '{text}' cannot be read.",
                hint=f"Write FIGURE=NUMBER; figures: {', '.join(NAMES)}, pass@K.",
            )
        found.append(Gate(name, bound, under))
    return found


def missed(gates: Iterable[Gate], record: Record) -> list[str]:
    """Return which thresholds are missed, in words. An eval that is not complete misses all."""
    summary = summarise(record.outcomes)
    said = []
    for gate in gates:
        figure = summary.figure(gate.name)
        value = figure.value if figure else None
        if not record.complete:
            said.append(f"{gate.name}: not all jobs were done")
        elif figure is None or value is None:
            # Nothing was claimed, so nothing was claimed falsely.
            if gate.under:
                said.append(f"{gate.name}: there is nothing to measure")
        elif (value < gate.bound) if gate.under else (value > gate.bound):
            word = "less" if gate.under else "more"
            said.append(f"{gate.name} is {figure_words(figure)}, {word} than {gate.bound:g}")
    return said
