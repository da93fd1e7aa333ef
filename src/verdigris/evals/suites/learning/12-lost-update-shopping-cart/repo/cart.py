"""A cart with a total that is worked out once and kept until something changes."""


class Cart:
    def __init__(self, prices, voucher=0):
        self._prices = dict(prices)
        self._counts = {}
        self._voucher = voucher
        self._total = None

    def put(self, item, count=1):
        if item not in self._prices:
            raise KeyError(item)
        self._counts[item] = self._counts.get(item, 0) + count
        self._forget()

    def take(self, item, count=1):
        """Take something out again; the rest stays."""
        left = self._counts.get(item, 0) - count
        if left < 0:
            raise ValueError(f"not so many of {item}")
        self._counts[item] = left

    def reprice(self, item, price):
        self._prices[item] = price
        self._forget()

    def total(self):
        """What has to be paid."""
        if self._total is None:
            full = sum(self._prices[item] * count for item, count in self._counts.items())
            self._total = max(0, full - self._voucher)
        return self._total

    def items(self):
        return sorted(item for item, count in self._counts.items() if count)

    def _forget(self):
        self._total = None
