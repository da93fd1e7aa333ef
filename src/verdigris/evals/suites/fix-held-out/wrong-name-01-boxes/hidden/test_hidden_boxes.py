from itertools import product

import pytest

from boxes import Box, similarity

SPANS = [(0, 4), (1, 3), (2, 6), (4, 7), (-2, 1), (-3, 9)]
BOXES = [Box(l, t, r, b) for (l, r), (t, b) in product(SPANS, SPANS)]


def cells(box):
    if box is None:
        return set()
    return set(product(range(box.left, box.right), range(box.top, box.bottom)))


@pytest.mark.parametrize("a", BOXES[::5])
def test_overlap_is_what_both_cover(a):
    for b in BOXES:
        assert cells(a.overlap(b)) == cells(a) & cells(b)


def test_overlap_is_symmetric():
    for a, b in product(BOXES, BOXES):
        assert a.overlap(b) == b.overlap(a)


def test_a_box_within():
    outer, inner = Box(0, 0, 10, 10), Box(3, 3, 6, 7)
    assert outer.overlap(inner) == inner
    assert inner.overlap(outer) == inner


def test_above_and_below():
    assert Box(0, 5, 4, 9).overlap(Box(0, 0, 4, 5)) is None
    assert Box(0, 5, 4, 9).overlap(Box(0, 0, 4, 3)) is None


def test_similarity_is_symmetric():
    assert similarity(Box(0, 0, 2, 8), Box(0, 0, 2, 2)) == similarity(Box(0, 0, 2, 2), Box(0, 0, 2, 8)) == 0.25
