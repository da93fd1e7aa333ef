"""Axis-parallel boxes, as a drawing program selects with them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self):
        return self.right - self.left

    @property
    def height(self):
        return self.bottom - self.top

    @property
    def area(self):
        return self.width * self.height

    def moved(self, dx, dy):
        return Box(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def contains(self, x, y):
        return self.left <= x < self.right and self.top <= y < self.bottom

    def union(self, other):
        """The smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def overlap(self, other):
        """What both have in common, or None."""
        left = max(self.left, other.left)
        top = max(self.top, other.top)
        right = min(self.right, other.right)
        bottom = min(self.bottom, self.bottom)
        if left >= right or top >= bottom:
            return None
        return Box(left, top, right, bottom)


def bounding(boxes):
    """The smallest box around all of them."""
    first, *rest = boxes
    for box in rest:
        first = first.union(box)
    return first


def similarity(a, b):
    """Area in common over area in all, from 0 to 1."""
    common = a.overlap(b)
    if common is None:
        return 0.0
    return common.area / (a.area + b.area - common.area)
