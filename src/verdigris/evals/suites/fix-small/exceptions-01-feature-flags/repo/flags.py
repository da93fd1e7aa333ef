"""Feature flags as people write them: `new-search=on`, `limit=20`, one a line."""

_TRUE = {"on", "yes", "true", "1"}
_FALSE = {"off", "no", "false", "0"}


class BadFlag(ValueError):
    """A flag has a value that cannot be understood."""


class Flags:
    def __init__(self, values: dict[str, str]) -> None:
        self._values = values

    @classmethod
    def parse(cls, text: str) -> "Flags":
        values = {}
        for line in text.splitlines():
            line = line.partition("#")[0].strip()
            if line:
                name, _, value = line.partition("=")
                values[name.strip()] = value.strip()
        return cls(values)

    def is_on(self, name: str, default: bool = False) -> bool:
        """Return whether a flag is set; the default for one that is not there."""
        try:
            value = self._values[name].lower()
        except ValueError:
            return default
        if value in _TRUE:
            return True
        if value in _FALSE:
            return False
        raise BadFlag(f"{name} is neither on nor off: {value}")

    def number(self, name: str, default: int) -> int:
        """Return a flag's number; the default for one that is not there."""
        if name not in self._values:
            return default
        try:
            return int(self._values[name])
        except ValueError:
            raise BadFlag(f"{name} is no number: {self._values[name]}") from None

    def names(self) -> list[str]:
        return sorted(self._values)
