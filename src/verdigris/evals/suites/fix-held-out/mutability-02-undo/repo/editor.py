"""The commands of a little line editor."""

from document import Document
from history import History


class Editor:
    def __init__(self, text="", limit=100):
        self.document = Document(text)
        self.history = History(self.document, limit)
        self.saved = None

    def do(self, command, *args):
        """Run a command of the document, so that it can be undone."""
        self.history.remember()
        getattr(self.document, command)(*args)

    def undo(self, times=1):
        for _ in range(times):
            self.history.undo()

    def redo(self, times=1):
        for _ in range(times):
            self.history.redo()

    def save(self):
        self.saved = self.document.state()

    def revert(self):
        """Back to what was saved last; this can be undone as well."""
        if self.saved is None:
            raise ValueError("nothing was saved")
        self.do("restore", self.saved)

    @property
    def text(self):
        return self.document.text
