class StockError(Exception):
    """Something that cannot be done with the stock."""


class NotEnough(StockError):
    def __init__(self, sku, wanted, there):
        super().__init__(f"{sku}: {wanted} wanted, {there} there")
        self.sku = sku
        self.missing = wanted - there


class UnknownPlace(StockError, LookupError):
    pass
