from __future__ import annotations

from pathlib import Path

import pytest
from small_tasks import BROKEN, HIDDEN, MENDED, SHEET, VISIBLE, Put, laid


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Write a sound task into the suite `suite`, with some files changed; None leaves one out."""

    def write(name: str = "double", **files: str | None) -> Path:
        parts: dict[str, str | None] = {
            "task.toml": SHEET.format(id=name),
            "repo/twice.py": BROKEN,
            "repo/test_twice.py": VISIBLE,
            "hidden/test_hidden_twice.py": HIDDEN,
            "solution/twice.py": MENDED,
            **files,
        }
        return laid(tmp_path / "suite" / name, parts)

    return write
