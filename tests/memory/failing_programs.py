"""Small programs, each with another bug, and the same programs with every name exchanged."""

from __future__ import annotations

import ast
import io
import tokenize
from dataclasses import dataclass

PROGRAMS = {
    "off_by_one": ("def first(xs, n):\n    return xs[:n - 1]", "first([1, 2, 3], 2) == [1, 2]"),
    "too_long": ("def first(xs, n):\n    return xs[:n + 1]", "first([1, 2, 3], 2) == [1, 2]"),
    "reversed": ("def tail(xs):\n    return xs[::-1]", "tail([1, 2, 3]) == [1, 2, 3]"),
    "wrong_sum": ("def add(a, b):\n    return a - b", "add(2, 3) == 5"),
    "wrong_product": ("def times(a, b):\n    return a * b + 1", "times(2, 3) == 6"),
    "unary": ("def negate(a):\n    return a", "negate(4) == -4"),
    "string_case": ("def shout(word):\n    return word.lower()", "shout('ab') == 'AB'"),
    "string_longer": ("def strip(word):\n    return word + '!'", "strip('ab') == 'ab'"),
    "string_of_two": ("def join(a, b):\n    return b + a", "join('x', 'y') == 'xy'"),
    "none_returned": ("def find(xs, x):\n    for y in xs:\n        if y == x:\n            pass",
                      "find([1, 2], 2) == 2"),
    "bool_for_int": ("def size(xs):\n    return bool(xs)", "size([1, 2]) == 2"),
    "truth": ("def even(n):\n    return n % 2 == 1", "even(4)"),
    "not_truth": ("def odd(n):\n    return n % 2 == 0", "not odd(4)"),
    "is_none": ("def missing(d, key):\n    return d.get(key, 0)", "missing({}, 'a') is None"),
    "membership": ("def names():\n    return ['a']", "'b' in names()"),
    "dict_shorter": ("def count(xs):\n    return {x: 1 for x in xs[1:]}",
                     "count(['a', 'b']) == {'a': 1, 'b': 1}"),
    "dict_value": ("def sizes(d):\n    return {k: v for k, v in d.items()}",
                   "sizes({'a': 1}) == {'a': 2}"),
    "set_less": ("def common(a, b):\n    return a & b - b", "common({1}, {1}) == {1}"),
    "tuple_turned": ("def pair(a, b):\n    return b, a", "pair(1, 'x') == (1, 'x')"),
    "float_more": ("def mean(xs):\n    return sum(xs) / 2", "mean([1.5, 2.5, 3.5]) == 2.5"),
    "comparison": ("def largest(xs):\n    return min(xs)", "largest([3, 9]) >= 9"),
    "nested": ("def rows(n):\n    return [[0] * n] * (n - 1)", "rows(2) == [[0, 0], [0, 0]]"),
    "method": ("class Box:\n    def __init__(self, n):\n        self.n = n\n"
               "    def double(self):\n        return self.n", "Box(2).double() == 4"),
    "attribute_value": ("class Point:\n    def __init__(self, x):\n        self.x = x + 1",
                        "Point(3).x == 3"),
    "index": ("def last(xs):\n    return xs[len(xs)]", "last([1, 2]) == 2"),
    "index_of_text": ("def initial(word, n):\n    return word[n]", "initial('', 0) == ''"),
    "key": ("def look(d, key):\n    return d[key]", "look({}, 'a') is None"),
    "key_of_loop": ("def tally(xs):\n    seen = {}\n    for x in xs:\n        seen[x] += 1\n"
                    "    return seen", "tally([1]) == {1: 1}"),
    "attribute_of_none": ("def shout(word):\n    return word.upper()", "shout(None) == ''"),
    "attribute_missing": ("class Cup:\n    pass\n\n\ndef fill(cup):\n    return cup.level",
                          "fill(Cup()) == 0"),
    "division": ("def share(a, b):\n    return a / b", "share(1, 0) == 0"),
    "modulo": ("def rest(a, b):\n    return a % b", "rest(1, 0) == 0"),
    "operands": ("def greet(name):\n    return 'hi ' + name", "greet(3) == 'hi 3'"),
    "operands_other": ("def plus(a):\n    return a + 'x'", "plus(3) == '3x'"),
    "arguments": ("def inner(a, b):\n    return a\n\n\ndef outer(a):\n    return inner(a)",
                  "outer(1) == 1"),
    "too_many": ("def inner():\n    return 1\n\n\ndef outer(a):\n    return inner(a)",
                 "outer(1) == 1"),
    "not_callable": ("def call(f):\n    return f()", "call(3) == 3"),
    "not_iterable": ("def total(xs):\n    return sum(x for x in xs)", "total(3) == 3"),
    "unpack": ("def split(pair):\n    a, b = pair\n    return a", "split([1]) == 1"),
    "unpack_more": ("def split(pair):\n    a, b = pair\n    return a", "split([1, 2, 3]) == 1"),
    "unbound": ("def pick(xs):\n    for x in xs:\n        found = x\n    return found",
                "pick([]) is None"),
    "undefined": ("def area(r):\n    return pi * r", "area(1) > 3"),
    "literal": ("def number(word):\n    return int(word)", "number('x1') == 1"),
    "recursion": ("def down(n):\n    return down(n + 1)", "down(3) == 0"),
    "unhashable": ("def index(xs):\n    return {x: 1 for x in xs}", "index([[1]]) == {}"),
    "own_exception": ("class Bad(Exception):\n    pass\n\n\ndef check(n):\n"
                      "    raise Bad('not good')", "check(3) == 3"),
    "raised_value": ("def check(n):\n    if n > 1:\n        raise ValueError('too large')\n"
                     "    return n", "check(3) == 3"),
    "raised_other": ("def check(n):\n    if n > 1:\n        raise ValueError('not allowed')\n"
                     "    return n", "check(3) == 3"),
    "list_remove": ("def drop(xs, x):\n    xs.remove(x)\n    return xs", "drop([], 1) == []"),
    "pop_empty": ("def take(xs):\n    return xs.pop()", "take([]) is None"),
    "deeper": ("def low(x):\n    return x.name\n\n\ndef middle(x):\n    return low(x)\n\n\n"
               "def high(x):\n    return middle(x)", "high(None) is None"),
}  # fmt: skip


@dataclass(frozen=True)
class Program:
    code: str
    test: str
    module: str

    def files(self, folder: str = "") -> dict[str, str]:
        return {
            f"{folder}{self.module}.py": self.code,
            f"{folder}test_{self.module}.py": self.test,
        }


def program(name: str) -> Program:
    code, asserted = PROGRAMS[name]
    called = sorted(_chosen(code))
    test = (
        f"from {name} import *\n\n\ndef test_{name}():\n    assert {asserted}\n" if called else ""
    )
    return Program(f"{code}\n", test, name)


def renamed(one: Program) -> Program:
    """Exchange every name that people chose, move lines, and put another comment at the top."""
    names = {name: f"other{number}" for number, name in enumerate(sorted(_chosen(one.code)))}
    module = f"moved_{len(one.module)}_{one.module[::-1].replace('_', '')}"
    code = "# Somebody else's.\nUNUSED = 0\n\n\n" + _exchanged(one.code, names)
    test = _exchanged(one.test, {**names, one.module: module, f"test_{one.module}": "test_it"})
    return Program(code, f"import os\n\n\n{test}", module)


def _chosen(code: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return {name for name in found if not name.startswith("__")} - {"self"}


def _exchanged(text: str, names: dict[str, str]) -> str:
    lines = text.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text).readline))):
        if token.type == tokenize.NAME and token.string in names:
            row, start, end = token.start[0] - 1, token.start[1], token.end[1]
            lines[row] = lines[row][:start] + names[token.string] + lines[row][end:]
    return "".join(lines)
