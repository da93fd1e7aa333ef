"""What goes wrong in a sheet. A cell shows the short code of its error, as people are used to."""

from __future__ import annotations


class SheetError(Exception):
    code = "#ERROR!"


class BadReference(SheetError):
    code = "#REF!"


class BadFormula(SheetError):
    code = "#SYNTAX!"


class BadValue(SheetError):
    code = "#VALUE!"


class DividedByZero(SheetError):
    code = "#DIV/0!"


class Circular(SheetError):
    code = "#CYCLE!"


class UnknownFunction(SheetError):
    code = "#NAME?"
