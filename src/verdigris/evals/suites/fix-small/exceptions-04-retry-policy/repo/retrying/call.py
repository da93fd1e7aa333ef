"""Calls a function under a policy. The clock is handed in, so that nobody has to wait in tests."""

import functools
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from retrying.policy import Policy

Sleep = Callable[[float], None]


@dataclass(frozen=True)
class Attempt:
    number: int
    error: Exception | None = None


def call(
    function: Callable[[], Any],
    policy: Policy = Policy(),
    sleep: Sleep = time.sleep,
    note: Callable[[Attempt], None] = lambda attempt: None,
) -> Any:
    """Return what a function returns, after as many attempts as the policy allows.

    What it raises at last, or for a reason that does not pass, is raised.
    """
    waits = policy.waits()
    for number in range(1, policy.attempts + 1):
        try:
            result = function()
        except Exception as error:
            note(Attempt(number, error))
            if not policy.retries(error):
                raise
            if number < policy.attempts:
                sleep(waits[number - 1])
        else:
            note(Attempt(number))
            return result


def retrying(policy: Policy = Policy(), sleep: Sleep = time.sleep) -> Callable[..., Any]:
    """Decorate a function so that each call is made under a policy."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            return call(lambda: function(*args, **kwargs), policy, sleep)

        return wrapper

    return decorate
