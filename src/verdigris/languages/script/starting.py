"""What a file of JavaScript does when it is imported: it shall do nothing.

The starting code of a program is put behind the question whether the file was started, and added
where its `main` is never called; a print that shows how a library is used is left out; anything
else that runs is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from verdigris.core.building import Part
from verdigris.core.syntax import Dialect, walk
from verdigris.edits.script_items import text_of
from verdigris.errors import ModelMistake
from verdigris.languages.script.stub import GUARD, GUARD_IMPORTS, START
from verdigris.languages.script.text import (
    DECLARED,
    FUNCTIONS,
    Put,
    callee,
    commonjs_names,
    declaration,
    declared,
    rewritten,
    root_of,
    used,
)

if TYPE_CHECKING:
    from tree_sitter import Node

_LOOPS = frozenset((
    "for_statement", "for_in_statement", "while_statement", "do_statement", "try_statement",
    "switch_statement", "if_statement",
))  # fmt: skip
_STARTS = re.compile(
    r"\.(?:listen|parse|parseAsync|question|prompt|exit|kill|exec|spawn|run|start|serve|connect)\Z"
    r"|\b(?:setTimeout|setInterval|setImmediate|queueMicrotask|fetch|exec\w*|spawn\w*|fork)\Z"
    r"|^process\.(?:stdin|stdout)\b|^(?:fs\.)?(?:write|append|unlink|rm|mkdir|copy)\w*\Z"
)
_ASKS = re.compile(r"import\.meta\.(?:url|main|filename)|require\.main|process\.argv\[1\]")
_PURE = re.compile(r"(?:JSON|path|Object|Array|Number|String|RegExp|Intl\.\w+)\.\w+\Z")


def kept_quiet(text: str, part: Part, kind: Dialect) -> str:
    """Return a text that does nothing when imported. Raises ModelMistake where it would."""
    root = root_of(text, kind)
    own = {
        name
        for statement in root.named_children
        if declaration(statement).type in FUNCTIONS or _is_function(declaration(statement))
        for name in declared(statement)
    }
    puts: list[Put] = []
    starting: list[str] = []
    shown: set[int] = set() if part.is_main else _shown(root)
    for statement in root.named_children:
        if statement.id in shown:
            puts.append(Put.over(statement, ""))
            continue
        what = _runs(statement, own)
        if not what:
            continue
        if part.is_main and statement.type not in DECLARED | {"export_statement"}:
            puts.append(Put.over(statement, ""))
            starting.append(text_of(statement))
        else:
            raise ModelMistake(
                f"`{what[:80]}` at line {statement.start_point[0] + 1} runs when {part.path} is "
                "imported. The file must only define and export; nothing may start by itself."
            )
    changed = rewritten(text, puts)
    if part.is_main and _main_waits(root, part):
        starting.append(START)
    if starting:
        inside = "\n".join(starting) if "`" in "".join(starting) else _indented(starting)
        if _lacks_main(root, part):
            changed = f"{changed.rstrip()}\n\nexport async function main() {{\n{inside}\n}}\n"
            inside = "  await main();"
        changed = f"{changed.rstrip()}\n\nif ({GUARD}) {{\n{inside}\n}}\n"
    return _with_guard_imports(changed, kind)


def _lacks_main(root: Node, part: Part) -> bool:
    """Tell whether a program does at once what its `main` should do."""
    return _wants_main(part) and "main" not in _names(root)


def _main_waits(root: Node, part: Part) -> bool:
    """Tell whether a program has its `main`, and nothing that could start it."""
    starts = any(
        _asks(one) or ("main" in used(one) and not _only_offers(one)) for one in root.named_children
    )
    return _wants_main(part) and "main" in _names(root) and not starts


def _only_offers(statement: Node) -> bool:
    """Tell whether a statement defines a function or hands names out, and does nothing else."""
    inner = declaration(statement)
    if inner.type in FUNCTIONS or _is_function(inner) or any(commonjs_names(statement)):
        return True
    return statement.type == "export_statement" and not _calls_now(statement)


def _wants_main(part: Part) -> bool:
    return any(one.name == "main" for one in part.functions)


def _names(root: Node) -> set[str]:
    return {name for statement in root.named_children for name in declared(statement)}


def _asks(statement: Node) -> bool:
    """Tell whether a statement asks if the file was started."""
    condition = statement.child_by_field_name("condition")
    return statement.type == "if_statement" and bool(_ASKS.search(text_of(condition)))


def _indented(statements: list[str]) -> str:
    return "\n".join(f"  {line}".rstrip() for one in statements for line in one.split("\n"))


def _is_function(node: Node) -> bool:
    values = [one.child_by_field_name("value") for one in node.named_children]
    return node.type in DECLARED and any(v is not None and v.type in FUNCTIONS for v in values)


def _shown(root: Node) -> set[int]:
    """Return the statements that only show how the rest is used: nothing of the rest needs them."""
    loose = [one for one in root.named_children if _may_show(one)]
    ids = {one.id for one in loose}
    needed = {name for one in root.named_children if one.id not in ids for name in used(one)}
    for statement in reversed(loose):  # what a needed thing is made of is needed as well
        if needed & set(declared(statement)):
            needed |= used(statement)
    found: set[int] = set()
    made: set[str] = set()
    for statement in loose:
        names = set(declared(statement))
        if not names & needed and (names or _is_print(statement) or used(statement) & made):
            made |= names
            found.add(statement.id)
    return found


def _may_show(statement: Node) -> bool:
    """Tell whether a statement does something, and nothing that goes on by itself."""
    if statement.type not in DECLARED | {"expression_statement"} or _is_function(statement):
        return False
    acts = any(one.type in ("call_expression", "new_expression") for one in walk(statement))
    return acts and not _starts(statement)


def _is_print(statement: Node) -> bool:
    return bool(re.match(r"console\.\w+\(", text_of(statement)))


def _starts(statement: Node) -> bool:
    """Tell whether something is started that goes on: a server, a timer, another program."""
    return any(
        call.type == "await_expression"
        or _STARTS.search(callee(call))
        or callee(call).startswith("(")
        for call in _calls_now(statement)
    )


def _runs(statement: Node, own: set[str]) -> str:
    """Return the piece of a statement that runs something; nothing where it only defines."""
    if statement.type == "throw_statement":
        return text_of(statement)
    if _asks(statement):
        return ""
    alone = statement.type == "expression_statement" or statement.type in _LOOPS
    for call in _calls_now(statement):
        if call.type == "await_expression":
            return text_of(call)
        name = callee(call)
        if name in own and alone:
            return text_of(call)
        if name.startswith(("(", "function", "async")) or name.startswith("console."):
            return text_of(call)
        if _STARTS.search(name) and not _PURE.search(name):
            return text_of(call)
    return ""


def _calls_now(statement: Node) -> list[Node]:
    """Return the calls that happen when a statement is reached: none inside functions."""
    found: list[Node] = []
    waiting = [statement]
    while waiting:
        node = waiting.pop()
        if node.type in ("call_expression", "await_expression"):
            found.append(node)
        if node.type == "call_expression":
            head = node.child_by_field_name("function")
            if head is not None and head.type == "parenthesized_expression":
                continue  # called on the spot: reported as a whole
        if node.type not in FUNCTIONS and node.type != "class_body":
            waiting.extend(reversed(node.children))
    return found


def _with_guard_imports(text: str, kind: Dialect) -> str:
    """Return a text that imports what its guard needs, if it has ours."""
    if GUARD not in text:
        return text
    known = {
        name
        for statement in root_of(text, kind).named_children
        if statement.type == "import_statement"
        for name in declared(statement)
    }
    lines = [
        line
        for line, name in zip(GUARD_IMPORTS, ("realpathSync", "pathToFileURL"), strict=True)
        if name not in known
    ]
    if not lines:
        return text
    first = re.match(r"#!.*\n", text)
    at = first.end() if first else 0
    return text[:at] + "\n".join(lines) + "\n" + text[at:]
