"""Comment threads: a tree of posts, each with its replies."""

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class Post:
    author: str
    posted: int
    """Seconds since the forum opened."""
    replies: list["Post"] = field(default_factory=list)

    def walk(self) -> Iterator["Post"]:
        """This post and all below it, each before its replies."""
        yield self
        for reply in self.replies:
            yield from reply.walk()


def last_activity(post: Post) -> int:
    """When the newest post at or below this one was written."""
    if not post.replies:
        return post.posted
    newest_reply = max(last_activity(reply) for reply in post.replies)
    return max(post.posted, newest_reply)


def depth(post: Post) -> int:
    """Posts on the longest path down; a post without replies is one deep."""
    return 1 + max((depth(reply) for reply in post.replies), default=0)


def participants(post: Post) -> list[str]:
    """Authors in the order of their first post in the thread."""
    return list(dict.fromkeys(found.author for found in post.walk()))


def overview(threads: list[Post]) -> list[str]:
    """One line per thread, the most recently active first."""
    ordered = sorted(threads, key=last_activity, reverse=True)
    return [f"{post.author} ({sum(1 for _ in post.walk())})" for post in ordered]
