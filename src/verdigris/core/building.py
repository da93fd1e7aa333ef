"""What is built from a goal: the blueprint, tests that are not yet trusted, and which of them were.

Values only. Who plans, writes, runs and judges is in `building/`, `languages/` and `steps/`.
"""

from __future__ import annotations

from typing import Literal

from verdigris.core.value import Value

LanguageName = Literal["python", "node", "typescript"]
Profile = Literal["cli_tool", "web_app", "data_pipeline", "library", "script"]
CheckOrigin = Literal["example", "custom", "criterion", "property", "smoke", "probe"]
"""`example`: verbatim from the goal. `custom`: a session that is assumed, and told as such.
`smoke`: it starts and answers, made by rules. `probe`: a call that claims nothing, by which
candidates are compared; it is never trusted and never handed over."""


class Function(Value):
    """A function or class that a part offers to tests and to other parts."""

    name: str
    signature: str
    """As the language writes its head, on one line: `def slugify(text: str) -> str`."""
    purpose: str = ""


class Part(Value):
    """A file of the program, written by one request."""

    path: str
    """Relative to the workspace, with forward slashes."""
    purpose: str
    functions: tuple[Function, ...] = ()
    needs: tuple[str, ...] = ()
    """Paths of the parts it imports; they are written first. What needs nothing of each other can
    be written side by side."""
    is_main: bool = False
    """The file a user starts: it does nothing when imported."""


class Criterion(Value):
    """What must hold for the goal to be met, in one sentence that a test can be written from."""

    id: str
    text: str
    part: str = ""
    """Path of the part it is about; empty for the program as a whole."""


class Example(Value):
    """What the goal itself shows: asked this, it answers that.

    `given` may have several lines, which are one session: those before the last only prepare it,
    and `expected` is about the last alone. An error is expected as `raises ValueError`.
    """

    kind: Literal["call", "command"]
    given: str
    """A call as the language writes it, or the words after the program's name."""
    expected: str
    """A literal as the language writes it, `raises` and a name, or the text on standard output."""
    quoted: str
    """The piece of the goal it was read from, verbatim."""
    part: str = ""
    stdin: str = ""


class Session(Value):
    """A program started a few times in one folder, and what the last start has to say."""

    lines: tuple[tuple[str, ...], ...]
    """The words of each start."""
    shows: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    status: int = 0
    like: str = ""
    """What the last start prints, where the session is shown; only `shows` and `hides` count."""
    says: str

    @property
    def origin(self) -> CheckOrigin:
        """A program that does its work but is rude about mistakes is chosen if none is better."""
        return "smoke" if self.status else "custom"


class Blueprint(Value):
    """What the planner made of a goal."""

    name: str
    """Short, fit for a folder and a package: `todo-cli`."""
    language: LanguageName
    profile: Profile
    goal: str = ""
    """As the user wrote it, with what they answered when asked."""
    summary: str
    parts: tuple[Part, ...]
    criteria: tuple[Criterion, ...] = ()
    examples: tuple[Example, ...] = ()
    sessions: tuple[Session, ...] = ()
    """What is usual for such a program, where the goal leaves it open; stands in `assumptions`."""
    dependencies: tuple[str, ...] = ()
    """Packages that it wants, by name; none is installed without being allowed."""
    assumptions: tuple[str, ...] = ()
    """What the goal leaves open, and how it was decided."""
    by: str = "rules"
    """The model that planned, or `rules` when none was asked or none gave a usable plan."""

    def part(self, path: str) -> Part | None:
        return next((part for part in self.parts if part.path == path), None)

    @property
    def main(self) -> Part:
        """The part that stands for the program as a whole."""
        return next((part for part in self.parts if part.is_main), self.parts[-1])

    @property
    def shown_words(self) -> str:
        """The words that a user types after the program's name, as the goal shows them first."""
        shown = (one.given for one in self.examples if one.kind == "command")
        return next((given.partition("\n")[0].strip() for given in shown), "")

    @property
    def first_words(self) -> str:
        """What somebody types after the program's name who tries it for the first time."""
        usual = {"cli_tool": "--help", "web_app": "--port 8000"}
        return usual.get(self.profile, self.shown_words)

    def levels(self) -> list[list[Part]]:
        """Return the parts in the order in which they are written; those of one level need nothing
        of each other. The one a user starts comes last: whatever it imports is there by then. A
        circle is cut where it is met.
        """
        left = [part for part in self.parts if part != self.main] if len(self.parts) > 1 else []
        levels: list[list[Part]] = []
        done: set[str] = set()
        while left:
            waiting = {part.path for part in left}
            ready = [part for part in left if not (set(part.needs) - {part.path}) & waiting]
            levels.append(ready or left[:1])
            done.update(part.path for part in levels[-1])
            left = [part for part in left if part.path not in done]
        return [*levels, [self.main]]


class Check(Value):
    """One test that was written before the code it is about. Nobody trusts it yet."""

    name: str
    """Unique within the blueprint and an identifier in every language: `slugify_2_1`."""
    part: str
    """Path of the part whose test file it stands in."""
    body: str
    """The statements of the test, in the language, not indented. They may use the names that the
    part offers, which its test file imports, and what they import themselves."""
    origin: CheckOrigin
    says: str = ""
    """What it is about, in words: the criterion, or the piece of the goal."""
    sample: int = 0
    """Which of the answers it came from; the same answer may err in the same way twice."""

    @property
    def is_given(self) -> bool:
        """Whether it holds whatever the candidates do: the user's word, or what they are told."""
        return self.origin in ("example", "custom")


class Quarantined(Value):
    """A test that is not used, and why."""

    check: Check
    reason: str


class Agreement(Value):
    """Which candidate and which tests the largest agreement speaks for."""

    part: str = ""
    """Path of the part it is about."""
    chosen: int = -1
    """Number of the candidate; -1 where there is none."""
    trusted: tuple[Check, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()
    failing: tuple[str, ...] = ()
    """Names of trusted tests that the chosen candidate does not pass yet."""
    backing: int = 0
    """How many candidates behave like the chosen one on all tests."""
    candidates: int = 0
    crashes: tuple[str, ...] = ()
    """Calls that end in an error with every candidate, though the goal asks for none."""
    unmet: tuple[Check, ...] = ()
    """Tests that no candidate passes, of answers whose other tests are trusted."""
    said: str = ""
    """How it was decided, in one sentence for people."""

    @property
    def is_alone(self) -> bool:
        """No other of several candidates does what the chosen one does."""
        return self.chosen >= 0 and self.backing < 2 <= self.candidates

    @property
    def convinces(self) -> bool:
        """A candidate does all that is trusted, and not as the only one of several."""
        return self.chosen >= 0 and bool(self.trusted) and not (self.failing or self.is_alone)


class Strength(Value):
    """How many small faults, put into the code on purpose, the tests notice."""

    mutants: int
    killed: int
    survivors: tuple[str, ...] = ()
    """In words and with their place, the most telling first: `cart.py:12: < became <=`."""
    note: str = ""
    """What kept it from being measured in full; empty where nothing did."""

    @property
    def score(self) -> float | None:
        return self.killed / self.mutants if self.mutants else None


class Built(Value):
    """What a build came to, beside the run's result: what REPORT.md and `history` tell."""

    blueprint: Blueprint
    agreement: tuple[Agreement, ...] = ()
    """One for each part, in the order they were written."""
    strength: Strength | None = None
    folder: str = ""
    """Where the program was written to."""
