"""Languages that programs are built in: layout, tests and stubs as text. See `base`.

`language(name)` is the only door; each language is imported when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verdigris.core.building import LanguageName
    from verdigris.languages.base import Language


def language(name: LanguageName) -> Language:
    if name == "python":
        from verdigris.languages.python.language import Python

        return Python()
    from verdigris.languages.script.node import Node

    return Node(typed=name == "typescript")
