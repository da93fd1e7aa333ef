class TipJar:
    def __init__(self):
        self.cents = 0

    def add(self, cents):
        self.cents += cents

    def total(self):
        return self.cents

    def share(self, people):
        each = self.cents // people
        self.cents -= each * people
        return each
