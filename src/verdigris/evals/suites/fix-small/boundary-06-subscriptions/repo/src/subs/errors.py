"""Everything this package raises on purpose."""


class SubsError(Exception):
    """The root of the tree."""


class UnknownPlan(SubsError):
    def __init__(self, code: str) -> None:
        super().__init__(f"there is no plan {code!r}")
        self.code = code


class UnknownCustomer(SubsError):
    def __init__(self, number: int) -> None:
        super().__init__(f"there is no customer {number}")
        self.number = number


class BadCoupon(SubsError):
    """The coupon cannot be used, and the message says why."""


class WrongState(SubsError):
    """The subscription is in a state in which this cannot be done."""
