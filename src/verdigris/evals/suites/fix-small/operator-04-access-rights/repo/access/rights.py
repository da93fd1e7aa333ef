"""Rights as flags, and their short form such as `rw-s`."""

from __future__ import annotations

from enum import IntFlag


class Right(IntFlag):
    NONE = 0
    READ = 1
    WRITE = 2
    DELETE = 4
    SHARE = 8


LETTERS = {Right.READ: "r", Right.WRITE: "w", Right.DELETE: "d", Right.SHARE: "s"}
EVERYTHING = Right.READ | Right.WRITE | Right.DELETE | Right.SHARE


def show(rights: Right) -> str:
    return "".join(letter if right in rights else "-" for right, letter in LETTERS.items())


def read(text: str) -> Right:
    """Rights for their letters, in any order; dashes mean nothing."""
    by_letter = {letter: right for right, letter in LETTERS.items()}
    rights = Right.NONE
    for letter in text:
        if letter == "-":
            continue
        if letter not in by_letter:
            raise ValueError(f"no such right: {letter}")
        rights |= by_letter[letter]
    return rights
