"""A post: a head with `name: value` lines, an empty line, the text."""

from dataclasses import dataclass
from datetime import date

from sitekit.errors import BadPost

_KNOWN = {"title", "date", "tags", "draft"}


@dataclass(frozen=True)
class Post:
    name: str
    title: str
    day: date
    text: str
    tags: tuple[str, ...] = ()
    draft: bool = False

    @property
    def words(self) -> int:
        return len(self.text.split())

    @property
    def minutes(self) -> int:
        """How long it takes to read, at 200 words a minute, at least one."""
        return max(1, -(-self.words // 200))


def read_post(name: str, source: str) -> Post:
    """Read a post. Raises BadPost."""
    head, _, text = source.partition("\n\n")
    values = {}
    for line in head.splitlines():
        key, colon, value = line.partition(":")
        if not colon or key.strip() not in _KNOWN:
            raise BadPost(name, f"not understood: {line!r}")
        values[key.strip()] = value.strip()
    if not values.get("title"):
        raise BadPost(name, "it has no title")
    try:
        day = date.fromisoformat(values.get("date", ""))
    except ValueError:
        raise BadPost(name, "it has no date") from None
    tags = tuple(dict.fromkeys(t.strip().lower() for t in values.get("tags", "").split(",") if t.strip()))
    draft = values.get("draft", "no").lower() in ("yes", "true")
    return Post(name, values["title"], day, text.strip(), tags, draft)
