class Bus:
    def __init__(self, seats):
        self.empty = seats

    def board(self, children):
        entered = min(children, self.empty)
        self.empty -= entered
        return entered

    def leave(self, children):
        self.empty += children

    def free(self):
        return self.empty
