from cheers import cheer


def test_the_example():
    assert cheer("lena") == "leeenaaa!"


def test_other_runners():
    assert cheer("bob") == "booob!"
    assert cheer("justin") == "juuustiiin!"


def test_vowels_side_by_side():
    assert cheer("mia") == "miiiaaa!"


def test_the_same_vowel_twice():
    assert cheer("aaron") == "aaaaaarooon!"


def test_no_vowel():
    assert cheer("lynn") == "lynn!"
