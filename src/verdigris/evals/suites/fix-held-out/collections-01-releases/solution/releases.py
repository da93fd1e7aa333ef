"""Releases of a program, and which one to install."""

import re
from dataclasses import dataclass

PATTERN = re.compile(r"v?(\d+(?:\.\d+)*)(?:-(\w+))?")


@dataclass(frozen=True)
class Release:
    version: str
    label: str = ""

    @classmethod
    def parse(cls, tag):
        match = PATTERN.fullmatch(tag.strip())
        if not match:
            raise ValueError(f"no version: {tag}")
        return cls(match[1], match[2] or "")

    @property
    def key(self):
        """For comparing: by the numbers, and a release with a label before the one without."""
        numbers = tuple(int(part) for part in self.version.split("."))
        return (numbers, not self.label, self.label)

    def __str__(self):
        return f"{self.version}-{self.label}" if self.label else self.version


def ordered(tags):
    """Releases, oldest first."""
    return sorted((Release.parse(tag) for tag in tags), key=lambda release: release.key)


def latest(tags, labelled=False):
    """The newest release; those with a label only if wanted. None if there is none."""
    fitting = [r for r in ordered(tags) if labelled or not r.label]
    return fitting[-1] if fitting else None


def newer_than(tags, installed):
    """Releases after the installed one, newest first."""
    mine = Release.parse(installed).key
    return [r for r in reversed(ordered(tags)) if r.key > mine]
