"""The GraphStore seam: facts go in, and questions about runs, files and failures are answered.

Every backend passes `tests/conformance/test_graph_store.py`. Writing the same facts again changes
nothing; properties are added to those that are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from verdigris.core.graph import BugType, Facts, Fix, HotFile, NodeKind


class GraphStore(Protocol):
    async def write(self, facts: Facts) -> None:
        """Add facts, all of them or none. May raise StoreError, or MissingError where a server
        cannot be reached.
        """
        ...

    async def forget(self, cards: Sequence[str]) -> None:
        """Remove cards with all that links to them, and failures, types and files that nothing else
        links to. What runs did stays. May raise as `write` does.
        """
        ...

    async def keys(self, kind: NodeKind, beginning: str, limit: int = 11) -> list[str]:
        """Return the keys of nodes that begin so, in order. May raise as `write` does."""
        ...

    async def around(self, run: str) -> Facts:
        """Return a run with everything that can be reached from it along its links; nothing for a
        run that is not known. May raise as `write` does.
        """
        ...

    async def hot_files(self, limit: int = 20, project: str = "") -> list[HotFile]:
        """Return the files that runs changed and suspected most, of one project or of all.

        May raise as `write` does.
        """
        ...

    async def fixes(self, signature: str, limit: int = 20) -> list[Fix]:
        """Return the cards about a failure, then those about failures that are the same but for the
        names; green ones first, then the newest. May raise as `write` does.
        """
        ...

    async def tried(self, project: str, limit: int = 20) -> list[Fix]:
        """Return the newest cards of a project whose change did not help. May raise as `write`."""
        ...

    async def bug_types(self, limit: int = 20) -> list[BugType]:
        """Return the types of failures that were seen, the most frequent first. May raise as
        `write` does.
        """
        ...
