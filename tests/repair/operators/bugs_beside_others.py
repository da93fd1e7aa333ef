"""Faults that sibling code or everyday numbers give away. Data only, never run."""

# One fault a line reads best, however long it is.
# ruff: noqa: E501
# fmt: off
from __future__ import annotations

Row = tuple[str, str, str]

PROGRAMS: list[tuple[str, list[Row]]] = [
    (
        """\
from math import radians, sin
from bisect import bisect_left


def kibibytes(size: int):
    whole = size / 1024
    return round(whole, 1)


def bearing(now: int, by: int):
    return (now + by) % 360


def height(distance: float, angle: float):
    return distance * sin(radians(angle))


def place(marks, mark):
    return bisect_left(marks, mark)


def colour(text):
    return int(text, 16)


def hour_hand(hour: int):
    return hour % 12 * 30
""",
        [
            ("unit.twin", "size / 1024", "size / 1000"),
            ("unit.twin", "hour % 12", "hour % 24"),
            ("unit.turned", "(now + by) % 360", "now + by"),
            ("wrap.called", "sin(radians(angle))", "sin(angle)"),
            ("call.usual", "int(text, 16)", "int(text)"),
        ],
    ),
    (
        """\
def metres(kilometres: float):
    return kilometres * 1000


def speed(metres: float, seconds: float):
    rate = metres / seconds * 3600
    return rate
""",
        [
            ("unit.scaled", "kilometres * 1000", "kilometres"),
            ("unit.scaled", "metres / seconds * 3600", "metres / seconds"),
        ],
    ),
    (
        """\
from copy import deepcopy


def board(rows, columns):
    return [[0] * columns for _ in range(rows)]


def shelves(names):
    return {key: [] for key in names}


def snapshot(tables):
    kept = {key: list(value) for key, value in tables.items()}
    return kept


def grid_copy(grid):
    return [list(one) for one in grid]


def handlers(names):
    made = []
    for name in names:
        def handle(event, name=name):
            return f"{name}: {event}"
        made.append(handle)
    return made
""",
        [
            ("sharing.multiplied", "[[0] * columns for _ in range(rows)]", "[[0] * columns] * rows"),
            ("sharing.multiplied", "{key: [] for key in names}", "dict.fromkeys(names, [])"),
            ("sharing.deeper", "{key: list(value) for key, value in tables.items()}", "dict(tables)"),
            ("sharing.deeper", "[list(one) for one in grid]", "list(grid)"),
            ("sharing.early", "handle(event, name=name)", "handle(event)"),
        ],
    ),
    (
        """\
class Cache:
    def __init__(self, loader):
        self._loader = loader
        self._pages = {}
        self._order = []

    def put(self, key, page):
        self._pages[key] = page
        self._drop(key=key)

    def replace(self, key, page):
        self._pages[key] = page.copy()
        self._drop(key=key)
        return page

    def _drop(self, key=None, group=None):
        self._order = [one for one in self._order if one != key]

    def newest_first(self):
        return sorted(self._order, reverse=True)

    def latest(self, most):
        return list(self.newest_first())[:most]


class Reader:
    def first(self, lines):
        for line in lines:
            found = self.parse(line)
            if found is None:
                continue
            return found

    def every(self, lines):
        out = []
        for line in lines:
            found = self.parse(line)
            if found is None:
                continue
            out.append(found.strip())
        return out
""",
        [
            ("update.called", "self._pages[key] = page.copy()\n        self._drop(key=key)\n", "self._pages[key] = page.copy()\n"),
            ("name.way", "list(self.newest_first())", "list(self._order)"),
            ("guard.borrowed", "            if found is None:\n                continue\n            out", "            out"),
        ],
    ),
    (
        """\
from itertools import groupby


def runs(values):
    out = []
    current = None
    length = 0
    for value in values:
        if value != current:
            if current is not None:
                out.append((current, length))
            current = value
            length = 0
        length += 1
    if current is not None:
        out.append((current, length))
    return out


def by_letter(words):
    return {key: list(group) for key, group in groupby(sorted(words, key=str.lower), key=str.lower)}


def paragraphs(lines):
    block = []
    for line in lines:
        if line:
            block.append(line)
            continue
        yield " ".join(block)
        block.clear()
    yield " ".join(block)


def page_of(number: int, most: int):
    if number < 1:
        number = 1
    number = min(number, most)
    return number - 1


class Ledger:
    def book(self, account, amount):
        self.sums[account.iban] += amount

    def sum_of(self, account):
        return self.sums[account.iban]

    def label(self, one):
        return f"{one.owner} {one.iban}"


def note_of(row):
    return (row.get("note") or "").strip()


def total(orders):
    return sum(order.price for order in orders.get("open") or [])


class Switch:
    def press(self, lamp):
        lamp.lit = not lamp.lit


def opens(calendar):
    return calendar.opening


def free_slot(calendar):
    if not calendar.entries:
        return calendar.opening
    return max(entry.end for entry in calendar.entries)
""",
        [
            ("update.last", "    if current is not None:\n        out.append((current, length))\n    return", "    return"),
            ("order.grouped", "groupby(sorted(words, key=str.lower), key=str.lower)", "groupby(words, key=str.lower)"),
            ("update.forgotten", "        yield \" \".join(block)\n        block.clear()\n", "        yield \" \".join(block)\n"),
            ("guard.clamped", "    number = min(number, most)\n    return number - 1", "    return number - 1"),
            ("name.everywhere", "self.sums[account.iban] += amount\n\n    def sum_of(self, account):\n        return self.sums[account.iban]", "self.sums[account.owner] += amount\n\n    def sum_of(self, account):\n        return self.sums[account.owner]"),
            ("boolean.fallback", "(row.get(\"note\") or \"\")", "row.get(\"note\", \"\")"),
            ("boolean.fallback", "orders.get(\"open\") or []", "orders.get(\"open\")"),
            ("boolean.negated", "lamp.lit = not lamp.lit", "lamp.lit = lamp.lit"),
            ("guard.early", "    if not calendar.entries:\n        return calendar.opening\n", ""),
        ],
    ),
]
