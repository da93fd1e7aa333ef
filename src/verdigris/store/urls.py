"""From the URL a user writes to the driver that serves it. Opens nothing.

Users write `sqlite:///relative.db`, `sqlite:////absolute.db` or `postgresql://user@host/name`;
which driver that needs is nobody's business but ours. No message repeats a URL that may hold a
password.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from verdigris.errors import MissingError, SettingsError

_SERVER = "`postgresql://user:password@host:5432/name`"
_FORMS = f"Write `sqlite:///path/to/file.db` or {_SERVER}."


def resolve(url: str) -> URL:
    """Return the URL for the asynchronous driver.

    Raises SettingsError for a URL that names no usable database, MissingError where its driver is
    not installed.
    """
    scheme, separator, rest = url.partition("://")
    backend = scheme.partition("+")[0].lower()
    if separator and backend == "sqlite":
        return URL.create("sqlite+aiosqlite", database=str(_path(rest)))
    if separator and backend in ("postgresql", "postgres"):
        return _server(rest)
    # The URL may hold a password, so only its scheme is repeated.
    shown = f"A database of the kind '{scheme}' is" if separator else "That database URL is"
    raise SettingsError(f"{shown} not supported.", hint=_FORMS)


def describe(url: URL) -> str:
    """Return the database in words fit for a message: never with a password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    # The query is left out: a password may stand there as well.
    at = url.host or url.query.get("host") or ""
    place = at if isinstance(at, str) else at[0]
    port = f":{url.port}" if url.port else ""
    user = f"{url.username}@" if url.username else ""
    return f"postgresql://{user}{place}{port}/{url.database or ''}"


def _server(rest: str) -> URL:
    unreadable = SettingsError(
        "The PostgreSQL URL cannot be read.",
        hint=f"Write {_SERVER}; a special character in the password is written as %XX.",
    )
    try:
        url = make_url(f"postgresql://{rest}")
        named = url.database or url.query.get("dbname")
    except (ArgumentError, ValueError):
        raise unreadable from None
    # Taken for a host or a name, the rest of a password would be shown.
    if "@" in (url.host or "") or set("@:") & set(url.database or ""):
        raise unreadable
    if not named:
        raise SettingsError("The PostgreSQL URL names no database.", hint=f"Write {_SERVER}.")
    if find_spec("psycopg") is None:
        raise MissingError(
            "A PostgreSQL database needs a package that is not installed.",
            hint="Install it: pip install 'verdigris[postgres]'",
        )
    return url.set(drivername="postgresql+psycopg")


def _path(rest: str) -> Path:
    # Taken as it stands: a folder may well be called `50%?`, which a URL parser would mangle.
    name = rest.removeprefix("/")
    if name == rest or not name or name == ":memory:" or "\0" in name:
        raise SettingsError(
            f"The database URL 'sqlite://{rest}' names no file.",
            hint="Write `sqlite:///file.db`, or `sqlite:////folder/file.db` for an absolute path.",
        )
    return Path(name).expanduser().absolute()
