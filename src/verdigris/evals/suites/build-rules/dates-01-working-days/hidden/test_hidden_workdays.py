from workdays import add_workdays


def test_within_a_week():
    assert add_workdays("2024-03-11", 1) == "2024-03-12"
    assert add_workdays("2024-03-11", 4) == "2024-03-15"


def test_over_a_weekend():
    assert add_workdays("2024-03-15", 1) == "2024-03-18"
    assert add_workdays("2024-03-14", 2) == "2024-03-18"
    assert add_workdays("2024-03-11", 10) == "2024-03-25"


def test_backwards():
    assert add_workdays("2024-03-18", -1) == "2024-03-15"
    assert add_workdays("2024-03-15", -5) == "2024-03-08"


def test_from_a_weekend():
    assert add_workdays("2024-03-16", 1) == "2024-03-18"
    assert add_workdays("2024-03-17", -1) == "2024-03-15"
    assert add_workdays("2024-03-17", 2) == "2024-03-19"


def test_no_days_at_all():
    assert add_workdays("2024-03-13", 0) == "2024-03-13"
    assert add_workdays("2024-03-16", 0) == "2024-03-16"


def test_over_months_and_years():
    assert add_workdays("2023-12-29", 1) == "2024-01-01"
    assert add_workdays("2024-02-28", 2) == "2024-03-01"
    assert add_workdays("2024-01-01", 261) == "2024-12-31"
