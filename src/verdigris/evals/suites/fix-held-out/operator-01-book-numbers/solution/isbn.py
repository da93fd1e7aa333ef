"""Numbers of books: ISBN-10 and ISBN-13."""


def normal(text):
    """Without blanks and hyphens, with a large X."""
    return text.replace("-", "").replace(" ", "").upper()


def check_digit_10(digits):
    """The last sign of an ISBN-10 for its first nine digits; X stands for ten.

    The weighted sum of all ten, from weight 10 down to 1, is a multiple of 11.
    """
    total = sum(weight * int(d) for weight, d in zip(range(10, 1, -1), digits))
    check = (11 - total % 11) % 11
    return "X" if check == 10 else str(check)


def check_digit_13(digits):
    """The last digit of an ISBN-13 for its first twelve: weights 1 and 3 by turns, modulo 10."""
    total = sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(digits))
    return str(-total % 10)


def is_valid(text):
    number = normal(text)
    body, check = number[:-1], number[-1:]
    if not body.isdigit():
        return False
    if len(number) == 10:
        return check == check_digit_10(body)
    if len(number) == 13:
        return check == check_digit_13(body)
    return False


def to_13(text):
    """The ISBN-13 of a book that has an ISBN-10."""
    if not is_valid(text):
        raise ValueError(f"no ISBN: {text}")
    number = normal(text)
    if len(number) == 13:
        return number
    body = "978" + number[:9]
    return body + check_digit_13(body)


def to_10(text):
    number = to_13(text)
    if not number.startswith("978"):
        raise ValueError(f"{text} has no ISBN-10")
    body = number[3:12]
    return body + check_digit_10(body)
