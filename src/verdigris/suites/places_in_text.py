"""Places of the project that a printed traceback names: only paths that could be its own.

Python's tracebacks and faulthandler's, pytest's `path.py:3:` and `E   File …`, and Node's
`at f (path.js:3:5)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verdigris.core.report import Frame

_PLACE = re.compile(
    r'^(?:E\s+|\s*)(?:File "(?P<python>[^"]+)", line (?P<a>\d{1,8})(?:,? in (?P<function>\S+))?'
    r"|at (?:(?P<called>[^()]{1,200}?) \()?(?P<node>[^\s():]{1,400}):(?P<b>\d{1,8})(?::\d+)?\)?$"
    r"|(?P<plain>[\w./-]{1,400}\.\w{1,5}):(?P<c>\d{1,8})\b)"
)
_FOREIGN = ("/", "<", "..", "node:")


def frames_in_text(text: str) -> Iterator[Frame]:
    """Yield the places named, in the order printed; absolute paths are not the project's."""
    for line in text.splitlines():
        if found := _PLACE.match(line[:1000]):
            path = found["python"] or found["node"] or found["plain"]
            foreign = path.startswith(_FOREIGN) or "site-packages" in path or "node_modules" in path
            if not foreign:
                yield Frame(
                    path=path,
                    line=int(found["a"] or found["b"] or found["c"]),
                    function=found["function"] or found["called"] or "",
                )
