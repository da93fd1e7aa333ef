"""When the next run is due."""

from datetime import timedelta

from fields import RANGES, TimetableError, parse_field

# A leap day may be eight years away.
HORIZON = timedelta(days=8 * 366)


class Timetable:
    def __init__(self, line):
        texts = line.split()
        if len(texts) != len(RANGES):
            raise TimetableError(f"five fields expected: {line!r}")
        self.line = line
        self._allowed = {name: parse_field(text, name) for name, text in zip(RANGES, texts)}

    def _fits_day(self, moment):
        return (
            moment.day in self._allowed["day"]
            and moment.month in self._allowed["month"]
            and moment.isoweekday() % 7 in self._allowed["weekday"]
        )

    def fits(self, moment):
        return (
            self._fits_day(moment)
            and moment.hour in self._allowed["hour"]
            and moment.minute in self._allowed["minute"]
        )

    def next_after(self, moment):
        """The first run later than `moment`, or None if there is none in sight."""
        day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
        last = day + HORIZON
        while day <= last:
            if self._fits_day(day):
                for hour in sorted(self._allowed["hour"]):
                    for minute in sorted(self._allowed["minute"]):
                        run = day.replace(hour=hour, minute=minute)
                        if run > moment:
                            return run
            day += timedelta(days=1)
        return None

    def runs(self, moment, count):
        """Yields the next runs."""
        for _ in range(count):
            moment = self.next_after(moment)
            if moment is None:
                return
            yield moment
