from datetime import date, datetime

from passes import Barrier, Calendar, Pass

CHRISTMAS = date(2024, 12, 25)  # a Wednesday
CARD = Pass("Ada", date(2024, 12, 1), date(2024, 12, 31), off_peak=True)


def test_off_peak_on_a_working_day():
    barrier = Barrier()
    assert barrier.admits(CARD, datetime(2024, 12, 4, 12, 0))
    assert not barrier.admits(CARD, datetime(2024, 12, 4, 8, 0))
    assert barrier.refused == ["Ada"]


def test_peaks_are_half_open():
    barrier = Barrier()
    assert barrier.is_peak(datetime(2024, 12, 4, 6, 30))
    assert not barrier.is_peak(datetime(2024, 12, 4, 9, 30))


def test_no_peak_on_saturday():
    assert Barrier().admits(CARD, datetime(2024, 12, 7, 8, 0))


def test_no_peak_on_a_holiday():
    barrier = Barrier(Calendar({CHRISTMAS}))
    assert barrier.admits(CARD, datetime(2024, 12, 25, 8, 0))


def test_full_passes_go_at_any_time():
    card = Pass("Bob", date(2024, 12, 1), date(2024, 12, 31))
    assert Barrier().admits(card, datetime(2024, 12, 4, 8, 0))


def test_out_of_date_and_blocked():
    barrier = Barrier()
    assert not barrier.admits(CARD, datetime(2025, 1, 1, 12, 0))
    assert not barrier.admits(Pass("Eve", date(2024, 1, 1), date(2024, 12, 31), blocked=True), datetime(2024, 6, 1, 12, 0))
