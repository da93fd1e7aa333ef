"""Settings and problems for people."""

from confkit.errors import ConfigError
from confkit.loading import Loaded

_SECRET = ("password", "token", "key")


def show(loaded: Loaded) -> str:
    """Return one line per setting; what sounds like a secret is hidden."""
    rows = []
    for name, value in sorted(loaded.values.items()):
        hidden = value is not None and name.rpartition(".")[2].endswith(_SECRET)
        rows.append(f"{name} = {'***' if hidden else value!r}")
    return "\n".join(rows)


def explain(problems: list[ConfigError]) -> str:
    if not problems:
        return "everything is fine"
    return "\n".join(f"{number}. {each}" for number, each in enumerate(problems, start=1))
