"""When to try again, and how long to wait before."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Policy:
    attempts: int = 3
    first_wait: float = 1.0
    factor: float = 2.0
    longest_wait: float = 60.0
    retry_on: tuple[type[Exception], ...] = (OSError,)

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise ValueError("at least one attempt is needed")
        if self.factor < 1:
            raise ValueError("waits cannot shrink")

    def waits(self) -> list[float]:
        """Return the seconds between the attempts."""
        waits, wait = [], self.first_wait
        for _ in range(self.attempts - 1):
            waits.append(min(wait, self.longest_wait))
            wait *= self.factor
        return waits

    def retries(self, error: Exception) -> bool:
        return isinstance(error, self.retry_on)


ONCE = Policy(attempts=1)
PATIENT = Policy(attempts=8, first_wait=0.5)
