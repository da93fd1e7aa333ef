"""What honest green says about a change. The rule itself lives in `checks/honest.py`."""

from __future__ import annotations

from verdigris.core.finding import Finding
from verdigris.core.value import FORMAT, Value


class Proof(Value):
    """One thing that a green verdict had to stand."""

    name: str
    holds: bool
    detail: str


class Verdict(Value):
    format: int = FORMAT
    green: bool
    reasons: tuple[str, ...] = ()
    """Why it is not green; empty when it is."""
    fixed: tuple[str, ...] = ()
    """Tests that failed before and pass now."""
    still_failing: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    """Tests that passed before and do not now, or are gone."""
    findings: tuple[Finding, ...] = ()
    """What the static gate noticed about the change and did not block."""
    proofs: tuple[Proof, ...] = ()
    """What was tried to shake a green verdict; empty when it was not green in the first place."""

    @property
    def progress(self) -> bool:
        """True when something was won and nothing lost: worth building on."""
        return bool(self.fixed) and not self.broken

    def summary(self) -> str:
        if self.green:
            return f"green: {len(self.fixed)} fixed, none broken"
        return "; ".join(self.reasons) or "not green"
