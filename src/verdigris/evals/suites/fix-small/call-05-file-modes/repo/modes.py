"""File modes, as a number, as `rwxr-x---`, and as changes such as `u+x`."""

import re

_LETTERS = "rwxrwxrwx"
_NUMBER = re.compile(r"[0-7]{3,4}")
_CHANGE = re.compile(r"([ugoa]*)([+-])([rwx]+)")
_SHIFT = {"u": 6, "g": 3, "o": 0}
_BIT = {"r": 4, "w": 2, "x": 1}


def from_text(text: str) -> int:
    """Read `750`, `0750` or `rwxr-x---`. Raises ValueError for anything else."""
    text = text.strip()
    if _NUMBER.fullmatch(text):
        return int(text)
    if len(text) == 9:
        return _from_letters(text)
    raise ValueError(f"not a mode: {text!r}")


def _from_letters(text: str) -> int:
    mode = 0
    for i, (letter, wanted) in enumerate(zip(text, _LETTERS)):
        if letter == wanted:
            mode |= 1 << (8 - i)
        elif letter != "-":
            raise ValueError(f"not a mode: {text!r}")
    return mode


def to_text(mode: int) -> str:
    """Return a mode as `rwxr-x---`."""
    return "".join(
        letter if mode & (1 << (8 - i)) else "-" for i, letter in enumerate(_LETTERS)
    )


def change(mode: int, how: str) -> int:
    """Apply a change such as `go-w` to a mode."""
    found = _CHANGE.fullmatch(how)
    if not found:
        raise ValueError(f"not a change: {how!r}")
    who, sign, what = found.groups()
    bits = sum(_BIT[letter] for letter in set(what))
    for group in "ugo" if not who or "a" in who else who:
        mask = bits << _SHIFT[group]
        mode = mode | mask if sign == "+" else mode & ~mask
    return mode
