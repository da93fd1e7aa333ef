import random

from quiz import Quiz


def test_the_order():
    numbers = random.Random(2)
    for _ in range(60):
        quiz = Quiz("abcd")
        for team in "abcd":
            for _ in range(3):
                quiz.enter(team, numbers.randint(0, 2))
        table = quiz.table()
        for one, two in zip(table, table[1:]):
            assert quiz.total(one) >= quiz.total(two)
            if quiz.total(one) == quiz.total(two):
                assert quiz.won(one) >= quiz.won(two)
                if quiz.won(one) == quiz.won(two):
                    assert one < two
