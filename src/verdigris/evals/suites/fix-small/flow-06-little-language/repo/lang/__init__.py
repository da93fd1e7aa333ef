"""A little language: numbers, text, lists, functions, loops. `run` is the way in."""

from lang.errors import LangError
from lang.session import Session, run

__all__ = ["LangError", "Session", "run"]
