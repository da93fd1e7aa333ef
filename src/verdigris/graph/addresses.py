"""From the URL a user writes to a server of the graph. Opens nothing; a password is never shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from verdigris.errors import SettingsError
from verdigris.settings import Settings

SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")
_PORT = 7687
_FORMS = "Write `neo4j://host:7687` or `bolt://host:7687`, with `+s` after the word for TLS."


@dataclass(frozen=True)
class Address:
    url: str
    """Without user and password."""
    user: str
    password: str = field(repr=False)
    database: str
    """Empty for the server's own choice."""
    seconds: float

    @property
    def target(self) -> str:
        """What letters to it are filed under."""
        return f"{self.url}/{self.database}"


def address(settings: Settings) -> Address | None:
    """Return where the graph is kept besides the database; None where nowhere.

    Raises SettingsError for a URL that names no server.
    """
    graph = settings.graph
    if not graph.url:
        return None
    try:
        parts = urlsplit(graph.url)
        host, port = parts.hostname, parts.port or _PORT
    except ValueError:
        raise SettingsError("The setting 'graph.url' is no URL.", hint=_FORMS) from None
    if parts.scheme not in SCHEMES or not host:
        # The rest may hold a password.
        raise SettingsError(f"A graph of the kind '{parts.scheme}' is not supported.", hint=_FORMS)
    shown = f"[{host}]" if ":" in host else host
    key = settings.keys.neo4j
    return Address(
        url=f"{parts.scheme}://{shown}:{port}",
        user=unquote(parts.username or "") or graph.user,
        password=unquote(parts.password or "") or (key.get_secret_value() if key else ""),
        database=parts.path.strip("/") or graph.database or "",
        seconds=graph.timeout_seconds,
    )


def is_graph(target: str) -> bool:
    """Tell whether letters under this name are for a graph."""
    return target.partition("://")[0] in SCHEMES
