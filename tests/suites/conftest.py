from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_projects import Run, put, run_suite

from verdigris.core.report import Report


@pytest.fixture
def run(tmp_path: Path, lean_python: Path) -> Run:
    """Run the tests of a project made of the given files."""

    async def call(files: dict[str, str], test_cmd: str | None = None, **more: Any) -> Report:
        tree = put(tmp_path / "copy", files)
        return await run_suite(tree, test_cmd, **{"python": lean_python, **more})

    return call
