"""Whole numbers in as few bytes as they need: seven bits a byte, low ones first.

The high bit of a byte says that another one follows.
"""

MORE = 0x80
LOW = 0x7F


class Truncated(ValueError):
    """The data ends in the middle of a number."""


def pack(number):
    if number < 0:
        raise ValueError("only numbers from 0 on")
    out = bytearray()
    while number > LOW:
        out.append(number & LOW | MORE)
        number >>= 7
    out.append(number)
    return bytes(out)


def unpack(data, start=0):
    """The number at `start`, and where the next one begins."""
    number = shift = 0
    for place in range(start, len(data)):
        byte = data[place]
        number |= (byte & LOW) << shift
        if not byte & MORE:
            return number, place + 1
        shift += 7
    raise Truncated(f"no end from {start} on")


def zigzag(number):
    """Signed to unsigned, small ones stay small: 0, -1, 1, -2 become 0, 1, 2, 3."""
    return number * 2 if number >= 0 else -number * 2 - 1


def unzigzag(number):
    return -(number + 1) // 2 if number % 2 else number // 2


def pack_all(numbers):
    return b"".join(pack(zigzag(n)) for n in numbers)


def unpack_all(data):
    """Yields what was packed."""
    place = 0
    while place < len(data):
        number, place = unpack(data, place)
        yield unzigzag(number)
