"""Figures as people read them."""

from __future__ import annotations

from verdigris.evals.figures.shares import Figure

_PLAIN = {
    "iterations": "{:.2f}",
    "time_to_green": "{:.1f} s",
    "tokens_per_solved": "{:,.0f}",
    "tokens_per_right": "{:,.0f}",
    "cost_per_solved": "${:.4f}",
    "candidates_per_solved": "{:,.1f}",
    "candidates_to_green": "{:,.0f}",
    "false_alarms": "{:.2f}",
}


def figure_words(figure: Figure) -> str:
    return "–" if figure.value is None else _said(figure.name, figure.value)


def span_words(figure: Figure) -> str:
    """Return the interval: `62 to 81 %`."""
    if figure.value is None or figure.low is None:
        return ""
    low = _said(figure.name, figure.low)
    if figure.high is None:
        return f"{low} and more"
    return f"{low} to {_said(figure.name, figure.high)}"


def _said(name: str, value: float) -> str:
    return _PLAIN[name].format(value) if name in _PLAIN else f"{value * 100:.1f} %"
