"""One upload on the side that receives: parts may come in any order, and twice."""

from __future__ import annotations

from uploads.ranges import ByteRange, parse_header


class BadPart(Exception):
    """The part cannot belong to this upload."""


class Session:
    def __init__(self, whole: int) -> None:
        self.whole = whole
        self._content = bytearray(whole)
        self._received: list[ByteRange] = []

    def receive(self, head: str, body: bytes) -> None:
        part, whole = parse_header(head)
        if whole != self.whole:
            raise BadPart(f"the file has {self.whole} bytes, not {whole}")
        if part.size != len(body):
            raise BadPart(f"{part.size} bytes announced, {len(body)} sent")
        self._content[part.first : part.last + 1] = body
        self._note(part)

    @property
    def received(self) -> int:
        """How many different bytes are here."""
        return sum(part.size for part in self._received)

    @property
    def complete(self) -> bool:
        return self.received == self.whole

    def missing(self) -> list[ByteRange]:
        gaps, cursor = [], 0
        for part in sorted(self._received):
            if part.first > cursor:
                gaps.append(ByteRange(cursor, part.first - 1))
            cursor = part.last + 1
        if cursor < self.whole:
            gaps.append(ByteRange(cursor, self.whole - 1))
        return gaps

    def content(self) -> bytes:
        if not self.complete:
            raise BadPart("parts are missing")
        return bytes(self._content)

    def _note(self, part: ByteRange) -> None:
        apart = []
        for other in self._received:
            if part.touches(other):
                part = part.join(other)
            else:
                apart.append(other)
        self._received = [*apart, part]
