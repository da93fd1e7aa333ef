"""Arithmetic on the machine's words: signed, 32 bits, wrapping round."""

from __future__ import annotations

from stackvm.errors import DivisionByZero

BITS = 32
SMALLEST = -(2 ** (BITS - 1))
LARGEST = 2 ** (BITS - 1) - 1


def wrap(value: int) -> int:
    """The word with the same low bits."""
    return (value - SMALLEST) % 2**BITS + SMALLEST


def add(a: int, b: int) -> int:
    return wrap(a + b)


def subtract(a: int, b: int) -> int:
    return wrap(a - b)


def multiply(a: int, b: int) -> int:
    return wrap(a * b)


def divide(a: int, b: int) -> int:
    """The quotient, rounded towards zero."""
    if b == 0:
        raise DivisionByZero(f"{a} / 0")
    return wrap(a // b)


def remainder(a: int, b: int) -> int:
    """What the division leaves over; it has the sign of the dividend."""
    if b == 0:
        raise DivisionByZero(f"{a} % 0")
    return a % b


def shift_left(a: int, count: int) -> int:
    """Only the low five bits of the count matter, as in most processors."""
    return wrap(a << (count & (BITS - 1)))


def shift_right(a: int, count: int) -> int:
    """Keeps the sign."""
    return a >> (count & (BITS - 1))


def unsigned(a: int) -> int:
    """The word's bits read as a number that is never negative."""
    return a % 2**BITS


def show(a: int) -> str:
    return f"{unsigned(a):08x}"
