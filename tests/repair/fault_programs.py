"""Small programs with one fault each, marked `# WRONG`; what is asked is how high that line ranks.

`FAULTS` share one project and one run; those in `ALONE` end their process or keep it from starting
well, so each is a project of its own.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    name: str
    code: str
    tests: str
    within: int = 3
    """The wrong line is among this many."""

    @property
    def files(self) -> dict[str, str]:
        head = "import pytest\n" if "pytest." in self.tests else ""
        return {
            f"{self.name}.py": self.code.lstrip(),
            f"test_{self.name}.py": f"{head}from {self.name} import *\n{self.tests}",
        }


FAULTS = (
    Fault(
        "comparison",
        """
def clamp(value, low, high):
    if value < low:
        return low
    if value < high:  # WRONG
        return high
    return value

def share(part, whole):
    if whole == 0:
        return 0
    return part / whole
""",
        """
def test_low(): assert clamp(1, 3, 9) == 3
def test_inside(): assert clamp(5, 3, 9) == 5
def test_share(): assert share(1, 2) == 0.5
def test_nothing(): assert share(1, 0) == 0
""",
    ),
    Fault(
        "branch",
        """
def grade(points):
    if points >= 90:
        return "a"
    if points >= 50:
        return "b"
    return "b"  # WRONG

def passed(points):
    return grade(points) != "c"
""",
        """
def test_a(): assert grade(95) == "a"
def test_b(): assert grade(60) == "b"
def test_c(): assert grade(10) == "c"
def test_passed(): assert passed(70)
""",
    ),
    Fault(
        "nested",
        """
def window(values, size):
    def at(index):
        return values[index + size]  # WRONG
    def mean(start):
        return sum(values[start:start + size]) / size
    rows = []
    for start in range(len(values) - size):
        rows.append((mean(start), at(start + 1)))
    return rows

def span(values):
    return max(values) - min(values)
""",
        """
def test_window(): assert window([1, 2, 3, 4], 2) == [(1.5, 2), (2.5, 3)]
def test_span(): assert span([1, 4]) == 3
""",
        within=5,
    ),
    Fault(
        "method",
        """
class Account:
    def __init__(self, limit=0):
        self.balance = 0
        self.limit = limit

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError(amount)
        self.balance += amount

    def withdraw(self, amount):
        if amount > self.balance + self.limit:
            raise OverflowError(amount)
        self.balance += amount  # WRONG

    def is_empty(self):
        return self.balance == 0
""",
        """
def test_new(): assert Account().is_empty()
def test_deposit():
    account = Account()
    account.deposit(5)
    assert account.balance == 5
def test_withdraw():
    account = Account()
    account.deposit(5)
    account.withdraw(3)
    assert account.balance == 2
def test_too_much():
    with pytest.raises(OverflowError): Account(2).withdraw(3)
""",
    ),
    Fault(
        "coroutine",
        """
import asyncio

async def fetch(number):
    await asyncio.sleep(0)
    return number * 2

async def gather(numbers):
    results = []
    for number in numbers:
        results.append(await fetch(number))
    return results

async def largest(numbers):
    results = await gather(numbers)
    best = results[0]
    for result in results:
        if result < best:  # WRONG
            best = result
    return best
""",
        """
def test_fetch(): assert asyncio.run(fetch(2)) == 4
def test_gather(): assert asyncio.run(gather([1, 2])) == [2, 4]
def test_largest(): assert asyncio.run(largest([1, 3, 2])) == 6
""",
    ),
    Fault(
        "generator",
        """
def pairs(items):
    before = None
    for item in items:
        if before is not None:
            yield before, item
        before = before or item  # WRONG

def flat(nested):
    for items in nested:
        yield from items
""",
        """
def test_none(): assert list(pairs([])) == []
def test_two(): assert list(pairs([1, 2])) == [(1, 2)]
def test_three(): assert list(pairs([1, 2, 3])) == [(1, 2), (2, 3)]
def test_flat(): assert list(flat([[1], [2]])) == [1, 2]
""",
        within=5,
    ),
    Fault(
        "decorated",
        """
import functools

def remembered(function):
    known = {}
    @functools.wraps(function)
    def wrapper(*args):
        key = args[0]  # WRONG
        if key not in known:
            known[key] = function(*args)
        return known[key]
    return wrapper

@remembered
def power(base, exponent):
    return base ** exponent

def plain(base):
    return base
""",
        """
def test_square(): assert power(2, 2) == 4
def test_cube():
    assert power(3, 2) == 9
    assert power(3, 3) == 27
def test_plain(): assert plain(2) == 2
""",
        within=5,
    ),
    Fault(
        "constant",
        """
MINUTES = 60
HOURS = 12  # WRONG
NAMES = ("mon", "tue")

def minutes(hours):
    return hours * MINUTES

def days(hours):
    return hours / HOURS

def name(number):
    return NAMES[number]
""",
        """
def test_minutes(): assert minutes(2) == 120
def test_days(): assert days(48) == 2
def test_name(): assert name(0) == "mon"
""",
    ),
    Fault(
        "recursion",
        """
def depth(tree):
    if tree == ():  # WRONG
        return 0
    return 1 + max(depth(branch) for branch in tree or [[]])

def leaves(tree):
    return 1 if not tree else sum(leaves(branch) for branch in tree)
""",
        """
def test_depth(): assert depth([[], [[]]]) == 2
def test_leaves(): assert leaves([[], []]) == 2
""",
    ),
    Fault(
        "everything_fails",
        """
def total(prices, rate):
    net = 0
    for price in prices:
        net += price
    tax = net * rate
    return net - tax  # WRONG
""",
        """
def test_one(): assert total([10], 0.5) == 15
def test_two(): assert total([10, 10], 0.5) == 30
""",
    ),
    Fault(
        "attribute",
        """
class Track:
    def __init__(self, title, seconds):
        self.title = title
        self.lenght = seconds  # WRONG

    def label(self):
        return self.title.upper()

    def minutes(self):
        return self.length / 60
""",
        """
def test_label(): assert Track("a", 60).label() == "A"
def test_minutes(): assert Track("a", 60).minutes() == 1
""",
    ),
    Fault(
        "key",
        """
def parse(line):
    name, _, age = line.partition(",")
    return {"name": name, "aged": age}  # WRONG

def is_old(line):
    row = parse(line)
    return int(row["age"]) > 60

def first(line):
    return line[:1]
""",
        """
def test_old(): assert is_old("ann,70")
def test_first(): assert first("ann") == "a"
""",
    ),
    Fault(
        "wrong_exception",
        """
def check(age):
    if age < -1:  # WRONG
        raise ValueError("an age is not negative")
    if age > 150:
        raise ValueError("nobody is that old")
    return age
""",
        """
def test_fine(): assert check(3) == 3
def test_old():
    with pytest.raises(ValueError): check(200)
def test_negative():
    with pytest.raises(ValueError): check(-1)
""",
    ),
    Fault(
        "arguments",
        """
def scale(values):  # WRONG
    return [value * factor for value in values]

def doubled(values):
    return scale(values, 2)

def halves(values):
    return [value / 2 for value in values]
""",
        """
def test_doubled(): assert doubled([1]) == [2]
def test_halves(): assert halves([4]) == [2]
""",
    ),
    Fault(
        "default",
        """
def collect(item, into=[]):  # WRONG
    into.append(item)
    return into

def both(one, other):
    return collect(one, []) + collect(other, [])
""",
        """
def test_one(): assert collect(1) == [1]
def test_again(): assert collect(2) == [2]
def test_both(): assert both(1, 2) == [1, 2]
""",
    ),
    Fault(
        "threads",
        """
import threading

def work(job, results):
    results.append(job - 1)  # WRONG

def run(jobs):
    results = []
    threads = [threading.Thread(target=work, args=(job, results)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(results)
""",
        """
def test_none(): assert run([]) == []
def test_run(): assert run([1, 2]) == [2, 3]
""",
    ),
)

ALONE = (
    Fault(
        "hang",
        """
def digits(number):
    found = []
    while number >= 0:  # WRONG
        found.append(number % 10)
        number //= 10
        if len(found) > 1000:
            del found[:]
    return found

def last(number):
    return number % 10
""",
        """
def test_last(): assert last(12) == 2
def test_digits(): assert digits(12) == [2, 1]
""",
    ),
    Fault(
        "crash",
        """
import os

def leave(code):
    if code == 0:
        return "stayed"
    os._exit(code)

def close(items):
    items = sorted(items)
    worst = items[-1] if items else 0
    return leave(worst)  # WRONG

def count(items):
    return len(items)
""",
        """
def test_count(): assert count([1]) == 1
def test_empty(): assert close([]) == "stayed"
def test_close(): assert close([0, 7]) == "stayed"
""",
    ),
    Fault(
        "loading",
        """
import math

RADIUS = 3
AREA = math.pie * RADIUS ** 2  # WRONG

def area():
    return AREA
""",
        """
def test_area(): assert area() > 28
""",
    ),
    Fault(
        "unreadable",
        """
def first(items):
    return items[0]

def last(items)  # WRONG
    return items[-1]
""",
        """
def test_first(): assert first([1, 2]) == 1
""",
    ),
)


def wrong_line(code: str) -> int:
    return next(n for n, line in enumerate(code.splitlines(), 1) if "# WRONG" in line)
