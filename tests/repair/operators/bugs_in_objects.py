"""Classes, closures, async and generator code, and faults in them. Data only, never run."""

# One fault a line reads best, however long it is.
# ruff: noqa: E501
# fmt: off
from __future__ import annotations

Row = tuple[str, str, str]

PROGRAMS: list[tuple[str, list[Row]]] = [
    (
        """\
class Stack:
    def __init__(self, items=None):
        self.items = list(items or [])
        self.size = len(self.items)

    def push(self, item):
        self.items.append(item)
        self.size += 1

    def pop(self):
        if not self.items:
            return None
        self.size -= 1
        return self.items.pop()

    def peek(self):
        return self.items[-1]

    def is_empty(self):
        return self.size == 0

    def copy(self):
        return Stack(self.items)
""",
        [
            ("update.forgotten", "        self.size -= 1\n", ""),
            ("arithmetic.augmented", "self.size -= 1", "self.size += 1"),
            ("index.other", "return self.items[-1]", "return self.items[0]"),
            ("name.attribute", "return Stack(self.items)", "return Stack(self.size)"),
            ("method.copied", "list(items or [])\n", "items or []\n"),
            ("name.own", "        self.size += 1\n", "        size += 1\n"),
            ("missing.return", "        return self.items.pop()\n", "        self.items.pop()\n"),
            ("name.variable", "self.items.append(item)", "self.items.append(self)"),
            ("compare.opposite", "self.size == 0", "self.size != 0"),
            ("guard.early", "        if not self.items:\n            return None\n        self.size", "        self.size"),
        ],
    ),
    (
        """\
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self):
        self.head = None
        self.tail = None

    def append(self, value):
        node = Node(value)
        if self.head is None:
            self.head = node
        else:
            self.tail.next = node
        self.tail = node

    def __iter__(self):
        node = self.head
        while node is not None:
            yield node.value
            node = node.next

    def reverse(self):
        previous, node = None, self.head
        while node:
            node.next, previous, node = previous, node, node.next
        self.head = previous
""",
        [
            ("name.attribute", "self.tail.next = node", "self.head.next = node"),
            ("update.forgotten", "            node = node.next\n", ""),
            ("statement.moved", "            self.tail.next = node\n        self.tail = node\n", "            self.tail.next = node\n            self.tail = node\n"),
            ("name.attribute", "yield node.value", "yield node.next"),
            ("name.part", "yield node.value", "yield node"),
            ("name.variable", "self.head = previous", "self.head = node"),
            ("compare.opposite", "if self.head is None", "if self.head is not None"),
            ("name.own", "        self.next = next\n", "        next = next\n"),
            ("statement.deleted", "            node = node.next\n\n", "            node = node.next\n            node = None\n\n"),
        ],
    ),
    (
        """\
class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError("not enough")
        self.balance -= amount
        self.history.append(("withdraw", amount))

    def transfer(self, other, amount):
        self.withdraw(amount)
        other.deposit(amount)

    @property
    def total_in(self):
        return sum(amount for kind, amount in self.history if kind == "deposit")
""",
        [
            ("compare.boundary", "amount > self.balance", "amount >= self.balance"),
            ("compare.boundary", "if amount <= 0", "if amount < 0"),
            ("statement.exchanged", "        self.withdraw(amount)\n        other.deposit(amount)\n", "        other.deposit(amount)\n        self.withdraw(amount)\n"),
            ("name.attribute", "other.deposit(amount)", "other.withdraw(amount)"),
            ("name.variable", "other.deposit(amount)", "self.deposit(amount)"),
            ("arithmetic.gathered", "self.balance -= amount", "self.balance = amount"),
            ("loop.sifted", ' if kind == "deposit")', ")"),
            ("definition.decorated", "    @property\n    def total_in", "    def total_in"),
            ("name.bound", "sum(amount for kind", "sum(kind for kind"),
        ],
    ),
    (
        """\
def collect(item, into=None):
    if into is None:
        into = []
    into.append(item)
    return into


def make_counter():
    count = 0

    def step():
        nonlocal count
        count += 1
        return count

    return step


def adders(numbers):
    return [lambda x, n=n: x + n for n in numbers]


def compose(f, g):
    def both(x):
        return f(g(x))

    return both
""",
        [
            ("definition.default", "into=None):\n    if into is None:\n        into = []\n    into", "into=[]):\n    into"),
            ("guard.default", "    if into is None:\n        into = []\n", ""),
            ("missing.outer", "        nonlocal count\n", ""),
            ("definition.late", "lambda x, n=n: x + n", "lambda x: x + n"),
            ("name.variable", "return f(g(x))", "return g(g(x))"),
            ("call.unmade", "    return step\n", "    return step()\n"),
            ("missing.last", "    into.append(item)\n    return into\n", "    into.append(item)\n"),
            ("name.variable", "return f(g(x))", "return f(f(x))"),
        ],
    ),
    (
        """\
class Shape:
    def __init__(self, name):
        self.name = name

    def area(self):
        raise NotImplementedError

    def __eq__(self, other):
        if not isinstance(other, Shape):
            return NotImplemented
        return self.area() == other.area()

    def __lt__(self, other):
        return self.area() < other.area()


class Rectangle(Shape):
    def __init__(self, width, height):
        super().__init__("rectangle")
        self.width = width
        self.height = height

    def area(self):
        return self.width * self.height

    def perimeter(self):
        return 2 * (self.width + self.height)

    @classmethod
    def square(cls, side):
        return cls(side, side)

    @staticmethod
    def parse(text):
        width, height = text.split("x")
        return Rectangle(int(width), int(height))
""",
        [
            ("error.comparison", "return NotImplemented\n", "raise NotImplementedError\n"),
            ("error.comparison", "return NotImplemented\n", "return False\n"),
            ("name.attribute", "self.width * self.height", "self.width * self.width"),
            ("arithmetic.regrouped", "2 * (self.width + self.height)", "2 * self.width + self.height"),
            ("call.made", "self.area() < other.area()", "self.area < other.area()"),
            ("definition.decorated", "    @classmethod\n", ""),
            ("definition.decorated", "    @staticmethod\n", ""),
            ("name.variable", "other.area()\n\n    def __lt__", "self.area()\n\n    def __lt__"),
            ("boolean.negated", "if not isinstance(other, Shape)", "if isinstance(other, Shape)"),
            ("name.variable", "self.height = height", "self.height = width"),
        ],
    ),
    (
        """\
class Base:
    def __init__(self):
        self.handlers = {}

    def on(self, event, handler):
        self.handlers.setdefault(event, []).append(handler)
        return self

    def emit(self, event, *args, **kwargs):
        results = []
        for handler in list(self.handlers.get(event, [])):
            results.append(handler(*args, **kwargs))
        return results


class Logged(Base):
    def __init__(self, limit=100):
        super().__init__()
        self.limit = limit
        self.lines = []

    def log(self, line):
        self.lines.append(line)
        if len(self.lines) > self.limit:
            self.lines.pop(0)
""",
        [
            ("missing.super", "        super().__init__()\n", ""),
            ("missing.last", "        return self\n", ""),
            ("call.unpacked", "handler(*args, **kwargs)", "handler(args, **kwargs)"),
            ("constant.number", "self.lines.pop(0)", "self.lines.pop(1)"),
            ("method.default", "self.handlers.get(event, [])", "self.handlers[event]"),
            ("text.counted", "self.handlers.setdefault(event, [])", "self.handlers[event]"),
            ("wrap.added", "in list(self.handlers.get(event, [])):", "in self.handlers.get(event, []):"),
            ("name.attribute", "len(self.lines) > self.limit", "len(self.handlers) > self.limit"),
            ("compare.boundary", "> self.limit:", ">= self.limit:"),
            ("name.variable", "self.limit = limit", "self.limit = self"),
        ],
    ),
    (
        """\
import asyncio


class Pool:
    def __init__(self, size):
        self.free = asyncio.Semaphore(size)
        self.done = 0

    async def run(self, job):
        async with self.free:
            result = await job()
            self.done += 1
            return result

    async def run_all(self, jobs):
        return await asyncio.gather(*(self.run(job) for job in jobs))


async def fetch_all(fetch, keys):
    found = {}
    for key in keys:
        found[key] = await fetch(key)
    return found


async def retry(action, times=3):
    for attempt in range(times):
        try:
            return await action()
        except OSError:
            if attempt == times - 1:
                raise
            await asyncio.sleep(0)
""",
        [
            ("missing.await", "result = await job()", "result = job()"),
            ("missing.await", "found[key] = await fetch(key)", "found[key] = fetch(key)"),
            ("missing.await", "return await asyncio.gather", "return asyncio.gather"),
            ("call.unpacked", "gather(*(self.run(job) for job in jobs))", "gather((self.run(job) for job in jobs))"),
            ("constant.off", "attempt == times - 1", "attempt == times"),
            ("name.variable", "found[key] =", "found[fetch] ="),
            ("error.caught", "except OSError", "except ValueError"),
            ("update.forgotten", "            self.done += 1\n", ""),
            ("loop.left", "                raise\n            await", "                break\n            await"),
            ("missing.return", "            return await action()", "            await action()"),
        ],
    ),
    (
        """\
from collections import deque


class Cache:
    def __init__(self, capacity):
        self.capacity = capacity
        self.data = {}
        self.order = deque()

    def get(self, key, default=None):
        if key not in self.data:
            return default
        self.order.remove(key)
        self.order.append(key)
        return self.data[key]

    def put(self, key, value):
        if key in self.data:
            self.order.remove(key)
        elif len(self.data) >= self.capacity:
            oldest = self.order.popleft()
            del self.data[oldest]
        self.data[key] = value
        self.order.append(key)

    def clear(self):
        self.data = {}
        self.order.clear()
""",
        [
            ("method.neighbour", "self.order.popleft()", "self.order.pop()"),
            ("compare.boundary", "len(self.data) >= self.capacity", "len(self.data) > self.capacity"),
            ("name.variable", "del self.data[oldest]", "del self.data[key]"),
            ("statement.borrowed", "        self.data[key] = value\n        self.order.append(key)\n", "        self.data[key] = value\n"),
            ("compare.opposite", "if key not in self.data", "if key in self.data"),
            ("name.variable", "return default", "return key"),
            ("update.forgotten", "        self.data = {}\n        self.order.clear()\n", "        self.order.clear()\n"),
            ("branch.chained", "        elif len(self.data)", "        if len(self.data)"),
            ("name.attribute", "len(self.data) >=", "len(self.order) >="),
            ("constant.literal", "self.data = {}\n        self.order = deque", "self.data = []\n        self.order = deque"),
        ],
    ),
    (
        """\
class Team:
    def __init__(self, name):
        self.members = []
        self.name = name

    def join(self, person):
        if person not in self.members:
            self.members.append(person)

    def roster(self):
        return sorted(self.members, key=lambda person: person.name.lower())

    def oldest(self):
        return max(self.members, key=lambda person: person.age, default=None)

    def names(self):
        return [person.name for person in self.members]

    def snapshot(self):
        return list(self.members)
""",
        [
            ("definition.attribute", "    def __init__(self, name):\n        self.members = []\n", "    members = []\n\n    def __init__(self, name):\n"),
            ("guard.statement", "        if person not in self.members:\n            self.members.append(person)\n", "        self.members.append(person)\n"),
            ("call.usual", "person.age, default=None)", "person.age)"),
            ("method.copied", "return list(self.members)\n", "return self.members\n"),
            ("name.function", "return max(self.members", "return min(self.members"),
            ("order.detail", "person.name.lower())", "person.name)"),
            ("name.part", "[person.name for", "[person for"),
            ("call.dropped", "sorted(self.members, key=lambda person: person.name.lower())", "sorted(self.members, key=lambda person: person.name.lower(), reverse=True)"),
        ],
    ),
    (
        """\
class Tree:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def insert(self, value):
        if value < self.value:
            if self.left is None:
                self.left = Tree(value)
            else:
                self.left.insert(value)
        else:
            if self.right is None:
                self.right = Tree(value)
            else:
                self.right.insert(value)

    def depth(self):
        left = self.left.depth() if self.left else 0
        right = self.right.depth() if self.right else 0
        return max(left, right) + 1

    def walk(self):
        if self.left:
            yield from self.left.walk()
        yield self.value
        if self.right:
            yield from self.right.walk()

    def find(self, value):
        if value == self.value:
            return self
        branch = self.left if value < self.value else self.right
        return branch.find(value) if branch else None
""",
        [
            ("name.attribute", "self.right.insert(value)", "self.left.insert(value)"),
            ("constant.off", "return max(left, right) + 1", "return max(left, right)"),
            ("guard.value", "left = self.left.depth() if self.left else 0", "left = self.left.depth()"),
            ("missing.yield", "yield from self.right.walk()", "yield self.right.walk()"),
            ("boolean.chosen", "self.left if value < self.value else self.right", "self.right if value < self.value else self.left"),
            ("missing.return", "        return branch.find(value) if branch else None", "        branch.find(value) if branch else None"),
            ("name.part", "            return self\n", "            return self.value\n"),
            ("name.variable", "max(left, right)", "max(left, left)"),
            ("guard.value", "return branch.find(value) if branch else None", "return branch.find(value)"),
        ],
    ),
]
