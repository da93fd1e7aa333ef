"""Does a text parse as what its name says it is, and what is left of it without its layout?

Pure functions over texts. tree-sitter, for JavaScript and TypeScript, is imported when first used.
"""

from __future__ import annotations

import ast
import json
import tomllib
from functools import cache, lru_cache
from time import thread_time
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tree_sitter import Node, Parser, Tree

Dialect = Literal["javascript", "typescript", "tsx"]
_DIALECTS: dict[str, Dialect] = {
    "js": "javascript", "mjs": "javascript", "cjs": "javascript", "jsx": "javascript",
    "ts": "typescript", "mts": "typescript", "cts": "typescript", "tsx": "tsx",
}  # fmt: skip
_LAYOUT = ("comment", "html_comment", ";", ",")
_DEEPEST = 2000
"""Brackets that may be left open."""
_PIECE = 1024
_AT_ONCE = 8 * _PIECE
"""Bytes of a script that are parsed within a second, whatever they are."""
_SECONDS, _SECONDS_A_BYTE = 0.5, 3e-6
"""Of the processor, not of the clock; code that parses takes a tenth of it."""
_TOO_MUCH = (ValueError, RecursionError, MemoryError)


def suffix(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2].casefold()


def is_python(path: str) -> bool:
    return suffix(path) in ("py", "pyi")


def dialect(path: str) -> Dialect | None:
    """Return which JavaScript a path holds; None for anything else."""
    return _DIALECTS.get(suffix(path))


def syntax_error(path: str, text: str) -> str:
    """Return why a text is not what its name promises; nothing when it is, or cannot be told."""
    if is_python(path):
        return _python_error(text)
    if kind := dialect(path):
        return _script_error(text, kind)
    try:
        if suffix(path) == "json":
            json.loads(text.removeprefix("\ufeff"))
        elif suffix(path) == "toml":
            tomllib.loads(text)
    except (*_TOO_MUCH, tomllib.TOMLDecodeError) as error:
        return str(error) or type(error).__name__
    return ""


def _python_error(text: str) -> str:
    try:
        ast.parse(text.removeprefix("\ufeff"))
    except SyntaxError as error:
        return f"{error.msg} at line {error.lineno}"
    except _TOO_MUCH as error:
        return str(error) or type(error).__name__
    return ""


def _script_error(text: str, kind: Dialect) -> str:
    root = script_tree(text, kind).root_node
    if not root.has_error:
        return ""
    spot = next((node for node in walk(root) if node.is_error or node.is_missing), root)
    what = f"missing {spot.type}" if spot.is_missing else "invalid syntax"
    return f"{what} at line {spot.start_point[0] + 1}"


@lru_cache(maxsize=16)
def script_tree(text: str, kind: Dialect) -> Tree:
    """Parse a script. One that only a machine would write so wrongly counts as broken."""
    data = text.encode("utf-8", "replace")
    opened = sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))
    # The parser needs minutes to get over a hundred thousand brackets that never close.
    if opened >= _DEEPEST or (len(data) > _AT_ONCE and gets_stuck(data, kind)):
        data = b"("
    return _parser(kind).parse(data)


def gets_stuck(data: bytes, kind: Dialect, clock: Callable[[], float] = thread_time) -> bool:
    """Tell whether parsing a script takes far longer than its size lets expect.

    Each mistake costs the parser as much as all before it: fifty thousand stray quotes, a minute.
    It cannot be interrupted, but it takes the text in pieces, so the text is made to end.
    """
    until = clock() + _SECONDS + _SECONDS_A_BYTE * len(data)
    given, stuck = 0, False

    def piece(offset: int, _: object) -> bytes:
        nonlocal given, stuck
        stuck = stuck or clock() > until
        end = offset + _PIECE
        # What was given once must be given again: to the parser it is a text that ends there.
        given, end = (given, min(end, given)) if stuck else (max(given, end), end)
        return data[offset:end]

    _parser(kind).parse(piece)
    return stuck


def script_tokens(text: str, kind: Dialect) -> str | None:
    """Return the words of a script without its comments and layout; None when it does not parse."""
    root = script_tree(text, kind).root_node
    if root.has_error:
        return None
    found: list[str] = []
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        if node.type in _LAYOUT:
            continue
        # With its depth: `return` and a value on the next line is not `return` of that value.
        leaf = not node.child_count or node.type in ("string", "template_string")
        found.append((node.text or b"").decode("utf-8") if leaf else f"{depth} {node.type}")
        waiting.extend((child, depth + 1) for child in reversed(node.children))
    return "\n".join(found)


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all below it, in the order of the text, without recursion: code is deep."""
    waiting = [node]
    while waiting:
        at = waiting.pop()
        yield at
        waiting.extend(reversed(at.children))


@cache
def _parser(kind: Dialect) -> Parser:
    import tree_sitter

    if kind == "javascript":
        import tree_sitter_javascript

        return tree_sitter.Parser(tree_sitter.Language(tree_sitter_javascript.language()))
    import tree_sitter_typescript

    tsx, plain = tree_sitter_typescript.language_tsx, tree_sitter_typescript.language_typescript
    return tree_sitter.Parser(tree_sitter.Language(tsx() if kind == "tsx" else plain()))
