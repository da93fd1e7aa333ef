"""A sliding-window rate limiter; the caller hands in the time, so nothing here reads a clock."""

from collections import defaultdict, deque


class SlidingWindow:
    """At most `limit` requests of one client within any `seconds` seconds."""

    def __init__(self, limit: int, seconds: float) -> None:
        if limit < 1:
            raise ValueError("a limit below one lets nothing through")
        self.limit = limit
        self.seconds = seconds
        self._hits: dict[str, deque[float]] = defaultdict(deque)

    def allow(self, client: str, now: float) -> bool:
        """Count the request and say yes, or leave the count alone and say no."""
        hits = self._hits[client]
        self._forget(hits, now)
        if len(hits) > self.limit:
            return False
        hits.append(now)
        return True

    def retry_after(self, client: str, now: float) -> float:
        """Seconds until the next request of this client would be allowed."""
        hits = self._hits[client]
        self._forget(hits, now)
        if len(hits) < self.limit:
            return 0.0
        return hits[0] + self.seconds - now

    def _forget(self, hits: deque[float], now: float) -> None:
        while hits and now - hits[0] >= self.seconds:
            hits.popleft()
