"""A queue in which the urgent ones come first, and otherwise whoever came first."""


class Queue:
    def __init__(self):
        self._waiting = []

    def join(self, name, urgent=False):
        self._waiting.append((urgent, name))

    def next(self):
        """Return who is next. Raises LookupError when nobody waits."""
        if not self._waiting:
            raise LookupError("nobody waits")
        for place, (urgent, name) in enumerate(self._waiting):
            if urgent:
                del self._waiting[place]
                return name
        return self._waiting.pop()[1]
