"""Finding the node that is meant, by the beginning of its key; the same for every backend."""

from __future__ import annotations

from verdigris.core.graph import Fix, NodeKind
from verdigris.errors import UserError
from verdigris.graph.base import GraphStore
from verdigris.graph.walking import Path, path_of

_WORDS: dict[NodeKind, tuple[str, str]] = {
    "Run": ("run", "`verdigris runs` lists the runs of this machine."),
    "FailureSignature": (
        "failure",
        "`verdigris graph path RUN` and `verdigris memory search` show the keys of failures.",
    ),
}


async def path(graph: GraphStore, run: str) -> Path:
    """Return what led to what in a run. Raises UserError where no run or several begin so."""
    key = await _one(graph, "Run", run)
    return path_of(key, await graph.around(key))


async def fixes(graph: GraphStore, signature: str, limit: int = 20) -> tuple[str, list[Fix]]:
    """Return a failure's key and what is known to mend it. Raises as `path` does."""
    key = await _one(graph, "FailureSignature", signature)
    return key, await graph.fixes(key, limit)


async def _one(graph: GraphStore, kind: NodeKind, beginning: str) -> str:
    word, where = _WORDS[kind]
    found = await graph.keys(kind, beginning) if beginning else []
    if beginning in found or len(found) == 1:
        return beginning if beginning in found else found[0]
    if not found:
        raise UserError(f"The graph knows no {word} that begins with '{beginning}'.", hint=where)
    shown = ", ".join(found[:10]) + (", …" if len(found) > 10 else "")
    raise UserError(
        f"More than one {word} begins with '{beginning}': {shown}.", hint="Give more of its key."
    )
