"""From what Neo4j's driver raises to one of our errors with its cure; a missing driver as well."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from verdigris.core.text import one_line
from verdigris.errors import MissingError, StoreError, VerdigrisError
from verdigris.graph.addresses import Address

_SIGNS = {
    "Errno 111": "nothing listens there",
    "Errno 61": "nothing listens there",
    "looks like HTTP": "that is its port for browsers",
    "handshake": "it does not answer",
    "timed out": "it does not answer",
    "DNS": "there is no host of that name",
}


@asynccontextmanager
async def explained(address: Address) -> AsyncIterator[None]:
    """Turn what the driver raises inside the block into one of our errors."""
    try:
        from neo4j.exceptions import DriverError, Neo4jError
    except ImportError:
        raise MissingError(
            "The package for Neo4j is not installed.",
            hint="Install it: pip install 'verdigris[neo4j]'",
        ) from None
    try:
        yield
    except (DriverError, Neo4jError, OSError) as error:
        raise _fault(error, address) from error


def _fault(error: Exception, address: Address) -> VerdigrisError:
    from neo4j.exceptions import AuthError, ConfigurationError, Neo4jError, TransientError

    code = getattr(error, "code", "") or ""
    if isinstance(error, AuthError) or ".Security." in code:
        return MissingError(
            f"The graph at {address.url} does not let '{address.user}' in.",
            hint="Set graph.user and the password: NEO4J_PASSWORD in the environment.",
        )
    if "DatabaseNotFound" in code:
        return MissingError(
            f"The server {address.url} has no database '{address.database}'.",
            hint="Make it there, or set graph.database to one that it has.",
        )
    if isinstance(error, Neo4jError) and not isinstance(error, TransientError):
        return StoreError(f"The graph at {address.url} refused: {said(error)}")
    if isinstance(error, ConfigurationError):
        return StoreError(f"The graph at {address.url} cannot be used: {said(error)}")
    return MissingError(
        f"The graph at {address.url} cannot be reached: {_plainly(error)}.",
        hint="Start the server, or correct graph.url. What is waiting is delivered later.",
    )


def _plainly(error: Exception) -> str:
    """Say why a server cannot be reached without the insides of the driver."""
    text = said(error)
    known = (word for sign, word in _SIGNS.items() if sign in text)
    return next(known, text.rstrip("."))


def said(error: Exception) -> str:
    text = getattr(error, "message", None) or str(error) or type(error).__name__
    return one_line(text, 240)
