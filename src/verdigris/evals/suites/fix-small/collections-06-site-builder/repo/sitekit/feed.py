"""The feed of the newest posts, as RSS."""

from html import escape

from sitekit.blocks import first_paragraph
from sitekit.library import Library


def feed(library: Library, title: str, base: str, paths: dict[str, str], most: int = 10) -> str:
    """Return the feed; `paths` says under which path each post is."""
    items = "".join(
        f"<item><title>{escape(post.title)}</title><link>{base}{paths[post.name]}</link>"
        f"<pubDate>{post.day:%d %b %Y}</pubDate>"
        f"<description>{escape(first_paragraph(post.text))}</description></item>\n"
        for post in library.newest(most)
    )
    return f"<rss><channel><title>{escape(title)}</title>\n{items}</channel></rss>\n"
