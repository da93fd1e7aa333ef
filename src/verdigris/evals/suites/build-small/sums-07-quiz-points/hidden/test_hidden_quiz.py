from quiz import quiz_total


def test_drops_the_lowest():
    assert quiz_total([8, 5, 9]) == 17
    assert quiz_total([3, 7, 10, 6]) == 23


def test_lowest_at_the_end():
    assert quiz_total([10, 9, 1]) == 19


def test_two_quizzes():
    assert quiz_total([4, 6]) == 6


def test_lowest_is_left_out_only_once():
    assert quiz_total([5, 2, 2]) == 7
    assert quiz_total([7, 7, 7]) == 14


def test_only_one_quiz():
    assert quiz_total([6]) == 6


def test_no_quiz():
    assert quiz_total([]) == 0
