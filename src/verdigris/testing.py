"""The fakes of every seam, for tests of code that embeds Verdigris."""

from verdigris.checks.approval import ScriptedApprover, ScriptedAsker
from verdigris.graph.in_memory import InMemoryGraph
from verdigris.memory.documents.base import InMemoryDocuments
from verdigris.memory.in_memory import InMemoryStore
from verdigris.memory.patterns import InMemoryPatterns
from verdigris.models.ledger import InMemoryLedger
from verdigris.models.scripted import ScriptedModel
from verdigris.proposers.scripted import ScriptedProposer
from verdigris.sandbox.scripted import ScriptedSandbox
from verdigris.suites.scripted import ScriptedSuite
from verdigris.vectors.hashed import HashedEmbedder
from verdigris.vectors.in_memory import InMemoryIndex

__all__ = [
    "HashedEmbedder",
    "InMemoryDocuments",
    "InMemoryGraph",
    "InMemoryIndex",
    "InMemoryLedger",
    "InMemoryPatterns",
    "InMemoryStore",
    "ScriptedApprover",
    "ScriptedAsker",
    "ScriptedModel",
    "ScriptedProposer",
    "ScriptedSandbox",
    "ScriptedSuite",
]
