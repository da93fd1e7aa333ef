"""Code that reads, counts and formats, and faults that people make in it. Data only, never run."""

# One fault a line reads best, however long it is.
# ruff: noqa: E501
# fmt: off
from __future__ import annotations

Row = tuple[str, str, str]

PROGRAMS: list[tuple[str, list[Row]]] = [
    (
        """\
def parse_pairs(text):
    pairs = {}
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        key, value = line.split("=", 1)
        pairs[key.strip()] = value.strip()
    return pairs
""",
        [
            ("method.counted", 'line.split("=", 1)', 'line.split("=")'),
            ("missing.kept", "line = line.strip()", "line.strip()"),
            ("loop.left", "            continue\n", "            break\n"),
            ("method.normalised", "pairs[key.strip()] = value.strip()", "pairs[key.strip()] = value"),
            ("boolean.other", 'not line or line.startswith("#")', 'not line and line.startswith("#")'),
            ("method.neighbour", 'line.startswith("#")', 'line.endswith("#")'),
            ("loop.targets", "key, value = line", "value, key = line"),
            ("statement.moved", "        pairs[key.strip()] = value.strip()\n    return", "    pairs[key.strip()] = value.strip()\n    return"),
            ("missing.last", "    return pairs\n", ""),
        ],
    ),
    (
        """\
def word_counts(text, ignore=None):
    counts = {}
    for word in text.lower().split():
        word = word.strip(".,;:!?")
        if ignore and word in ignore:
            continue
        counts[word] = counts.get(word, 0) + 1
    return counts


def most_common(counts, n):
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [word for word, _ in ranked[:n]]
""",
        [
            ("text.counted", "counts[word] = counts.get(word, 0) + 1", "counts[word] += 1"),
            ("boolean.guarded", "if ignore and word in ignore", "if word in ignore"),
            ("method.unwrapped", "text.lower().split()", "text.lower().strip().split()"),
            ("order.detail", "lambda pair: (-pair[1], pair[0])", "lambda pair: (pair[1], pair[0])"),
            ("index.other", "(-pair[1], pair[0])", "(-pair[0], pair[0])"),
            ("constant.number", "counts.get(word, 0) + 1", "counts.get(word, 1) + 1"),
            ("method.neighbour", "counts.items(), key", "counts.keys(), key"),
            ("index.bounds", "ranked[:n]", "ranked[n:]"),
            ("method.normalised", "for word in text.lower().split()", "for word in text.split()"),
            ("loop.targets", "[word for word, _ in", "[word for _, word in"),
        ],
    ),
    (
        """\
def slugify(title, limit=40):
    letters = []
    for sign in title.strip().lower():
        if sign.isalnum():
            letters.append(sign)
        elif letters and letters[-1] != "-":
            letters.append("-")
    slug = "".join(letters).strip("-")
    return slug[:limit].rstrip("-")


def initials(name):
    return "".join(part[0].upper() for part in name.split() if part)
""",
        [
            ("method.neighbour", "sign.isalnum()", "sign.isalpha()"),
            ("index.other", 'letters[-1] != "-"', 'letters[0] != "-"'),
            ("constant.text", '"".join(letters)', '" ".join(letters)'),
            ("method.neighbour", '.rstrip("-")', '.lstrip("-")'),
            ("boolean.guarded", 'elif letters and letters[-1]', "elif letters[-1]"),
            ("method.unwrapped", "part[0].upper() for", "part[0].upper().title() for"),
            ("index.other", "part[0].upper()", "part[1].upper()"),
            ("index.bounds", "slug[:limit]", "slug[limit:]"),
            ("method.neighbour", "part[0].upper()", "part[0].lower()"),
            ("call.made", "title.strip().lower()", "title.strip().lower"),
        ],
    ),
    (
        """\
import csv


def read_rows(path, delimiter=","):
    with open(path, newline="", encoding="utf-8") as stream:
        reader = csv.DictReader(stream, delimiter=delimiter)
        return [row for row in reader if row.get("id")]


def column(rows, name, default=None):
    return [row.get(name, default) for row in rows]


def total(rows, name):
    return sum(float(row[name]) for row in rows if row[name])
""",
        [
            ("method.encoding", 'open(path, newline="", encoding="utf-8")', 'open(path, newline="")'),
            ("call.added", "stream, delimiter=delimiter)\n", "stream)\n"),
            ("call.added", "row.get(name, default)", "row.get(name)"),
            ("wrap.added", "sum(float(row[name]) for", "sum(row[name] for"),
            ("loop.sifted", "for row in rows if row[name])", "for row in rows)"),
            ("name.function", "sum(float(row[name])", "max(float(row[name])"),
            ("name.function", "sum(float(", "sum(int("),
            ("method.default", 'if row.get("id")]', 'if row["id"]]'),
        ],
    ),
    (
        """\
from datetime import date, datetime, timedelta


def days_between(start, end):
    return abs((end - start).days)


def minutes(delta):
    return delta.total_seconds() / 60


def due(created, hours=24):
    return created + timedelta(hours=hours)


def is_weekend(day):
    return day.weekday() >= 5


def stamp(moment):
    return moment.strftime("%Y-%m-%d %H:%M")
""",
        [
            ("wrap.added", "abs((end - start).days)", "(end - start).days"),
            ("method.neighbour", "(end - start).days", "(end - start).seconds"),
            ("text.lasting", "delta.total_seconds() /", "delta.seconds /"),
            ("method.units", "timedelta(hours=hours)", "timedelta(days=hours)"),
            ("constant.number", ">= 5", ">= 6"),
            ("compare.boundary", ">= 5", "> 5"),
            ("text.layout", "%Y-%m-%d", "%Y-%M-%d"),
            ("method.neighbour", "day.weekday()", "day.isoweekday()"),
            ("arithmetic.other", "created + timedelta", "created - timedelta"),
        ],
    ),
    (
        """\
def average(values):
    return sum(values) / len(values) if values else 0


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def variance(values):
    mean = average(values)
    return sum((value - mean) ** 2 for value in values) / len(values)


def scaled(values):
    low, high = min(values), max(values)
    return [round((value - low) / (high - low), 2) for value in values]
""",
        [
            ("guard.value", "sum(values) / len(values) if values else 0", "sum(values) / len(values)"),
            ("wrap.added", "ordered = sorted(values)", "ordered = values"),
            ("boolean.negated", "if len(ordered) % 2:", "if not len(ordered) % 2:"),
            ("arithmetic.other", "ordered[middle]) / 2", "ordered[middle]) // 2"),
            ("constant.off", "ordered[middle - 1] +", "ordered[middle] +"),
            ("arithmetic.other", "(value - mean) ** 2", "(value - mean) * 2"),
            ("name.variable", "(value - mean)", "(value - values)"),
            ("call.usual", "round((value - low) / (high - low), 2)", "round((value - low) / (high - low))"),
            ("arithmetic.regrouped", "(value - low) / (high - low), 2", "value - low / (high - low), 2"),
            ("name.variable", "/ (high - low)", "/ (high - value)"),
            ("index.sliced", "sum(values) /", "sum(values[1:]) /"),
        ],
    ),
    (
        """\
def group_by(items, key):
    groups = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def invert(mapping):
    return {value: name for name, value in mapping.items()}


def unique(items):
    seen = set()
    result = []
    for item in items:
        if item not in seen:
            seen.add(item)
            result.append(item)
    return result


def flatten(nested):
    for item in nested:
        if isinstance(item, (list, tuple)):
            yield from flatten(item)
        else:
            yield item
""",
        [
            ("text.counted", "groups.setdefault(key(item), []).append", "groups[key(item)].append"),
            ("name.variable", "append(item)\n    return groups", "append(key)\n    return groups"),
            ("name.bound", "{value: name for", "{name: name for"),
            ("update.forgotten", "            seen.add(item)\n", ""),
            ("missing.yield", "yield from flatten(item)", "yield flatten(item)"),
            ("missing.yield", "yield from flatten(item)", "flatten(item)"),
            ("loop.walked", "in mapping.items()}", "in mapping}"),
            ("statement.moved", "            result.append(item)\n", "        result.append(item)\n"),
            ("name.variable", "seen.add(item)", "seen.add(items)"),
            ("constant.literal", "seen = set()", "seen = {}"),
            ("branch.otherwise", "        else:\n            yield item\n", "        yield item\n"),
        ],
    ),
    (
        """\
def table(rows, widths):
    lines = []
    for row in rows:
        cells = [str(cell).ljust(width) for cell, width in zip(row, widths)]
        lines.append(" | ".join(cells).rstrip())
    return "\\n".join(lines)


def price(amount, currency="EUR"):
    return f"{amount:.2f} {currency}"


def greeting(name, title=None):
    who = f"{title} {name}" if title else name
    return f"Dear {who},"
""",
        [
            ("method.neighbour", "str(cell).ljust(width)", "str(cell).rjust(width)"),
            ("wrap.added", "[str(cell).ljust", "[cell.ljust"),
            ("call.swapped", "zip(row, widths)", "zip(widths, row)"),
            ("statement.moved", "        lines.append(\" | \".join(cells).rstrip())\n    return", "    lines.append(\" | \".join(cells).rstrip())\n    return"),
            ("text.layout", "{amount:.2f}", "{amount:.1f}"),
            ("text.shown", "{amount:.2f}", "{amount}"),
            ("missing.prefix", 'f"Dear {who},"', '"Dear {who},"'),
            ("boolean.chosen", 'f"{title} {name}" if title else name', 'name if title else f"{title} {name}"'),
            ("name.variable", "Dear {who}", "Dear {name}"),
            ("constant.text", '"\\n".join(lines)', '"".join(lines)'),
        ],
    ),
    (
        """\
import re

WORD = re.compile(r"[a-z]+")


def tokens(text):
    return WORD.findall(text.lower())


def is_identifier(text):
    return bool(re.fullmatch(r"[A-Za-z_]\\w*", text))


def version(text):
    major, minor, *rest = text.lstrip("v").split(".")
    patch = rest[0] if rest else 0
    return int(major), int(minor), int(patch)


def newer(one, other):
    return version(one) > version(other)
""",
        [
            ("method.neighbour", "WORD.findall", "WORD.finditer"),
            ("method.neighbour", "re.fullmatch(", "re.match("),
            ("method.normalised", "findall(text.lower())", "findall(text)"),
            ("wrap.added", "int(minor), int(patch)", "int(minor), patch"),
            ("guard.value", "patch = rest[0] if rest else 0", "patch = rest[0]"),
            ("wrap.added", "return bool(re.fullmatch(r\"[A-Za-z_]\\w*\", text))", "return re.fullmatch(r\"[A-Za-z_]\\w*\", text)"),
            ("compare.turned", "version(one) > version(other)", "version(one) < version(other)"),
            ("wrap.dropped", "version(one) > version(other)", "str(version(one)) > version(other)"),
            ("name.variable", "int(major), int(minor)", "int(major), int(major)"),
        ],
    ),
    (
        """\
def chunks(items, size):
    if size <= 0:
        raise ValueError("size must be positive")
    return [items[i : i + size] for i in range(0, len(items), size)]


def window(items, size):
    return [items[i : i + size] for i in range(len(items) - size + 1)]


def rotate(items, steps):
    if not items:
        return []
    steps %= len(items)
    return items[-steps:] + items[:-steps]


def last(items, default=None):
    return items[-1] if items else default
""",
        [
            ("compare.boundary", "size <= 0", "size < 0"),
            ("constant.off", "len(items) - size + 1)", "len(items) - size)"),
            ("arithmetic.swapped", "range(len(items) - size + 1)", "range(size - len(items) + 1)"),
            ("guard.early", "    if not items:\n        return []\n    steps", "    steps"),
            ("arithmetic.sign", "items[-steps:]", "items[steps:]"),
            ("arithmetic.augmented", "steps %= len", "steps //= len"),
            ("index.other", "return items[-1] if", "return items[0] if"),
            ("error.raised", "raise ValueError(\"size", "raise TypeError(\"size"),
            ("call.dropped", "range(0, len(items), size)", "range(0, len(items), size, size)"),
            ("name.variable", "else default", "else items"),
        ],
    ),
    (
        """\
import json


def load(path, fallback):
    try:
        with open(path, "r") as stream:
            return json.load(stream)
    except (FileNotFoundError, json.JSONDecodeError):
        return fallback


def append_line(path, line):
    with open(path, "a") as stream:
        stream.write(line + "\\n")


def to_number(text):
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return None
""",
        [
            ("text.mode", 'open(path, "a")', 'open(path, "w")'),
            ("error.caught", "    except ValueError:\n        try", "    except TypeError:\n        try"),
            ("error.caught", "return int(text)\n    except ValueError", "return int(text)\n    except KeyError"),
            ("name.variable", "return fallback", "return path"),
            ("missing.return", "            return json.load(stream)", "            json.load(stream)"),
            ("error.handled", "            return None\n", "            raise\n"),
            ("arithmetic.side", 'line + "\\n"', 'line + "\\n" + line'),
        ],
    ),
    (
        """\
def compact(values):
    return [value for value in values if value is not None]


def clamp(value, low, high):
    return max(low, min(value, high))


def percent(part, whole):
    if whole == 0:
        return 0
    return round(100 * part / whole, 1)


def overlap(a, b):
    return a[0] <= b[1] and b[0] <= a[1]


def contains(box, x, y):
    left, top, right, bottom = box
    return left <= x < right and top <= y < bottom
""",
        [
            ("boolean.none", "if value is not None]", "if value]"),
            ("name.function", "max(low, min(value, high))", "min(low, min(value, high))"),
            ("guard.early", "    if whole == 0:\n        return 0\n", ""),
            ("constant.number", "/ whole, 1)", "/ whole, 2)"),
            ("name.variable", "100 * part / whole", "100 * whole / whole"),
            ("index.other", "b[0] <= a[1]", "b[1] <= a[1]"),
            ("boolean.other", "b[1] and b[0]", "b[1] or b[0]"),
            ("name.variable", "top <= y < bottom", "top <= x < bottom"),
            ("compare.boundary", "left <= x < right", "left < x < right"),
            ("boolean.dropped", "a[0] <= b[1] and b[0] <= a[1]", "a[0] <= b[1] and b[0] <= a[1] and a"),
        ],
    ),
]
