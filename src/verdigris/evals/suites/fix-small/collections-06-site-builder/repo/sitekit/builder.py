"""Puts the pages of a site together."""

from collections.abc import Mapping
from html import escape

from sitekit.blocks import blocks, first_paragraph
from sitekit.feed import feed
from sitekit.library import Library
from sitekit.posts import Post, read_post
from sitekit.slugs import Slugs, slug
from sitekit.templates import PAGE, fill

MENU = '<a href="/">Home</a> <a href="/tags/">Tags</a>'


def build(
    sources: Mapping[str, str], title: str = "A site", base: str = "https://example.org",
    drafts: bool = False,
) -> dict[str, str]:
    """Return the pages of a site by path. Raises BadPost."""
    library = Library((read_post(name, text) for name, text in sorted(sources.items())), drafts)
    paths = _paths(library)
    pages = {"/": _page(title, _front(library, paths))}
    for post in library:
        pages[paths[post.name]] = _page(post.title, _post(library, post, paths))
    for year, posts in library.by_year().items():
        pages[f"/{year}/"] = _page(f"Posts of {year}", _list(posts, paths))
    pages["/tags/"] = _page("Tags", _tags(library))
    for tag, posts in library.by_tag().items():
        pages[f"/tags/{slug(tag)}/"] = _page(f"Posts about {tag}", _list(posts, paths))
    pages["/feed.xml"] = feed(library, title, base, paths)
    return pages


def _paths(library: Library) -> dict[str, str]:
    slugs: dict[int, Slugs] = {}
    return {
        post.name: f"/{post.day.year}/{slugs.setdefault(post.day.year, Slugs()).unique(post.title)}/"
        for post in library
    }


def _page(title: str, body: str) -> str:
    return fill(PAGE, title=title, menu=MENU, body=body)


def _list(posts: list[Post], paths: dict[str, str]) -> str:
    items = (f'<li><a href="{paths[p.name]}">{escape(p.title)}</a></li>' for p in posts)
    return f"<ul>{''.join(items)}</ul>"


def _front(library: Library, paths: dict[str, str]) -> str:
    parts = [
        f'<h2><a href="{paths[post.name]}">{escape(post.title)}</a></h2>\n{first_paragraph(post.text)}'
        for post in library.newest(5)
    ]
    years = " ".join(f'<a href="/{year}/">{year}</a>' for year in library.by_year())
    return "\n".join([*parts, f"<footer>{years}</footer>"])


def _post(library: Library, post: Post, paths: dict[str, str]) -> str:
    parts = [f"<h1>{escape(post.title)}</h1>", *blocks(post.text)]
    if related := library.related(post):
        parts.append(f"<aside>{_list(related, paths)}</aside>")
    older, newer = library.neighbours(post)
    links = [(older, "older"), (newer, "newer")]
    parts += [f'<a href="{paths[p.name]}">{word}</a>' for p, word in links if p]
    return "\n".join(parts)


def _tags(library: Library) -> str:
    items = (
        f'<li><a href="/tags/{slug(tag)}/">{escape(tag)}</a> ({count})</li>'
        for tag, count in library.tag_counts()
    )
    return f"<ul>{''.join(items)}</ul>"
