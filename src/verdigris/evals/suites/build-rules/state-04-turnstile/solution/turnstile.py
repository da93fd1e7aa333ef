class Turnstile:
    def __init__(self, limit):
        self.limit, self.count = limit, 0

    def enter(self):
        if self.count >= self.limit:
            return False
        self.count += 1
        return True

    def leave(self):
        self.count = max(0, self.count - 1)

    def inside(self):
        return self.count
