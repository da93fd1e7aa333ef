"""Builds files from other files, and does no more work than needed."""

from forge.builder import build
from forge.files import Files
from forge.planner import plan
from forge.record import Record
from forge.rulefile import parse

__all__ = ["Files", "Record", "build", "parse", "plan"]
