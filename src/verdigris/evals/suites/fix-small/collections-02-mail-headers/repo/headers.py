"""Headers of a message: one a line, folded lines joined, names in any case."""


class Headers:
    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self._pairs = pairs

    @classmethod
    def parse(cls, text: str) -> "Headers":
        """Read headers up to the first empty line."""
        pairs: list[tuple[str, str]] = []
        for line in text.splitlines():
            if not line.strip():
                break
            if line[0] in " \t" and pairs:
                name, value = pairs[-1]
                pairs[-1] = (name, f"{value} {line.strip()}")
                continue
            name, *rest = line.split(":")
            if not rest:
                raise ValueError(f"no header: {line!r}")
            pairs.append((name.strip(), rest[0].strip()))
        return cls(pairs)

    def get(self, name: str, default: str = "") -> str:
        """Return the first value of a header."""
        return next(iter(self.all(name)), default)

    def all(self, name: str) -> list[str]:
        return [value for own, value in self._pairs if own.lower() == name.lower()]

    def without(self, *names: str) -> "Headers":
        dropped = {name.lower() for name in names}
        return Headers([pair for pair in self._pairs if pair[0].lower() not in dropped])

    def __str__(self) -> str:
        return "\n".join(f"{name}: {value}" for name, value in self._pairs)
