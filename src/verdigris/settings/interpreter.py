"""The interpreter that a user has named: where it is, and what is wrong where it cannot be one.

Looks at the file only. Whether it is Python, and has what tests need, is for whoever starts it.
"""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

from verdigris.errors import SuiteUnavailable
from verdigris.settings.machine import Machine

_CURE = "Name the program itself, one that has pytest, such as: --python .venv/bin/python"


def named_python(name: str, machine: Machine | None = None) -> Path:
    """Return where an interpreter is that was named by its path, or as a command of a machine."""
    found = shutil.which(name, path=machine.path) if machine and "/" not in name else None
    if found:
        return Path(found)
    try:
        return Path(name).expanduser().absolute()
    except RuntimeError:  # ~somebody who is not known here
        return Path(name).absolute()


def require_program(path: Path) -> None:
    """Raise SuiteUnavailable, with the cure, for what cannot be started as an interpreter."""
    try:
        kind = path.stat().st_mode
    except PermissionError:
        raise SuiteUnavailable(
            f"The interpreter {path} stands in a folder that you may not look into.",
            hint=f"`namei -l {path}` shows which one. Have it opened to you, or name an "
            "interpreter that you may start and that has pytest by --python.",
        ) from None
    except (OSError, ValueError):  # a name with a NUL in it
        raise SuiteUnavailable(f"There is no interpreter {path}.", hint=_CURE) from None
    if stat.S_ISDIR(kind):
        inside = path / "bin" / "python"
        near = os.access(inside, os.X_OK)
        raise SuiteUnavailable(
            f"{path} is a folder and no interpreter.",
            hint=f"The one in it that may have pytest: --python {inside}" if near else _CURE,
        )
    if not stat.S_ISREG(kind) or not os.access(path, os.X_OK):
        raise SuiteUnavailable(f"{path} is no program that you may start.", hint=_CURE)
