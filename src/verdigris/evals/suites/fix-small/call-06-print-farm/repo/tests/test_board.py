from farm import Farm
from farm.board import board, status


def test_nothing(farm: Farm):
    assert board(farm) == "nothing is waiting"


def test_board(farm: Farm):
    farm.submit("ann", 3)
    farm.submit("ben", 40, colour=True)
    assert board(farm) == "   1-2   ann         3\n   2-4 * ben        40"


def test_more(farm: Farm):
    for _ in range(4):
        farm.submit("ann", 1)
    assert board(farm, most=3).endswith("and 1 more")


def test_status(farm: Farm):
    numbers = [farm.submit("ann", 30).number for _ in range(2)]
    assert [status(farm, number) for number in numbers] == ["you are next", "1 ahead of you"]
    farm.advance(1)
    assert status(farm, numbers[0]) == "printing"
