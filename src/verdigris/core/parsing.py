"""Parsing Python that a program or a model wrote: without warnings, which others still get."""

from __future__ import annotations

import ast
import re
import warnings
from types import CodeType
from typing import Literal, overload

NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What parsing and compiling raise for a text that is not Python, or not for this machine."""
NAME = "<written>"
"""The file that such text seems to come from."""


def hush() -> None:
    r"""Ignore what Python would warn of in such text: `x is 1`, `"\d"`.

    A filter for this one name, and looked up each time: a block of `catch_warnings` takes it away
    again, and one of our own would act on all threads.
    """
    if _FILTER not in warnings.filters:
        warnings.filterwarnings("ignore", module=re.escape(NAME))


@overload
def parse(text: str, mode: Literal["exec"] = "exec") -> ast.Module: ...
@overload
def parse(text: str, mode: Literal["eval"]) -> ast.Expression: ...
def parse(text: str, mode: Literal["exec", "eval"] = "exec") -> ast.AST:
    """Parse a text. Raises one of NOT_PYTHON."""
    hush()
    return ast.parse(text, NAME, mode)


def parses(text: str) -> bool:
    try:
        parse(text)
    except NOT_PYTHON:
        return False
    return True


def placeless(code: CodeType) -> CodeType:
    """Return a code object without its places in the text: what means the same is the same."""
    consts = tuple(placeless(c) if isinstance(c, CodeType) else c for c in code.co_consts)
    return code.replace(co_consts=consts, co_firstlineno=1, co_linetable=b"")


def _filter() -> tuple[object, ...]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=re.escape(NAME))
        return tuple(warnings.filters[0])


_FILTER = _filter()
