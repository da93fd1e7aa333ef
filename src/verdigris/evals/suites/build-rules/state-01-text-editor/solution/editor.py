class Editor:
    def __init__(self):
        self.text = ""
        self._before = []
        self._after = []

    def insert(self, text):
        self._become(self.text + text)

    def erase(self, count):
        self._become(self.text[: max(0, len(self.text) - count)])

    def undo(self):
        return self._move(self._before, self._after)

    def redo(self):
        return self._move(self._after, self._before)

    def _become(self, text):
        if text != self.text:
            self._before.append(self.text)
            self._after.clear()
            self.text = text

    def _move(self, source, target):
        if not source:
            return False
        target.append(self.text)
        self.text = source.pop()
        return True
