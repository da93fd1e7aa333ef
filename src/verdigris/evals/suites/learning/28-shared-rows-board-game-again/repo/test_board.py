import pytest

from board import Board


def test_put():
    board = Board()
    board.put("x", 1, 2)
    assert board.lines() == ["...", "..x", "..."]
    with pytest.raises(ValueError):
        board.put("o", 1, 2)


def test_nothing_to_take_back():
    assert not Board().take_back()


def test_take_back():
    board = Board()
    board.put("x", 0, 0)
    board.put("o", 1, 1)
    assert board.take_back()
    assert board.lines() == ["x..", "...", "..."]


def test_again():
    board = Board(2)
    board.put("x", 0, 0)
    board.take_back()
    board.put("o", 0, 0)
    assert board.lines() == ["o.", ".."]


def test_rows():
    board = Board(2)
    board.put("x", 0, 0)
    board.put("x", 0, 1)
    assert board.full_rows("x") == 1
