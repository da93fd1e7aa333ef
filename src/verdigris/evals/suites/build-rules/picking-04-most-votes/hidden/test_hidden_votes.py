from votes import winner


def test_the_example():
    assert winner(["Ann", "bob ", "ANN"]) == "ann"


def test_one_vote():
    assert winner(["Ann"]) == "ann"
    assert winner([" BOB "]) == "bob"


def test_more_votes_win():
    assert winner(["bob", "ann", "cy", "bob", "ann", "bob"]) == "bob"
    assert winner(["cy", "ann", "bob", "bob"]) == "bob"


def test_letters_and_blanks_make_no_difference():
    assert winner(["Bob", "ann", "ann", "BOB", "  bob"]) == "bob"


def test_two_share_the_most_votes():
    assert winner(["ann", "bob"]) is None
    assert winner(["ann", "bob", "cy", "ANN", "Bob"]) is None


def test_three_share_the_most_votes():
    assert winner(["ann", "bob", "cy"]) is None


def test_a_tie_behind_the_winner():
    assert winner(["ann", "bob", "cy", "ann"]) == "ann"


def test_nobody_has_voted():
    assert winner([]) is None
