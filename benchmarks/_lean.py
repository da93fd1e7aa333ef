"""An environment with pytest and nothing else, as a project's own would be. Not a benchmark."""

from __future__ import annotations

import sys
import venv
from pathlib import Path

_PACKAGES = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments")


def lean_python(desk: Path) -> Path:
    """Make the environment below a folder and return its interpreter."""
    folder = desk / "environment"
    venv.create(folder, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    ours = Path(next(path for path in sys.path if path.endswith("site-packages")))
    for package in ours.iterdir():
        if package.name.partition("-")[0].partition(".")[0] in _PACKAGES:
            (site / package.name).symlink_to(package)
    return folder / "bin" / "python"
