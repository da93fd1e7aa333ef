import pytest

from archive.store import Archive


@pytest.fixture
def archive():
    archive = Archive()
    archive.add(
        [
            ("Hut", "2024-01-01 10:00", -3.0, 1011.0, "NW"),
            ("Hut", "2024-01-01 10:10", -5.0, 1011.0, "N"),
            ("Hut", "2024-01-02 10:00", 1.0, 1001.0, "S"),
        ]
    )
    yield archive
    archive.db.close()


def test_a_range(archive):
    found = archive.between("Hut", "2024-01-01 10:05", "2024-01-01 11:00")
    assert [row[1] for row in found] == ["2024-01-01 10:10"]


def test_the_coldest_and_the_last(archive):
    assert archive.coldest("Hut") == ("2024-01-01 10:10", -5.0)
    assert archive.last("Hut")[1] == "2024-01-02 10:00"


def test_thinning_out_keeps_full_hours(archive):
    assert archive.thin_out("2024-01-02") == 1
    assert archive.daily("Hut") == [("2024-01-01", -3.0, 0.0), ("2024-01-02", 1.0, 0.0)]
