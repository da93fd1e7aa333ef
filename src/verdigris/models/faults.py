"""From a client's exception to one sentence with its cure, in one place for every provider."""

from __future__ import annotations

import re

from verdigris.core.text import mask, one_line
from verdigris.errors import ModelUnavailable

_KEY = (
    "{name} refused the key.",
    "Check the key with `verdigris config show`, then try again.",
)
_CREDIT = ("{name} is out of credit.", "Add credit, or name another model with --model.")
_UNKNOWN = (
    "{name} is not known to its provider.",
    "Check the spelling of the model; `verdigris model list` shows what is configured.",
)
_TOO_LONG = ("The question is too long for {name}.", "Name a model with a larger context.")
_RATE = ("{name} limits the rate of requests.", "Wait a little, then resume the run.")
_TIME = ("{name} did not answer in time.", "Raise models.timeout_seconds, or try later.")
_REACH = ("{name} cannot be reached.", "Is the server running, and is there a network?")
_CUT = ("{name} broke off in the middle of its answer.", "Try again later, or name another model.")
_ELSEWHERE = (
    "{name} sent us to another address, where your key does not belong.",
    "Write the provider's final address into settings, if you trust it.",
)
_REJECTED = ("{name} rejected the request: {said}.", "See the provider's message.")
_FAILED = ("{name} failed: {said}.", "Try again later, or name another model.")
_BROKE = re.compile(r"(?i)incomplete|peer closed|without sending|connection (?:broken|lost|reset)")
_SAYS_TOO_LONG = re.compile(
    r"(?i)context.?(?:length|window|size)|too (?:long|many tokens)|maximum.{0,20}tokens"
)
_SAYS_NO_KEY = re.compile(r"(?i)no connected db|(?:invalid|incorrect) (?:proxy |api )?key")
"""Some refuse a key with a status of another meaning; LiteLLM without a database is one."""
_SAYS_UNKNOWN = re.compile(r"(?i)invalid model name|model\b.{0,80}\b(?:does not exist|not found)")
_SAYS_NO_CREDIT = re.compile(r"(?i)credit balance|insufficient.{0,12}(?:credit|balance|quota)")


def broke_off(name: str) -> ModelUnavailable:
    """Return the fault of a stream that ended without saying that it had come to its end."""
    return ModelUnavailable(_CUT[0].format(name=name), hint=_CUT[1], transient=True)


def unreadable(name: str) -> ModelUnavailable:
    """Return the fault of a server that sent what a client of its protocol stumbles over."""
    return ModelUnavailable(
        f"{name} failed: it sent something that is no answer.",
        hint="Is the address right? Try again later, or name another model.",
        transient=True,
    )


def translate(error: Exception, name: str) -> ModelUnavailable:
    """Turn a client's exception into one sentence with the cure."""
    (sentence, hint), transient, lasting = _sort(error)
    said = one_line(mask(_said(error)), 200).rstrip(".")
    return ModelUnavailable(
        sentence.format(name=name, said=said),
        hint=hint,
        transient=transient,
        lasting=lasting,
        retry_after=getattr(error, "retry_after", None),
    )


Sorted = tuple[tuple[str, str], bool, bool]
"""Sentence and cure; whether another try is worth it; whether any other question would fail."""


def _sort(error: Exception) -> Sorted:
    kind = type(error).__name__
    # Some errors carry the status only in the client's own exception below them.
    status = getattr(error, "status_code", None) or getattr(error.__cause__, "status_code", None)
    if kind in ("ModelTimeoutError", "ModelRequestTimeout"):
        return _TIME, True, False
    if kind == "ModelConnectionError":
        return (_CUT if _BROKE.search(str(error)) else _REACH), True, False
    if kind == "ModelQuotaExceededError" or status == 402 or _SAYS_NO_CREDIT.search(_said(error)):
        return _CREDIT, False, True
    if kind == "ModelAuthenticationError" or status in (401, 403):
        return _KEY, False, True
    if kind == "ModelNotFoundError" or status == 404:
        return _UNKNOWN, False, True
    if kind == "ModelRateLimitError" or status == 429:
        return _RATE, True, False
    return _sort_status(error, kind, status)


def _sort_status(error: Exception, kind: str, status: int | None) -> Sorted:
    if kind == "ModelContextWindowExceededError" or status == 413:
        return _TOO_LONG, False, False
    if status is not None and 300 <= status < 400:
        return _ELSEWHERE, False, True
    if status is not None and status < 500 and status not in (408, 409):
        return _sort_words(_said(error) if status in (400, 422) else "")
    return _FAILED, True, False


def _sort_words(said: str) -> Sorted:
    """Tell refusals apart that have the status of a bad request in common."""
    if refuses_key(said):
        return _KEY, False, True
    if _SAYS_UNKNOWN.search(said):
        return _UNKNOWN, False, True
    return (_TOO_LONG if _SAYS_TOO_LONG.search(said) else _REJECTED), False, False


def refuses_key(said: str) -> bool:
    """Tell whether the words of a server that refuses a request are about the key."""
    return bool(_SAYS_NO_KEY.search(said))


def _said(error: Exception) -> str:
    """Return the provider's own words, as far as they can be found."""
    body = getattr(error, "body", None)
    if isinstance(body, dict):
        inner = body.get("error")
        for place in (inner if isinstance(inner, dict) else {}, body):
            if isinstance(message := place.get("message"), str) and message.strip():
                return message
    said = str(getattr(error, "message", "") or error).strip()
    return said.splitlines()[0] if said else type(error).__name__
