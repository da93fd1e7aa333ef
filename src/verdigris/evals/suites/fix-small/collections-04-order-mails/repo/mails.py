"""The mails that customers get, one per state of their order."""

from datetime import date, timedelta

from orders import Order, State
from wording import day, indented, money, several


def subject(order: Order) -> str:
    words = {
        State.OPEN: "We have received your order",
        State.PAID: "Thank you for your payment",
        State.SENT: "Your parcel is on its way",
        State.CANCELLED: "Your order was cancelled",
    }
    return f"[{order.number}] {words[order.state]}"


def body(order: Order) -> str:
    """Return the text of the mail for the state an order is in."""
    greeting = f"Dear {order.customer},"
    parts = {
        State.OPEN: _open,
        State.PAID: _paid,
        State.SENT: _sent,
        State.CANCELLED: _cancelled,
    }
    return f"{greeting}\n\n{parts[order.state](order)}\n"


def _open(order: Order) -> str:
    lines = [f"{quantity} x {name}: {money(cents)}" for name, quantity, cents in order.items]
    return (
        f"you ordered {several(len(order.items), 'item')}:\n"
        f"{indented(lines)}\n"
        f"Please pay {money(order.cents)} until {day(order.due)}."
    )


def _paid(order: Order) -> str:
    return f"we have received {money(order.cents)} for order {order.number}."


def _sent(order: Order) -> str:
    if order.tracking:
        return "your parcel left our house. Its number is {order.tracking}."
    return "your parcel left our house."


def _cancelled(order: Order) -> str:
    return f"order {order.number} was cancelled. Nothing will be charged."


def reminder(order: Order, today: date) -> str | None:
    """Return the text of a reminder; None when none is due."""
    if order.state is not State.OPEN or today <= order.due:
        return None
    late = (today - order.due).days
    until = today + timedelta(days=7)
    return (
        f"Dear {order.customer},\n\n"
        f"your payment of {money(order.cents)} is {several(late, 'day')} late.\n"
        f"Please pay until {day(until)}.\n"
    )
