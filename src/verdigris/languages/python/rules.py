"""Tests that rules write: properties that names and types suggest, and that a program starts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verdigris.core.building import Blueprint, Check, CheckOrigin, Part, Session
from verdigris.languages.python.layout import main_part
from verdigris.languages.python.stubs import definition
from verdigris.languages.python.text import identifier, is_name, module_of

_PAIRS = (
    ("encode", "decode"), ("compress", "decompress"), ("serialize", "deserialize"),
    ("serialise", "deserialise"), ("dumps", "loads"), ("dump", "load"), ("escape", "unescape"),
    ("encrypt", "decrypt"), ("encipher", "decipher"), ("pack", "unpack"), ("quote", "unquote"),
    ("format", "parse"), ("stringify", "parse"), ("flatten", "unflatten"), ("zip", "unzip"),
)  # fmt: skip
_SETTLED = re.compile(
    r"slug|normali[sz]e|dedup|uniq|remove_duplicates|^strip|^clean|^trim|squeeze|collapse|sanitiz"
    r"|^sort|_sort$|to_(?:upper|lower|snake|kebab|camel|title)|snake_case|kebab_case|title_case"
)
_KINDS = {"str": "str", "int": "int", "float": "float", "bool": "bool"}
_BY_NAME = (
    (
        re.compile(
            r"^(?:text|s|string|word|words?_?text|sentence|phrase|name|title|message|line)$"
        ),
        "str",
    ),
    (re.compile(r"^(?:n|num|number|x|value|count|size|k)$"), "int"),
    (re.compile(r"^(?:numbers|nums|values|items|array|arr|lst|data|xs|elements)$"), "list[int]"),
    (re.compile(r"^(?:words|strings|lines|names)$"), "list[str]"),
)


@dataclass(frozen=True)
class _Known:
    """A function that a part offers, as far as its signature tells."""

    name: str
    kinds: tuple[tuple[str, str], ...]
    """The arguments it must be given, each with its kind; `` where that is not known."""
    returns: str

    @property
    def only(self) -> str:
        """The kind of its one argument; nothing where it takes several or an unknown one."""
        return self.kinds[0][1] if len(self.kinds) == 1 else ""


def properties(part: Part) -> list[Check]:
    """Return property tests that the names and types of a part suggest."""
    known = list(_known(part))
    found = [*_round_trips(known), *_alone(known)]
    prefix = identifier(module_of(part.path))
    return [
        Check(name=f"{prefix}_property_{number}", part=part.path, body=body, origin="property",
              says=says)
        for number, (body, says) in enumerate(found, 1)
    ]  # fmt: skip


def _known(part: Part) -> Iterator[_Known]:
    for function in part.functions:
        node = definition(function.signature)
        if node is None or not is_name(function.name) or isinstance(node, ast.AsyncFunctionDef):
            continue
        if re.match(r"\s*(?:@\w+\s+)*class\b", function.signature):
            continue
        arguments = [*node.args.posonlyargs, *node.args.args]
        needed = arguments[: len(arguments) - len(node.args.defaults)]
        if node.args.vararg or any(value is None for value in node.args.kw_defaults):
            continue
        kinds = tuple((argument.arg, _kind(argument)) for argument in needed)
        returns = ast.unparse(node.returns) if node.returns else ""
        yield _Known(function.name, kinds, returns)


def _kind(argument: ast.arg) -> str:
    if argument.annotation is not None:
        said = ast.unparse(argument.annotation).replace("typing.", "")
        said = re.sub(r"^(?:List|Sequence|Iterable|Collection)\[", "list[", said)
        if said in ("list", "List"):
            return "list[int]"
        item = said.removeprefix("list[").removesuffix("]")
        return said if item in _KINDS else ""
    return next((kind for name, kind in _BY_NAME if name.match(argument.arg)), "")


def _claim(function: str, claim: str, kinds: Sequence[tuple[str, str]]) -> str:
    arguments = ", ".join(name for name, _ in kinds)
    return f"def holds({arguments}):\n    assert {claim}\n\n{_drawn(kinds)}"


def _drawn(kinds: Sequence[tuple[str, str]]) -> str:
    """Return the line that tries a claim on many arguments."""
    return f"for_all(holds, {', '.join(f'{name}={kind}' for name, kind in kinds)})"


def _round_trips(known: Sequence[_Known]) -> Iterator[tuple[str, str]]:
    names = {one.name: one for one in known}
    for one in known:
        for back in filter(names.get, _inverses(one.name)):
            other = names[back]
            kinds = one.kinds
            if not kinds or not kinds[0][1] or len(other.kinds) != len(kinds):
                continue
            # A key, a shift, a separator: given to both.
            shared = [name for name, _ in kinds[1:]]
            if shared != [name for name, _ in other.kinds[1:]] or not all(k for _, k in kinds):
                continue
            if one.returns and one.returns == kinds[0][1] == "str" and one.name.startswith("parse"):
                continue
            first, rest = kinds[0][0], "".join(f", {name}" for name in shared)
            there, claim = f"{one.name}({first}{rest})", f"{back}(there{rest}) == {first}"
            yield _undone(there, claim, kinds), f"{back} undoes {one.name}"


def _undone(there: str, claim: str, kinds: Sequence[tuple[str, str]]) -> str:
    """Return a claim about what a function makes of its arguments.

    It may refuse some of them, as a goal that speaks of numbers from 0 up lets it; but not all.
    """
    body = (
        f"    try:\n        there = {there}\n    except ValueError:\n        return\n"
        f"    taken.append(there)\n    assert {claim}\n"
    )
    head = f"taken = []\ndef holds({', '.join(name for name, _ in kinds)}):\n"
    return f"{head}{body}\n{_drawn(kinds)}\nassert taken"


def _inverses(name: str) -> Iterator[str]:
    for there, back in _PAIRS:
        if re.search(rf"(?:^|_){there}(?:_|$)", name):
            yield re.sub(rf"(^|_){there}(_|$)", rf"\g<1>{back}\g<2>", name)
    if crossed := re.fullmatch(r"([a-z0-9]+)_to_([a-z0-9]+)", name):
        yield f"{crossed[2]}_to_{crossed[1]}"
    if name.startswith("to_"):
        yield f"from_{name[3:]}"


def _alone(known: Sequence[_Known]) -> Iterator[tuple[str, str]]:
    for one in known:
        name, only = one.name, one.only
        first = one.kinds[0][0] if one.kinds else ""
        if only and _SETTLED.search(name) and one.returns in ("", only, "list"):
            twice = f"{name}({name}({first})) == {name}({first})"
            yield _claim(name, twice, one.kinds), f"{name} a second time changes nothing"
        if only.startswith("list[") and re.search(r"^sort|_sort$", name):
            yield (
                _claim(name, f"{name}(list({first})) == sorted({first})", one.kinds),
                f"{name} puts everything in order",
            )
        if only.startswith(("str", "list[")) and re.match(r"revers", name) and "word" not in name:
            claim = f"{name}({name}({first})) == {first}"
            yield _claim(name, claim, one.kinds), f"{name} twice gives what was there"
        if only == "str" and name == "is_palindrome":
            claim = f"{name}({first} + {first}[::-1])"
            yield _claim(name, claim, one.kinds), "a text and its mirror image is a palindrome"
        yield from _of_numbers(one)


def _of_numbers(one: _Known) -> Iterator[tuple[str, str]]:
    name = one.name
    natural = ((one.kinds[0][0], '"natural"'),) if one.only == "int" else ()
    if natural and name == "factorial":
        n = natural[0][0]
        yield _claim(name, f"{name}({n} + 1) == ({n} + 1) * {name}({n})", natural), "n! by (n-1)!"
    if natural and name in ("fib", "fibonacci"):
        n = natural[0][0]
        claim = f"{name}({n} + 2) == {name}({n} + 1) + {name}({n})"
        yield _claim(name, claim, natural), "each number is the sum of the two before"
    if natural and name == "is_prime":
        n = natural[0][0]
        claim = f"{name}({n}) == ({n} > 1 and all({n} % d for d in range(2, {n})))"
        yield _claim(name, claim, natural), "a prime has no divisor between 1 and itself"
    if len(one.kinds) == 2 and name in ("gcd", "lcm", "hamming_distance", "is_anagram"):
        (a, kind), (b, other) = one.kinds
        if kind and kind == other and name != "hamming_distance":
            kinds = tuple((n, '"natural"' if kind == "int" else kind) for n in (a, b))
            yield (
                _claim(name, f"{name}({a}, {b}) == {name}({b}, {a})", kinds),
                (f"{name} does not mind the order"),
            )


def smoke(blueprint: Blueprint) -> list[Check]:
    """Return tests that the program starts, and that it does what is usual."""
    main = main_part(blueprint)
    if main is None:
        return []
    prefix = identifier(module_of(main.path))

    def check(name: str, body: str, says: str, origin: CheckOrigin = "smoke") -> Check:
        return Check(name=f"{prefix}_{name}", part=main.path, body=body, origin=origin, says=says)

    if blueprint.profile == "web_app":
        body = 'status, _ = server.request("GET", "/")\nassert status < 500'
        return [check("answers", body, "It starts and answers a request")]
    if blueprint.profile == "script":
        body = "done = program()\nassert done.returncode == 0, done.stderr"
        return [check("runs", body, "It runs to its end")]
    if blueprint.profile in ("cli_tool", "data_pipeline"):
        return [
            check("helps", _HELPS, "It says how it is used"),
            check("stands", _STANDS, "No command that its help offers ends in a stack trace"),
            *(
                check(f"usual_{number}", _session(one), one.says, one.origin)
                for number, one in enumerate(blueprint.sessions, 1)
            ),
        ]
    return []


_HELPS = """\
done = program("--help")
assert done.returncode == 0, done.stderr
assert (done.stdout + done.stderr).strip()"""
_STANDS = r"""import re

done = program("--help")
said = done.stdout + done.stderr
assert "Traceback (most recent call last)" not in said and said.strip(), said
# `{add,list}` that is no choice of an option, or `add|list`.
lists = r"(?<![\w-] )\{([a-z][a-z,-]*)\}|(?<![\w|-])([a-z][a-z-]*(?:\|[a-z][a-z-]*)+)"
named = re.findall(lists, said)
names = [name for found in named for name in re.split("[,|]", "".join(found)) if name]
names = [name for name in dict.fromkeys(names) if name not in ("serve", "watch", "run", "start")]
tries = [[name, *words] for words in ([], ["1"], ["1", "1"]) for name in names]
for words in [[], *tries[:24]]:
    done = program(*words)
    # Nothing is typed here, so a program that asks may end with that.
    fell = "Traceback (most recent call last)" in done.stderr and "EOFError" not in done.stderr
    assert not fell, (words, done.stderr)"""


def _session(one: Session) -> str:
    """Return the statements that start a program as a session does, and look at the last start."""
    starts = [f"program({', '.join(map(repr, words))})" for words in one.lines]
    ends = f"assert done.returncode == {one.status}, done.stderr"
    lines = [*starts[:-1], f"done = {starts[-1]}", ends]
    lines += [f"assert {text!r} in done.stdout, done.stdout" for text in one.shows]
    lines += [f"assert {text!r} not in done.stdout, done.stdout" for text in one.hides]
    return "\n".join(lines)
