import pytest
from farm.errors import BadJob
from farm.job import Job, State


@pytest.mark.parametrize(("pages", "sheets"), [(1, 1), (2, 1), (3, 2), (10, 5)])
def test_sheets(pages, sheets):
    assert Job(1, "ann", pages).sheets == sheets


@pytest.mark.parametrize("bad", [{"pages": 0}, {"pages": 1, "priority": "now"}])
def test_bad_jobs(bad):
    with pytest.raises(BadJob):
        Job(1, "ann", **bad)


@pytest.mark.parametrize("state", State)
def test_final_states(state):
    assert state.final == (state.value in ("done", "failed", "cancelled"))
