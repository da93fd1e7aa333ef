from authors import readable_name


def test_the_example():
    assert readable_name("Miller, Jane") == "Jane Miller"


def test_other_authors():
    assert readable_name("Novak, Petr") == "Petr Novak"
    assert readable_name("Ito, Aki") == "Aki Ito"


def test_parts_of_several_words():
    assert readable_name("van der Berg, Anna Maria") == "Anna Maria van der Berg"


def test_no_comma():
    assert readable_name("Homer") == "Homer"
    assert readable_name("Erik the Red") == "Erik the Red"
