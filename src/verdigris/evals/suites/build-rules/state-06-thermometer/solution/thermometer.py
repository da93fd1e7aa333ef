class Thermometer:
    def __init__(self):
        self.measured = []

    def record(self, degrees):
        self.measured.append(degrees)

    def coldest(self):
        return min(self.measured, default=None)

    def warmest(self):
        return max(self.measured, default=None)

    def swing(self):
        return self.warmest() - self.coldest() if self.measured else 0
