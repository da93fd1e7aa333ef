from fines import fine


def test_some_days_late():
    assert fine("2024-03-09", "2024-03-12") == 60
    assert fine("2023-07-01", "2023-07-02") == 20


def test_into_the_next_month():
    assert fine("2023-04-28", "2023-05-03") == 100


def test_into_the_next_year():
    assert fine("2022-12-30", "2023-01-04") == 100


def test_on_the_day():
    assert fine("2024-03-09", "2024-03-09") == 0


def test_early():
    assert fine("2024-03-09", "2024-03-01") == 0
    assert fine("2024-03-09", "2023-12-20") == 0


def test_never_more_than_500():
    assert fine("2023-05-01", "2023-05-26") == 500
    assert fine("2023-05-01", "2023-05-27") == 500
    assert fine("2023-01-01", "2023-12-31") == 500
