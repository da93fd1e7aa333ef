"""Every test keeps its data below its own folder and sees no key of whoever runs it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from verdigris.settings import KEY_VARIABLES, PREFIX

# The same examples every time: a run that fails must fail again for whoever looks into it.
settings.register_profile("steady", derandomize=True, database=None, deadline=None)
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in list(os.environ):
        if variable.startswith(PREFIX) or variable in KEY_VARIABLES:
            monkeypatch.delenv(variable)
    monkeypatch.setenv("VERDIGRIS_CONFIG", str(tmp_path / "no-such-config.toml"))
    monkeypatch.setenv("VERDIGRIS_PATHS__DATA", str(tmp_path / "data"))
    monkeypatch.setenv("VERDIGRIS_PATHS__CACHE", str(tmp_path / "cache"))
