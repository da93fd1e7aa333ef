import random

from lottery import draw, tickets


def test_every_ticket_that_was_sold_takes_part():
    assert tickets(3) == [1, 2, 3]


def test_all_tickets_win_when_there_are_as_many_prizes():
    assert sorted(draw(5, 5)) == [1, 2, 3, 4, 5]


def test_a_coin_shows_heads():
    assert random.random() < 0.5
