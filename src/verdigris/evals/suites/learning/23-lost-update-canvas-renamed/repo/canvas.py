"""A strip of dots, and whether it has to be drawn."""


class Strip:
    def __init__(self, dots=""):
        self._dots = dots
        self._brush = 0
        self.stale = False
        self.frame = 1

    @property
    def dots(self):
        return self._dots

    def move(self, spot):
        self._brush = min(max(spot, 0), len(self._dots))

    def stamp(self, pattern):
        """Put a pattern in at the brush, and move behind it."""
        self._dots = self._dots[: self._brush] + pattern + self._dots[self._brush :]
        self._brush += len(pattern)
        self._mark()

    def wipe(self, width):
        """Wipe so many dots behind the brush."""
        self._dots = self._dots[: self._brush] + self._dots[self._brush + width :]

    def recolour(self, shade, tint):
        """Paint one shade in another wherever it is; whether it was anywhere."""
        if shade not in self._dots:
            return False
        self._dots = self._dots.replace(shade, tint)
        self._mark()
        return True

    def draw(self):
        self.stale = False
        return self._dots

    def _mark(self):
        self.stale = True
        self.frame += 1
