"""Cut a formula into tokens."""

import re

OPERATORS = {"+", "-", "*", "/", "^"}
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|(.))")


class FormulaError(ValueError):
    pass


def tokens(text):
    """Yields numbers as floats and signs as strings; `"neg"` is a minus that belongs to one value."""
    previous = None
    for number, sign in _TOKEN.findall(text.rstrip()):
        if number:
            token = float(number)
        elif sign in OPERATORS or sign in ("(", ")"):
            token = sign
        else:
            raise FormulaError(f"unexpected {sign!r}")
        if token == "-" and (previous is None or previous == "neg" or previous in OPERATORS):
            token = "neg"
        yield token
        previous = token
