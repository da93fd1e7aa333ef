"""What an iteration taught. A Lesson is said to the next prompt, a Card is kept for later runs."""

from __future__ import annotations

from typing import Literal

from verdigris.core.change import Change
from verdigris.core.signature import Signature
from verdigris.core.value import FORMAT, Value

Outcome = Literal["green", "progress", "red", "refused", "none"]
"""`refused`: the gate or the workspace would not take it. `none`: no usable answer."""
Scope = Literal["repository", "user"]
"""Who may be reminded of a card: only the project it is about, or all that this user works on, and
those who share a memory with them."""
Trend = Literal["improving", "regressing", "stable", "mixed", "unknown"]


class Lesson(Value):
    summary: str
    root_cause: str = ""
    next_idea: str = ""
    by: str = "rules"


class Attempt(Value):
    """One time round the loop, compact enough to travel in every later prompt."""

    iteration: int
    fingerprint: str = ""
    """Of the change that was tried; empty when none could be made."""
    files: tuple[str, ...] = ()
    outcome: Outcome = "none"
    signature: str = ""
    """Key of the failure that was left afterwards."""
    failing: tuple[str, ...] = ()
    """Tests still failing afterwards."""
    why: str = ""
    """One line on why it did not get there."""


class Standing(Value):
    """How a run is doing, from its last attempts."""

    trend: Trend = "unknown"
    same_error: bool = False
    same_test_failure: bool = False
    no_progress: bool = False
    oscillation: bool = False
    """What fails went from one set of tests to another and back."""
    stuck: int = 0
    """Attempts in a row, up to the last, that won nothing."""

    def said(self) -> str:
        """Return how the run is doing, for people: `trend stable, same error, …`."""
        said = [f"trend {self.trend}"]
        if self.same_error:
            said.append("same error")
        if self.same_test_failure:
            said.append("same tests fail")
        if self.oscillation:
            said.append("back and forth")
        if self.no_progress:
            said.append(f"no progress in {self.stuck} attempts")
        return ", ".join(said)

    def warning(self) -> str:
        """Return a sentence for the next prompt, or an empty string."""
        said = []
        if self.same_error:
            said.append("the same error came back")
        elif self.same_test_failure:
            said.append("the same tests still fail")
        if self.oscillation:
            said.append("what fails goes back and forth between the same tests")
        if self.no_progress:
            said.append(f"{self.stuck} attempts in a row won nothing")
        if not said:
            return ""
        return f"Warning: {' and '.join(said)}. Try a different idea from the ones before."


class Card(Value):
    """What was learned from one iteration, found again by signature."""

    format: int = FORMAT
    id: str
    """Made from run and iteration, so that storing it twice stores it once."""
    run_id: str
    iteration: int
    signature: Signature
    green: bool
    summary: str
    root_cause: str = ""
    fix: str = ""
    verification: str = ""
    files_changed: tuple[str, ...] = ()
    debug_steps: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    """Tests that passed before the change and did not after it, or were gone."""
    reproduction: str = ""
    """A short program that shows the failure, where one could be cut out of the failing test."""
    change: Change | None = None
    project: str = ""
    """A hash that tells the project it is about from others."""
    scope: Scope = "user"
    foreign: bool = False
    """It came in a file, not from a run here: nothing it says is believed, its change is tried like
    any other candidate."""


class Uses(Value):
    """How a card has fared since it was made."""

    green: int = 0
    """How often its change mended the failure, the run that made the card included."""
    red: int = 0
    """How often it was recalled, or made again, and did not."""
    reds_in_a_row: int = 0
    """Up to the last time."""
    first_at: float = 0.0
    last_at: float = 0.0

    @property
    def recalled(self) -> int:
        return self.green + self.red
