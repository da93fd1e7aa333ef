class SheetError(Exception):
    """Base of what can go wrong; its `code` is what a cell shows."""

    code = "#ERR"


class BadAddress(SheetError):
    code = "#REF"


class BadFormula(SheetError):
    code = "#SYNTAX"


class BadValue(SheetError):
    code = "#VALUE"


class Circular(SheetError):
    code = "#LOOP"


class DivisionByZero(SheetError):
    code = "#DIV0"
