"""Accounts kept in a store."""

from store import Store


class Overdrawn(Exception):
    pass


class Ledger:
    def __init__(self, store=None):
        self.store = store if store is not None else Store()

    def open(self, name, cents=0):
        if self.store.get(name) is not None:
            raise ValueError(f"{name} is there already")
        self.store.put(name, cents)

    def balance(self, name):
        cents = self.store.get(name)
        if cents is None:
            raise LookupError(name)
        return cents

    def change(self, name, cents):
        after = self.balance(name) + cents
        self.store.put(name, after)
        if after < 0:
            raise Overdrawn(name)

    def transfer(self, source, target, cents):
        with self.store.transaction():
            self.change(target, cents)
            self.change(source, -cents)

    def pay_all(self, source, payments):
        """All payments together; those that fail are left out and listed."""
        failed = []
        with self.store.transaction():
            for target, cents in payments:
                try:
                    self.transfer(source, target, cents)
                except (Overdrawn, LookupError):
                    failed.append(target)
        return failed
