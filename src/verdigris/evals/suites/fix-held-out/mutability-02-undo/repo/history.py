"""Undo and redo."""


class NothingLeft(Exception):
    pass


class History:
    def __init__(self, document, limit=100):
        self.document = document
        self.limit = limit
        self._undo = []
        self._redo = []

    def remember(self):
        """Call this before a change."""
        self._undo.append(self.document.state())
        del self._undo[: -self.limit]
        self._redo.clear()

    def undo(self):
        self._swap(self._undo, self._redo)

    def redo(self):
        self._swap(self._redo, self._undo)

    def _swap(self, source, target):
        if not source:
            raise NothingLeft
        target.append(self.document.state())
        self.document.restore(source.pop())

    @property
    def depth(self):
        return len(self._undo), len(self._redo)
