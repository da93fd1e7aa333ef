from boxes import Box, bounding, similarity

A = Box(0, 0, 10, 10)


def test_overlap_of_corners():
    assert A.overlap(Box(5, 5, 15, 15)) == Box(5, 5, 10, 10)


def test_overlap_from_above():
    assert A.overlap(Box(2, -5, 8, 4)) == Box(2, 0, 8, 4)


def test_overlap_with_itself():
    assert A.overlap(A) == A


def test_neighbours_do_not_overlap():
    assert A.overlap(Box(10, 0, 20, 10)) is None
    assert A.overlap(Box(0, 10, 10, 20)) is None


def test_union_and_bounding():
    assert A.union(Box(5, -5, 7, 3)) == Box(0, -5, 10, 10)
    assert bounding([A, A.moved(3, 0), A.moved(0, 4)]) == Box(0, 0, 13, 14)


def test_contains_is_half_open():
    assert A.contains(0, 0)
    assert not A.contains(10, 5)


def test_similarity():
    assert similarity(A, A) == 1
    assert similarity(A, Box(5, 0, 15, 10)) == 50 / 150
    assert similarity(A, Box(20, 20, 30, 30)) == 0
