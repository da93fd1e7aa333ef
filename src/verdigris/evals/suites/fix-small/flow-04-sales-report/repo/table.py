"""Totals as a table of text."""

from totals import Total, share


def rows(total: Total, depth: int = 0) -> list[tuple[str, int, str]]:
    found = [("  " * depth + total.name, total.units, f"{total.cents / 100:.2f}")]
    for part in total.parts:
        found += rows(part, depth + 1)
    return found


def table(total: Total) -> str:
    """Return the rows, their columns aligned."""
    lines = rows(total)
    width = max(len(name) for name, _, _ in lines)
    return "\n".join(f"{name:<{width}} {units:>5} {money:>9}" for name, units, money in lines)


def shares(total: Total) -> dict[str, str]:
    return {part.name: f"{share(part, total):.0%}" for part in total.parts}
