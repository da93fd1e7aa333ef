"""Every hostile program against every backend, judged by evidence from outside.

`bare` shows that each program works where nothing stops it; without that, a corpus that is
stopped proves nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

import pytest
from hostile_caller import VAULT
from hostile_harness import attack
from hostile_programs import FAMILIES, OPEN, PROGRAMS, Program
from hostile_scenes import possible
from hostile_station import Station

from verdigris.sandbox.cgroups import find_site

ENGINES = ("docker", "podman")
ISOLATING = ("bubblewrap", *ENGINES)
EVERYTHING = bool(os.environ.get("HOSTILE_ALL"))
ROOT = os.geteuid() == 0


def _by_name(programs: Iterable[Program]) -> list[object]:
    return [pytest.param(each, id=each.id) for each in programs]


def _can_work(program: Program) -> bool:
    """Whether this user on this machine gives the program a chance at all."""
    return possible(program.scene) and (ROOT or not program.root)


CAN_WORK = tuple(filter(_can_work, PROGRAMS))


@pytest.mark.parametrize("program", _by_name(p for p in CAN_WORK if not p.unproved))
def test_the_program_works_where_nothing_stops_it(program: Program, bare: Station) -> None:
    outcome = attack(bare, program)
    assert program.proof in outcome.kinds, f"it is harmless:\n{outcome}"


def _pairs() -> Iterator[object]:
    for backend in ISOLATING:
        for number, program in enumerate(PROGRAMS):
            # The two engines are one backend with two names, and share the filter with the first:
            # unless everything is asked for, each takes every fourth program, which saves minutes.
            if not EVERYTHING and backend in ENGINES and number % 4 != 2 * ENGINES.index(backend):
                continue
            pair = (backend, program.id)
            expected = pair in OPEN and possible(program.scene)
            marks = [pytest.mark.xfail(strict=True)] if expected else []
            yield pytest.param(backend, program, id=f"{backend}-{program.id}", marks=marks)


@pytest.mark.parametrize(("backend", "program"), list(_pairs()))
def test_a_backend_that_isolates_stops_it(
    backend: str, program: Program, request: pytest.FixtureRequest
) -> None:
    station: Station = request.getfixturevalue(backend)
    outcome = attack(station, program)
    assert not outcome.refused, "a sandbox that gives up has stopped nothing"
    assert not outcome.evidence, str(outcome)


@pytest.mark.parametrize("program", _by_name(CAN_WORK))
def test_what_is_said_about_the_limited_process_is_true(program: Program, process: Station) -> None:
    outcome = attack(process, program)
    assert not outcome.refused or program in FAMILIES["the keeper"], str(outcome)
    if program.process == "watched":
        assert outcome.completed
        assert outcome.completed.ended_by == "disk", str(outcome)
        return
    groups = find_site() is not None
    stopped = {
        "stopped": True,
        "not stopped": False,
        "grouped": groups,
        "counted": groups or not ROOT,
    }[program.process]
    assert (program.proof not in outcome.kinds) == stopped, str(outcome)


def test_the_corpus_is_large_and_names_each_program_once() -> None:
    assert len(PROGRAMS) >= 80
    assert len({program.id for program in PROGRAMS}) == len(PROGRAMS)
    assert all(len(programs) >= 2 for programs in FAMILIES.values())


def test_a_caller_answers_when_its_channel_has_a_number_that_it_holds() -> None:
    # A test process with many open files hands over such a number: the next free ones are these.
    station = Station(None)
    taken = [os.open(os.devnull, os.O_RDONLY)]
    while taken[-1] < VAULT - 1:
        taken.append(os.dup(taken[0]))
    try:
        station.renew()
        outcome = attack(station, PROGRAMS[0])
    finally:
        for each in taken:
            os.close(each)
        station.close()
    assert outcome.completed, str(outcome)


def test_known_holes_name_real_programs() -> None:
    names = {program.id for program in PROGRAMS}
    assert {name for _, name in OPEN} <= names


def test_hardly_any_program_is_believed_without_having_been_seen_to_work() -> None:
    assert sum(bool(program.unproved) for program in PROGRAMS) <= 5
