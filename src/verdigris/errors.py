"""Every error Verdigris raises on purpose. The class says who acts next.

VerdigrisError
├── UserError            you: the request cannot be carried out as it was given   (exit 2)
│   └── SettingsError    you: a setting is unknown, malformed or not allowed there
├── MissingError         you: something has to be installed, started or paid for  (exit 3)
│   ├── ModelUnavailable     no key, no credit, unknown model, dead server
│   ├── SuiteUnavailable     no tests, or the test command cannot start
│   └── SandboxUnavailable   the isolation asked for does not work here
├── ModelMistake         the model: what it said cannot be used; tell it why, go on
├── StoreError           the disk or the database: stop, nothing half-written     (exit 3)
│   └── StoreUnreachable     its server does not answer or does not let us in: later, perhaps
└── Halted               nobody: paused between two steps; can be resumed

An error carries its exit status and, in `hint`, the cure. Whatever is not in this tree is a bug
and surfaces with its traceback.
"""

from __future__ import annotations

from typing import ClassVar


class VerdigrisError(Exception):
    """Base of the tree: one sentence in the message, the cure in `hint`."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def show(self) -> str:
        """Return what a user should read: the sentence, then the cure."""
        return f"{self}\n{self.hint}".strip()


class UserError(VerdigrisError):
    exit_code = 2


class SettingsError(UserError):
    pass


class MissingError(VerdigrisError):
    exit_code = 3


class ModelUnavailable(MissingError):
    """The model cannot be reached or refuses to serve us; another call may still succeed later."""

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        transient: bool = False,
        retry_after: float | None = None,
        lasting: bool = False,
    ) -> None:
        super().__init__(message, hint=hint)
        self.transient = transient
        """True where trying again soon is worth it (rate limit, time-out, server error)."""
        self.retry_after = retry_after
        """Seconds the provider asked us to wait, if it said so."""
        self.lasting = lasting
        """True where no question at all will be answered (wrong key, no credit, no such model)."""


class SuiteUnavailable(MissingError):
    pass


class SandboxUnavailable(MissingError):
    """Infrastructure failed. Never shown to a model as if the command had printed it."""


class ModelMistake(VerdigrisError):
    """The answer cannot be used. The message is written for the model that gave it."""


class StoreError(VerdigrisError):
    exit_code = 3


class StoreUnreachable(StoreError):
    pass


class Halted(VerdigrisError):
    """Raised between steps and caught by the runner; a user sees a paused run, not an error."""
