"""Lining up the columns of the stock report."""

from collections.abc import Callable, Iterable, Mapping

Formatter = Callable[[object], str]


def formatters(widths: Mapping[str, int], right: Iterable[str] = ()) -> dict[str, Formatter]:
    """One formatter per column: it cuts or pads a value to the width of its column.

    Columns named in `right` are lined up on the right, the others on the left.
    """
    on_the_right = frozenset(right)
    made: dict[str, Formatter] = {}
    for name, width in widths.items():
        align = ">" if name in on_the_right else "<"

        def show(value: object, width: int = width, align: str = align) -> str:
            text = "" if value is None else str(value)
            return f"{text[:width]:{align}{width}}"

        made[name] = show
    return made


def table(
    rows: Iterable[Mapping[str, object]], widths: Mapping[str, int], right: Iterable[str] = ()
) -> str:
    shows = formatters(widths, right)
    lines = [" ".join(shows[name](name) for name in widths)]
    lines += [" ".join(shows[name](row.get(name)) for name in widths) for row in rows]
    return "\n".join(line.rstrip() for line in lines)
