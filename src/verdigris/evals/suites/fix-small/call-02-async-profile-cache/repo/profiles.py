"""A cache in front of a slow, asynchronous source of user profiles."""

from collections.abc import Awaitable, Callable

Profile = dict[str, str]
Source = Callable[[str], Awaitable[Profile]]


class ProfileCache:
    def __init__(self, source: Source, limit: int = 100) -> None:
        self._source = source
        self._limit = limit
        self._held: dict[str, Profile] = {}
        self.misses = 0

    async def get(self, user: str) -> Profile:
        """Return a user's profile, asking the source at most once."""
        if user not in self._held:
            self.misses += 1
            self._make_room()
            self._held[user] = self._source(user)
        return self._held[user]

    async def get_many(self, users: list[str]) -> list[Profile]:
        return [await self.get(user) for user in users]

    async def display_name(self, user: str) -> str:
        profile = await self.get(user)
        return profile.get("name") or user

    def forget(self, user: str) -> None:
        self._held.pop(user, None)

    def _make_room(self) -> None:
        while len(self._held) >= self._limit:
            self._held.pop(next(iter(self._held)))

    def __len__(self) -> int:
        return len(self._held)
