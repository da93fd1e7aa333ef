"""Headers of a message: names in any spelling, values in the order they came."""


def canonical(name):
    """`content-TYPE` as `Content-Type`."""
    return "-".join(part.capitalize() for part in name.strip().split("-"))


class Headers:
    def __init__(self, pairs=()):
        self._values = {}
        for name, value in pairs:
            self.add(name, value)

    def add(self, name, value):
        self._values.setdefault(canonical(name), []).append(value)

    def get(self, name, default=None):
        """The first value of a header."""
        values = self._values.get(canonical(name))
        return values[0] if values else default

    def all(self, name):
        return list(self._values.get(canonical(name), ()))

    def __contains__(self, name):
        return bool(self._values.get(name))

    def drop(self, name):
        return self._values.pop(canonical(name), [])

    def lines(self):
        return [f"{name}: {value}" for name, values in self._values.items() for value in values]


def keeps_alive(headers, version="1.1"):
    """Whether the connection stays open after the message."""
    if "Connection" in headers:
        return headers.get("Connection").lower() != "close"
    return version == "1.1"


def body_length(headers):
    """Bytes of the body; None where the message does not say."""
    if "transfer-encoding" in headers:
        return None
    return int(headers.get("content-length", 0))
