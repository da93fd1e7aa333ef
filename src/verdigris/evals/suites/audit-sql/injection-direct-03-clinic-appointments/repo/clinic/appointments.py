"""Reads and books appointments through a SQLAlchemy session."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sqlalchemy import text

from clinic.settings import APPOINTMENTS, PATIENTS


@dataclass(frozen=True)
class Slot:
    doctor: str
    start: dt.datetime
    surname: str


def day_list(session, doctor: str, day: dt.date) -> list[Slot]:
    """All that a doctor has on one day."""
    statement = text(
        f"SELECT a.doctor, a.start, p.surname FROM {APPOINTMENTS} a "
        f"JOIN {PATIENTS} p ON p.id = a.patient_id "
        "WHERE a.doctor = :doctor AND date(a.start) = :day ORDER BY a.start"
    )
    rows = session.execute(statement, {"doctor": doctor, "day": day.isoformat()})
    return [_slot(row) for row in rows]


def find(session, surname: str, born: dt.date) -> list[Slot]:
    """What a patient has booked. The date of birth serves as the password."""
    rows = session.execute(
        text(
            f"SELECT a.doctor, a.start, p.surname FROM {APPOINTMENTS} a "
            f"JOIN {PATIENTS} p ON p.id = a.patient_id "
            f"WHERE p.born = '{born.isoformat()}' AND p.surname = '{surname}' ORDER BY a.start"
        )
    )
    return [_slot(row) for row in rows]


def book(session, doctor: str, start: dt.datetime, patient_id: int, reason: str = "") -> None:
    taken = session.execute(
        text(f"SELECT 1 FROM {APPOINTMENTS} WHERE doctor = :doctor AND start = :start"),
        {"doctor": doctor, "start": start.isoformat()},
    ).first()
    if taken:
        raise ValueError(f"{doctor} is not free at {start:%H:%M}")
    session.execute(
        text(
            "INSERT INTO {} (doctor, start, patient_id, reason) "
            "VALUES (:doctor, :start, :patient, '{}')".format(APPOINTMENTS, reason.strip())
        ),
        {"doctor": doctor, "start": start.isoformat(), "patient": patient_id},
    )
    session.commit()


def _slot(row) -> Slot:
    return Slot(row[0], dt.datetime.fromisoformat(row[1]), row[2])
