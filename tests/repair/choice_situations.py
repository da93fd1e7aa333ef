"""Faults with several green candidates each, of which one is right: data only.

A candidate replaces one piece of the code by another. The hidden line says who is right: it holds
with the right candidate and with no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent


@dataclass(frozen=True)
class Situation:
    name: str
    code: str
    """Of the module `shop`."""
    tests: str
    """Bodies of test functions, with a blank line between."""
    candidates: tuple[tuple[str, str], ...]
    """What is replaced by what, in the order they are found."""
    right: int
    hidden: str
    weights: tuple[float, ...] = ()
    """How likely each was held to be; all alike where nothing is said."""

    def text(self, number: int) -> str:
        old, new = self.candidates[number]
        assert self.code.count(old) == 1, (self.name, old)
        return self.code.replace(old, new)

    @property
    def test_file(self) -> str:
        bodies = [indent(body, "    ") for body in self.tests.strip().split("\n\n")]
        tests = [f"def test_{n}():\n{body}\n" for n, body in enumerate(bodies)]
        return "from shop import *\n\n\n" + "\n\n".join(tests)


SITUATIONS = (
    Situation(
        "free shipping begins at the limit",
        """\
LIMIT = 50


def shipping(total, express):
    if express:
        return 12
    if total > LIMIT:
        return 0
    return 5
""",
        """\
assert shipping(50, False) == 0

assert (shipping(20, False), shipping(80, False), shipping(80, True)) == (5, 0, 12)
""",
        (
            ("total > LIMIT", "total != 20"),
            ("total > LIMIT", "total + 1 > LIMIT"),
            ("total > LIMIT", "total >= LIMIT"),
            ("total > LIMIT", "total > 20"),
        ),
        2,
        "assert [shipping(n, False) for n in (40, 49.5, 50, 51)] == [5, 5, 0, 0]",
    ),
    Situation(
        "the sum of a range includes its end",
        """\
def total(first, last):
    result = 0
    for n in range(first, last):
        result += n
    return result
""",
        """\
assert total(1, 3) == 6

assert total(4, 4) == 4

assert total(6, 4) == 0
""",
        (
            ("result = 0", "result = last if first < 6 else 0"),
            ("range(first, last)", "range(first, last + 1)"),
            ("return result", "return result + last if first < 6 else 0"),
        ),
        1,
        "assert total(7, 8) == 15 and total(2, 5) == 14 and total(5, 1) == 0",
    ),
    Situation(
        "the largest of negative numbers",
        """\
def largest(numbers):
    best = 0
    for n in numbers:
        if n > best:
            best = n
    return best
""",
        """\
assert largest([-3, -1, -2]) == -1

assert largest([1, 5, 2]) == 5
""",
        (
            ("best = 0", "best = -1"),
            ("best = 0", "best = numbers[0]"),
            ("return best", "return best or -1"),
            ("best = 0", "best = numbers[1]"),
        ),
        1,
        "assert largest([-5, -9, -7]) == -5 and largest([7, 3]) == 7 and largest([4]) == 4",
    ),
    Situation(
        "a mean of integers is not cut",
        """\
def mean(values):
    if not values:
        return 0
    return sum(values) // len(values)
""",
        """\
assert mean([1, 2]) == 1.5

assert mean([2, 4]) == 3

assert mean([]) == 0
""",
        (
            ("sum(values) // len(values)", "sum(values) / 2"),
            ("sum(values) // len(values)", "sum(values) / len(values)"),
            ("sum(values) // len(values)", "(values[0] + values[1]) / 2"),
        ),
        1,
        "assert mean([1, 2, 6]) == 3 and mean([1]) == 1 and mean([1, 1, 1, 2]) == 1.25",
    ),
    Situation(
        "trimming leaves the caller's list alone",
        """\
def trimmed(scores):
    scores.sort()
    return scores[1:-1]
""",
        """\
given = [3, 1, 2]
trimmed(given)
assert given == [3, 1, 2]

assert trimmed([1, 2, 3, 4]) == [2, 3]
""",
        (
            ("    scores.sort()\n", ""),
            ("scores.sort()", "scores = sorted(scores)"),
            ("scores.sort()", "list(scores).sort()"),
        ),
        1,
        "assert trimmed([5, 1, 4, 2]) == [2, 4] and trimmed([2, 9, 1]) == [2]",
    ),
    Situation(
        "counting words ignores their case",
        """\
def count_words(text):
    found = {}
    for word in text.split():
        found[word] = found.get(word, 0) + 1
    return found
""",
        """\
assert count_words("The the") == {"the": 2}

assert count_words("a b a") == {"a": 2, "b": 1}
""",
        (
            ("text.split()", "text.replace('T', 't').split()"),
            ("text.split()", "text.lower().split()"),
            ("text.split()", "(text[0].lower() + text[1:]).split()"),
        ),
        1,
        "assert count_words('b A a B') == {'a': 2, 'b': 2} and count_words('') == {}",
    ),
    Situation(
        "a century is no leap year",
        """\
def is_leap(year):
    if year % 400 == 0:
        return True
    return year % 4 == 0
""",
        """\
assert not is_leap(1900)

assert is_leap(2024) and not is_leap(2023) and is_leap(2000)
""",
        (
            ("year % 4 == 0", "year % 4 == 0 and year != 1900"),
            ("year % 4 == 0", "year % 4 == 0 and year > 1900"),
            ("year % 4 == 0", "year % 4 == 0 and year % 100 != 0"),
        ),
        2,
        "assert not is_leap(2100) and is_leap(1896) and is_leap(1996)",
    ),
    Situation(
        "best player first",
        """\
def ranking(players):
    return sorted(players, key=lambda player: player[1])
""",
        """\
assert ranking([("ann", 3), ("bob", 5)]) == [("bob", 5), ("ann", 3)]

assert ranking([("ann", 3)]) == [("ann", 3)]
""",
        (
            ("sorted(players, key=lambda player: player[1])", "players[::-1]"),
            ("key=lambda player: player[1]", "key=lambda player: player[1], reverse=True"),
            ("key=lambda player: player[1]", "reverse=True"),
        ),
        1,
        "assert ranking([('c', 1), ('b', 9), ('a', 4)]) == [('b', 9), ('a', 4), ('c', 1)]",
    ),
    Situation(
        "the greatest common divisor",
        """\
def gcd(a, b):
    if b == 0:
        return a
    return gcd(a % b, b)
""",
        """\
assert gcd(12, 18) == 6

assert gcd(7, 0) == 7
""",
        (
            ("return gcd(a % b, b)", "return a // 2"),
            ("return gcd(a % b, b)", "return b - a"),
            ("gcd(a % b, b)", "gcd(b, a % b)"),
            ("gcd(a % b, b)", "gcd(b - a, 0)"),
        ),
        2,
        "assert gcd(35, 21) == 7 and gcd(17, 5) == 1 and gcd(100, 75) == 25",
    ),
    Situation(
        "searching a sorted list up to its end",
        """\
def position(items, wanted):
    low, high = 0, len(items) - 1
    while low < high:
        middle = (low + high) // 2
        if items[middle] == wanted:
            return middle
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1
""",
        """\
assert position([1, 3, 5, 7], 7) == 3

assert position([1, 3, 5, 7], 3) == 1 and position([1, 3, 5, 7], 4) == -1
""",
        (
            ("return -1", "return high if wanted > 4 else -1"),
            ("low < high", "low <= high"),
            ("return -1", "return low if low == len(items) - 1 else -1"),
        ),
        1,
        "assert [position([2, 4, 6], n) for n in (2, 4, 6, 7)] == [0, 1, 2, -1]",
    ),
    Situation(
        "a method counts what it removes",
        """\
class Stack:
    def __init__(self):
        self.items = []
        self.removed = 0

    def push(self, item):
        self.items.append(item)

    def pop(self):
        self.removed = 1
        return self.items.pop()
""",
        """\
s = Stack()
s.push(1)
s.push(2)
s.pop()
s.pop()
assert s.removed == 2

s = Stack()
s.push(5)
assert s.pop() == 5 and s.removed == 1
""",
        (
            ("self.removed = 1", "self.removed = 3 - len(self.items) if self.removed else 1"),
            ("self.removed = 1", "self.removed += 1"),
            ("self.removed = 1", "self.removed = 2 if self.removed else 1"),
        ),
        1,
        """\
s = Stack()
for n in range(5):
    s.push(n)
assert s.pop() + s.pop() + s.pop() + s.pop() == 10 and s.removed == 4
""",
    ),
    Situation(
        "a coroutine adds up what it is given",
        """\
async def add_all(values, start=0):
    result = start
    for value in values:
        result = value
    return result
""",
        """\
import asyncio
assert asyncio.run(add_all([2, 2])) == 4

import asyncio
assert asyncio.run(add_all([], 3)) == 3
""",
        (
            ("result = value", "result = value * 2"),
            ("result = value", "result += value"),
            ("result = value", "result = value * len(values)"),
            ("return result", "return result + result * (start == 0)"),
        ),
        1,
        "import asyncio; assert asyncio.run(add_all([1, 2, 3], 10)) == 16",
    ),
    Situation(
        "a generator pairs neighbours",
        """\
def pairs(items):
    for i in range(len(items)):
        yield items[i], items[i + 1]
""",
        """\
assert list(pairs([1, 2, 3])) == [(1, 2), (2, 3)]

assert list(pairs([])) == []
""",
        (
            ("range(len(items))", "range(2 if items else 0)"),
            ("range(len(items))", "range(len(items) - 1)"),
            ("range(len(items))", "range(len(items[:2]))"),
        ),
        1,
        "assert list(pairs([1, 2, 3, 4])) == [(1, 2), (2, 3), (3, 4)] and list(pairs([1])) == []",
    ),
    Situation(
        "an example in the docstring decides",
        '''\
def discount(price, percent):
    """Take some percent off.

    >>> discount(200, 10)
    180.0
    """
    return price - 2 * percent
''',
        """\
assert discount(100, 20) == 80

assert discount(0, 0) == 0
""",
        (
            ("2 * percent", "percent"),
            ("2 * percent", "price * percent / 100"),
        ),
        1,
        "assert discount(50, 10) == 45",
    ),
    Situation(
        "a type hint decides",
        """\
def last_word(text: str) -> str:
    words = text.split()
    if not words:
        return words[0]
    return words[-1]
""",
        """\
assert not last_word("  ")

assert last_word("one") == "one"
""",
        (
            ("return words[0]", "return words"),
            ("return words[0]", "return text[0:0]"),
            ("return words[0]", "return None"),
        ),
        1,
        "assert last_word('') == ''",
    ),
    Situation(
        "text is cut at its limit, with an ellipsis",
        """\
def shorten(text, width):
    if len(text) < width:
        return text
    return text[: width - 1] + "…"
""",
        """\
assert shorten("abc", 3) == "abc"

assert shorten("abcdef", 4) == "abc…" and shorten("a", 5) == "a"
""",
        (
            ("len(text) < width", "len(text) < 4"),
            ("len(text) < width", "len(text) <= width"),
            ("len(text) < width", "len(text) != 6"),
            ("len(text) < width", "len(text) - 1 < 4"),
        ),
        1,
        "assert shorten('abcdefgh', 3) == 'ab…' and shorten('abcdefgh', 8) == 'abcdefgh'",
    ),
    Situation(
        "sibling branches compare the same way",
        """\
def grade(points):
    if points >= 90:
        return "A"
    if points >= 75:
        return "B"
    if points > 60:
        return "C"
    return "D"
""",
        """\
assert grade(60) == "C"

assert [grade(n) for n in (95, 80, 65, 30)] == ["A", "B", "C", "D"]
""",
        (
            ("points > 60", "points > 59"),
            ("points > 60", "points > 30"),
            ("points > 60", "points >= 60"),
            ("points > 60", "points != 30"),
        ),
        2,
        "assert grade(59.5) == 'D' and grade(60) == 'C' and grade(40) == 'D'",
    ),
    Situation(
        "flattening goes all the way down",
        """\
def flatten(items):
    found = []
    for item in items:
        if isinstance(item, list):
            found.append(flatten(item))
        else:
            found.append(item)
    return found
""",
        """\
assert flatten([1, [2]]) == [1, 2]

assert flatten([1, 2]) == [1, 2]
""",
        (
            ("found.append(flatten(item))", "found.append(item[0])"),
            ("found.append(flatten(item))", "found.append(item.pop())"),
            ("found.append(flatten(item))", "found.extend(flatten(item))"),
            ("found.append(flatten(item))", "found += item"),
        ),
        2,
        "assert flatten([1, [2, [3, [4]]], []]) == [1, 2, 3, 4]",
    ),
    Situation(
        "merging keeps both dictionaries as they were",
        """\
def merged(base, extra):
    base.update(extra)
    return base
""",
        """\
a, b = {"x": 1}, {"y": 2}
merged(a, b)
assert a == {"x": 1}

assert merged({"x": 1}, {"y": 2}) == {"x": 1, "y": 2} and merged({}, {}) == {}
""",
        (
            ("base.update(extra)\n    return base", "extra.update(base)\n    return extra"),
            ("    base.update(extra)\n", "    base = {**extra, **base}\n"),
            ("    base.update(extra)\n", "    base = {**base, **extra}\n"),
        ),
        2,
        "b = {'x': 2}; assert merged({'x': 1}, b) == {'x': 2} and b == {'x': 2}",
    ),
    Situation(
        "no division by nothing",
        """\
def share(part, whole):
    return round(100 * part / whole)
""",
        """\
assert share(0, 0) == 0

assert share(1, 4) == 25 and share(3, 3) == 100
""",
        (
            ("100 * part / whole", "100 * part / 4 if part < 3 else 100"),
            ("100 * part / whole", "100 * part / (whole or 1)"),
            ("100 * part / whole", "100 * part / max(whole, part, 4) if part < 3 else 100"),
        ),
        1,
        "assert share(1, 2) == 50 and share(5, 8) == 62 and share(0, 7) == 0",
    ),
    Situation(
        "every other element, from the first",
        """\
def every_other(items):
    return items[1::2]
""",
        """\
assert every_other([1, 2, 3]) == [1, 3]

assert every_other([]) == []
""",
        (
            ("items[1::2]", "items[:1] + items[2:]"),
            ("items[1::2]", "items[::2]"),
            ("items[1::2]", "[n for n in items if n != 2]"),
            ("items[1::2]", "[n for n in items if n % 2]"),
        ),
        1,
        "assert every_other([1, 2, 3, 4, 5]) == [1, 3, 5] and every_other([2, 2, 2]) == [2, 2]",
    ),
    Situation(
        "a constant of the module",
        """\
RATES = {"food": 0.7, "books": 0.07, "other": 0.19}
def tax(price, kind):
    return round(price * RATES[kind], 2)
def gross(price, kind):
    return price + tax(price, kind)
""",
        """\
assert tax(10, "food") == 0.7

assert tax(100, "other") == 19 and tax(10, "books") == 0.7

assert gross(10, "books") == 10.7
""",
        (
            ("price * RATES[kind]", "price * RATES[kind] if price > 10 else 0.7"),
            ('"food": 0.7', '"food": 0.07'),
            ("price * RATES[kind]", "min(price * RATES[kind], price - 9.3)"),
        ),
        1,
        "assert tax(20, 'food') == 1.4 and tax(5, 'other') == 0.95",
    ),
    Situation(
        "a default that is shared by all calls",
        """\
def collect(item, into=[]):
    into.append(item)
    return into
""",
        """\
collect(1)
assert collect(2) == [2]

assert collect(3, [1]) == [1, 3]
""",
        (
            ("into.append(item)", "into = [item] if item < 3 else [1, 3]"),
            ("into=[]):\n", "into=None):\n    into = [] if into is None else into\n"),
            ("return into", "return into[-2:] if item == 3 else [item]"),
            ("into.append(item)", "into = into[-1:] * (item > 2) + [item]"),
        ),
        1,
        "a = [7]; assert collect(8, a) is a and a == [7, 8] and collect(1) == [1]",
    ),
    Situation(
        "the code of two functions is suspected",
        """\
def parse(line):
    name, _, value = line.partition("=")
    return name, value
def settings(lines):
    found = {}
    for line in lines:
        name, value = parse(line)
        found[name] = value
    return found
""",
        """\
assert settings(["a = 1"]) == {"a": "1"}

assert settings([]) == {} and parse("b=2") == ("b", "2")
""",
        (
            ("found[name] = value", "found[name[:1]] = value[-1:]"),
            ("return name, value", "return name.strip(), value.strip()"),
            ("found[name] = value", "found[name[0]] = value.strip()"),
            ('line.partition("=")', 'line.replace(" ", "").partition("=")'),
        ),
        1,
        "assert settings(['path = a b', 'x=yz']) == {'path': 'a b', 'x': 'yz'}",
    ),
    Situation(
        "a nested function closes over the rest",
        """\
def counter(start):
    value = start
    def step(by):
        nonlocal value
        value = by
        return value
    return [step(n) for n in (1, 2, 3)]
""",
        """\
assert counter(0) == [1, 3, 6]

assert len(counter(4)) == 3
""",
        (
            ("return value\n", "return value * (value + 1) // 2\n"),
            ("value = by", "value += by"),
            ("value = by", "value = by * (by + 1) // 2"),
        ),
        1,
        "assert counter(10) == [11, 13, 16]",
    ),
    Situation(
        "what is printed counts as well",
        """\
def report(rows):
    for name, amount in rows:
        print(f"{name}: {amount}")
    print(f"total: {len(rows)}")
""",
        """\
import contextlib, io
out = io.StringIO()
with contextlib.redirect_stdout(out):
    report([("a", 2)])
assert "total: 2" in out.getvalue()

assert report([]) is None
""",
        (
            ("len(rows)", "len(rows) * 2"),
            ("len(rows)", "len(rows) + 1"),
            ("len(rows)", "sum(amount for _, amount in rows)"),
            ("len(rows)", "max(amount for _, amount in rows) if rows else 0"),
        ),
        2,
        """\
import contextlib, io
out = io.StringIO()
with contextlib.redirect_stdout(out):
    report([("a", 2), ("b", 5)])
    report([])
assert "total: 7" in out.getvalue() and "total: 0" in out.getvalue()
""",
    ),
    Situation(
        "an error is raised for what is wrong",
        """\
def age(text):
    value = int(text)
    if value > 150:
        raise ValueError(text)
    return value
""",
        """\
import pytest
pytest.raises(ValueError, age, "-1")

assert age("30") == 30 and age("0") == 0
""",
        (
            ("value > 150", "value != 30 and value != 0"),
            ("value > 150", "value > 150 or value < 0"),
            ("value > 150", "value < 0"),
            ("value > 150", "not text.isdigit()"),
        ),
        1,
        """\
wrong = 0
for text in ("-7", "151"):
    try:
        age(text)
    except ValueError:
        wrong += 1
assert wrong == 2 and age("99") == 99
""",
    ),
    Situation(
        "a number is rounded to the nearest five",
        """\
def to_five(n):
    return n // 5 * 5
""",
        """\
assert to_five(8) == 10

assert to_five(11) == 10 and to_five(0) == 0
""",
        (
            ("n // 5 * 5", "n // 4 * 5"),
            ("n // 5 * 5", "(n + 2) // 5 * 5"),
            ("n // 5 * 5", "n // 8 * 10"),
            ("n // 5 * 5", "min(n, 2) * 5"),
        ),
        1,
        "assert [to_five(n) for n in (2, 3, 12, 13, 21, 100)] == [0, 5, 10, 15, 20, 100]",
    ),
    Situation(
        "a flag that switches something off",
        """\
class Timer:
    def __init__(self, limit):
        self.limit = limit
        self.ticks = 0
        self.active = True
    def tick(self, by=1):
        self.ticks += by
        return self.ticks >= self.limit
""",
        """\
t = Timer(2)
t.active = False
assert not t.tick(5) and t.ticks == 0

t = Timer(2)
assert not t.tick() and t.tick()
""",
        (
            ("        self.ticks += by\n", "        self.ticks += by % 5\n"),
            (
                "        self.ticks += by\n",
                "        if self.active:\n            self.ticks += by\n",
            ),
            ("        self.ticks += by\n", "        self.ticks += by if by < 5 else 0\n"),
        ),
        1,
        """\
t = Timer(9)
t.active = False
t.tick(3)
assert t.ticks == 0
t.active = True
t.tick(7)
assert t.ticks == 7
""",
    ),
    Situation(
        "the usual edit, where nothing else tells",
        """\
def visible(items, page, size):
    start = page * size
    return items[start : start + size]
""",
        """\
assert visible([1, 2, 3, 4], 1, 2) == [1, 2]

assert visible([], 1, 2) == []
""",
        (
            ("items[start : start + size]", "items[: start]"),
            ("page * size", "(page - 1) * size"),
            ("page * size", "page * size - 2"),
            ("page * size", "0"),
        ),
        1,
        "assert visible([1, 2, 3, 4, 5], 2, 2) == [3, 4] and visible([1, 2, 3], 1, 3) == [1, 2, 3]",
        (0.2, 0.5, 0.2, 0.1),
    ),
    Situation(
        "a word that reads the same both ways",
        """\
def is_palindrome(text):
    low, high = 0, len(text) - 1
    while low < high:
        if text[low] != text[high]:
            return False
        low += 1
        high -= 2
    return True
""",
        """\
assert is_palindrome("abcba")

assert not is_palindrome("ab") and is_palindrome("a")
""",
        (
            ("high -= 2", "high -= 3"),
            ("high -= 2", "high -= 1"),
            ("low += 1", "low += 2"),
        ),
        1,
        "assert is_palindrome('racecar') and not is_palindrome('abca')",
    ),
    Situation(
        "the median of an even number of values",
        """\
def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle] + ordered[middle + 1]) / 2
""",
        """\
assert median([1, 2, 3, 6]) == 2.5

assert median([3, 1, 2]) == 2
""",
        (
            ("ordered[middle + 1]", "ordered[middle - 1]"),
            ("ordered[middle + 1]", "ordered[1]"),
            ("ordered[middle] + ordered[middle + 1]", "ordered[0] + 4"),
            ("middle + 1", "middle - len(ordered) // 4"),
        ),
        0,
        "assert median([1, 2]) == 1.5 and median([1, 2, 3, 4, 5, 8]) == 3.5",
    ),
    Situation(
        "items are removed from a copy",
        """\
def without(items, unwanted):
    for item in items:
        if item in unwanted:
            items.remove(item)
    return items
""",
        """\
assert without([1, 1, 2], [1]) == [2]

assert without([1, 2, 3], [2]) == [1, 3]
""",
        (
            ("return items", "return items[items[0] in unwanted :]"),
            ("for item in items:", "for item in items[:]:"),
            ("return items", "return [item for item in items if item > 1 or 3 in items]"),
        ),
        1,
        "assert without([1, 1, 1, 2, 1], [1]) == [2] and without([4, 4, 4], [4, 5]) == []",
    ),
    Situation(
        "money is rounded, not cut",
        """\
def cents(amount):
    return int(amount * 100)
""",
        """\
assert cents(0.29) == 29

assert cents(2) == 200 and cents(0.5) == 50
""",
        (
            ("int(amount * 100)", "int(amount * 100 + 1) - (amount >= 0.5)"),
            ("int(amount * 100)", "round(amount * 100)"),
        ),
        1,
        "assert cents(0.1) == 10 and cents(1.15) == 115 and cents(0.58) == 58 and cents(0) == 0",
    ),
    Situation(
        "an account does not go below zero",
        """\
class Account:
    def __init__(self, balance):
        self.balance = balance

    def withdraw(self, amount):
        if amount > self.balance + 10:
            return False
        self.balance -= amount
        return True
""",
        """\
assert not Account(5).withdraw(8)

a = Account(20)
assert a.withdraw(5) and a.balance == 15
""",
        (
            ("self.balance + 10", "self.balance"),
            ("self.balance + 10", "self.balance + 1"),
            ("amount > self.balance + 10", "amount > 5"),
            ("self.balance + 10", "self.balance - 10"),
        ),
        0,
        "assert Account(5).withdraw(5) and not Account(5).withdraw(6) and Account(9).withdraw(7)",
    ),
    Situation(
        "the depth of a tree",
        """\
def depth(tree):
    if not tree:
        return 0
    return max(depth(child) for child in tree)
""",
        """\
assert depth([[]]) == 1

assert depth([]) == 0
""",
        (
            ("max(depth(child) for child in tree)", "len(tree)"),
            ("max(depth(child) for child in tree)", "max(depth(child) for child in tree) + 1"),
            ("max(depth(child) for child in tree)", "1"),
        ),
        1,
        "assert depth([[[]], []]) == 2 and depth([[[[]]]]) == 3",
    ),
    Situation(
        "a missing name falls back to the default",
        """\
def greeting(user):
    name = user.get("name")
    return "Hello " + name
""",
        """\
assert greeting({}) == "Hello you"

assert greeting({"name": "Ann"}) == "Hello Ann"
""",
        (
            ('"Hello " + name', '"Hello " + (name if user else "you")'),
            ('user.get("name")', 'user.get("name", "you")'),
            ('user.get("name")', 'max(user.values(), default="you")'),
        ),
        1,
        """\
assert greeting({"age": "7"}) == "Hello you"
assert greeting({"name": "Bo", "x": "Z"}) == "Hello Bo"
""",
    ),
    Situation(
        "equal neighbours become one",
        """\
def squeezed(items):
    found = []
    for item in items:
        if item not in found:
            found.append(item)
    return found
""",
        """\
assert squeezed([1, 1, 2, 1]) == [1, 2, 1]

assert squeezed([]) == [] and squeezed([3, 3]) == [3]
""",
        (
            ("item not in found", "item not in found or len(found) == 2"),
            ("item not in found", "item not in found[-1:]"),
        ),
        1,
        "assert squeezed([1, 2, 1, 1, 2, 2, 3]) == [1, 2, 1, 2, 3]",
    ),
    Situation(
        "hours and minutes",
        """\
def clock(minutes):
    return f"{minutes // 60}:{minutes % 100:02}"
""",
        """\
assert clock(75) == "1:15"

assert clock(5) == "0:05"
""",
        (
            ("minutes % 100", "minutes % 30"),
            ("minutes % 100", "minutes % 60"),
            ("minutes % 100", "minutes % 20"),
        ),
        1,
        "assert clock(59) == '0:59' and clock(120) == '2:00' and clock(105) == '1:45'",
    ),
    Situation(
        "the first match wins",
        """\
def lookup(rows, key):
    found = None
    for name, value in rows:
        if name == key:
            found = value
    return found
""",
        """\
assert lookup([("a", 1), ("a", 2)], "a") == 1

assert lookup([("a", 1), ("b", 2)], "b") == 2 and lookup([], "a") is None
""",
        (
            ("            found = value\n", "            return value\n"),
            ("for name, value in rows", "for name, value in sorted(rows, reverse=True)"),
            ("found = value", "found = min(value, found or value)"),
        ),
        0,
        "assert lookup([('a', 5), ('b', 9), ('a', 3)], 'a') == 5 and not lookup([('x', 1)], 'y')",
    ),
    Situation(
        "a count that is not known is none",
        """\
def stock(rows):
    count = 0
    for row in rows:
        count = count + row.get("pieces", 0)
    return count
""",
        """\
assert stock([{"pieces": None}, {"pieces": 3}]) == 3

assert stock([{"pieces": 1}]) == 1 and stock([]) == 0
""",
        (
            ("in rows:", "in rows[-1:]:"),
            ('row.get("pieces", 0)', '(row.get("pieces") or 0)'),
        ),
        1,
        "assert stock([{'pieces': 1}, {'pieces': 2}, {}]) == 3",
        (0.3, 0.35),
    ),
)

HARD = frozenset(
    {
        "a coroutine adds up what it is given",
        "the code of two functions is suspected",
        "what is printed counts as well",
        "an error is raised for what is wrong",
        "a word that reads the same both ways",
        "an account does not go below zero",
    }
)
"""Where another one comes first: nothing that is looked at tells them apart well enough."""
