from recipes import recipe_line


def test_the_example():
    assert recipe_line("2 eggs  # large ones") == "2 eggs"


def test_spaces_in_front():
    assert recipe_line("  100 g brown sugar # or white") == "100 g brown sugar"


def test_several_signs():
    assert recipe_line("salt # a pinch # or two") == "salt"


def test_no_remark():
    assert recipe_line("1 onion") == "1 onion"
    assert recipe_line("  3 cups of flour ") == "3 cups of flour"


def test_only_a_remark():
    assert recipe_line("# ask Maria first") == ""
