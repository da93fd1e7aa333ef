"""A night, minute by minute, told in phases."""

NAMES = {"d": "deep", "l": "light", "r": "dream", "w": "awake"}


def phases(minutes):
    """Pairs of a phase and how long it lasted, one after the other."""
    out = []
    phase, length = "", 0
    for minute in minutes:
        if minute != phase:
            if length:
                out.append((phase, length))
            phase, length = minute, 0
        length += 1
    return out


def asleep(minutes):
    return sum(length for phase, length in phases(minutes) if phase != "w")


def wakings(minutes):
    """How often the sleeper woke up and fell asleep again."""
    told = phases(minutes)
    return sum(phase == "w" for phase, _ in told[1:-1])


def report(minutes):
    return ", ".join(f"{NAMES[phase]} {length}" for phase, length in phases(minutes))
