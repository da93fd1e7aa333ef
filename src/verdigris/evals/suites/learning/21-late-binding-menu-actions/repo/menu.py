"""A menu whose entries are made from a list of pages."""


class Entry:
    def __init__(self, label, action, key):
        self.label = label
        self.action = action
        self.key = key


class Menu:
    def __init__(self, open_page):
        self._open = open_page
        self.entries = []

    def fill(self, pages):
        """An entry for each page; the first nine have a digit as their key."""
        for number, page in enumerate(pages, start=1):
            key = str(number) if number < 10 else None
            action = lambda: self._open(page)
            self.entries.append(Entry(page.title(), action, key))

    def press(self, key):
        """Do what a key stands for; None for a key that is not in use."""
        for entry in self.entries:
            if entry.key == key:
                return entry.action()
        return None

    def lines(self):
        return [f"{entry.key or ' '} {entry.label}" for entry in self.entries]
