from pantry import to_buy


def test_partly_there():
    assert to_buy({"flour": 100, "eggs": 1}, {"flour": 250, "eggs": 1}, 4) == {"flour": 150, "eggs": 3}


def test_not_in_the_pantry():
    assert to_buy({"rice": 80}, {}, 3) == {"rice": 240}


def test_enough_is_left_out():
    assert to_buy({"milk": 200, "salt": 2}, {"milk": 400, "salt": 50}, 2) == {}
    assert to_buy({"milk": 200, "salt": 2}, {"milk": 399, "salt": 50}, 2) == {"milk": 1}


def test_other_things_in_the_pantry_do_not_matter():
    assert to_buy({"oats": 50}, {"beans": 500, "oats": 20}, 1) == {"oats": 30}


def test_inputs_stay_as_they_are():
    recipe = {"flour": 100, "yeast": 5}
    pantry = {"flour": 50}
    assert to_buy(recipe, pantry, 2) == {"flour": 150, "yeast": 10}
    assert recipe == {"flour": 100, "yeast": 5}
    assert pantry == {"flour": 50}
