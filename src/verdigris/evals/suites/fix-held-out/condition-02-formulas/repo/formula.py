"""Work out formulas: the shunting yard."""

import operator

from tokens import FormulaError, tokens

RANK = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "^": 4}
WORK = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": operator.pow}


def postfix(text):
    """The tokens with each operator after its values."""
    out, stack = [], []
    for token in tokens(text):
        if isinstance(token, float):
            out.append(token)
        elif token in ("(", "neg"):
            stack.append(token)
        elif token == ")":
            while stack and stack[-1] != "(":
                out.append(stack.pop())
            if not stack:
                raise FormulaError("no bracket to close")
            stack.pop()
        else:
            while stack and stack[-1] != "(" and binds_first(stack[-1], token):
                out.append(stack.pop())
            stack.append(token)
    if "(" in stack:
        raise FormulaError("a bracket is open")
    return out + stack[::-1]


def binds_first(earlier, later):
    """Powers go from the right, all others from the left."""
    if later == "^":
        return RANK[earlier] > RANK[later]
    return RANK[earlier] >= RANK[later]


def evaluate(text):
    values = []
    for token in postfix(text):
        if isinstance(token, float):
            values.append(token)
        elif token == "neg" and values:
            values.append(-values.pop())
        elif token != "neg" and len(values) > 1:
            right, left = values.pop(), values.pop()
            values.append(WORK[token](left, right))
        else:
            raise FormulaError(f"no value for {token}")
    if len(values) != 1:
        raise FormulaError("no formula")
    return values[0]
