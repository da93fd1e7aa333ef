"""Working hours of a department, from its shifts."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shift:
    person: str
    start: int
    """Hour of the week, from 0."""
    hours: int

    @property
    def end(self) -> int:
        return self.start + self.hours


def hours_by_person(shifts: list[Shift]) -> dict[str, int]:
    totals: dict[str, int] = {}
    for shift in shifts:
        totals[shift.person] = totals.get(shift.person, 0) + shift.hours
    return totals


def last_end(shifts: list[Shift]) -> int:
    """Return the hour at which the last shift ends; 0 without shifts."""
    return max((shift.end for shift in shifts), default=0)


def overlapping(shifts: list[Shift]) -> bool:
    """Tell whether somebody is down for two shifts at once."""
    ordered = sorted(shifts, key=lambda shift: (shift.person, shift.start))
    pairs = zip(ordered, ordered[1:])
    return any(a.person == b.person and b.start < a.end for a, b in pairs)


def report(shifts: list[Shift]) -> str:
    """Return one line per person and a last one about the whole department."""
    lines = [f"{name}: {hours} h" for name, hours in sorted(hours_by_person(shifts).items())]
    lines.append(f"done at hour {last_end(shifts)}")
    return "\n".join(lines)
