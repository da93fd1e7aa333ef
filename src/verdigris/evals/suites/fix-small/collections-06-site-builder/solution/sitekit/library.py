"""All posts of a site, and the ways to look at them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from sitekit.posts import Post


class Library:
    def __init__(self, posts: Iterable[Post], drafts: bool = False) -> None:
        self._posts = [post for post in posts if drafts or not post.draft]

    def __iter__(self) -> Iterator[Post]:
        return iter(self._posts)

    def __len__(self) -> int:
        return len(self._posts)

    def newest(self, most: int | None = None) -> list[Post]:
        """Return posts, the newest first; of one day by title."""
        return sorted(self._posts, key=lambda post: (-post.day.toordinal(), post.title))[:most]

    def by_year(self) -> dict[int, list[Post]]:
        """Return the posts of each year, the newest year first."""
        return {
            year: list(posts)
            for year, posts in groupby(self.newest(), key=lambda post: post.day.year)
        }

    def by_tag(self) -> dict[str, list[Post]]:
        """Return the posts of each tag, the newest first; tags by the alphabet."""
        tags = sorted({tag for post in self._posts for tag in post.tags})
        return {tag: [post for post in self.newest() if tag in post.tags] for tag in tags}

    def tag_counts(self) -> list[tuple[str, int]]:
        """Return tags with how often they are used, the most used first."""
        counts = Counter(tag for post in self._posts for tag in post.tags)
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))

    def related(self, post: Post, most: int = 3) -> list[Post]:
        """Return other posts with tags in common, most of them first."""
        scored = [
            (len(set(post.tags) & set(other.tags)), other)
            for other in self.newest()
            if other is not post
        ]
        scored = [pair for pair in scored if pair[0]]
        scored.sort(key=lambda pair: -pair[0])
        return [other for _, other in scored[:most]]

    def neighbours(self, post: Post) -> tuple[Post | None, Post | None]:
        """Return the next older and the next newer post."""
        order = self.newest()
        place = order.index(post)
        older = order[place + 1] if place + 1 < len(order) else None
        newer = order[place - 1] if place else None
        return older, newer
