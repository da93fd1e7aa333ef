"""What a station measured at one time, in our units."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime


@dataclass(frozen=True)
class Reading:
    station: str
    time: datetime
    values: dict[str, float] = field(default_factory=dict)

    def get(self, kind: str) -> float | None:
        return self.values.get(kind)

    @property
    def day(self) -> date:
        return self.time.date()

    def without(self, kinds: set[str]) -> Reading:
        kept = {kind: value for kind, value in self.values.items() if kind not in kinds}
        return Reading(self.station, self.time, kept)
