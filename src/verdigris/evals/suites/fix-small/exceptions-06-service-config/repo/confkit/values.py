"""A value together with where it was written."""

from dataclasses import dataclass

from confkit.errors import Place


@dataclass(frozen=True)
class Written:
    text: str
    place: Place


Section = dict[str, Written]
Sections = dict[str, Section]


def names(sections: Sections) -> list[str]:
    """Return `section.key` of everything, sorted."""
    return sorted(f"{name}.{key}" for name, section in sections.items() for key in section)


def overlaid(base: Sections, extra: Sections) -> Sections:
    """Return new sections: the extra ones over the base, key by key."""
    result = {name: dict(section) for name, section in base.items()}
    for name, section in extra.items():
        result.setdefault(name, {}).update(section)
    return result
