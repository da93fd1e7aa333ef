"""What a server said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

BUSY = frozenset({429, 502, 503, 504})


@dataclass(frozen=True)
class Response:
    status: int
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    @property
    def busy(self) -> bool:
        """Whether it may help to ask again."""
        return self.status in BUSY

    def header(self, name: str) -> str | None:
        """Names of headers are the same in capitals and small letters."""
        for key, value in self.headers.items():
            if key.lower() == name.lower():
                return value
        return None

    def retry_after_ms(self) -> int | None:
        """The wait the server asks for: its header counts in whole seconds."""
        value = self.header("Retry-After")
        if value is None or not value.strip().isdigit():
            return None
        return int(value)
