"""Functions and classes that a goal names, and their heads as the language writes them.

A goal may show a head (`def f(a)`, `export function f(a)`, `f(text: str) -> str`) or only a name.
Calls with values in them are examples, not heads: see `examples`.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from verdigris.building.reading.literals import is_given
from verdigris.building.reading.scanning import between_commas, group_end
from verdigris.core.building import Function, LanguageName
from verdigris.core.syntax import script_tree
from verdigris.core.text import one_line

_KINDS = r"(?:<[^<>()\n]{1,40}>)?"
_DEF = re.compile(rf"\b(?:def|function\*?)\s+([A-Za-z_$][\w$]*{_KINDS})\s*(?=\()")
_ARROW = re.compile(r"\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:async\s*)?(?=\()")
_BARE = re.compile(rf"(?<![\w$.@])([A-Za-z_$][\w$]*{_KINDS})(?=\()")
_BEFORE = re.compile(
    r"(?:^|\n|[.:;!?]\s)\s*(?:[-*+]|\d+[.)])?\s*[`*]*$|`$|"
    r"(?:,|\b(?:functions?|called|named|implement(?:ing|s)?|writes?|provid(?:e|es|ing)|"
    r"export(?:s|ing)?|defin(?:e|es|ing)|offer(?:s|ing)?|contain(?:s|ing)?|signature|methods?|add|"
    r"and|with|has))[\s:]*[`*]*$",
    re.I,
)
"""What stands before a head, where it is none by its own looks."""
_CALLED = re.compile(
    r"\b(?:functions?|helpers?)[,:]?\s+(?:(?:is\s+)?(?:called|named)\s+)?"
    r"((?:[`*]*[A-Za-z_$][\w$]*[`*]*(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)?)+)"
)
_TICKED_FUNCTION = re.compile(r"`([A-Za-z_$][\w$]*)`\s+(?:function|helper)\b")
_CLASS = re.compile(r"\bclass(?:es)?\s+(?:called\s+|named\s+)?[`*]*([A-Z]\w*)[`*]*")
_OWN = re.compile(r"\b(?:functions?|def|const|helpers?)\s+(?:called\s+|named\s+)?[`*]*$", re.I)
"""What stands before a function that is no method of the class that was named before it."""
_NAMEABLE = re.compile(r"_|[a-z][A-Z]")
_THEN = re.compile(r"\s+(?:that|which|taking|accepting|in\s+[\w./-]+\.\w+)\b")
_WORDS = frozenset((
    "a", "an", "and", "are", "as", "at", "below", "by", "called", "calls", "can", "each", "for",
    "from", "has", "in", "into", "is", "it", "must", "named", "of", "on", "or", "should", "that",
    "the", "then", "this", "to", "using", "which", "with",
))  # fmt: skip
_RETURNS = re.compile(
    r"\s*(?:->|:)\s*([A-Za-z_]\w*(?:\.\w+)*(?:\[[^\n`]*?\])*(?:\s*\|\s*[\w.\[\]]+)*)"
)
_PARAMETER = re.compile(
    r"(?P<star>\*{0,2}|\.{3})(?P<name>[A-Za-z_$][\w$]*)(?P<maybe>\?)?"
    r"\s*(?::\s*(?P<kind>[^=]+?))?\s*(?:=\s*(?P<default>.+))?"
)
_TO_PYTHON = {
    "string": "str", "number": "float", "boolean": "bool", "List": "list", "Dict": "dict",
    "Tuple": "tuple", "Set": "set", "null": "None", "integer": "int",
}  # fmt: skip
_TO_SCRIPT = {"str": "string", "int": "number", "float": "number", "bool": "boolean"}
_KNOWN_KINDS = frozenset((
    "str", "int", "float", "bool", "list", "dict", "tuple", "set", "frozenset", "bytes", "object",
))  # fmt: skip


class Named(NamedTuple):
    function: Function
    at: int
    """Where in the goal."""
    known: bool
    """Whether the goal says what it takes."""


class _Parameter(NamedTuple):
    name: str
    star: str = ""
    kind: str = ""
    default: str = ""


@lru_cache(maxsize=16)
def named(goal: str, language: LanguageName) -> tuple[Named, ...]:
    """Return what a goal names, in its order; what it takes, where the goal says so."""
    found: dict[str, Named] = {}
    owners = _classes(goal)
    for name, at in owners:
        said = f"class {name}" if language == "python" else f"export class {name}"
        purpose = _purpose(goal, at + len(name))
        found[name] = Named(Function(name=name, signature=said, purpose=purpose), at, True)
    for name, opens in _heads(goal, language):
        owner = _owner(goal, opens - len(name), owners)
        if name in dict(owners):
            continue
        one = _with_head(goal, name, opens, owner, language)
        if one is not None and (
            one.function.name not in found or not found[one.function.name].known
        ):
            found[one.function.name] = one
    for name, at in _names(goal):
        if name not in found:
            said = head(name, "*args", "", language)
            purpose = _purpose(goal, at + len(name))
            found[name] = Named(Function(name=name, signature=said, purpose=purpose), at, False)
    return tuple(sorted(found.values(), key=lambda one: one.at))


def _classes(goal: str) -> list[tuple[str, int]]:
    return [(match.group(1), match.start(1)) for match in _CLASS.finditer(goal)]


def _heads(goal: str, language: LanguageName) -> Iterator[tuple[str, int]]:
    """Yield names with a list of parameters behind them, and where that list opens."""
    for match in (*_DEF.finditer(goal), *_ARROW.finditer(goal)):
        yield match.group(1), match.end()
    for match in _BARE.finditer(goal):
        name, end = match.group(1), group_end(goal, match.end())
        marked = bool(_BEFORE.search(goal[max(0, match.start() - 40) : match.start()]))
        ticked = goal[match.start() - 1 : match.start()] == "`"
        arrow = end > 0 and goal[end:].lstrip().startswith("->")
        plural = goal[match.end() : end] in ("(s)", "(es)", "(ies)") and not ticked
        if (marked or arrow) and not plural and not is_given(name.partition("<")[0], language):
            yield name, match.end()


def _with_head(
    goal: str, name: str, opens: int, owner: str, language: LanguageName
) -> Named | None:
    end = group_end(goal, opens)
    if end < 0 or keyword.iskeyword(name):
        return None
    returns = _RETURNS.match(goal, end)
    inside, kind = goal[opens + 1 : end - 1], returns.group(1) if returns else ""
    if owner and language == "python" and not re.match(r"\s*self\b", inside):
        inside = f"self, {inside}" if inside.strip() else "self"
    said = head(name, inside, kind, language)
    name = name.partition("<")[0]
    if not said:
        return None
    purpose = _purpose(goal, returns.end() if returns else end)
    full = f"{owner}.{name}" if owner else name
    said = said.removeprefix("export function ") if owner else said
    return Named(Function(name=full, signature=said, purpose=purpose), opens - len(name), True)


def _owner(goal: str, at: int, owners: list[tuple[str, int]]) -> str:
    """Return the class that was named last before a head, unless that is said to be a function."""
    before = [name for name, start in owners if start < at]
    return before[-1] if before and not _OWN.search(goal[max(0, at - 40) : at]) else ""


def _names(goal: str) -> Iterator[tuple[str, int]]:
    """Yield names that are only named: "functions `encode` and `decode`"."""
    for match in _TICKED_FUNCTION.finditer(goal):
        yield match.group(1), match.start(1)
    for match in _CALLED.finditer(goal):
        spoken = re.search(r"(?:called|named)\s*$", goal[match.start() : match.start(1)])
        for one in re.finditer(r"(`?)([A-Za-z_$][\w$]*)(`?)", match.group(1)):
            name, at = one.group(2), match.start(1) + one.start(2)
            if name == "and":
                continue
            if name.casefold() in _WORDS or keyword.iskeyword(name):
                break
            sure = one.group(1) or spoken or _NAMEABLE.search(name)
            if sure or (not one.start() and _THEN.match(goal, at + len(name))):
                yield name, at
            else:
                break


def _purpose(goal: str, at: int) -> str:
    """Return what the rest of the sentence says about it."""
    rest = re.split(
        r"(?<!e\.g)(?<!i\.e)[.;](?:\s|$)|\n", goal[at : at + 400].lstrip("`*"), maxsplit=1
    )[0]
    rest = re.sub(r"^\W*(?:in\s+[\w./-]+\.\w+\W*)?(?:that|which|:|-)?\s+", "", rest)
    return one_line(rest.strip(" `,:-"), 160)


def head(name: str, inside: str, returns: str, language: LanguageName) -> str:
    """Return a function's head on one line; nothing where `inside` is no list of parameters."""
    parameters = _parameters(inside)
    if parameters is None:
        return ""
    name = name if language == "typescript" else name.partition("<")[0]
    if language == "python":
        return _python_head(name, parameters, returns)
    typed = language == "typescript"
    shown = ", ".join(_script_parameter(one, typed=typed) for one in parameters)
    back = _script_kind(returns) if typed and returns else ""
    said = f"export function {name}({shown}){f': {back}' if back else ''}"
    kind = "typescript" if typed else "javascript"
    return said if not script_tree(f"{said} {{}}", kind).root_node.has_error else (
        f"export function {name}({', '.join(_script_name(one) for one in parameters)})"
    )  # fmt: skip


def _parameters(inside: str) -> list[_Parameter] | None:
    found: list[_Parameter] = []
    for piece in between_commas(inside):
        if piece in ("*", "/"):
            continue
        match = _PARAMETER.fullmatch(piece)
        if not match or piece in ("True", "False", "None", "true", "false", "null", "undefined"):
            return None
        default = match["default"] or ("None" if match["maybe"] else "")
        found.append(_Parameter(match["name"], match["star"], match["kind"] or "", default))
    names = [one.name for one in found]
    return found if len(set(names)) == len(names) else None


def _python_head(name: str, parameters: list[_Parameter], returns: str) -> str:
    shown = []
    for one in parameters:
        kind, default = _python_kind(one.kind), _python_default(one.default)
        star = "*" if one.star == "..." else one.star
        typed = f"{star}{one.name}" + (f": {kind}" if kind else "")
        equals = " = " if kind else "="
        shown.append(f"{typed}{equals}{default}" if default else typed)
    back = _python_kind(returns)
    said = f"def {name}({', '.join(shown)}){f' -> {back}' if back else ''}"
    if _parses(f"{said}: ..."):
        return said
    plain = f"def {name}({', '.join(one.name for one in parameters)})"
    return plain if _parses(f"{plain}: ...") else ""


def _parses(code: str) -> bool:
    try:
        ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _python_kind(text: str) -> str:
    """Return a type that needs no import; nothing for any other."""
    text = re.sub(r"\bOptional\[(.*)\]", r"\1 | None", text.strip())
    text = re.sub(r"\bUnion\[(.*)\]", lambda match: match.group(1).replace(",", " |"), text)
    text = re.sub(r"\w+", lambda match: _TO_PYTHON.get(match.group(), match.group()), text)
    text = re.sub(r"(\w+)\[\]", r"list[\1]", text)
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    odd = any(isinstance(node, ast.Call | ast.Attribute) for node in ast.walk(tree))
    return text if names <= _KNOWN_KINDS and not odd else ""


def _python_default(text: str) -> str:
    text = {"true": "True", "false": "False", "null": "None", "undefined": "None"}.get(text, text)
    try:
        ast.literal_eval(text or "None")
    except (SyntaxError, ValueError, RecursionError, MemoryError, TypeError):
        return "None"
    return text


def _script_name(one: _Parameter) -> str:
    return f"...{one.name}" if one.star else one.name


def _script_parameter(one: _Parameter, *, typed: bool) -> str:
    words = {"None": "null", "True": "true", "False": "false"}
    kind = _script_kind(one.kind) if typed and one.kind and not one.star else ""
    default = words.get(one.default, one.default)
    if kind and default == "null":
        return f"{one.name}?: {kind}"
    shown = _script_name(one) + (f": {kind}" if kind else "")
    return f"{shown} = {default}" if default else shown


def _script_kind(text: str) -> str:
    text = re.sub(r"\w+", lambda match: _TO_SCRIPT.get(match.group(), match.group()), text.strip())
    while (made := re.sub(r"\b[Ll]ist\[([^\[\]]+)\]", r"\1[]", text)) != text:
        text = made
    text = {"None": "void", "list": "unknown[]", "dict": "Record<string, unknown>"}.get(text, text)
    code = f"let x: {text};"
    return text if text and not script_tree(code, "typescript").root_node.has_error else ""
