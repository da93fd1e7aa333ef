"""A store of keys and values with transactions."""


class Store:
    def __init__(self, **values):
        self._values = dict(values)
        self._journals = []

    def get(self, key, default=None):
        return self._values.get(key, default)

    def put(self, key, value):
        self._note(key)
        self._values[key] = value

    def remove(self, key):
        """Raises KeyError if there is no such key."""
        self._note(key)
        del self._values[key]

    def items(self):
        return sorted(self._values.items())

    def transaction(self):
        return Transaction(self)

    def _note(self, key):
        if self._journals:
            self._journals[-1].append((key, key in self._values, self._values.get(key)))

    def begin(self):
        self._journals.append([])

    def commit(self):
        journal = self._journals.pop()
        if self._journals:
            self._journals[-1].extend(journal)

    def roll_back(self):
        for key, was_there, value in reversed(self._journals.pop()):
            if was_there:
                self._values[key] = value
            else:
                self._values.pop(key, None)


class Transaction:
    """All changes in the block, or none: an error takes them back and goes on its way."""

    def __init__(self, store):
        self.store = store

    def __enter__(self):
        self.store.begin()
        return self.store

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.store.commit()
        else:
            self.store.roll_back()
        return True
