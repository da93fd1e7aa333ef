from pantry import store, to_buy, use


def test_a_new_food():
    pantry = {}
    store(pantry, "rice", 3)
    assert pantry == {"rice": 3}


def test_more_of_a_food():
    pantry = {"rice": 3, "salt": 1}
    store(pantry, "rice", 2)
    assert pantry == {"rice": 5, "salt": 1}


def test_using_a_pack():
    pantry = {"rice": 3, "salt": 1}
    use(pantry, "rice")
    assert pantry == {"rice": 2, "salt": 1}


def test_what_to_buy():
    assert to_buy({"rice": 2, "salt": 0, "oats": 0}) == ["oats", "salt"]
    assert to_buy({"rice": 2, "salt": 1}) == []


def test_all_together():
    pantry = {}
    store(pantry, "tea", 1)
    store(pantry, "beans", 2)
    use(pantry, "tea")
    use(pantry, "beans")
    assert to_buy(pantry) == ["tea"]
    use(pantry, "beans")
    assert to_buy(pantry) == ["beans", "tea"]
    store(pantry, "tea", 4)
    assert to_buy(pantry) == ["beans"]
