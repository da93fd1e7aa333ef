"""A GraphStore that is gone when the process ends: the fake for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verdigris.core.graph import (
    LEAVES,
    BugType,
    Facts,
    Fix,
    HotFile,
    Link,
    LinkKind,
    Node,
    NodeKind,
)
from verdigris.graph.walking import fix_of, in_order


class InMemoryGraph:
    def __init__(self) -> None:
        self._nodes: dict[str, Node] = {}
        self._links: dict[tuple[str, str, str], Link] = {}

    async def write(self, facts: Facts) -> None:
        for node in facts.nodes:
            old = self._nodes.get(node.id, node).properties
            self._nodes[node.id] = node.model_copy(update={"properties": old | node.properties})
        for link in facts.links:
            if link.source in self._nodes and link.target in self._nodes:
                self._links[link.source, link.kind, link.target] = link

    async def forget(self, cards: Sequence[str]) -> None:
        self._remove({f"FixCard:{card}" for card in cards})
        for kind in LEAVES:
            held = {to for _, _, to in self._links}
            self._remove({node.id for node in self._of(kind)} - held)

    async def keys(self, kind: NodeKind, beginning: str, limit: int = 11) -> list[str]:
        found = [n.key for n in self._of(kind) if n.key.startswith(beginning)]
        return sorted(found)[:limit]

    async def around(self, run: str) -> Facts:
        reached, edge = {f"Run:{run}"} & set(self._nodes), {f"Run:{run}"}
        links: list[Link] = []
        while edge:
            out = [link for link in self._links.values() if link.source in edge]
            links += out
            edge = {link.target for link in out} - reached
            reached |= edge
        return Facts(nodes=tuple(self._nodes[one] for one in sorted(reached)), links=tuple(links))

    async def hot_files(self, limit: int = 20, project: str = "") -> list[HotFile]:
        found = [
            self._hot(node)
            for node in self._of("File")
            if not project or node.properties.get("project") == project
        ]
        found.sort(key=lambda one: (-one.changed, -one.retrieved, one.path, one.project))
        return found[:limit]

    def _hot(self, node: Node) -> HotFile:
        changed = self._sources("CHANGED_FILE", node)
        rounds = [one for one in changed if one.kind == "Iteration"]
        return HotFile(
            path=str(node.properties.get("path", "")),
            project=str(node.properties.get("project", "")),
            name=str(node.properties.get("project_name", "")),
            changed=len(rounds),
            green=sum(one.properties.get("green") is True for one in rounds),
            retrieved=len(self._sources("RETRIEVED_FILE", node)),
            cards=len(changed) - len(rounds),
        )

    async def fixes(self, signature: str, limit: int = 20) -> list[Fix]:
        asked = self._nodes.get(f"FailureSignature:{signature}")
        if asked is None:
            return []
        general = asked.properties.get("general")
        like = [
            node
            for node in self._of("FailureSignature")
            if node.id == asked.id or (general and node.properties.get("general") == general)
        ]
        found = [
            self._fix(card, alike=failure.id != asked.id)
            for failure in like
            for card in self._sources("ABOUT", failure)
        ]
        return in_order(found)[:limit]

    async def tried(self, project: str, limit: int = 20) -> list[Fix]:
        known = [
            node
            for node in self._of("FixCard")
            if node.properties.get("project") == project and node.properties.get("green") is False
        ]
        return in_order([self._fix(node) for node in known])[:limit]

    async def bug_types(self, limit: int = 20) -> list[BugType]:
        found = []
        for node in self._of("BugType"):
            failures = self._sources("OF_TYPE", node)
            cards = [card for one in failures for card in self._sources("ABOUT", one)]
            seen = [i.id for one in failures for i in self._sources("SAW_FAILURE", one)]
            green = sum(card.properties.get("green") is True for card in cards)
            found.append(
                BugType(
                    name=node.key,
                    failures=len(failures),
                    seen=len(set(seen)),
                    green=green,
                    red=len(cards) - green,
                )
            )
        return sorted(found, key=lambda one: (-one.seen, -one.failures, one.name))[:limit]

    def _fix(self, card: Node, *, alike: bool = False) -> Fix:
        about = self._targets("ABOUT", card)
        return fix_of(
            card,
            failure=about[0] if about else None,
            files=[
                str(one.properties.get("path", "")) for one in self._targets("CHANGED_FILE", card)
            ],
            times=len(self._sources("HAS_FIX_CARD", card)),
            recalled=len(self._sources("RECALLED", card)),
            alike=alike,
        )

    def _of(self, kind: NodeKind) -> Iterator[Node]:
        return (node for node in self._nodes.values() if node.kind == kind)

    def _sources(self, kind: LinkKind, node: Node) -> list[Node]:
        return [self._nodes[at] for at, named, to in self._links if (named, to) == (kind, node.id)]

    def _targets(self, kind: LinkKind, node: Node) -> list[Node]:
        return [self._nodes[to] for at, named, to in self._links if (named, at) == (kind, node.id)]

    def _remove(self, ids: set[str]) -> None:
        for one in ids:
            self._nodes.pop(one, None)
        gone = [key for key in self._links if key[0] in ids or key[2] in ids]
        for key in gone:
            del self._links[key]
