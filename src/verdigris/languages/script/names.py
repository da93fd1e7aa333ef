"""Which names a piece of JavaScript uses and does not declare, and which of them Node brings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from verdigris.core.syntax import Dialect, walk
from verdigris.edits.script_items import text_of
from verdigris.languages.script.text import (
    CLASSES,
    FUNCTIONS,
    bound,
    declared,
    imported,
    root_of,
    used,
)

if TYPE_CHECKING:
    from tree_sitter import Node

GLOBALS = frozenset(
    re.findall(
        r"\w+",
        """AbortController AbortSignal AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array
        BroadcastChannel ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy Crypto
        CryptoKey DecompressionStream EventSource Float16Array MessageEvent MessagePort Navigator
        PerformanceObserver Storage SubtleCrypto TextDecoderStream TextEncoderStream WebSocket eval
        navigator ReadableStreamDefaultReader WritableStreamDefaultWriter
        BigUint64Array Blob Boolean Buffer CustomEvent DOMException DataView Date Error EvalError
        Event EventTarget File FinalizationRegistry Float32Array Float64Array FormData Function
        Headers Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math MessageChannel
        NaN Number Object Promise Proxy RangeError ReadableStream ReferenceError Reflect RegExp
        Request Response Set SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder
        TransformStream TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array
        Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly WritableStream arguments atob btoa
        clearImmediate clearInterval clearTimeout console crypto decodeURI decodeURIComponent
        encodeURI encodeURIComponent escape fetch global globalThis isFinite isNaN parseFloat
        parseInt performance process queueMicrotask setImmediate setInterval setTimeout
        structuredClone undefined unescape""",
    )
)
BUILTINS = frozenset((
    "assert", "events", "fs", "http", "https", "os", "path", "querystring", "readline", "stream",
    "timers", "url", "util", "zlib",
))  # fmt: skip
"""Modules of Node that code mentions by their own names, also where it forgot to import them."""
_OLDER = frozenset(("require", "module", "exports", "__dirname", "__filename"))
"""What a file of the older module system is given."""
_BROWSER = frozenset(("document", "window", "alert", "localStorage", "sessionStorage", "location"))


def free_names(root: Node) -> set[str]:
    """Return the names that are used as values and bound nowhere in a piece of code."""
    known: set[str] = set()
    for node in walk(root):
        if node.type == "variable_declarator":
            known |= set(bound(node.child_by_field_name("name")))
        elif node.type in FUNCTIONS or node.type in CLASSES:
            known |= {text_of(node.child_by_field_name("name"))}
            known |= set(bound(node.child_by_field_name("parameter")))
        elif node.type == "formal_parameters":
            known |= _parameters(node)
        elif node.type == "catch_clause":
            known |= set(bound(node.child_by_field_name("parameter")))
        elif node.type == "for_in_statement":
            known |= set(bound(node.child_by_field_name("left")))
        elif node.type == "import_statement":
            known |= {here for here, _, _ in imported(node)}
        else:
            known |= set(declared(node))
    return used(root) - known - GLOBALS


def unbound(text: str, kind: Dialect) -> set[str]:
    """Return the names that nothing in a file declares, and whose use would end in an error.

    Less than what is wrong: a name that is declared anywhere counts as known everywhere, and
    nothing is told of TypeScript, whose compiler does, nor of code for browsers.
    """
    root = root_of(text, kind)
    if kind == "typescript" or root.has_error:
        return set()
    mentioned: set[str] = set()
    asked: set[str] = set()
    for node in walk(root):
        if node.type == "unary_expression" and text_of(node).startswith("typeof"):
            asked.add(text_of(node.child_by_field_name("argument")))
        elif node.type in ("identifier", "shorthand_property_identifier") and _is_read(node):
            mentioned.add(text_of(node))
    found = (free_names(root) & mentioned) - asked - _OLDER
    return set() if found & _BROWSER else found


def _is_read(node: Node) -> bool:
    """Tell whether a name stands for a value here, and not for what another module calls it."""
    parent = node.parent
    if parent is None or parent.type in ("import_specifier", "namespace_export"):
        return False
    if parent.type != "export_specifier":
        return True
    clause = parent.parent
    statement = clause.parent if clause else None
    elsewhere = statement is not None and statement.child_by_field_name("source") is not None
    name = parent.child_by_field_name("name")
    return not elsewhere and name is not None and name.start_byte == node.start_byte


def _parameters(node: Node) -> set[str]:
    found: set[str] = set()
    for one in node.named_children:
        # TypeScript wraps each in a parameter with its type behind it.
        pattern = one.child_by_field_name("pattern") or one.child_by_field_name("left") or one
        found |= set(bound(pattern))
    return found


_ABSENT = re.compile(
    r"^(?:node:)?(?:child_process|cluster|worker_threads|net|dgram|tls|dns|http2|inspector|vm|repl)"
    r"(?:/.*)?\Z"
)
_FOREIGN = re.compile(r"""['"`](?:https?|wss?|ftp)://(?!localhost\b|127\.0\.0\.1\b|\[::1\]|\$\{)""")
_ABSOLUTE = re.compile(
    r"""['"`](?:/(?:etc|root|home|usr|var|proc|sys|dev|bin|opt|tmp)\b|~/|\.\./\.\.)"""
)
_ENDING = re.compile(
    r"\bprocess\s*\.\s*(?:exit|kill|abort|chdir|reallyExit|binding|dlopen)\b|\beval\("
    r"|\b(?:process|globalThis|global)\s*\[|\bFunction\("
)


def reaches_out(body: str) -> bool:
    """Tell whether a test goes beyond the part: other hosts, programs, files of the machine."""
    modules = re.findall(r"""(?:import|require|getBuiltinModule)\(\s*['"]([^'"]+)['"]""", body)
    return (
        any(_ABSENT.match(module) for module in modules)
        or bool(_FOREIGN.search(body) or _ENDING.search(body))
        or (bool(_ABSOLUTE.search(body)) and any("fs" in module for module in modules))
    )
