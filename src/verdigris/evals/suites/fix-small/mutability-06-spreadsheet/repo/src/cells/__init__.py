"""A small spreadsheet: formulas, dependencies, undo."""

from cells.sheet import Sheet

__all__ = ["Sheet"]
