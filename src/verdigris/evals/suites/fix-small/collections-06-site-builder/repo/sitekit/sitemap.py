"""The list of all pages for search engines, and a check for dead links."""

import re

_LINK = re.compile(r'href="(/[^"#]*)')


def sitemap(pages: dict[str, str], base: str) -> str:
    return "".join(f"{base}{path}\n" for path in sorted(pages) if path.endswith("/"))


def dead_links(pages: dict[str, str]) -> list[tuple[str, str]]:
    """Return pairs of a page and a link on it that leads nowhere."""
    return [
        (path, link)
        for path, text in sorted(pages.items())
        for link in _LINK.findall(text)
        if link not in pages
    ]
