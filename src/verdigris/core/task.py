"""What is asked of Verdigris. Not how it is done: limits and models are settings."""

from __future__ import annotations

import hashlib
from typing import Literal

from verdigris.core.building import LanguageName, Profile
from verdigris.core.value import FORMAT, Value

Job = Literal["fix", "build", "improve", "audit"]


class Task(Value):
    format: int = FORMAT
    job: Job = "fix"
    goal: str = "Make the failing tests pass."
    root: str
    """Absolute path of the user's project. Read from; written to only when applying."""
    test_cmd: str | None = None
    """The user's own test command; found from the project's files when None."""

    language: LanguageName | None = None
    """What to build in; only a build has one."""
    profile: Profile | None = None
    """What sort of program to build; only a build has one."""
    into: bool = False
    """Whether a build writes into a project that is there, with tests that are there."""

    @property
    def project(self) -> str:
        """A hash that tells this project from others on the machine, without naming it."""
        return hashlib.sha256(self.root.encode("utf-8", "surrogatepass")).hexdigest()[:12]
