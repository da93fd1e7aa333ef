"""Parsing text that a program wrote: without warnings, and without shutting them up for others."""

from __future__ import annotations

import ast
import warnings
from typing import Literal, overload

NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What parsing and compiling raise for a text that is not Python, or not for this machine."""
NAME = "<idea>"
"""The file that such text seems to come from."""


def hush() -> None:
    r"""Ignore what Python would warn of in such text: `x is 1`, `"\d"`.

    A filter for this one name, and looked up each time: a block of `catch_warnings` takes it away
    again, and one of our own would act on all threads.
    """
    if _FILTER not in warnings.filters:
        warnings.filterwarnings("ignore", module=r"<idea>")


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


def _filter() -> tuple[object, ...]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"<idea>")
        return tuple(warnings.filters[0])


_FILTER = _filter()
