"""The base of every value: immutable, strict about its fields, comparable, JSON both ways."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

FORMAT = 1
"""Version of the persisted shapes. Raise it when a reader of the old shape would be misled."""


class Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
