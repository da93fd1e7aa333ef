"""Cards for the tests of stores."""

from __future__ import annotations

from verdigris.core.change import make_change
from verdigris.core.lesson import Card
from verdigris.core.signature import Signature


def about(name: str) -> Signature:
    return Signature(
        exception="KeyError",
        shape=f"KeyError: '{name}'",
        test=f"test_{name}.py::test_{name}",
        place=f"{name}.py:{name}",
        about="return v1 [ v2 ]; 1 deep",
    )


def card(number: int, name: str = "", *, size: int = 0, run: str = "run") -> Card:
    """A green card with a change of its own, of about so many characters that do not pack well."""
    name = name or f"name{number}"
    filler = "".join(f"# {n * 2654435761 % 2**32:08x}\n" for n in range(size // 11))
    before = f"def {name}(rows):\n    return rows[0]\n{filler}"
    change = make_change(
        {f"{name}.py": before},
        {f"{name}.py": before.replace("rows[0]", f"rows.get({number})")},
        "fast",
        note="a model",
    )
    assert change is not None
    return Card(
        id=f"{run}:{number}",
        run_id=run,
        iteration=number,
        signature=about(name),
        green=True,
        summary=f"Card {number} about {name}.",
        root_cause="A key that may be missing.",
        fix="Ask with get.",
        verification="12 passed",
        files_changed=(f"{name}.py",),
        debug_steps=("looked", "thought"),
        change=change,
    )
