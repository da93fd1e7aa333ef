"""What the client raises."""

from __future__ import annotations

from fetching.response import Response


class FetchError(Exception):
    def __init__(self, message: str, response: Response) -> None:
        super().__init__(f"{message} (status {response.status})")
        self.response = response


class GaveUp(FetchError):
    """The server stayed busy through all attempts."""


class Refused(FetchError):
    """The server's answer will not change by asking again."""
