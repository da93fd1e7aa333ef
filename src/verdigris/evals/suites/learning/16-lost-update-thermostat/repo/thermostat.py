"""A thermostat that tells its displays what it aims at."""

from signals import Signal

FROST = 7


class Thermostat:
    def __init__(self, wanted=20):
        self._wanted = wanted
        self._away = False
        self.changed = Signal()

    @property
    def aim(self):
        return FROST if self._away else self._wanted

    def turn(self, degrees):
        """Another temperature, between 5 and 30."""
        self._wanted = min(max(degrees, 5), 30)
        self._tell()

    def leave(self):
        """Nobody is at home: keep the frost out."""
        self._away = True
        self._tell()

    def come_back(self):
        self._away = False

    def heats(self, measured):
        return measured < self.aim - 0.5

    def _tell(self):
        self.changed.send(self.aim)
