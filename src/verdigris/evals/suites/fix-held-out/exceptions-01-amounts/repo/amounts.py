"""Read amounts of money as people type them."""

from dataclasses import dataclass, field
from decimal import Decimal

SIGNS = {"EUR": "\u20ac", "USD": "$", "GBP": "\u00a3"}


class BadAmount(ValueError):
    """The text is no amount of money."""

    def __init__(self, text):
        super().__init__(f"no amount of money: {text!r}")
        self.text = text


def parse_amount(text):
    """The amount as a Decimal with two places; raises BadAmount."""
    cleaned = text.strip()
    for sign in SIGNS.values():
        cleaned = cleaned.removeprefix(sign).removesuffix(sign).strip()
    try:
        amount = Decimal(cleaned.replace(",", ""))
    except ValueError:
        raise BadAmount(text) from None
    if not amount.is_finite():
        raise BadAmount(text)
    return amount.quantize(Decimal("0.01"))


@dataclass
class Import:
    amounts: list = field(default_factory=list)
    errors: list = field(default_factory=list)

    @property
    def total(self):
        return sum(self.amounts, Decimal(0))


def read_lines(lines):
    """Amounts of all lines; lines that are none are listed by number. Empty ones are passed over."""
    result = Import()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            result.amounts.append(parse_amount(line))
        except BadAmount as error:
            result.errors.append((number, error.text))
    return result
