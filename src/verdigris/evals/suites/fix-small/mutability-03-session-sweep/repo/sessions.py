"""Sessions of signed-in users, dropped when they were not used for a while."""

from dataclasses import dataclass


@dataclass
class Session:
    user: str
    last_used: int


class Sessions:
    def __init__(self, lifetime: int = 30) -> None:
        self.lifetime = lifetime
        self._by_token: dict[str, Session] = {}

    def open(self, token: str, user: str, now: int) -> None:
        self._by_token[token] = Session(user, now)

    def touch(self, token: str, now: int) -> bool:
        """Note that a session is in use; False when there is no such session."""
        session = self._by_token.get(token)
        if session is None or self._is_stale(session, now):
            return False
        session.last_used = now
        return True

    def sweep(self, now: int) -> int:
        """Drop stale sessions and return how many went."""
        dropped = 0
        for token, session in self._by_token.items():
            if self._is_stale(session, now):
                del self._by_token[token]
                dropped += 1
        return dropped

    def close_all(self, user: str) -> None:
        self._by_token = {t: s for t, s in self._by_token.items() if s.user != user}

    def users(self) -> set[str]:
        return {session.user for session in self._by_token.values()}

    def __len__(self) -> int:
        return len(self._by_token)

    def _is_stale(self, session: Session, now: int) -> bool:
        return now - session.last_used > self.lifetime
