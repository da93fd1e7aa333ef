"""What values do: truth, text, arithmetic."""

from typing import Any

from lang.errors import Failed


def truthy(value: Any) -> bool:
    """Only `false` and `nil` are not true."""
    return value is not None and value is not False


def shown(value: Any) -> str:
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)


def arithmetic(sign: str, left: Any, right: Any, line: int) -> Any:
    if sign == "+" and isinstance(left, str) and isinstance(right, str):
        return left + right
    if sign == "+" and isinstance(left, list) and isinstance(right, list):
        return left + right
    if not (is_number(left) and is_number(right)):
        raise Failed(f"cannot work out {shown(left)} {sign} {shown(right)}", line)
    if sign in "/%" and right == 0:
        raise Failed("division by zero", line)
    if sign == "/":
        exact = left / right
        return int(exact) if exact == int(exact) else exact
    return {"+": left + right, "-": left - right, "*": left * right}.get(sign) if sign != "%" else (
        left % right
    )


def compare(sign: str, left: Any, right: Any, line: int) -> bool:
    if sign in ("==", "!="):
        return (left == right) == (sign == "==")
    if not (is_number(left) and is_number(right)) and not (
        isinstance(left, str) and isinstance(right, str)
    ):
        raise Failed(f"cannot compare {shown(left)} and {shown(right)}", line)
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[sign]


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
