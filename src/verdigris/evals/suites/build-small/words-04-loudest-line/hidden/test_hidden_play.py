from play import loudest_line


def test_the_last_line():
    assert loudest_line("Who is there?\nIt is me!\nHelp!! Help!") == "Help!! Help!"


def test_in_the_middle():
    assert loudest_line("Good evening.\nFire!!!\nOh no!") == "Fire!!!"


def test_marks_count_and_not_length():
    assert loudest_line("Stop!!\nThis is a very long line with one mark!") == "Stop!!"


def test_marks_inside_a_line():
    assert loudest_line("Run!!\nNo! No! No, never.\nWait! Oh! Please! Stay.") == "Wait! Oh! Please! Stay."


def test_equally_loud():
    assert loudest_line("Hm.\nCome here!\nGo away!") == "Come here!"
    assert loudest_line("Hush!\nYes!!\nNo! Go!") == "Yes!!"


def test_a_single_line():
    assert loudest_line("Curtain!") == "Curtain!"
