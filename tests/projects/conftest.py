"""Jest and Vitest, installed once for all the projects that need them."""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
from pathlib import Path

import platformdirs
import pytest

PACKAGES = {"jest": "30.2.0", "vite": "7.2.2", "vitest": "3.2.4"}


@pytest.fixture(scope="session")
def node_modules() -> Path:
    """A folder of packages, kept in the user's cache: installing takes about half a minute."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    name = "-".join(f"{package}-{version}" for package, version in PACKAGES.items())
    folder = platformdirs.user_cache_path("verdigris-tests") / name
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        # One worker installs, the others wait for it.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            (folder / "package.json").write_text(json.dumps({"dependencies": PACKAGES}))
            done = subprocess.run(
                ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"],
                cwd=folder, capture_output=True, text=True, timeout=280, check=False,
            )  # fmt: skip
            if done.returncode:
                pytest.skip(f"npm cannot install Jest and Vitest: {done.stderr[-300:]}")
            (folder / "done").touch()
    return folder / "node_modules"
