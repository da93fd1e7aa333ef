"""Whole functions, methods, classes and constants into a Python file, by its syntax tree.

Everything around them keeps its bytes: comments, formatting, order. What an answer leaves out is
kept, not deleted: small models elide. Only whole definitions are taken over; loose statements in an
answer (prints, example calls, `if __name__`) are not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TypeVar

import libcst as cst

from verdigris.core.parsing import NOT_PYTHON
from verdigris.edits.lines import refuse_elisions
from verdigris.edits.statements import (
    Definition,
    accessor,
    assigned,
    elided,
    has_ellipsis,
    is_docstring,
    is_ellipsis,
    is_import,
    is_relative_or_future,
)
from verdigris.errors import ModelMistake

Body = TypeVar("Body", cst.Module, cst.IndentedBlock)
_MARK = "\ufeff"
"""A byte-order mark, which LibCST would drop."""


_DEEPEST = 1000
"""Levels of a syntax tree that LibCST is trusted with; code by people has a few dozen."""


def splice_python(before: str, code: str) -> str:
    """Return `before` with the definitions of `code` in place of its own.

    Raises ModelMistake when `code` does not parse, leaves code out, or shares no definition with
    `before`. A file that is itself broken is replaced whole, provided that the answer holds all it
    defined.
    """
    mark = _MARK if before.startswith(_MARK) else ""
    answer = _parse(code.removeprefix(_MARK))
    try:
        original = _tree(before.removeprefix(mark))
    except (*NOT_PYTHON, cst.ParserSyntaxError):
        return mark + _whole(before, code)
    if not answer.body:
        raise ModelMistake("Your code block holds no code.")
    result = _merge(original, answer.body, top=original)
    return mark + result.code


def _tree(text: str) -> cst.Module:
    # Python's own parser first: LibCST's brings the whole process down on deep nesting.
    level: list[ast.AST] = [ast.parse(text)]
    for _ in range(_DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return cst.parse_module(text)
    raise RecursionError


def _parse(code: str) -> cst.Module:
    try:
        return _tree(code)
    except SyntaxError as error:
        raise ModelMistake(
            f"Your code does not parse: {error.msg} at line {error.lineno}."
        ) from None
    except cst.ParserSyntaxError as error:
        raise ModelMistake(
            f"Your code does not parse: {error.message} at line {error.raw_line}."
        ) from None
    except ValueError:
        raise ModelMistake("Your code holds characters that cannot be written.") from None
    except (RecursionError, MemoryError):
        raise ModelMistake("Your code is nested too deeply.") from None


def _whole(before: str, code: str) -> str:
    pattern = re.compile(r"^\s*(?:async\s+def|def|class)\s+(\w+)", re.MULTILINE)
    missing = set(pattern.findall(before)) - set(pattern.findall(code))
    refuse_elisions(code, before, "file")
    if missing:
        raise ModelMistake(
            "The file has a syntax error, so answer with the whole corrected file; "
            f"missing: {', '.join(sorted(missing))}."
        )
    return code if code.endswith("\n") else code + "\n"


def _merge(body: Body, statements: Sequence[cst.CSTNode], *, top: cst.Module) -> Body:
    items: list[cst.CSTNode] = list(body.body)
    taken = False
    fresh: list[cst.CSTNode] = []
    imports: list[cst.CSTNode] = []
    for statement in statements:
        if isinstance(statement, cst.FunctionDef | cst.ClassDef):
            if _put(items, statement, top):
                taken = True
            elif not statement.name.value.startswith(("test_", "Test")):
                fresh.append(statement)
        elif name := assigned(statement):
            spot = next((i for i, item in enumerate(items) if assigned(item) == name), None)
            if spot is not None:
                items[spot] = _with_lead(statement, items[spot])
                taken = True
            elif body is top and name.isupper() and _is_used(name, statements):
                fresh.append(statement)
        elif is_import(statement):
            imports.append(statement)
    if not taken:
        raise ModelMistake(
            "Your code defines none of the functions you were shown. "
            "Answer with the complete corrected function, with its name unchanged."
        )
    if fresh:
        items = _insert_before_first_definition(items, fresh)
    if imports:
        items = _add_imports(items, imports, top)
    return body.with_changes(body=items)


def _put(items: list[cst.CSTNode], new: Definition, top: cst.Module) -> bool:
    """Put a definition where its name already stands; return False when it stands nowhere."""
    if (spot := _find(items, new)) is not None:
        items[spot] = _replace(items[spot], new, top)
        return True
    if (owner := _last_named(items, new.name.value)) is not None:
        items.insert(owner + 1, new)  # a setter for a property that had none
        return True
    return isinstance(new, cst.FunctionDef) and _put_method(items, new, top)


def _find(items: Sequence[cst.CSTNode], new: Definition) -> int | None:
    # The last one of a name wins at run time (overloads, redefinitions), so it is the one meant;
    # but a property's getter, setter and deleter share a name and all count.
    return _last_named(
        [item if accessor(item) == accessor(new) else None for item in items], new.name.value
    )


def _last_named(items: Sequence[cst.CSTNode | None], name: str) -> int | None:
    spots = [
        i
        for i, item in enumerate(items)
        if isinstance(item, cst.FunctionDef | cst.ClassDef) and item.name.value == name
    ]
    return spots[-1] if spots else None


def _replace(old: cst.CSTNode, new: Definition, top: cst.Module) -> cst.CSTNode:
    if isinstance(old, cst.ClassDef) and isinstance(new, cst.ClassDef):
        return _merge_class(old, new, top)
    assert isinstance(old, cst.FunctionDef | cst.ClassDef)
    if elided(new) and not elided(old):
        return old
    if has_ellipsis(new) and not has_ellipsis(old):
        raise ModelMistake(f"Your `{new.name.value}` leaves code out (`...`). Write it in full.")
    refuse_elisions(_code(_with_lead(new, None)), _code(old), f"`{new.name.value}`")
    kept = new.with_changes(
        leading_lines=old.leading_lines,
        lines_after_decorators=old.lines_after_decorators,
        decorators=new.decorators or old.decorators,
    )
    if isinstance(old, cst.FunctionDef) and isinstance(kept, cst.FunctionDef):
        kept = _keep_docstring(old, kept)
    return kept


def _merge_class(old: cst.ClassDef, new: cst.ClassDef, top: cst.Module) -> cst.ClassDef:
    if not isinstance(old.body, cst.IndentedBlock) or not isinstance(new.body, cst.IndentedBlock):
        return old if elided(new) else new.with_changes(leading_lines=old.leading_lines)
    body = old.body
    members = [m for m in new.body.body if not is_docstring(m) and not is_ellipsis(m)]
    known: list[cst.CSTNode] = []
    fresh: list[cst.CSTNode] = []
    for member in members:
        name = member.name.value if isinstance(member, Definition) else assigned(member)
        there = any(
            (isinstance(item, Definition) and item.name.value == name) or assigned(item) == name
            for item in body.body
        )
        (known if there else fresh).append(member)
    if known:
        body = _merge(body, known, top=top)
    if fresh:
        body = body.with_changes(body=[*body.body, *fresh])
    header = {} if new.bases == () and old.bases else {"bases": new.bases}
    return old.with_changes(body=body, **header)


def _put_method(items: list[cst.CSTNode], method: cst.FunctionDef, top: cst.Module) -> bool:
    """Put a method that came without its class into the only class that has one of that name."""
    if not method.params.params or method.params.params[0].name.value not in ("self", "cls"):
        return False
    spots = [
        i
        for i, item in enumerate(items)
        if isinstance(item, cst.ClassDef)
        and isinstance(item.body, cst.IndentedBlock)
        and _find(item.body.body, method) is not None
    ]
    if len(spots) > 1:
        raise ModelMistake(
            f"Several classes have a method {method.name.value!r}. Write the class around it."
        )
    if not spots:
        return False
    owner = items[spots[0]]
    assert isinstance(owner, cst.ClassDef) and isinstance(owner.body, cst.IndentedBlock)
    items[spots[0]] = owner.with_changes(body=_merge(owner.body, [method], top=top))
    return True


def _keep_docstring(old: cst.FunctionDef, new: cst.FunctionDef) -> cst.FunctionDef:
    if old.get_docstring() is None or new.get_docstring() is not None:
        return new
    if not isinstance(old.body, cst.IndentedBlock) or not isinstance(new.body, cst.IndentedBlock):
        return new
    body = new.body.with_changes(body=[old.body.body[0], *new.body.body])
    return new.with_changes(body=body)


def _insert_before_first_definition(
    items: list[cst.CSTNode], fresh: list[cst.CSTNode]
) -> list[cst.CSTNode]:
    spot = next(
        (i for i, item in enumerate(items) if isinstance(item, cst.FunctionDef | cst.ClassDef)),
        len(items),
    )
    blank = [cst.EmptyLine(indent=False), cst.EmptyLine(indent=False)]
    spaced = [item.with_changes(leading_lines=blank) for item in fresh]
    if spot == 0:
        spaced[0] = spaced[0].with_changes(leading_lines=())
    following = items[spot:]
    if following and not getattr(following[0], "leading_lines", ()):
        following[0] = following[0].with_changes(leading_lines=blank)
    return [*items[:spot], *spaced, *following]


def _add_imports(
    items: list[cst.CSTNode], imports: list[cst.CSTNode], top: cst.Module
) -> list[cst.CSTNode]:
    there = {top.code_for_node(item).strip() for item in items if is_import(item)}
    wanted = [
        item.with_changes(leading_lines=())
        for item in imports
        if top.code_for_node(item.with_changes(leading_lines=())).strip() not in there
        and not is_relative_or_future(item)
    ]
    if not wanted:
        return items
    after = max((i + 1 for i, item in enumerate(items) if is_import(item)), default=0)
    if after == 0 and items and is_docstring(items[0]):
        after = 1
    following = items[after:]
    if following and isinstance(following[0], Definition) and not following[0].leading_lines:
        blank = [cst.EmptyLine(indent=False), cst.EmptyLine(indent=False)]
        following[0] = following[0].with_changes(leading_lines=blank)
    return [*items[:after], *wanted, *following]


def _with_lead(new: cst.CSTNode, old: cst.CSTNode | None) -> cst.CSTNode:
    """Return a statement with the comments and empty lines that stood above another."""
    return new.with_changes(leading_lines=getattr(old, "leading_lines", ()))


def _is_used(name: str, statements: Sequence[cst.CSTNode]) -> bool:
    """Tell whether a constant that an answer brings along is one its code needs."""
    pattern = re.compile(rf"\b{re.escape(name)}\b")
    return sum(len(pattern.findall(_code(statement))) for statement in statements) > 1


def _code(node: cst.CSTNode) -> str:
    return cst.Module([]).code_for_node(node)
