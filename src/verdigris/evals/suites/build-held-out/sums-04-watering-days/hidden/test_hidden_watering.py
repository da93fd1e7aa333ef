from watering import watering_days


def test_without_sundays():
    # 2024-05-06 is a Monday.
    assert watering_days("2024-05-06", 2, 3) == ["2024-05-06", "2024-05-08", "2024-05-10"]


def test_sunday_moves_without_shifting_the_rest():
    # 2024-05-03 is a Friday, the 5th a Sunday.
    assert watering_days("2024-05-03", 2, 4) == [
        "2024-05-03",
        "2024-05-06",
        "2024-05-07",
        "2024-05-09",
    ]


def test_first_day_is_a_sunday():
    assert watering_days("2024-05-05", 3, 3) == ["2024-05-06", "2024-05-08", "2024-05-11"]


def test_every_week_on_sunday():
    assert watering_days("2024-06-02", 7, 3) == ["2024-06-03", "2024-06-10", "2024-06-17"]


def test_over_the_end_of_a_month():
    # 2024-02-27 is a Tuesday, 2024-03-03 a Sunday.
    assert watering_days("2024-02-27", 5, 3) == ["2024-02-27", "2024-03-04", "2024-03-08"]


def test_no_times():
    assert watering_days("2024-05-06", 2, 0) == []
