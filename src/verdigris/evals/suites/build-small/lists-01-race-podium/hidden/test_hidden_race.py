from race import podium


def test_the_example():
    assert podium({"Ann": 62, "Bo": 58, "Cy": 71, "Di": 60}) == ["Bo", "Di", "Ann"]


def test_many_runners():
    assert podium({"Eve": 90, "Flo": 85, "Gus": 100, "Hal": 79, "Ida": 95, "Jo": 81}) == ["Hal", "Jo", "Flo"]


def test_parts_of_seconds():
    assert podium({"Kim": 10.4, "Lea": 9.9, "Max": 10.1, "Ned": 10.2}) == ["Lea", "Max", "Ned"]


def test_three_runners():
    assert podium({"Zoe": 30, "Yan": 20, "Xia": 10}) == ["Xia", "Yan", "Zoe"]


def test_fewer_runners():
    assert podium({"Ann": 62, "Bo": 58}) == ["Bo", "Ann"]
    assert podium({"Cy": 71}) == ["Cy"]
