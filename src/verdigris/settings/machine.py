"""The few facts of the surrounding shell that are no settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Machine:
    """The few facts of the surrounding shell that finding a project's tools needs."""

    path: str
    virtual_env: str | None
    home: str
    variables: Mapping[str, str] = field(default_factory=dict)
    """All of them, for programs that act in the user's name: the client of a container engine."""

    @classmethod
    def current(cls) -> Machine:
        return cls(
            os.environ.get("PATH", os.defpath),
            os.environ.get("VIRTUAL_ENV") or os.environ.get("CONDA_PREFIX") or None,
            str(Path.home()),
            dict(os.environ),
        )
