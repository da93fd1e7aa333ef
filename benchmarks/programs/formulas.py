"""Small formulas: `2 * (3 + x)` to a number."""

import re

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(.))")


class FormulaError(Exception):
    pass


def tokens(text):
    found = []
    for number, name, sign in _TOKEN.findall(text.strip()):
        if number:
            found.append(("number", float(number)))
        elif name:
            found.append(("name", name))
        else:
            found.append(("sign", sign))
    return found


class Reader:
    def __init__(self, text, values):
        self.tokens = tokens(text)
        self.values = values
        self.at = 0

    def peek(self):
        if self.at < len(self.tokens):
            return self.tokens[self.at]
        return ("end", None)

    def take(self):
        token = self.peek()
        self.at += 1
        return token

    def is_sign(self, signs):
        kind, value = self.peek()
        return kind == "sign" and value in signs

    def sum(self):
        result = self.product()
        while self.is_sign("+-"):
            sign = self.take()[1]
            other = self.product()
            result = result + other if sign == "+" else result - other
        return result

    def product(self):
        result = self.power()
        while self.is_sign("*/"):
            sign = self.take()[1]
            other = self.power()
            if sign == "*":
                result *= other
            else:
                result = divided(result, other)
        return result

    def power(self):
        base = self.atom()
        if self.is_sign("^"):
            self.take()
            return base ** self.power()
        return base

    def atom(self):
        kind, value = self.take()
        if kind == "number":
            return value
        if kind == "name":
            if value not in self.values:
                raise FormulaError(f"{value} is not known")
            return self.values[value]
        if value == "-":
            return -self.atom()
        if value == "(":
            inner = self.sum()
            if self.take()[1] != ")":
                raise FormulaError("a bracket is open")
            return inner
        raise FormulaError("a value is missing")


def divided(one, other):
    if other == 0:
        raise FormulaError("division by nothing")
    return one / other


def evaluate(text, **values):
    reader = Reader(text, values)
    result = reader.sum()
    if reader.peek()[0] != "end":
        raise FormulaError("something is left over")
    return result
