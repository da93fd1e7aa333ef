import random

from board import Board


def test_all_the_way_back():
    numbers = random.Random(1)
    board, seen = Board(4), []
    fields = [(r, c) for r in range(4) for c in range(4)]
    numbers.shuffle(fields)
    for row, column in fields:
        seen.append(board.lines())
        board.put(numbers.choice("xo"), row, column)
    while seen:
        assert board.take_back()
        assert board.lines() == seen.pop()
    assert not board.take_back()
