"""The fakes of every seam, for tests of code that embeds Verdigris."""

from verdigris.memory.in_memory import InMemoryStore
from verdigris.models.scripted import ScriptedModel
from verdigris.proposers.scripted import ScriptedProposer
from verdigris.suites.scripted import ScriptedSuite

__all__ = ["InMemoryStore", "ScriptedModel", "ScriptedProposer", "ScriptedSuite"]
