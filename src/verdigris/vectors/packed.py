"""Vectors made small: one bit a number for finding candidates, one byte a number for comparing.

Pure. The direction is what counts, so each vector is stretched to use all of its 127 steps.
"""

from __future__ import annotations

from array import array

from verdigris.vectors.base import Vector

_STEPS = 127


def signs(vector: Vector) -> bytes:
    """Return one bit for each number: whether it is above zero. Padded to whole bytes."""
    bits = "".join("1" if value > 0 else "0" for value in vector)
    whole = -len(bits) % 8 + len(bits)
    return int(bits.ljust(whole, "0") or "0", 2).to_bytes(whole // 8, "big")


def steps(vector: Vector) -> bytes:
    """Return one signed byte for each number."""
    most = max((abs(value) for value in vector), default=0.0) or 1.0
    stretch = _STEPS / most
    return array("b", [round(value * stretch) for value in vector]).tobytes()
