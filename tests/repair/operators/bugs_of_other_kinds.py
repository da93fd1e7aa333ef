"""Faults of the rarer kinds, each in a function of its own. Data only, never run."""

# One fault a line reads best, however long it is.
# ruff: noqa: E501
# fmt: off
from __future__ import annotations

Row = tuple[str, str, str]

PROGRAMS: list[tuple[str, list[Row]]] = [
    (
        """\
READ, WRITE, ADMIN = 1, 2, 4


def may(rights, wanted):
    return rights & wanted == wanted


def grant(rights, extra):
    return rights | extra


def revoke(rights, gone):
    return rights & ~gone


def toggle(rights, bit):
    return rights ^ (1 << bit)
""",
        [
            ("arithmetic.bitwise", "rights & wanted ==", "rights | wanted =="),
            ("arithmetic.bitwise", "rights | extra", "rights & extra"),
            ("arithmetic.bitwise", "1 << bit", "1 >> bit"),
            ("arithmetic.bitwise", "rights ^ (1", "rights & (1"),
            ("arithmetic.bitwise", "rights & ~gone", "rights ^ gone"),
            ("name.variable", "== wanted", "== rights"),
        ],
    ),
    (
        """\
def describe(value, default=None):
    if value is None:
        return default
    if value is True or value is False:
        return "flag"
    if value == 0:
        return "nothing"
    if isinstance(value, str):
        return value or "empty"
    return "number"


def label(text, fallback):
    return text if text is not None else fallback


def status(code):
    if code in (200, 201, 204):
        return "ok"
    if 300 <= code < 400:
        return "moved"
    return "failed"
""",
        [
            ("compare.identity", "if value == 0", "if value is 0"),
            ("compare.identity", "if value is None", "if value == None"),
            ("boolean.default", "return text if text is not None else fallback", "return text or fallback"),
            ("compare.members", "code in (200, 201, 204)", "code == (200, 201, 204)"),
            ("compare.boundary", "300 <= code < 400", "300 <= code <= 400"),
            ("boolean.dropped", "value is True or value is False", "value is True or value is False or value"),
            ("compare.other", "if value == 0", "if value >= 0"),
        ],
    ),
    (
        """\
def inside(x, width):
    return 0 <= x < width


def neighbours(grid, row, col):
    found = []
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        r, c = row + dr, col + dc
        if 0 <= r < len(grid) and 0 <= c < len(grid[r]):
            found.append((r, c))
    return found


def outside(value, low, high):
    return value < low or value > high


def ascending(a, b, c):
    return a < b < c


def in_stock(count):
    return count > 0
""",
        [
            ("compare.bounded", "return 0 <= x < width", "return x < width"),
            ("compare.bounded", "if 0 <= r < len(grid)", "if r < len(grid)"),
            ("compare.bounded", "0 <= c < len(grid[r])", "c < len(grid[r])"),
            ("arithmetic.other", "row + dr, col", "row - dr, col"),
            ("loop.targets", "for dr, dc in", "for dc, dr in"),
            ("name.variable", "col + dc", "col + dr"),
            ("compare.unchained", "return count > 0", "return count > 0 > -1"),
            ("boolean.other", "value < low or value > high", "value < low and value > high"),
            ("loop.targets", "append((r, c))", "append((c, r))"),
        ],
    ),
    (
        """\
from bisect import bisect_left, bisect_right


def count_of(ordered, value):
    return bisect_right(ordered, value) - bisect_left(ordered, value)


def grade(score, limits=(60, 70, 80, 90), letters="FDCBA"):
    return letters[bisect_right(limits, score)]


def top(counts):
    return max(counts, key=counts.get)


def by_length(words):
    return sorted(words, key=len)


def newest(entries):
    return sorted(entries, key=lambda entry: entry[1], reverse=True)


def ranked(scores):
    return sorted(scores.items(), reverse=True, key=lambda item: item[1])
""",
        [
            ("method.imported", "letters[bisect_right(", "letters[bisect_left("),
            ("call.swapped", "bisect_right(limits, score)", "bisect_right(score, limits)"),
            ("order.key", "max(counts, key=counts.get)", "max(counts)"),
            ("order.key", "sorted(words, key=len)", "sorted(words)"),
            ("order.direction", "entry[1], reverse=True)", "entry[1])"),
            ("order.key", "reverse=True, key=lambda item: item[1])", "reverse=True)"),
            ("arithmetic.swapped", "bisect_right(ordered, value) - bisect_left(ordered, value)", "bisect_left(ordered, value) - bisect_right(ordered, value)"),
            ("method.neighbour", "scores.items()", "scores.values()"),
            ("index.other", "lambda entry: entry[1]", "lambda entry: entry[0]"),
        ],
    ),
    (
        """\
def numbers(lines):
    found = []
    for line in lines:
        try:
            found.append(float(line))
        except ValueError:
            continue
    return found


def lookup(table, key):
    try:
        return table[key]
    except KeyError:
        return None


def message(name, count):
    return name + ": " + str(count)


def age_matches(person, text):
    return person["age"] == int(text)


def total_cost(prices, shipping):
    total = 0
    for price in prices:
        total += price
    return total + shipping
""",
        [
            ("error.tried", "        try:\n            found.append(float(line))\n        except ValueError:\n            continue\n", "        found.append(float(line))\n"),
            ("error.tried", "    try:\n        return table[key]\n    except KeyError:\n        return None\n", "    return table[key]\n"),
            ("wrap.added", "str(count)", "count"),
            ("wrap.added", "== int(text)", "== text"),
            ("return.extended", "return total + shipping", "return total"),
            ("error.handled", "            continue\n", "            raise\n"),
            ("loop.left", "            continue\n", "            break\n"),
            ("arithmetic.augmented", "total += price", "total -= price"),
            ("error.caught", "    except KeyError:\n        return None", "    except IndexError:\n        return None"),
        ],
    ),
    (
        """\
def connect(host, port=80, timeout=10, retries=3):
    return (host, port, timeout, retries)


def local(port, timeout):
    return connect("localhost", port=port, timeout=timeout)


def walk(node, depth=0, visit=print):
    visit(node, depth)
    for child in node.children:
        walk(child, depth + 1, visit)


def power(base, exponent):
    if exponent == 0:
        return 1
    half = power(base, exponent // 2)
    if exponent % 2:
        return base * half * half
    return half * half
""",
        [
            ("call.named", "timeout=timeout)\n\n\ndef walk", "retries=timeout)\n\n\ndef walk"),
            ("call.named", "port=port, timeout", "port=timeout, timeout"),
            ("call.added", "walk(child, depth + 1, visit)", "walk(child, depth + 1)"),
            ("constant.off", "depth + 1, visit", "depth, visit"),
            ("call.swapped", "visit(node, depth)", "visit(depth, node)"),
            ("name.variable", "walk(child,", "walk(node,"),
            ("arithmetic.other", "exponent // 2)", "exponent / 2)"),
            ("return.constant", "return 1\n    half", "return base\n    half"),
            ("constant.number", "exponent == 0", "exponent == 1"),
            ("call.added", "port=port, timeout=timeout)", "port=port)"),
        ],
    ),
    (
        """\
def drain(queue, limit):
    taken = []
    while queue and len(taken) < limit:
        taken.append(queue.pop(0))
    return taken


def first_match(items, test, strict=False):
    for item in items:
        if test(item) and (not strict or item is not None):
            return item
    return None


def sync(target, source, force):
    for name in source:
        if force or name not in target:
            target[name] = source[name]
    target["synced"] = True
    return target


def report(ok, errors):
    lines = []
    if ok:
        lines.append("passed")
    else:
        lines.append("failed")
    lines.extend(errors)
    return lines


def settle(values):
    total = 0
    for value in values:
        if value < 0:
            continue
        total += value
    return total
""",
        [
            ("boolean.asked", "while queue and len(taken) < limit", "while len(taken) < limit"),
            ("boolean.asked", "if force or name not in target", "if name not in target"),
            ("boolean.dropped", "while queue and len(taken) < limit", "while queue and len(taken) < limit and queue[0]"),
            ("statement.moved", '        lines.append("failed")\n    lines.extend(errors)\n', '        lines.append("failed")\n        lines.extend(errors)\n'),
            ("statement.unwrapped", "    lines.extend(errors)\n", "    if errors is ok:\n        lines.extend(errors)\n"),
            ("statement.moved", '    target["synced"] = True\n    return target', '        target["synced"] = True\n    return target'),
            ("statement.moved", "        total += value\n    return", "    total += value\n    return"),
            ("statement.moved", "        total += value\n    return total\n", "        total += value\n        return total\n"),
            ("guard.early", "        if value < 0:\n            continue\n        total", "        total"),
            ("boolean.negated", "not strict or item", "strict or item"),
            ("loop.repeated", "    while queue and", "    if queue and"),
            ("statement.deleted", "    return taken\n", "    taken.clear()\n    return taken\n"),
        ],
    ),
    (
        """\
def classify(a, b, c):
    if a == b == c:
        return "equal"
    if a == b or b == c:
        return "some"
    return "none"


def any_twins(a, b, c):
    return a == b or b == c


def visible(item, query, limit):
    if not item.title:
        return False
    if limit < 0:
        return True
    return query in item.title and len(item.title) <= limit


def fits(box, room, strict=False):
    if box.width > room.width:
        return False
    if box.height > room.height:
        return False
    if strict:
        return box.width < room.width
    return True


def tag(number, prefix="no"):
    return prefix + "-" + str(number)


def pick(numbers, wanted):
    best = numbers[0]
    for number in numbers:
        if abs(number - wanted) < abs(best - wanted):
            best = number
    return best


def direction(n):
    if n > 0:
        return "up"
    if n < 0:
        return "down"
    if n == 0:
        return "flat"
    return "flat"


def state(task, now):
    if task.start > now and not task.force:
        return "waiting"
    if task.end < now:
        return "late"
    if not task.force:
        return "open"
    return "forced"


def finish(item, urgent, mark, note):
    if urgent:
        mark(item)
    note(item)


def outcome(ok, rest):
    done = []
    if ok:
        done.append("passed")
    else:
        done.append("failed")
    done.extend(rest)
    return done


def prepare(items, announce):
    for item in items:
        announce(item)
    return len(items)
""",
        [
            ("compare.paired", "return a == b or b == c", "return a == b == c"),
            ("return.borrowed", '        return "flat"\n', '        return "up"\n'),
            ("boolean.borrowed", "if task.start > now and not task.force:", "if task.start > now:"),
            ("statement.moved", '    else:\n        done.append("failed")\n    done.extend(rest)\n', '    else:\n        done.append("failed")\n        done.extend(rest)\n'),
            ("branch.always", "        mark(item)\n    note(item)\n", "        mark(item)\n    else:\n        note(item)\n"),
            ("wrap.converted", "str(number)", "number"),
            ("name.attribute", "box.height > room.height", "box.height > room.width"),
            ("name.attribute", "box.height > room.height", "box.width > room.height"),
            ("constant.truth", "    if strict:\n        return box.width < room.width\n    return True", "    if strict:\n        return box.width < room.width\n    return False"),
            ("name.variable", "announce(item)", "announce(items)"),
            ("index.other", "best = numbers[0]", "best = numbers[1]"),
            ("compare.turned", "< abs(best", "> abs(best"),
        ],
    ),
    (
        """\
class Temperature:
    scale = "C"

    def __init__(self, degrees):
        self.degrees = degrees

    def to_fahrenheit(self):
        return self.degrees * 9 / 5 + 32

    def warmer(self, other):
        return Temperature(max(self.degrees, other.degrees))

    def __repr__(self):
        return f"{self.degrees:.1f}{self.scale}"

    def __hash__(self):
        return hash(self.degrees)


def hottest(readings):
    best = None
    for reading in readings:
        if best is None or reading.degrees > best.degrees:
            best = reading
    return best


def average_by_day(readings):
    days = {}
    for reading in readings:
        days.setdefault(reading.day, []).append(reading.degrees)
    return {day: sum(values) / len(values) for day, values in days.items()}
""",
        [
            ("arithmetic.other", "+ 32", "- 32"),
            ("arithmetic.other", "* 9 / 5", "* 9 // 5"),
            ("arithmetic.regrouped", "self.degrees * 9 / 5 + 32", "self.degrees * 9 / (5 + 32)"),
            ("name.function", "Temperature(max(", "Temperature(min("),
            ("name.variable", "other.degrees))", "self.degrees))"),
            ("name.attribute", "hash(self.degrees)", "hash(self.scale)"),
            ("boolean.guarded", "if best is None or reading.degrees > best.degrees", "if reading.degrees > best.degrees"),
            ("name.assigned", "best = reading\n", "reading = best\n"),
            ("name.attribute", "append(reading.degrees)", "append(reading.day)"),
            ("loop.walked", "in days.items()}", "in days}"),
            ("text.layout", "degrees:.1f", "degrees:.2f"),
            ("name.part", "hash(self.degrees)", "hash(self)"),
            ("statement.moved", "            best = reading\n    return best", "            best = reading\n        return best"),
        ],
    ),
]
