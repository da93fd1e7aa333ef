"""References between values: `${section.key}`."""

import re

from confkit.errors import BadValue
from confkit.values import Sections, Written

_REFERENCE = re.compile(r"\$\{([a-z0-9_-]+)\.([a-z0-9_-]+)\}")


def resolved(sections: Sections) -> Sections:
    """Return the sections with every reference replaced. Raises BadValue."""
    return {
        name: {key: Written(_resolve(sections, value, ()), value.place) for key, value in section.items()}
        for name, section in sections.items()
    }


def _resolve(sections: Sections, value: Written, asking: tuple[Written, ...]) -> str:
    if value in asking:
        raise BadValue(value.place, "it refers to itself")

    def replace(match: re.Match[str]) -> str:
        found = sections.get(match[1], {}).get(match[2])
        if found is None:
            raise BadValue(value.place, f"there is no {match[1]}.{match[2]}")
        return _resolve(sections, found, (*asking, value))

    return _REFERENCE.sub(replace, value.text)
