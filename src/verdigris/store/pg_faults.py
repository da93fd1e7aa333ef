"""What PostgreSQL says, by its code or its words, and the cure. Pure.

A refused connection carries no code, only the server's English words (or those of the operating
system), so these are looked for; what is not known is passed on in one line.
"""

from __future__ import annotations

import re

from verdigris.core.text import mask, one_line
from verdigris.errors import StoreError, StoreUnreachable

_START = "Start the server, or check host and port in the URL."
_RIGHTS = "Grant the role its rights: `GRANT ALL ON ALL TABLES IN SCHEMA public TO …`."
_OWN = "Give it a database of its own: `CREATE DATABASE verdigris`."

# By the first characters of the code: https://www.postgresql.org/docs/current/errcodes-appendix.html
_UNREACHABLE = {
    "28": ("does not let this role in", "Check user and password in the URL."),
    "3D": ("does not exist", "Make it: `CREATE DATABASE …`; or check its name in the URL."),
    "53300": ("has no free connection", "Wait, or raise `max_connections` of the server."),
    "57P": ("is starting up or shutting down", "Try again when it is up."),
    "08": ("cannot be reached", _START),
}
_REFUSED = {
    "42501": ("does not allow this role to do that", _RIGHTS),
    "25006": ("is read-only", "Use the primary server, or a role that may write."),
    "42P07": ("holds tables of another program under our names", _OWN),
    "55P03": ("was locked by another writer for too long", "Try again."),
    "57014": ("took too long", "Try again when the server is less busy."),
    "25P03": ("ended a transaction that was left open for too long", "Try again."),
    "53100": ("cannot grow because its disk is full", "Free some space on the server."),
}
# Codes of what a connection is refused for, by the words that come instead of one.
_WORDS = (
    (r"authentication failed|no password supplied|pg_hba|role \".*\" does not exist", "28"),
    (r"database \".*\" does not exist", "3D"),
    (r"too many (?:clients|connections)|connection slots", "53300"),
    (r"starting up|shutting down|recovery mode|terminating connection", "57P"),
    (r"refused|timeout|timed out|could not translate|resolve|No such file|unreachable|"
     r"closed the connection|connection (?:is )?(?:lost|closed)|No route|reset by peer|SSL", "08"),
)  # fmt: skip


def explain_postgres(error: BaseException, where: str) -> StoreError:
    """Return one sentence with the cure for an error of the driver; never with a password."""
    said = _plain(str(error))
    code = getattr(error, "sqlstate", None) or _code_by_words(str(error))
    for table, kind in ((_UNREACHABLE, StoreUnreachable), (_REFUSED, StoreError)):
        for start, (what, cure) in table.items():
            if code.startswith(start):
                return kind(f"The database {where} {what} ({said}).", hint=cure)
    return StoreError(f"The database {where} refused the work ({said}).")


def _code_by_words(said: str) -> str:
    return next((code for words, code in _WORDS if re.search(words, said)), "")


def _plain(said: str) -> str:
    """Return the line that tells: several addresses may have been tried, and advice may follow."""
    lines = [line.strip() for line in said.splitlines() if line.strip()] or [""]
    told = next((line for line in lines if "FATAL" in line or "failed:" in line), lines[0])
    return one_line(mask(told.rpartition("failed: ")[2] or told), 200)
