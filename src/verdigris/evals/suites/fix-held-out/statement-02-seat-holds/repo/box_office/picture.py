"""The hall as text: `.` free, `o` held, `x` sold."""


def sign(show, seat):
    if show.is_free(seat):
        return "."
    return "o" if show.holds.is_held(seat) else "x"


def picture(show):
    width = max(len(row) for row in show.plan.rows())
    lines = []
    for row in show.plan.rows():
        seats = "".join(sign(show, seat) for seat in show.plan.row(row))
        lines.append(f"{row.rjust(width)} {seats}")
    return "\n".join(lines)
