import re


def check_char(digits):
    if not re.fullmatch(r"[0-9]+", digits):
        raise ValueError(f"not digits only: {digits!r}")
    rest = sum(int(digit) * weight for weight, digit in enumerate(digits, start=2)) % 11
    return "X" if rest == 10 else str(rest)


def is_valid(number):
    digits, _, char = number.rpartition("-")
    try:
        return check_char(digits) == char
    except ValueError:
        return False
