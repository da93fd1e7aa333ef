class StoreError(Exception):
    pass


class NotFound(StoreError):
    pass


class Duplicate(StoreError):
    """A unique index has the value already."""

    def __init__(self, field: str, value: object) -> None:
        super().__init__(f"{field} = {value!r} is taken")
        self.field = field


class BadDocument(StoreError):
    pass


class BadQuery(StoreError):
    pass
