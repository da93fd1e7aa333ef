"""How the project's pytest is started as a worker, and which test commands allow it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from verdigris.sandbox.base import Limits, View

PLUGIN = Path(__file__).parent.parent / "plugin"
_LIFETIME = 6 * 3600.0
_SHELL = re.compile(r"[|&;<>()$`\\*?\[\]{}~!#\n]")
_PYTHON = re.compile(r"(?:.*/)?python(?:3(?:\.\d+)?)?")
_PYTEST = re.compile(r"(?:.*/)?(?:pytest|py\.test)")


@dataclass(frozen=True)
class Launch:
    command: str
    """As reports name it."""
    argv: tuple[str, ...]
    environment: Callable[[Path], Mapping[str, str]]
    """The variables a cold run of a tree sees; those of the reporting plugin do not matter."""
    origin: Path
    """The user's own folder, which must not be imported from."""
    limits: Limits
    """Of one candidate, as of one cold run."""
    view: View = field(default_factory=View)
    test_seconds: float = 120.0
    """Of one test, where nobody says otherwise."""
    patience: float = 15.0
    """Seconds beyond a candidate's own limit before a worker counts as stalled."""

    def variables(self, tree: Path, door: Path) -> dict[str, str]:
        told = self.environment(tree).items()
        given = {name: value for name, value in told if not name.startswith("VERDIGRIS_")}
        path = [str(PLUGIN), *filter(None, given.get("PYTHONPATH", "").split(":"))]
        return {
            **given,
            "PYTHONPATH": ":".join(dict.fromkeys(path)),
            # In this order: the first one stops before anything else is loaded.
            "PYTEST_ADDOPTS": "-p verdigris_warm -p verdigris_report",
            "VERDIGRIS_WARM": str(door),
            "VERDIGRIS_ROOT": str(tree),
            "VERDIGRIS_ORIGIN": str(self.origin),
        }

    def worker_view(self, desk: Path) -> View:
        return View(readable=(*self.view.readable, PLUGIN), kept=(*self.view.kept, desk))

    def worker_limits(self) -> Limits:
        """Return the limits of a worker: a candidate's, but for what adds up over many."""
        return self.limits.model_copy(
            update={
                "wall_seconds": _LIFETIME,
                "cpu_seconds": self.limits.cpu_seconds + 3600,
                "output_kb": self.limits.output_kb + 1024,
            }
        )


def pytest_words(test_cmd: str | None, python: Path) -> tuple[str, ...] | None:
    """Return the words of a command that starts pytest and nothing else; None for any other.

    A script or a pipeline may do more than run pytest, before or after: only a cold run does that.
    """
    if test_cmd is None:
        return (str(python), "-m", "pytest")
    if _SHELL.search(test_cmd):
        return None
    try:
        words = tuple(shlex.split(test_cmd))
    except ValueError:
        return None
    direct = bool(words) and _PYTEST.fullmatch(words[0])
    module = len(words) > 2 and _PYTHON.fullmatch(words[0]) and words[1:3] == ("-m", "pytest")
    return words if direct or module else None
