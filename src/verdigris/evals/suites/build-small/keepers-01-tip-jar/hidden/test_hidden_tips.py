from tips import TipJar


def test_a_new_jar_is_empty():
    assert TipJar().total() == 0


def test_tips_add_up():
    jar = TipJar()
    jar.add(50)
    jar.add(120)
    assert jar.total() == 170


def test_the_example():
    jar = TipJar()
    jar.add(100)
    assert jar.share(3) == 33
    assert jar.total() == 1


def test_nothing_is_left():
    jar = TipJar()
    jar.add(300)
    jar.add(100)
    assert jar.share(4) == 100
    assert jar.total() == 0


def test_what_was_left_is_shared_the_next_time():
    jar = TipJar()
    jar.add(11)
    assert jar.share(2) == 5
    jar.add(9)
    assert jar.total() == 10
    assert jar.share(5) == 2
    assert jar.total() == 0


def test_two_jars():
    first, second = TipJar(), TipJar()
    first.add(20)
    assert second.total() == 0
