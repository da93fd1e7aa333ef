"""A question that only a person can answer, such as whether a new package may be used."""

from __future__ import annotations

import hashlib
from typing import Literal

from verdigris.core.value import Value


class Question(Value):
    kind: Literal["import"] = "import"
    project: str
    """The project's folder: an answer holds for one project."""
    subject: str
    """What is asked about: the name of a package."""
    text: str
    """The question in words."""

    @property
    def key(self) -> str:
        """The same question about the same project, whoever asks it."""
        parts = "\0".join((self.kind, self.project, self.subject))
        return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:32]
