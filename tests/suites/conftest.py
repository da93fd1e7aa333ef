from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_projects import Run, put, run_suite

from verdigris.core.report import Report
from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import Sandbox
from verdigris.sandbox.pick import open_backend
from verdigris.settings import Machine, Settings


@pytest.fixture(params=["process", "bubblewrap"])
async def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    try:
        return await open_backend(request.param, Settings(), Machine.current())
    except SandboxUnavailable as missing:
        pytest.skip(missing.show())


@pytest.fixture
def run(tmp_path: Path, lean_python: Path) -> Run:
    """Run the tests of a project made of the given files."""

    async def call(files: dict[str, str], test_cmd: str | None = None, **more: Any) -> Report:
        tree = put(tmp_path / "copy", files)
        return await run_suite(tree, test_cmd, **{"python": lean_python, **more})

    return call
