from loans import Loans


def test_toys_are_lent():
    loans = Loans()
    assert loans.lend("train", "Moss") is True
    assert loans.toys_of("Moss") == ["train"]


def test_the_toys_are_in_order():
    loans = Loans()
    for toy in ["puzzle", "castle", "drum"]:
        loans.lend(toy, "Moss")
    assert loans.toys_of("Moss") == ["castle", "drum", "puzzle"]


def test_two_families():
    loans = Loans()
    loans.lend("train", "Moss")
    loans.lend("drum", "Hill")
    loans.lend("ball", "Moss")
    assert loans.toys_of("Moss") == ["ball", "train"]
    assert loans.toys_of("Hill") == ["drum"]


def test_a_toy_that_is_lent_already():
    loans = Loans()
    loans.lend("train", "Moss")
    loans.lend("drum", "Hill")
    assert loans.lend("train", "Hill") is False
    assert loans.toys_of("Moss") == ["train"]
    assert loans.toys_of("Hill") == ["drum"]


def test_a_toy_comes_back():
    loans = Loans()
    loans.lend("train", "Moss")
    loans.lend("ball", "Moss")
    loans.give_back("train")
    assert loans.toys_of("Moss") == ["ball"]
    assert loans.lend("train", "Hill") is True
    assert loans.toys_of("Hill") == ["train"]
