"""Collects bytes as they come in and hands out whole messages."""

from collections.abc import Iterator

from frames.codec import FrameError, decode


class Reader:
    def __init__(self) -> None:
        self._waiting = b""
        self._broken: FrameError | None = None

    def feed(self, data: bytes) -> Iterator[str]:
        """Take some bytes, yield the messages that are complete now.

        Raises FrameError when the stream makes no sense, then and ever after.
        """
        if self._broken is not None:
            raise self._broken
        self._waiting += data
        while self._waiting:
            try:
                text, self._waiting = decode(self._waiting)
            except EOFError:
                return
            except FrameError as error:
                self._broken = error
                raise
            yield text

    @property
    def idle(self) -> bool:
        """Whether nothing is half received."""
        return not self._waiting
