"""A blueprint of code that is there already, with functions that wait to be written."""

from __future__ import annotations

import ast
import posixpath
import re
from collections.abc import Iterator, Mapping

from verdigris.building.criteria import sentences
from verdigris.building.goal import examples_in, name_of, profile_of
from verdigris.building.reading.places import SUFFIXES
from verdigris.building.settling import MOST_FUNCTIONS, ordered, placed
from verdigris.core.building import Blueprint, Criterion, Function, Part
from verdigris.core.parsing import NOT_PYTHON
from verdigris.core.paths import is_protected
from verdigris.core.syntax import is_python, suffix
from verdigris.core.text import count, listed, one_line
from verdigris.languages.base import Language

_MOST_PARTS = 24
"""Files with stubs that one build takes on."""
_SCRIPT_IMPORT = re.compile(
    r"""(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["'](?P<path>\.{1,2}/[^"'\n]+)["']"""
)


def from_project(files: Mapping[str, str], goal: str, language: Language) -> Blueprint:
    """Return a part for each file with stubs, what is imported first; none if no file has any."""
    found: list[Part] = []
    endings = (*SUFFIXES[language.name], "tsx", "jsx") if language.name != "python" else ("py",)
    for path, text in sorted(files.items()):
        if (
            suffix(path) in endings
            and not is_protected(path)
            and (stubs := language.stubs_in(text))
        ):
            found.append(_part(path, text, stubs, files, language))
    parts = ordered(found[:_MOST_PARTS])
    paths = {part.path for part in parts}
    skipped = [part.path for part in found if part.path not in paths]
    left = (
        f"Left alone for now: {listed(skipped)}, too many files for one build." if skipped else ""
    )
    offered = {one.name for part in parts for one in part.functions}
    texts = [one_line(text, 240) for text in sentences(goal)]
    return Blueprint(
        name=name_of(goal),
        language=language.name,
        profile=profile_of(goal),
        goal=goal,
        summary=one_line(goal, 200) or f"Write {count(len(parts), 'file')} with stubs.",
        parts=tuple(parts),
        criteria=tuple(Criterion(id=f"C{n}", text=text) for n, text in enumerate(texts, 1)),
        examples=tuple(placed(one, parts) for one in examples_in(goal, language.name, offered)),
        assumptions=(left,) if left else (),
    )


def _part(
    path: str, text: str, stubs: tuple[str, ...], files: Mapping[str, str], language: Language
) -> Part:
    waiting = {name.partition(".")[0] for name in stubs} | set(stubs)
    known = sorted(language.signatures(text), key=lambda one: one.name not in waiting)
    names = {one.name for one in known}
    # What is declared in a way that has no head of its own still has to be written.
    bare = [Function(name=n, signature=n) for n in stubs if n.partition(".")[0] not in names]
    return Part(
        path=path,
        purpose=f"write {listed(stubs, 6)}",
        functions=tuple([*known, *bare][:MOST_FUNCTIONS]),
        needs=tuple(dict.fromkeys(_imports(path, text, files))),
        is_main=_starts(text),
    )


def _starts(text: str) -> bool:
    return bool(
        re.search(r"^if __name__ ==|import\.meta\.(?:main|url)\b.*argv|require\.main", text, re.M)
    )


def _imports(path: str, text: str, files: Mapping[str, str]) -> Iterator[str]:
    """Yield the files of the project that a file imports, itself left out."""
    found = _python_imports(path, text) if is_python(path) else _script_imports(path, text)
    for candidates in found:
        hit = next((one for one in candidates if one in files and one != path), "")
        if hit:
            yield hit


def _python_imports(path: str, text: str) -> Iterator[list[str]]:
    try:
        tree = ast.parse(text.removeprefix("\ufeff"))
    except NOT_PYTHON:
        return
    folder = posixpath.dirname(path)
    roots = ["", "src/", f"{folder}/" if folder else ""]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield _modules(alias.name, roots)
        elif isinstance(node, ast.ImportFrom):
            near = folder
            for _ in range(node.level - 1):
                near = posixpath.dirname(near)
            bases = [f"{near}/" if near else ""] if node.level else roots
            for alias in node.names:
                inner = ".".join(filter(None, (node.module, alias.name)))
                yield [*_modules(inner, bases), *_modules(node.module or "", bases)]


def _modules(name: str, roots: list[str]) -> list[str]:
    inner = name.replace(".", "/")
    return [f"{root}{inner}{tail}" for root in roots for tail in (".py", "/__init__.py") if inner]


def _script_imports(path: str, text: str) -> Iterator[list[str]]:
    for match in _SCRIPT_IMPORT.finditer(text):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), match["path"]))
        plain = posixpath.splitext(target)[0]
        tails = ("ts", "mts", "tsx", "js", "mjs", "cjs", "jsx")
        near = [f"{base}.{tail}" for base in (target, plain) for tail in tails]
        yield [target, *near, *(f"{target}/index.{tail}" for tail in tails)]
