"""From the URL a user writes to the driver that serves it. Opens nothing.

Users write `sqlite:///relative.db` or `sqlite:////absolute.db`; which driver that needs is nobody's
business but ours.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL

from verdigris.errors import SettingsError

_FORMS = "Write `sqlite:///path/to/file.db`."


def resolve(url: str) -> URL:
    """Return the URL for the asynchronous driver.

    Raises SettingsError for a URL that names no usable database.
    """
    scheme, separator, rest = url.partition("://")
    backend = scheme.partition("+")[0].lower()
    if separator and backend == "sqlite":
        return URL.create("sqlite+aiosqlite", database=str(_path(rest)))
    # The URL may hold a password, so only its scheme is repeated.
    shown = f"A database of the kind '{scheme}' is" if separator else "That database URL is"
    raise SettingsError(f"{shown} not supported.", hint=_FORMS)


def describe(url: URL) -> str:
    """Return the database in words fit for a message: never with a password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.render_as_string(hide_password=True)


def _path(rest: str) -> Path:
    # Taken as it stands: a folder may well be called `50%?`, which a URL parser would mangle.
    name = rest.removeprefix("/")
    if name == rest or not name or name == ":memory:" or "\0" in name:
        raise SettingsError(
            f"The database URL 'sqlite://{rest}' names no file.",
            hint="Write `sqlite:///file.db`, or `sqlite:////folder/file.db` for an absolute path.",
        )
    return Path(name).expanduser().absolute()
