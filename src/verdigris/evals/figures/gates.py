"""Thresholds that make an eval a gate: `solved=0.8`. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

from verdigris.errors import UserError
from verdigris.evals.figures.metrics import NAMES, summarise
from verdigris.evals.figures.words import figure_words
from verdigris.evals.keeping import Record
from verdigris.settings.tree import TierName

_PASS, _TIER = "pass@", "tier "
_TIERS = get_args(TierName)
_OF_NOTHING = ("false_green", "repeated_mistakes", _TIER)
"""Shares that stay within a bound where there is nothing that they would be a share of."""


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
        if not _known(name) or bound != bound:
            raise UserError(
                f"The threshold '{text}' cannot be read.",
                hint=f"Write FIGURE=NUMBER; figures: {', '.join(NAMES)}, pass@K, tier NAME with "
                f"one of {', '.join(_TIERS)}.",
            )
        found.append(Gate(name, bound, under))
    return found


def _known(name: str) -> bool:
    if name.startswith(_PASS):
        return name.removeprefix(_PASS).isdecimal()
    if name.startswith(_TIER):
        return name.removeprefix(_TIER) in _TIERS
    return name in NAMES


def undone(record: Record) -> list[str]:
    """Return in words that jobs are missing from what was measured, thresholds or not."""
    said = []
    if not record.complete:
        said.append(f"{record.jobs - len(record.outcomes)} of {record.jobs} jobs were not done")
    if failed := sum(not one.final for one in record.outcomes):
        said.append(f"{failed} of {record.jobs} jobs crashed or could not be carried out")
    return said


def missed(gates: Iterable[Gate], record: Record) -> list[str]:
    """Return which thresholds are missed, in words."""
    summary = summarise(record.outcomes)
    said = []
    for gate in gates:
        figure = summary.figure(gate.name)
        value = figure.value if figure else None
        if figure is None or value is None:
            # Nothing was claimed, so nothing was claimed falsely. But what cannot be told of this
            # eval, such as pass@8 of two runs or the price of nothing, is within no bound.
            if gate.under or not gate.name.startswith(_OF_NOTHING):
                said.append(f"{gate.name}: there is nothing to measure")
        elif (value < gate.bound) if gate.under else (value > gate.bound):
            word = "less" if gate.under else "more"
            said.append(f"{gate.name} is {figure_words(figure)}, {word} than {gate.bound:g}")
    return said
