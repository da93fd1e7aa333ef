"""What is left of a module that a model wrote, without the tests and examples it added.

Statements are cut out by their lines, so that what is kept stays as it was written. In the file
that users start, what runs comes under `if __name__ == "__main__"`.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable, Sequence

from verdigris.core.building import Part
from verdigris.core.text import one_line
from verdigris.errors import ModelMistake
from verdigris.languages.python.running import (
    binds,
    calls_main,
    is_example,
    is_test,
    only_tests,
    runs,
    starting,
)
from verdigris.languages.python.starting import with_arguments
from verdigris.languages.python.text import is_guard, loaded, module_of, parse

_NAMED = re.compile(r"#\s*(?:file(?:name)?|path)?\s*:?\s*`?([\w./-]+\.py)`?\s*", re.I)


def cleaned(text: str, part: Part) -> str:
    """Return a module without tests, examples and what runs on import. Raises ModelMistake."""
    tree = parse(text)
    if tree is None:
        return text
    own = {name for node in tree.body for name in binds(node)}
    offers = {function.name for function in part.functions}
    gone = [
        node
        for node in tree.body
        if _imports_itself(node, module_of(part.path))
        or (is_test(node) and getattr(node, "name", "") not in offers)
        or (is_guard(node) and (not part.is_main or only_tests(node)))
    ]
    kept = [node for node in tree.body if node not in gone]
    running = [node for node in kept if runs(node, own)]
    kept = [node for node in kept if node not in running]
    if not part.is_main:
        _refuse_needed(running, kept, part)
        gone += [*running, *_left_over(kept, own, offers)]
        return without(text, tree, _with_imports_for_tests(gone, kept))
    moved = [node for node in running if not _is_spare(node, kept)]
    start = _start(moved, kept)
    if start and not start.startswith("if"):
        # What runs and what was under the guard already run in their order.
        gone += [node for node in kept if is_guard(node)]
        start = f'if __name__ == "__main__":\n{start}'
    body = without(text, tree, _with_imports_for_tests([*gone, *running], kept))
    return with_arguments(f"{body}\n\n{start}" if start else body)


def _imports_itself(node: ast.stmt, own: str) -> bool:
    match node:
        case ast.ImportFrom(module=module, level=0):
            return module == own
        case ast.Import(names=[ast.alias(name=name)]):
            return name == own
        case _:
            return False


def _with_imports_for_tests(gone: Sequence[ast.stmt], kept: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Add the imports that only the tests had a use for."""
    imports = [node for node in kept if isinstance(node, ast.Import | ast.ImportFrom)]
    used = _read_by([node for node in kept if node not in gone])
    return [*gone, *(node for node in imports if only_tests(node) and not binds(node) & used)]


def _left_over(kept: Sequence[ast.stmt], own: set[str], offers: set[str]) -> list[ast.stmt]:
    """Return assignments that belong to examples: made by the module, read by nothing in it."""
    used = _read_by(kept) | offers
    return [node for node in kept if is_example(node, own) and not binds(node) & used]


def _read_by(nodes: Iterable[ast.stmt]) -> set[str]:
    return {name for node in nodes for name in loaded(node)}


def _refuse_needed(running: Sequence[ast.stmt], kept: Sequence[ast.stmt], part: Part) -> None:
    """Raise ModelMistake where what runs on import is no mere example."""
    used = _read_by(kept)
    for node in running:
        lost = sorted(binds(node) & used)
        if lost or starting(node):
            what = f"`{one_line(ast.unparse(node), 60)}`" + (f", for `{lost[0]}`" if lost else "")
            raise ModelMistake(
                f"{part.path} runs something when it is imported (line {node.lineno}: {what}). "
                "Move it into a function."
            )


def _is_spare(node: ast.stmt, kept: Sequence[ast.stmt]) -> bool:
    """Tell whether a statement that runs is an example in a program that starts otherwise."""
    starts = any(is_guard(one) or getattr(one, "name", "") == "main" for one in kept)
    return starts and not binds(node) & _read_by(kept) and not starting(node)


def _start(moved: Sequence[ast.stmt], kept: Sequence[ast.stmt]) -> str:
    """Return the lines that start a program, or those to be put under a guard, or nothing."""
    guards = [node for node in kept if isinstance(node, ast.If) and is_guard(node)]
    main = next((node for node in kept if getattr(node, "name", "") == "main"), None)
    own = [node for node in moved if not (main is not None and calls_main(node))]
    if own:
        steps = [*own, *(step for guard in guards for step in guard.body)]
        if not guards and main is not None and len(own) < len(moved):
            steps += [node for node in moved if node not in own]
        return textwrap.indent("\n".join(map(ast.unparse, steps)), "    ") + "\n"
    if guards or not isinstance(main, ast.FunctionDef | ast.AsyncFunctionDef):
        return ""
    call = "main()"  # with what it takes, see `starting`
    if isinstance(main, ast.AsyncFunctionDef):
        call = f"asyncio.run({call})"
    there = {name for node in kept for name in binds(node)}
    wanted = [name for name in ("asyncio", "sys") if f"{name}." in f"sys.exit({call})"]
    imports = "".join(f"    import {name}\n" for name in wanted if name not in there)
    return f'if __name__ == "__main__":\n{imports}    sys.exit({call})\n'


def without(text: str, tree: ast.Module, gone: Sequence[ast.stmt]) -> str:
    """Return a text without some of its statements."""
    lines = text.split("\n")
    if (named := _NAMED.fullmatch(lines[0])) and named[1]:
        lines[0] = ""
    if gone and _share_lines(tree.body):
        kept = [node for node in tree.body if node not in gone]
        return "\n\n".join(map(ast.unparse, kept)) + "\n"
    out = {line for node in gone for line in _lines_of(node, lines)}
    body = "\n".join(line for at, line in enumerate(lines) if at not in out).strip("\n")
    return re.sub(r"\n{4,}", "\n\n\n", body).rstrip() + "\n" if gone else body.rstrip() + "\n"


def _share_lines(nodes: Iterable[ast.stmt]) -> bool:
    last = 0
    for node in nodes:
        if node.lineno <= last:
            return True
        last = node.end_lineno or node.lineno
    return False


def _lines_of(node: ast.stmt, lines: Sequence[str]) -> range:
    """Return the lines of a statement, with its decorators and the comment above it."""
    marks = getattr(node, "decorator_list", [])
    start = min([node.lineno, *(mark.lineno for mark in marks)]) - 1
    while start and lines[start - 1].startswith("#") and not lines[start - 1].startswith("#!"):
        start -= 1
    return range(start, node.end_lineno or node.lineno)
