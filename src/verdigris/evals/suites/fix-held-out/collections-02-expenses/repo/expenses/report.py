"""The report for a month."""

from .grouping import grouped, top

WIDTH = 24


def money(cents):
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def row(name, cents):
    amount = money(cents)
    return name + amount.rjust(WIDTH - len(name))


def month_report(book, month, budget=None):
    entries = book.of_month(month)
    over = budget.exceeded(entries) if budget else {}
    lines = [month, "=" * WIDTH]
    for group in grouped(entries, "category"):
        mark = " !" if group.name in over else ""
        lines.append(row(group.name, group.cents) + mark)
    lines.append("-" * WIDTH)
    lines.append(row("total", sum(entry.cents for entry in entries)))
    return "\n".join(lines)


def highlights(book, count=3):
    """The categories that cost most, with the largest entry of each."""
    for group in top(grouped(book, "category"), count):
        yield f"{group.name} {money(group.cents)} (most: {money(group.largest.cents)} on {group.largest.day})"
