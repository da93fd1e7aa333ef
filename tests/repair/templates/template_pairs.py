"""Changes and what they should teach: a bug and its fix, and the same fault in another program.

Each row is one text with four parts: what was wrong, how it was mended, other code with the same
fault, and that code mended as the template should do it.
"""

from __future__ import annotations

from typing import NamedTuple


class Pair(NamedTuple):
    name: str
    before: str
    after: str
    other: str
    fixed: str


def _read(text: str) -> list[Pair]:
    found = []
    for row in text.split("\n=== ")[1:]:
        name, _, rest = row.partition("\n")
        parts = [part.strip("\n") + "\n" for part in rest.split("\n---")]
        found.append(Pair(name, *parts))
    return found


PAIRS = _read(
    '''
=== boundary of a comparison
def fits(size, limit):
    return size < limit
---
def fits(size, limit):
    return size <= limit
---
class Bucket:
    def has_room(self, wanted):
        if self.used + wanted < self.capacity:
            return True
        return False
---
class Bucket:
    def has_room(self, wanted):
        if self.used + wanted <= self.capacity:
            return True
        return False
=== end of a slice
def first(items, n):
    return items[:n]
---
def first(items, n):
    return items[:n + 1]
---
class Page:
    def head(self, count):
        shown = self.rows[:count]
        return shown
---
class Page:
    def head(self, count):
        shown = self.rows[:count + 1]
        return shown
=== last index
def last(items):
    return items[len(items)]
---
def last(items):
    return items[len(items) - 1]
---
def newest(self):
    event = self.log[len(self.log)]
    return event.time
---
def newest(self):
    event = self.log[len(self.log) - 1]
    return event.time
=== range that stops too early
def total(n):
    result = 0
    for i in range(1, n):
        result += i
    return result
---
def total(n):
    result = 0
    for i in range(1, n + 1):
        result += i
    return result
---
def table(rows, width):
    for row in range(1, rows):
        print(row * width)
---
def table(rows, width):
    for row in range(1, rows + 1):
        print(row * width)
=== guard for an empty sequence
def mean(values):
    total = sum(values)
    return total / len(values)
---
def mean(values):
    if not values:
        return 0
    total = sum(values)
    return total / len(values)
---
def average_age(people, today):
    ages = [today - p.born for p in people]
    return sum(ages) / len(people)
---
def average_age(people, today):
    if not people:
        return 0
    ages = [today - p.born for p in people]
    return sum(ages) / len(people)
=== guard that raises
def root(x):
    y = x ** 0.5
    return y
---
def root(x):
    if x < 0:
        raise ValueError("negative")
    y = x ** 0.5
    return y
---
def side(self, area):
    edge = area ** 0.5
    self.edge = edge
---
def side(self, area):
    if area < 0:
        raise ValueError("negative")
    edge = area ** 0.5
    self.edge = edge
=== missing self
class Cart:
    def count(self):
        return len(items)
---
class Cart:
    def count(self):
        return len(self.items)
---
class Tree:
    def depth(self):
        if nodes:
            return max(n.depth for n in self.nodes)
        return 0
---
class Tree:
    def depth(self):
        if self.nodes:
            return max(n.depth for n in self.nodes)
        return 0
=== missing visit mark
def walk(graph, start):
    seen = set()
    todo = [start]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        todo.extend(graph[node])
    return seen
---
def walk(graph, start):
    seen = set()
    todo = [start]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        todo.extend(graph[node])
    return seen
---
def crawl(self, url):
    queue = [url]
    while queue:
        page = queue.pop(0)
        if page in self.done:
            continue
        self.fetch(page)
---
def crawl(self, url):
    queue = [url]
    while queue:
        page = queue.pop(0)
        if page in self.done:
            continue
        self.done.add(page)
        self.fetch(page)
=== missing step of a loop
def count_down(n):
    while n > 0:
        print(n)
---
def count_down(n):
    while n > 0:
        print(n)
        n -= 1
---
def drain(tank, rate):
    hours = 0
    while tank > rate:
        hours += 1
        log(hours, tank)
    return hours
---
def drain(tank, rate):
    hours = 0
    while tank > rate:
        hours += 1
        log(hours, tank)
        tank -= 1
    return hours
=== mutable default
def add(item, to=[]):
    to.append(item)
    return to
---
def add(item, to=None):
    if to is None:
        to = []
    to.append(item)
    return to
---
def note(message, log=[]):
    log.append(message)
    return log
---
def note(message, log=None):
    if log is None:
        log = []
    log.append(message)
    return log
=== copy before it is changed
import copy

def with_tag(config, tag):
    result = config
    result["tags"].append(tag)
    return result
---
import copy

def with_tag(config, tag):
    result = copy.deepcopy(config)
    result["tags"].append(tag)
    return result
---
"""Boards."""
import sys

def after_move(board, move):
    new = board
    new[move.row][move.column] = move.piece
    return new
---
"""Boards."""
import sys
import copy

def after_move(board, move):
    new = copy.deepcopy(board)
    new[move.row][move.column] = move.piece
    return new
=== key that may be missing
def price(prices, name):
    return prices[name]
---
def price(prices, name):
    return prices.get(name, 0)
---
class Stock:
    def of(self, product):
        amount = self.amounts[product.code]
        return amount
---
class Stock:
    def of(self, product):
        amount = self.amounts.get(product.code, 0)
        return amount
=== same argument twice
def area(width, height):
    return multiply(width, width)
---
def area(width, height):
    return multiply(width, height)
---
def distance(here, there):
    gap = measure(here, here)
    return abs(gap)
---
def distance(here, there):
    gap = measure(here, there)
    return abs(gap)
=== return inside the loop
def find(items, wanted):
    for item in items:
        if item == wanted:
            return item
        return None
---
def find(items, wanted):
    for item in items:
        if item == wanted:
            return item
    return None
---
def is_prime(n):
    for d in range(2, n):
        if n % d == 0:
            return False
        return True
---
def is_prime(n):
    for d in range(2, n):
        if n % d == 0:
            return False
    return True
=== forgotten return
def double(x):
    result = x * 2
    result
---
def double(x):
    result = x * 2
    return result
---
class Name:
    def full(self):
        text = self.first + " " + self.last
        text
---
class Name:
    def full(self):
        text = self.first + " " + self.last
        return text
=== and for or
def valid(user):
    return user.name or user.email
---
def valid(user):
    return user.name and user.email
---
def ready(job):
    if job.queued or job.worker:
        job.start()
---
def ready(job):
    if job.queued and job.worker:
        job.start()
=== negated condition
def visible(item):
    if item.hidden:
        return item
    return None
---
def visible(item):
    if not item.hidden:
        return item
    return None
---
def open_shops(shops):
    for shop in shops:
        if shop.closed:
            yield shop
---
def open_shops(shops):
    for shop in shops:
        if not shop.closed:
            yield shop
=== integer division
def middle(low, high):
    return (low + high) / 2
---
def middle(low, high):
    return (low + high) // 2
---
def pages(entries, size):
    full = (entries + size) / 2
    return full
---
def pages(entries, size):
    full = (entries + size) // 2
    return full
=== wrapped in a call
def gap(a, b):
    return a - b
---
def gap(a, b):
    return abs(a - b)
---
def error(self, wanted):
    delta = self.value - wanted
    return delta < self.limit
---
def error(self, wanted):
    delta = abs(self.value - wanted)
    return delta < self.limit
=== unwrapped from a call
def names(people):
    return list(sorted(p.name for p in people))
---
def names(people):
    return sorted(p.name for p in people)
---
def scores(games):
    found = list(sorted(g.score for g in games))
    return found[0]
---
def scores(games):
    found = sorted(g.score for g in games)
    return found[0]
=== identity for equality
def same(a, b):
    return a is b
---
def same(a, b):
    return a == b
---
def changed(old, new):
    if old.text is new.text:
        return False
    return True
---
def changed(old, new):
    if old.text == new.text:
        return False
    return True
=== none compared with equality
def known(value):
    return value != None
---
def known(value):
    return value is not None
---
def loaded(self):
    if self.cache.get("x") != None:
        return True
    return False
---
def loaded(self):
    if self.cache.get("x") is not None:
        return True
    return False
=== method of the family
def words(text):
    return text.split(" ")
---
def words(text):
    return text.split()
---
def fields(self, line):
    parts = line.rstrip().split(" ")
    return parts[0]
---
def fields(self, line):
    parts = line.rstrip().split()
    return parts[0]
=== append for extend
def merge(into, more):
    into.append(more)
    return into
---
def merge(into, more):
    into.extend(more)
    return into
---
class Report:
    def take(self, lines):
        self.lines.append(lines)
        self.size += 1
---
class Report:
    def take(self, lines):
        self.lines.extend(lines)
        self.size += 1
=== sort direction
def top(items):
    return sorted(items, key=lambda i: i.score)
---
def top(items):
    return sorted(items, key=lambda i: i.score, reverse=True)
---
def latest(entries):
    entries = sorted(entries, key=lambda e: e.date)
    return entries[0]
---
def latest(entries):
    entries = sorted(entries, key=lambda e: e.date, reverse=True)
    return entries[0]
=== wrong builtin
def largest(values):
    return min(values)
---
def largest(values):
    return max(values)
---
def tallest(trees):
    height = min(t.height for t in trees)
    return height
---
def tallest(trees):
    height = max(t.height for t in trees)
    return height
=== exception that is too narrow
def number(text):
    try:
        return int(text)
    except TypeError:
        return None
---
def number(text):
    try:
        return int(text)
    except (TypeError, ValueError):
        return None
---
def port(settings):
    try:
        return int(settings["port"])
    except TypeError:
        return 80
---
def port(settings):
    try:
        return int(settings["port"])
    except (TypeError, ValueError):
        return 80
=== wrong initial value
def product(values):
    result = 0
    for v in values:
        result *= v
    return result
---
def product(values):
    result = 1
    for v in values:
        result *= v
    return result
---
def ways(options):
    count = 0
    for option in options:
        count *= len(option)
    return count
---
def ways(options):
    count = 1
    for option in options:
        count *= len(option)
    return count
=== assignment for addition
def total(prices):
    s = 0
    for p in prices:
        s = p
    return s
---
def total(prices):
    s = 0
    for p in prices:
        s += p
    return s
---
def weight(self):
    grams = 0
    for part in self.parts:
        grams = part.mass
    return grams
---
def weight(self):
    grams = 0
    for part in self.parts:
        grams += part.mass
    return grams
=== swapped operands
def change(paid, price):
    return price - paid
---
def change(paid, price):
    return paid - price
---
def elapsed(self, now):
    seconds = self.start - now
    return seconds
---
def elapsed(self, now):
    seconds = now - self.start
    return seconds
=== swapped arguments
def draw(x, y):
    plot(y, x)
---
def draw(x, y):
    plot(x, y)
---
def place(self, row, column):
    self.board.put(column, row)
---
def place(self, row, column):
    self.board.put(row, column)
=== condition narrowed
def pick(items):
    for item in items:
        if item.ready:
            return item
---
def pick(items):
    for item in items:
        if item is not None and item.ready:
            return item
---
def speakers(guests):
    for guest in guests:
        if guest.talk:
            yield guest
---
def speakers(guests):
    for guest in guests:
        if guest is not None and guest.talk:
            yield guest
=== normalised before the comparison
def same_name(a, b):
    return a == b
---
def same_name(a, b):
    return a.lower() == b.lower()
---
def find_tag(tags, wanted):
    for tag in tags:
        if tag == wanted:
            return tag
---
def find_tag(tags, wanted):
    for tag in tags:
        if tag.lower() == wanted.lower():
            return tag
=== missing strip
def clean(lines):
    return [line for line in lines]
---
def clean(lines):
    return [line.strip() for line in lines]
---
def cells(row):
    found = [cell for cell in row]
    return found
---
def cells(row):
    found = [cell.strip() for cell in row]
    return found
=== missing await
async def load(client, url):
    page = client.get(url)
    return page
---
async def load(client, url):
    page = await client.get(url)
    return page
---
async def save(self, record):
    done = self.db.put(record)
    return done
---
async def save(self, record):
    done = await self.db.put(record)
    return done
=== generator yields from
def leaves(tree):
    for child in tree.children:
        yield leaves(child)
---
def leaves(tree):
    for child in tree.children:
        yield from leaves(child)
---
def files(folder):
    for inner in folder.folders:
        yield files(inner)
---
def files(folder):
    for inner in folder.folders:
        yield from files(inner)
=== break for continue
def evens(numbers):
    found = []
    for n in numbers:
        if n % 2:
            break
        found.append(n)
    return found
---
def evens(numbers):
    found = []
    for n in numbers:
        if n % 2:
            continue
        found.append(n)
    return found
---
def valid_rows(rows):
    good = []
    for row in rows:
        if len(row) % 2:
            break
        good.append(row)
    return good
---
def valid_rows(rows):
    good = []
    for row in rows:
        if len(row) % 2:
            continue
        good.append(row)
    return good
=== statement that does harm
def unique(items):
    found = []
    for item in items:
        if item not in found:
            found.append(item)
        found.append(item)
    return found
---
def unique(items):
    found = []
    for item in items:
        if item not in found:
            found.append(item)
    return found
---
def visited(self, stops):
    route = []
    for stop in stops:
        if stop not in route:
            route.append(stop)
        route.append(stop)
    return route
---
def visited(self, stops):
    route = []
    for stop in stops:
        if stop not in route:
            route.append(stop)
    return route
=== statements in the wrong order
def swap(a, i, j):
    a[i] = a[j]
    t = a[i]
    a[j] = t
---
def swap(a, i, j):
    t = a[i]
    a[i] = a[j]
    a[j] = t
---
def exchange(cards, first, second):
    cards[first] = cards[second]
    kept = cards[first]
    cards[second] = kept
---
def exchange(cards, first, second):
    kept = cards[first]
    cards[first] = cards[second]
    cards[second] = kept
=== wrong unit of time
def expires(start, hours):
    return start + hours * 60
---
def expires(start, hours):
    return start + hours * 3600
---
def until(self, begin, length):
    end = begin + length * 60
    return end
---
def until(self, begin, length):
    end = begin + length * 3600
    return end
=== filter in a comprehension
def active(users):
    return [u.name for u in users]
---
def active(users):
    return [u.name for u in users if u.name]
---
def titles(books):
    shown = [b.title for b in books]
    return shown
---
def titles(books):
    shown = [b.title for b in books if b.title]
    return shown
=== default of get
def limit(settings):
    return settings.get("limit")
---
def limit(settings):
    return settings.get("limit", 10)
---
def depth(options):
    found = options.get("limit")
    return found + 1
---
def depth(options):
    found = options.get("limit", 10)
    return found + 1
=== encoding of a file
def read(path):
    with open(path) as file:
        return file.read()
---
def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()
---
def lines(self):
    with open(self.place) as stream:
        return stream.readlines()
---
def lines(self):
    with open(self.place, encoding="utf-8") as stream:
        return stream.readlines()
=== wrong attribute of self
class Account:
    def withdraw(self, amount):
        self.balance += amount
        return self.balance
---
class Account:
    def withdraw(self, amount):
        self.balance -= amount
        return self.balance
---
class Tank:
    def drain(self, litres):
        self.level += litres
        return self.level
---
class Tank:
    def drain(self, litres):
        self.level -= litres
        return self.level
=== chained comparison
def inside(x, low, high):
    return low < x < high
---
def inside(x, low, high):
    return low <= x <= high
---
def in_grid(self, row):
    if self.top < row < self.bottom:
        return True
    return False
---
def in_grid(self, row):
    if self.top <= row <= self.bottom:
        return True
    return False
=== wrapped in a condition
def notify(user, message):
    user.send(message)
    return True
---
def notify(user, message):
    if user:
        user.send(message)
    return True
---
def paint(shape, colour):
    shape.fill(colour)
    return shape
---
def paint(shape, colour):
    if shape:
        shape.fill(colour)
    return shape
=== string conversion
def label(count):
    return "n: " + count
---
def label(count):
    return "n: " + str(count)
---
def title(self, page):
    text = "n: " + page.number
    return text
---
def title(self, page):
    text = "n: " + str(page.number)
    return text
=== missing not in
def missing(wanted, have):
    return [w for w in wanted if w in have]
---
def missing(wanted, have):
    return [w for w in wanted if w not in have]
---
def unpaid(orders, paid):
    open_ones = [o for o in orders if o in paid]
    return open_ones
---
def unpaid(orders, paid):
    open_ones = [o for o in orders if o not in paid]
    return open_ones
=== late import of the library
import math

def rows(items, width):
    return len(items) // width
---
import math

def rows(items, width):
    return math.ceil(len(items) / width)
---
def boxes(eggs, size):
    needed = len(eggs) // size
    return needed
---
import math
def boxes(eggs, size):
    needed = math.ceil(len(eggs) / size)
    return needed
=== name of another loop
def flat(rows):
    found = []
    for row in rows:
        for cell in row:
            found.append(row)
    return found
---
def flat(rows):
    found = []
    for row in rows:
        for cell in row:
            found.append(cell)
    return found
---
def all_words(lines):
    result = []
    for line in lines:
        for word in line:
            result.append(line)
    return result
---
def all_words(lines):
    result = []
    for line in lines:
        for word in line:
            result.append(word)
    return result
'''
)
