"""A stream of small broken programs, made mechanically from families of bugs. Not a benchmark.

A form is a function with holes for its names and constants, and one mistake in it; forms of one
family share the mistake and little else. A program is drawn from a form with words of some trade,
other constants, and other functions around it; what its tests expect is worked out by running it
without the mistake.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from string import Template
from types import CodeType
from typing import Any

Draw = Callable[[random.Random], str]
"""Makes the arguments of one call, as Python text."""


@dataclass(frozen=True)
class Form:
    family: str
    right: str
    """The function; `$f` is its name, `$a` to `$e` are names, `$m` and `$n` are constants."""
    good: str
    bad: str
    """What the mistake replaces, and by what."""
    draw: Draw
    calls: tuple[str, ...] = ("$f($args)",)


@dataclass(frozen=True)
class Program:
    family: str
    name: str
    broken: str
    mended: str
    visible: tuple[tuple[str, Any], ...]
    """Expressions with the values they should have; some fail, some pass."""
    hidden: tuple[tuple[str, Any], ...]


TRADES = (
    "order price customer voucher basket stock parcel refund invoice",
    "sensor reading probe signal sample channel device packet frame",
    "player score team match round league fixture season coach",
    "note tag page chapter author draft comment reader editor",
    "route stop bus ticket driver timetable platform station fare",
    "crop field meadow season barn harvest tractor silo acre",
    "patient dose ward nurse visit chart symptom therapy bed",
    "track album artist genre playlist tempo chord lyric stage",
    "ship cargo port crane berth pilot anchor tonnage crew",
    "recipe spice oven portion menu course pantry flavour chef",
)
ANIMALS = ("ant", "bee", "cow", "Dog", "eel", "Fox", "Bee", "ANT")
VERBS = "collect gather select find compute build merge scan list check"


def _numbers(low: int, high: int, least: int = 0, most: int = 7) -> Draw:
    def draw(rng: random.Random) -> str:
        return repr([rng.randint(low, high) for _ in range(rng.randint(least, most))])

    return draw


def _words(rng: random.Random, most: int = 6) -> list[str]:
    return rng.choices(ANIMALS, k=rng.randint(0, most))


def _line(rng: random.Random) -> str:
    cells = [rng.choice("abcd") * rng.randint(1, 3) for _ in range(rng.randint(1, 4))]
    return repr(rng.choice(["", " ", "\n"]) + ",".join(cells) + rng.choice(["", "\n", " "]))


def _graph(rng: random.Random) -> str:
    names = "pqrstu"
    edges = {n: [m for m in names[i + 1 :] if rng.random() < 0.5] for i, n in enumerate(names)}
    return f"{edges!r}, {rng.choice(names)!r}"


RECURRING = (
    Form(
        "inclusive-range",
        "def $f($a, $b):\n    $c = 0\n    for $d in range($a, $b + 1):\n"
        "        if $d % $m == 0:\n            $c += $d\n    return $c\n",
        "range($a, $b + 1)", "range($a, $b)",
        lambda rng: f"{rng.randint(0, 9)}, {rng.randint(0, 20)}",
    ),
    Form(
        "threshold",
        "def $f($a, $b):\n    $c = []\n    for $d in $a:\n        if $d >= $b:\n"
        "            $c.append($d)\n    return $c\n",
        "$d >= $b", "$d > $b",
        lambda rng: f"{_numbers(0, 6)(rng)}, {rng.randint(0, 6)}",
    ),
    Form(
        "count-unknown",
        "def $f($a):\n    $b = {}\n    for $c in $a:\n        $b[$c] = $b.get($c, 0) + 1\n"
        "    return $b\n",
        "$b.get($c, 0) + 1", "$b[$c] + 1",
        lambda rng: repr(_words(rng)),
    ),
    Form(
        "copy-first",
        "def $f($a, $b):\n    $c = list($a)\n    $c.append($b)\n    $c.sort()\n    return $c\n",
        "$c = list($a)", "$c = $a",
        lambda rng: f"{_numbers(0, 9)(rng)}, {rng.randint(0, 9)}",
        calls=("(lambda given, more: ($f(given, more), given))($args)", "$f($args)"),
    ),
    Form(
        "true-division",
        "def $f($a):\n    if not $a:\n        return 0\n    $b = sum($a)\n"
        "    return $b / len($a)\n",
        "$b / len($a)", "$b // len($a)",
        _numbers(0, 20),
    ),
    Form(
        "strip-line",
        "def $f($a):\n    $b = []\n    for $c in $a.strip().split(','):\n        $b.append($c)\n"
        "    return $b\n",
        "$a.strip().split(',')", "$a.split(',')",
        _line,
    ),
    Form(
        "largest-first",
        "def $f($a, $b):\n    $c = [$d for $d in $a if $d > $m]\n"
        "    return sorted($c, reverse=True)[:$b]\n",
        "sorted($c, reverse=True)", "sorted($c)",
        lambda rng: f"{_numbers(0, 30)(rng)}, {rng.randint(1, 4)}",
    ),
    Form(
        "none-guard",
        "def $f($a, $b):\n    $c = $a.get($b)\n    if $c is None:\n        return ''\n"
        "    return $c.strip() + '!'\n",
        "    if $c is None:\n        return ''\n", "",
        lambda rng: f"{dict(zip('wxy', _words(rng), strict=False))!r}, {rng.choice('wxyz')!r}",
    ),
    Form(
        "largest-of-none",
        "def $f($a):\n    $b = [$c * $m for $c in $a if $c > $n]\n    return max($b, default=0)\n",
        "max($b, default=0)", "max($b)",
        _numbers(0, 9, 0, 3),
    ),
    Form(
        "any-case",
        "def $f($a, $b):\n    $c = $b.lower()\n    return [$d for $d in $a if $d.lower() == $c]\n",
        "$d.lower() == $c", "$d == $c",
        lambda rng: f"{_words(rng)!r}, {rng.choice(['ant', 'BEE', 'Fox'])!r}",
    ),
    Form(
        "visited",
        "def $f($a, $b):\n    $c = []\n    $d = {$b}\n    $e = [$b]\n    while $e:\n"
        "        for _next in $a[$e.pop()]:\n            if _next not in $d:\n"
        "                $d.add(_next)\n                $c.append(_next)\n"
        "                $e.append(_next)\n    return $c\n",
        "                $d.add(_next)\n", "",
        _graph,
    ),
    Form(
        "shared-default",
        "def $f($a, $b=None):\n    $b = [] if $b is None else $b\n    for $c in $a:\n"
        "        if $c > $m:\n            $b.append($c)\n    return $b\n",
        "$b=None):\n    $b = [] if $b is None else $b\n", "$b=[]):\n",
        lambda rng: f"{_numbers(0, 12)(rng)}, {_numbers(0, 12)(rng)}",
        calls=("(lambda one, other: ($f(one), $f(other))[1])($args)", "$f($args)"),
    ),
    Form(
        "swapped",
        "def _part_$f($d, $e):\n    return $d * $m - $e\n\n\n"
        "def $f($a, $b):\n    $c = []\n    for _each in $a:\n"
        "        $c.append(_part_$f(_each, $b))\n    return $c\n",
        "_part_$f(_each, $b)", "_part_$f($b, _each)",
        lambda rng: f"{_numbers(0, 9)(rng)}, {rng.randint(0, 9)}",
    ),
    Form(
        "accumulate",
        "def $f($a):\n    $b = 0\n    for $c, $d in $a:\n        $b += $c * $d\n    return $b\n",
        "$b += $c * $d", "$b = $c * $d",
        lambda rng: repr([(rng.randint(0, 5), rng.randint(0, 5)) for _ in _words(rng, 4)]),
    ),
    Form(
        "both-conditions",
        "def $f($a, $b, $c):\n    return [$d for $d in $a if $d > $b and $d < $c]\n",
        "$d > $b and $d < $c", "$d > $b or $d < $c",
        lambda rng: f"{_numbers(0, 20)(rng)}, {rng.randint(0, 8)}, {rng.randint(9, 18)}",
    ),
    Form(
        "lost-return",
        "def _part_$f($d):\n    $e = $d + $m\n    return $e * $n\n\n\n"
        "def $f($a):\n    $b = [_part_$f($c) for $c in $a]\n    return $b\n",
        "    return $e * $n\n", "    $e * $n\n",
        _numbers(0, 9),
    ),
    # The same mistakes in another form
    Form(
        "inclusive-range",
        "def $f($a, $b):\n    return [$d * $m for $d in range(1, $a + $b + 1)]\n",
        "range(1, $a + $b + 1)", "range(1, $a + $b)",
        lambda rng: f"{rng.randint(-3, 5)}, {rng.randint(-3, 5)}",
    ),
    Form(
        "threshold",
        "def $f($a):\n    $b = 0\n    while $b < len($a) and $a[$b] <= $m:\n        $b += 1\n"
        "    return $a[$b:]\n",
        "$a[$b] <= $m", "$a[$b] < $m",
        _numbers(0, 6),
    ),
    Form(
        "count-unknown",
        "def $f($a):\n    $b = {}\n    for $c, $d in $a:\n"
        "        $e = $b.get($c, 0)\n        $b[$c] = $e + $d\n    return $b\n",
        "$b.get($c, 0)", "$b[$c]",
        lambda rng: repr([(word, rng.randint(1, 9)) for word in _words(rng, 3)]),
    ),
    Form(
        "copy-first",
        "def $f($a):\n    $b = list($a)\n    $b.reverse()\n    while $b and $b[-1] == 0:\n"
        "        $b.pop()\n    return $b\n",
        "$b = list($a)", "$b = $a",
        _numbers(0, 2),
        calls=("(lambda given: ($f(given), given))($args)", "$f($args)"),
    ),
    Form(
        "true-division",
        "def $f($a, $b):\n    $c = {}\n    for $d in $a:\n        $c[$d] = $d * $m / $b\n"
        "    return $c\n",
        "$d * $m / $b", "$d * $m // $b",
        lambda rng: f"{_numbers(0, 9)(rng)}, {rng.randint(2, 5)}",
    ),
    Form(
        "largest-first",
        "def $f($a):\n    $b = list(set($a))\n    $b.sort(reverse=True)\n    return $b[:$m]\n",
        "$b.sort(reverse=True)", "$b.sort()",
        _numbers(0, 30),
    ),
    Form(
        "none-guard",
        "def $f($a, $b):\n    $c = None\n    for $d in $a:\n        if len($d) == $b:\n"
        "            $c = $d\n    if $c is None:\n        return ''\n    return $c.upper()\n",
        "    if $c is None:\n        return ''\n", "",
        lambda rng: f"{[w * rng.randint(1, 2) for w in _words(rng, 4)]!r}, {rng.choice([3, 6, 4])}",
    ),
    Form(
        "largest-of-none",
        "def $f($a, $b):\n    $c = {}\n    for $d in $b:\n        $c[$d] = max("
        "($e for $e in $a if $e < $d), default=0)\n    return $c\n",
        ", default=0)", ")",
        lambda rng: f"{_numbers(0, 9)(rng)}, {_numbers(5, 9, 1, 3)(rng)}",
    ),
    Form(
        "any-case",
        "def $f($a):\n    $b = {}\n    for $c in $a:\n        $d = $c.lower()\n"
        "        $b[$d] = $b.get($d, 0) + len($c)\n    return $b\n",
        "$d = $c.lower()", "$d = $c",
        lambda rng: repr(_words(rng)),
    ),
    Form(
        "accumulate",
        "def $f($a):\n    $b = ''\n    for $c in $a:\n        if $c:\n"
        "            $b += $c[0]\n    return $b\n",
        "$b += $c[0]", "$b = $c[0]",
        lambda rng: repr(_words(rng)),
    ),
    Form(
        "both-conditions",
        "def $f($a, $b):\n    $c = 0\n    for $d in $a:\n"
        "        if $d % $m == 0 and $d not in $b:\n            $c += $d\n    return $c\n",
        "== 0 and $d not in", "== 0 or $d not in",
        lambda rng: f"{_numbers(0, 20)(rng)}, {_numbers(0, 20)(rng)}",
    ),
)  # fmt: skip
NEW = (
    Form(
        "distance",
        "def $f($a, $b):\n    $c = 0\n    for $d in $a:\n        $c += abs($d - $b)\n"
        "    return $c\n",
        "abs($d - $b)", "($d - $b)",
        lambda rng: f"{_numbers(0, 9)(rng)}, {rng.randint(0, 9)}",
    ),
    Form(
        "by-length",
        "def $f($a):\n    $b = sorted($a, key=len)\n    return $b[:$m]\n",
        "sorted($a, key=len)", "sorted($a)",
        lambda rng: repr([c * rng.randint(1, 4) for c in rng.sample("dcba", rng.randint(0, 4))]),
    ),
    Form(
        "count-from-one",
        "def $f($a):\n    return {$b: $c for $c, $b in enumerate($a, 1)}\n",
        "enumerate($a, 1)", "enumerate($a)",
        lambda rng: repr(_words(rng, 3)),
    ),
    Form(
        "negated",
        "def $f($a, $b):\n    $c = []\n    for $d in $a:\n        if $d not in $b:\n"
        "            $c.append($d)\n    return $c\n",
        "$d not in $b", "$d in $b",
        lambda rng: f"{_numbers(0, 6)(rng)}, {_numbers(0, 6)(rng)}",
    ),
)  # fmt: skip
AROUND = (
    "def $f($a):\n    return sum($b for $b in $a if $b > $m)\n",
    "def $f($a, $b):\n    if $a > $b:\n        return $a - $b\n    return 0\n",
    "def $f($a):\n    $b = []\n    for $c in $a:\n        $b.append($c * $m + $n)\n    return $b\n",
    "def $f($a):\n    return {$b: len($b) for $b in $a}\n",
    "def $f($a, $b=$m):\n    while $a > $b:\n        $a -= $b\n    return $a\n",
)
VISIBLE = 6


def families(forms: tuple[Form, ...]) -> list[str]:
    return list(dict.fromkeys(form.family for form in forms))


def program(family: str, seed: int) -> Program:
    """Return one program of a family; the same for the same seed. Its forms take turns."""
    forms = [form for form in (*RECURRING, *NEW) if form.family == family]
    form = forms[seed % len(forms)]
    rng = random.Random(f"{family} {seed}")
    names = _names(rng)
    mended = Template(form.right).substitute(names)
    good, bad = (Template(text).substitute(names) for text in (form.good, form.bad))
    if mended.count(good) != 1:
        raise ValueError(f"{family}: the mistake is not at one place")
    before = Template(rng.choice(AROUND)).substitute(_names(rng))
    after = Template(rng.choice(AROUND)).substitute(_names(rng))
    whole = [f"{before}\n\n{text}\n\n{after}" for text in (mended, mended.replace(good, bad))]
    cases = _cases(form, names["f"], whole[0], rng)
    failing = [case for case in cases if value_of(whole[1], case[0]) != case[1]]
    passing = [case for case in cases if case not in failing]
    if not failing or not passing:
        raise ValueError(f"{family}: {len(failing)} fail, {len(passing)} pass")
    visible = [*failing[: VISIBLE // 2], *passing[: VISIBLE // 2]]
    hidden = tuple(case for case in cases if case not in visible)
    return Program(family, f"{family}-{seed}", whole[1], whole[0], tuple(visible), hidden)


def _names(rng: random.Random) -> dict[str, str]:
    trade = rng.choice(TRADES).split()
    rng.shuffle(trade)
    plural = rng.random() < 0.5
    words = dict(zip("abcde", trade, strict=False))
    words["a"] += "s" if plural else ""
    verb = f"{rng.choice(VERBS.split())}_{trade[5]}_{trade[6]}"
    return {**words, "f": verb, "m": str(rng.randint(2, 5)), "n": str(rng.randint(2, 9))}


def _cases(form: Form, function: str, source: str, rng: random.Random) -> list[tuple[str, Any]]:
    found: dict[str, Any] = {}
    for _ in range(60):
        arguments = form.draw(rng)
        text = Template(rng.choice(form.calls)).substitute(f=function, args=arguments)
        found[text] = value_of(source, text)
    return list(found.items())


def value_of(source: str | CodeType, expression: str) -> Any:
    """Return an expression's value within a module, or the exception it raises as text."""
    space: dict[str, Any] = {}
    try:
        exec(compile(source, "module.py", "exec") if isinstance(source, str) else source, space)
        return eval(expression, space)
    except Exception as error:
        return f"raises {type(error).__name__}"
