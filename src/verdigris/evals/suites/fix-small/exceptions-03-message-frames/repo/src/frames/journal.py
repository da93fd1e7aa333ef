"""Messages in a file, one frame after another."""

from pathlib import Path

from frames.codec import encode
from frames.reader import Reader


class Journal:
    def __init__(self, path: Path) -> None:
        self._path = path

    def append(self, text: str) -> None:
        with self._path.open("ab") as file:
            file.write(encode(text))

    def read(self) -> list[str]:
        """Return all whole messages; a torn one at the end is left out."""
        if not self._path.exists():
            return []
        return list(Reader().feed(self._path.read_bytes()))

    def repair(self) -> int:
        """Cut a torn message off; return how many bytes went."""
        whole = b"".join(encode(text) for text in self.read())
        lost = self._path.stat().st_size - len(whole)
        if lost:
            self._path.write_bytes(whole)
        return lost
