class Loans:
    def __init__(self):
        self.families = {}

    def lend(self, toy, family):
        if toy in self.families:
            return False
        self.families[toy] = family
        return True

    def give_back(self, toy):
        del self.families[toy]

    def toys_of(self, family):
        return sorted(toy for toy, holder in self.families.items() if holder == family)
