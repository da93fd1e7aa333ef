from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Entry:
    day: date
    category: str
    cents: int
    note: str = ""

    @property
    def month(self):
        return self.day.strftime("%Y-%m")
