from kitchen import kitchen_duty


def test_the_example():
    assert kitchen_duty(["Ann", "Bo", "Cy"], 5) == ["Ann", "Bo", "Cy", "Ann", "Bo"]


def test_a_week_for_two():
    assert kitchen_duty(["Di", "Ed"], 7) == ["Di", "Ed", "Di", "Ed", "Di", "Ed", "Di"]


def test_fewer_days_than_people():
    assert kitchen_duty(["Flo", "Gus", "Hal", "Ida"], 2) == ["Flo", "Gus"]


def test_as_many_days_as_people():
    assert kitchen_duty(["Zoe", "Al", "Mo"], 3) == ["Zoe", "Al", "Mo"]


def test_one_person():
    assert kitchen_duty(["Jo"], 3) == ["Jo", "Jo", "Jo"]


def test_nobody():
    assert kitchen_duty([], 4) == []
