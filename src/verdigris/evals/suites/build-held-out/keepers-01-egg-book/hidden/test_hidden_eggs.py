from eggs import EggBook


def test_example():
    book = EggBook()
    book.add("Monday", 3)
    book.add("Tuesday", 4)
    book.add("Monday", 2)
    assert book.best_day() == "Monday"
    assert book.total() == 9


def test_most_eggs_on_a_later_day():
    book = EggBook()
    book.add("Friday", 1)
    book.add("Saturday", 6)
    book.add("Sunday", 5)
    assert book.best_day() == "Saturday"
    assert book.total() == 12


def test_first_noted_of_equal_days():
    book = EggBook()
    book.add("Tuesday", 2)
    book.add("Monday", 5)
    book.add("Friday", 5)
    book.add("Tuesday", 3)
    assert book.best_day() == "Tuesday"


def test_nothing_noted():
    book = EggBook()
    assert book.best_day() is None
    assert book.total() == 0


def test_two_books_do_not_share():
    one = EggBook()
    two = EggBook()
    one.add("Monday", 3)
    assert two.total() == 0
    assert two.best_day() is None
