"""Builds a small web site from posts in plain text. Pages are kept in memory."""

from sitekit.builder import build
from sitekit.posts import Post, read_post

__all__ = ["Post", "build", "read_post"]
