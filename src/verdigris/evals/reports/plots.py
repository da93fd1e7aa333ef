"""Plots as SVG, drawn by hand: no script, no font, nothing that is fetched. Pure.

Every text that goes in is escaped here; what comes out may stand in a page as it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 620, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 14, 40
_ROW = 26
Point = tuple[float, float]


@dataclass(frozen=True)
class Bar:
    name: str
    value: float
    low: float | None = None
    high: float | None = None
    note: str = ""
    second: float | None = None
    """Another share, mostly within the first, drawn darker."""


@dataclass(frozen=True)
class Line:
    name: str
    points: Sequence[Point]
    steps: bool = False


def lines(title: str, across: str, up: str, found: Sequence[Line], *, most: float = 0.0) -> str:
    """Draw lines over numbers. `most` is the upper end, where it is known."""
    points = [point for line in found for point in line.points]
    if not points:
        return ""
    right = max((x for x, _ in points), default=1.0) or 1.0
    top = most or _round_up(max(y for _, y in points))
    parts = [_axes(across, up, right, top)]
    for number, line in enumerate(found):
        parts.append(_path(line, number, right, top))
        parts.append(_legend(line.name, number))
    return _svg(title, HEIGHT, parts)


def bars(title: str, found: Sequence[Bar]) -> str:
    """Draw shares from 0 to 1, one below the other, with their intervals."""
    if not found:
        return ""
    left, right = 150, 96
    room = WIDTH - left - right
    parts = []
    for number, bar in enumerate(found):
        y = 6 + number * _ROW
        parts.append(f'<text class="name" x="{left - 8}" y="{y + 14}">{_text(bar.name, 22)}</text>')
        parts.append(f'<rect class="rest" x="{left}" y="{y}" width="{room}" height="18"/>')
        shares = [("bar", bar.value), ("inner", bar.second)]
        drawn = [(kind, share) for kind, share in shares if share is not None]
        # The longer one lies below: what was built can be right without being claimed.
        for kind, share in sorted(drawn, key=lambda each: -each[1]):
            parts.append(_rect(kind, left, y, share * room))
        if bar.low is not None and bar.high is not None:
            a, b = left + bar.low * room, left + bar.high * room
            parts.append(f'<path class="span" d="M{a:.1f} {y + 9}H{b:.1f}"/>')
        parts.append(
            f'<text class="note" x="{left + room + 8}" y="{y + 14}">{_text(bar.note, 16)}</text>'
        )
    return _svg(title, 12 + len(found) * _ROW, parts)


def _rect(kind: str, x: float, y: float, width: float) -> str:
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{max(width, 0):.1f}" height="18"/>'


def _axes(across: str, up: str, right: float, top: float) -> str:
    base, end = HEIGHT - _BOTTOM, WIDTH - _RIGHT
    parts = [f'<path class="axis" d="M{_LEFT} {_TOP}V{base}H{end}"/>']
    for part in (0.0, 0.5, 1.0):
        y = base - part * (base - _TOP)
        parts.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{end}"/>')
        parts.append(
            f'<text class="name" x="{_LEFT - 6}" y="{y + 4:.1f}">{_number(part * top)}</text>'
        )
        x = _LEFT + part * (end - _LEFT)
        parts.append(
            f'<text class="tick" x="{x:.1f}" y="{base + 16}">{_number(part * right)}</text>'
        )
    parts.append(
        f'<text class="tick" x="{(_LEFT + end) / 2}" y="{HEIGHT - 6}">{_text(across)}</text>'
    )
    parts.append(f'<text class="note" x="{_LEFT + 6}" y="{_TOP + 4}">{_text(up)}</text>')
    return "".join(parts)


def _path(line: Line, number: int, right: float, top: float) -> str:
    base, end = HEIGHT - _BOTTOM, WIDTH - _RIGHT

    def place(point: Point) -> tuple[float, float]:
        x, y = point
        return _LEFT + x / right * (end - _LEFT), base - min(y / top, 1.0) * (base - _TOP)

    drawn = ""
    for x, y in map(place, line.points):
        if line.steps and drawn:
            drawn += f"H{x:.1f}V{y:.1f}"
        else:
            drawn += f"{'L' if drawn else 'M'}{x:.1f} {y:.1f}"
    return f'<path class="line line{number % 4}" d="{drawn}"/>'


def _legend(name: str, number: int) -> str:
    y = HEIGHT - _BOTTOM - 10 - 16 * number
    x = WIDTH - _RIGHT - 190
    return (
        f'<path class="line line{number % 4}" d="M{x} {y}h18"/>'
        f'<text class="note" x="{x + 24}" y="{y + 4}">{_text(name, 26)}</text>'
    )


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg role="img" viewBox="0 0 {WIDTH} {height:g}" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{_text(title, 200)}</title>{''.join(parts)}</svg>"
    )


def _text(text: str, most: int = 80) -> str:
    return escape(text if len(text) <= most else text[: most - 1] + "…")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 20 or value == int(value) else f"{value:.2g}"


def _round_up(value: float) -> float:
    """Return a round number that is no less: 1, 2 or 5 times a power of ten."""
    if value <= 0:
        return 1.0
    scale = 10.0 ** math.floor(math.log10(value))
    return next(step * scale for step in (1, 2, 5, 10) if step * scale >= value)
