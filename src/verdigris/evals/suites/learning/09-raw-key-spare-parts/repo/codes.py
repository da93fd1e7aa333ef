"""Part codes as people write them, and as the shelves have them."""

import re

_SHAPE = re.compile(r"[A-Z]{2}\d{3,6}")


def plain(code):
    """A code without dashes and blanks, in capitals: "ab-1 234" is "AB1234"."""
    return re.sub(r"[\s-]", "", code).upper()


def is_code(text):
    return bool(_SHAPE.fullmatch(plain(text)))


def spoken(code):
    """A code in the way it is read out: "AB 1234"."""
    bare = plain(code)
    return f"{bare[:2]} {bare[2:]}"
