"""A folder, and who may do what with it."""

from __future__ import annotations

from access.rights import EVERYTHING, Right


class Denied(PermissionError):
    def __init__(self, person: str, missing: Right) -> None:
        super().__init__(f"{person} lacks {missing.name}")
        self.person = person
        self.missing = missing


class Folder:
    """The owner has every right, and nothing can be taken from them."""

    def __init__(self, name: str, owner: str, parent: Folder | None = None) -> None:
        self.name = name
        self.owner = owner
        self.parent = parent
        self._granted: dict[str, Right] = {}

    def grant(self, person: str, rights: Right) -> None:
        self._granted[person] = self.granted(person) | rights

    def revoke(self, person: str, rights: Right) -> None:
        """Take rights away; those the person does not have are ignored."""
        self._granted[person] = self.granted(person) & ~rights

    def granted(self, person: str) -> Right:
        """What was granted on this very folder."""
        return self._granted.get(person, Right.NONE)

    def rights(self, person: str) -> Right:
        """All that the person may do here: own grants and those of the folders above."""
        if person == self.owner:
            return EVERYTHING
        above = self.parent.rights(person) if self.parent else Right.NONE
        return above | self.granted(person)

    def require(self, person: str, rights: Right) -> None:
        missing = rights & ~self.rights(person)
        if missing:
            raise Denied(person, missing)

    def people(self) -> list[str]:
        """Everybody with any right, the owner first."""
        named = sorted(person for person, rights in self._granted.items() if rights)
        return [self.owner, *(person for person in named if person != self.owner)]
