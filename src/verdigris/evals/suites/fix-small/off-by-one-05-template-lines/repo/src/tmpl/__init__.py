"""A small template language: text, `{{ name }}`, and comments in `{# ... #}`."""

from tmpl.errors import TemplateError
from tmpl.render import render

__all__ = ["TemplateError", "render"]
