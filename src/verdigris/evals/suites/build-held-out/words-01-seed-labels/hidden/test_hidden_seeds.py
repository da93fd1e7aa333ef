from seeds import short_label


def test_example():
    assert short_label("Dwarf French Bean", 13) == "Dwarf French"


def test_name_that_fits_is_unchanged():
    assert short_label("Sweet Pea", 20) == "Sweet Pea"
    assert short_label("Sweet Pea", 9) == "Sweet Pea"


def test_drops_as_few_words_as_needed():
    assert short_label("Early Purple Sprouting Broccoli", 22) == "Early Purple Sprouting"
    assert short_label("Early Purple Sprouting Broccoli", 21) == "Early Purple"


def test_drops_down_to_one_word():
    assert short_label("Lemon Balm Mint", 7) == "Lemon"
    assert short_label("Lemon Balm Mint", 5) == "Lemon"


def test_first_word_too_long_is_cut():
    assert short_label("Chrysanthemum Yellow", 6) == "Chrysa"
    assert short_label("Rosemary", 4) == "Rose"
