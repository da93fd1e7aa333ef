"""Tags of posts. A tag is kept as a slug, and shown as a title."""


def slug(text):
    """Words of a tag joined by hyphens, in small letters."""
    words = "".join(c if c.isalnum() else " " for c in text).split()
    if not words:
        raise ValueError("a tag needs a letter or a digit")
    return "-".join(words).lower()


def title(name):
    return name.replace("-", " ").capitalize()


class Post:
    def __init__(self, heading):
        self.heading = heading
        self._tags = []

    @property
    def tags(self):
        return tuple(title(name) for name in self._tags)

    def tag(self, *texts):
        for text in texts:
            name = slug(text)
            if name not in self._tags:
                self._tags.append(name)

    def untag(self, text):
        """Take a tag off; whether it was there."""
        try:
            self._tags.remove(slug(text))
        except ValueError:
            return False
        return True

    def has(self, text):
        return slug(text) in self._tags


def cloud(posts):
    """How many posts have each tag, the most usual first."""
    counts = {}
    for post in posts:
        for name in post.tags:
            counts[name] = counts.get(name, 0) + 1
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
