"""Grey pictures as rows of numbers from 0 to 255."""


class Image:
    def __init__(self, rows):
        self.rows = rows

    @property
    def size(self):
        return (len(self.rows[0]) if self.rows else 0, len(self.rows))

    def copy(self):
        return Image([list(row) for row in self.rows])

    def mirrored(self):
        return Image([row[::-1] for row in self.rows])

    def histogram(self, bins=4):
        counts = [0] * bins
        for row in self.rows:
            for value in row:
                counts[value * bins // 256] += 1
        return counts
