"""A text of lines that can be edited."""


class Document:
    def __init__(self, text=""):
        self.lines = text.split("\n")
        self.marks = {}

    @property
    def text(self):
        return "\n".join(self.lines)

    def insert(self, number, line):
        """Put a line before the one with this number; marks below move down."""
        if not 0 <= number <= len(self.lines):
            raise IndexError(number)
        self.lines.insert(number, line)
        for name, place in self.marks.items():
            if place >= number:
                self.marks[name] = place + 1

    def delete(self, number):
        """Take a line out, with the marks on it; marks below move up."""
        del self.lines[number]
        self.marks = {
            name: place - (place > number) for name, place in self.marks.items() if place != number
        }

    def replace(self, number, line):
        self.lines[number] = line

    def mark(self, name, number):
        self.marks[name] = number

    def state(self):
        """Everything there is to remember, apart from the document itself."""
        return list(self.lines), dict(self.marks)

    def restore(self, state):
        """Back to a remembered state, which stays good for another time."""
        lines, marks = state
        self.lines = list(lines)
        self.marks = dict(marks)
