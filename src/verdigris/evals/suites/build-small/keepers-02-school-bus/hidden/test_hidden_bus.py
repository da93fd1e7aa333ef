from bus import Bus


def test_a_new_bus_is_empty():
    assert Bus(10).free() == 10
    assert Bus(42).free() == 42


def test_all_get_on():
    bus = Bus(20)
    assert bus.board(7) == 7
    assert bus.free() == 13
    assert bus.board(13) == 13
    assert bus.free() == 0


def test_the_example():
    bus = Bus(10)
    assert bus.board(8) == 8
    assert bus.board(5) == 2
    assert bus.free() == 0


def test_a_full_bus():
    bus = Bus(4)
    bus.board(4)
    assert bus.board(3) == 0
    assert bus.free() == 0


def test_some_get_off():
    bus = Bus(6)
    bus.board(6)
    bus.leave(2)
    assert bus.free() == 2
    assert bus.board(3) == 2
    assert bus.free() == 0
