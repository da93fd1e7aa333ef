"""An address book that does not mind how a name is typed."""


class Unknown(LookupError):
    """Nobody of this name is in the book."""


def folded(name):
    """A name as the book sorts it: no blanks around it, one between its parts, small letters."""
    return " ".join(name.split()).lower()


class AddressBook:
    def __init__(self):
        self._people = {}
        self._groups = {}

    def add(self, name, phone, group="friends"):
        key = folded(name)
        if key in self._people:
            raise ValueError(f"{name} is in the book already")
        self._people[key] = {"name": name.strip(), "phone": phone, "group": group}
        self._groups.setdefault(group, set()).add(key)

    def phone(self, name):
        """The number of somebody."""
        person = self._people.get(folded(name))
        if person is None:
            raise Unknown(name)
        return person["phone"]

    def move(self, name, group):
        key = folded(name)
        person = self._people[key]
        self._groups[person["group"]].discard(key)
        self._groups.setdefault(group, set()).add(key)
        person["group"] = group

    def members(self, group):
        """The names in a group, in order."""
        keys = sorted(self._groups.get(group, ()))
        return [self._people[key]["name"] for key in keys]

    def __len__(self):
        return len(self._people)
