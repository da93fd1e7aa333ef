from recipe import number_steps


def test_plain_steps():
    assert number_steps("Peel apples\nCut them\nBoil") == "1. Peel apples\n2. Cut them\n3. Boil"


def test_no_newline_at_the_end():
    assert number_steps("Mix\nBake\n") == "1. Mix\n2. Bake"


def test_empty_lines_are_left_out_and_not_counted():
    assert number_steps("Mix\n\n\nBake\n\nEat") == "1. Mix\n2. Bake\n3. Eat"


def test_heading_starts_the_count_again():
    text = "# Dough\nMix\nKnead\n# Topping\nSlice\nSpread"
    assert number_steps(text) == "# Dough\n1. Mix\n2. Knead\n# Topping\n1. Slice\n2. Spread"


def test_steps_before_the_first_heading():
    assert number_steps("Wash hands\n\n# Soup\nBoil water") == "1. Wash hands\n# Soup\n1. Boil water"


def test_more_than_nine_steps():
    result = number_steps("\n".join(["Stir"] * 11)).split("\n")
    assert result[8:] == ["9. Stir", "10. Stir", "11. Stir"]
