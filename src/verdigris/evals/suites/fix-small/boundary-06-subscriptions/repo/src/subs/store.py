"""Where customers, subscriptions and invoices are kept: in memory."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from subs.coupons import Coupon
from subs.customers import Customer
from subs.errors import UnknownCustomer
from subs.invoices import Invoice
from subs.plans import plan
from subs.subscriptions import Subscription


class Store:
    def __init__(self) -> None:
        self._customers: dict[int, Customer] = {}
        self._subscriptions: list[Subscription] = []
        self.invoices: list[Invoice] = []

    def add_customer(self, name: str, country: str = "DE", vat_id: str = "") -> Customer:
        customer = Customer(len(self._customers) + 1, name, country, vat_id)
        self._customers[customer.number] = customer
        return customer

    def customer(self, number: int) -> Customer:
        if number not in self._customers:
            raise UnknownCustomer(number)
        return self._customers[number]

    def subscribe(
        self, customer: int, code: str, today: date, coupon: Coupon | None = None
    ) -> Subscription:
        self.customer(customer)
        if coupon is not None:
            coupon.check(today)
        made = Subscription(customer, plan(code), today, coupon)
        self._subscriptions.append(made)
        return made

    def subscriptions(self, customer: int | None = None) -> Iterator[Subscription]:
        for found in self._subscriptions:
            if customer is None or found.customer == customer:
                yield found

    def invoices_of(self, customer: int) -> list[Invoice]:
        return [invoice for invoice in self.invoices if invoice.customer == customer]
