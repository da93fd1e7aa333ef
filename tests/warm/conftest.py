from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from warm_projects import Project


@pytest.fixture
def project(tmp_path: Path, lean_python: Path) -> Callable[..., Project]:
    """Put a project on disk."""

    def make(files: Mapping[str, str], **more: Any) -> Project:
        return Project(tmp_path / "original", lean_python, files, **more)

    return make
