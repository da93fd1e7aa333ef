from pool import price


def test_example():
    assert price([41, 12, 4]) == 10


def test_each_age_alone():
    assert price([5]) == 0
    assert price([6]) == 3
    assert price([15]) == 3
    assert price([16]) == 7
    assert price([70]) == 7


def test_below_the_limit():
    assert price([30, 8]) == 10
    assert price([30, 31, 8]) == 17


def test_limit_with_a_child():
    assert price([41, 38, 9, 7, 12]) == 20
    assert price([9, 10, 11, 9, 10, 11, 12, 13]) == 20


def test_free_child_also_brings_the_limit():
    assert price([30, 40, 50, 3]) == 20


def test_no_limit_without_a_child():
    assert price([30, 40, 50]) == 21
    assert price([16, 17, 18, 19]) == 28
