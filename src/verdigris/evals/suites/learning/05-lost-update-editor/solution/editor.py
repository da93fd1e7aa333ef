"""A text that is edited, and whether it has to be saved."""


class Buffer:
    def __init__(self, text=""):
        self._text = text
        self._cursor = 0
        self.unsaved = False
        self.version = 1

    @property
    def text(self):
        return self._text

    def go(self, place):
        self._cursor = min(max(place, 0), len(self._text))

    def insert(self, words):
        """Put words in at the cursor, and step behind them."""
        self._text = self._text[: self._cursor] + words + self._text[self._cursor :]
        self._cursor += len(words)
        self._touch()

    def delete(self, count):
        """Remove so many characters behind the cursor."""
        self._text = self._text[: self._cursor] + self._text[self._cursor + count :]
        self._touch()

    def replace(self, old, new):
        """Replace a word wherever it stands; whether it stood anywhere."""
        if old not in self._text:
            return False
        self._text = self._text.replace(old, new)
        self._touch()
        return True

    def save(self):
        self.unsaved = False
        return self._text

    def _touch(self):
        self.unsaved = True
        self.version += 1
