"""From `memory.url` to the shared memory it names. The one place that knows the forms.

What a backend needs is imported when it is chosen.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import SecretStr

from verdigris.errors import MissingError, SettingsError
from verdigris.memory.base import MemoryStore
from verdigris.memory.documents.base import Documents
from verdigris.memory.documents.store import DocumentsStore
from verdigris.settings import Settings
from verdigris.vectors.base import Embedder

FORMS = (
    "`chroma:FOLDER`, `chroma+http://HOST:PORT`, `mem0:FOLDER`, `mem0:` for Mem0's own service, "
    "or `mem0+https://HOST`"
)
_SERVICES = ("chroma+http", "chroma+https", "mem0+http", "mem0+https")
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def described(url: str) -> str:
    """Return a URL in the form under which it is known, never with a password.

    Raises SettingsError for one that names no memory.
    """
    scheme, _, rest = url.partition(":")
    if in_folder(url):
        return f"{scheme}:{_path(rest)}"
    if scheme in _SERVICES:
        kind, _, address = url.partition("+")
        base, path = _service(address)
        return f"{kind}+{base}{path.rstrip('/')}"
    if url == "mem0:":
        return url
    raise SettingsError("`memory.url` names no memory that can be shared.", hint=f"Write {FORMS}.")


def in_folder(url: str) -> bool:
    """Tell whether a library on this machine keeps it, which takes seconds to be imported."""
    scheme, _, rest = url.partition(":")
    return scheme in ("chroma", "mem0") and bool(rest)


def patience(url: str, seconds: float) -> float:
    """Return how long an answer may take where a server may take so many seconds."""
    return max(seconds, 30.0) if in_folder(url) else seconds


async def open_shared(
    url: str, settings: Settings, embedder: Embedder | None, project: str = ""
) -> MemoryStore:
    """Return the memory that a URL names; nothing is asked of it yet.

    Raises SettingsError for a URL that names none, MissingError where a key is missing.
    """
    url = described(url)
    scheme, _, rest = url.partition(":")
    if in_folder(url):
        documents = _folder(scheme, rest, embedder)
    elif scheme.startswith("chroma"):
        documents = _chroma_server(url.removeprefix("chroma+"), settings, embedder)
    else:
        documents = _mem0_api(url.removeprefix("mem0+"), settings)
    return DocumentsStore(documents, project)


def _folder(scheme: str, rest: str, embedder: Embedder | None) -> Documents:
    from verdigris.memory.documents.boxed import Box, BoxedFolder
    from verdigris.memory.documents.embedded import EmbeddedDocuments

    folder = _path(rest)
    box = Box("chroma" if scheme == "chroma" else "mem0")
    # Already now, so that the library is there when it is asked.
    with suppress(OSError):
        box.start(folder)
    return EmbeddedDocuments(BoxedFolder(box, folder), embedder)


def _chroma_server(address: str, settings: Settings, embedder: Embedder | None) -> Documents:
    from verdigris.memory.documents.chroma_server import ChromaServer
    from verdigris.memory.documents.embedded import EmbeddedDocuments

    key = _secret(settings.keys.chroma)
    base, path = _service(address)
    _require_private(base, key)
    parts = [part for part in path.split("/") if part]
    if len(parts) not in (0, 2):
        raise SettingsError(
            "`memory.url` names a Chroma server and something else.",
            hint="Write `chroma+https://HOST`, or `chroma+https://HOST/TENANT/DATABASE`.",
        )
    return EmbeddedDocuments(ChromaServer(base, key, *parts), embedder)


def _mem0_api(address: str, settings: Settings) -> Documents:
    from verdigris.memory.documents.mem0_api import HOST, Mem0Api

    key = _secret(settings.keys.mem0)
    if not key:
        raise MissingError(
            "Mem0's service needs a key.",
            hint="Set MEM0_API_KEY, or `keys.mem0` in your own settings; `mem0:FOLDER` needs none.",
        )
    base = HOST if address == "mem0:" else _service(address)[0]
    _require_private(base, key)
    return Mem0Api(key, base)


def _path(rest: str) -> Path:
    return Path(rest.removeprefix("//")).expanduser().absolute()


def _service(address: str) -> tuple[str, str]:
    """Return the address of a service and the path behind it. Raises SettingsError."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host:
        raise SettingsError("`memory.url` names no host.", hint=f"Write {FORMS}.")
    if parts.username or parts.password:
        raise SettingsError(
            "`memory.url` holds a password.", hint="Give a key by `keys`, which is kept secret."
        )
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + (f":{port}" if port else ""), parts.path


def _require_private(base: str, key: str) -> None:
    host = urlsplit(base).hostname
    if key and base.startswith("http:") and host not in _LOOPBACK:
        raise SettingsError(
            f"`memory.url` would send your key to {host} unencrypted.",
            hint="Use https, or a server on this machine.",
        )


def _secret(value: SecretStr | None) -> str:
    return value.get_secret_value() if value else ""
