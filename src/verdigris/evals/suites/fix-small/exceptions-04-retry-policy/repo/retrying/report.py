"""What happened, for people."""

from retrying.call import Attempt


class History:
    """Hand it to `call` as `note`."""

    def __init__(self) -> None:
        self.attempts: list[Attempt] = []

    def __call__(self, attempt: Attempt) -> None:
        self.attempts.append(attempt)

    @property
    def succeeded(self) -> bool:
        return bool(self.attempts) and self.attempts[-1].error is None

    def lines(self) -> list[str]:
        return [
            f"{each.number}: {'ok' if each.error is None else type(each.error).__name__}"
            for each in self.attempts
        ]
