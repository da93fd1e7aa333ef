"""Applying a unified diff to the text of a file. Six ways, in order, each recorded.

1. apply     as `git apply`: the lines stand there exactly, the header counts them rightly
2. recount   as `git apply --recount`: the counts or the header are wrong, the lines are right
3. realign   the lines stand elsewhere, or differ in white space, or some were left out in between
4. 3way      `git apply --3way`, where an earlier version of the file is known
5. -C0       `git apply --recount -C0`: lines around the change may differ
6. fuzz      `patch --fuzz=3`

The first two follow git's rule without starting it, and are stricter: where the same lines stand
twice, git takes the nearest, and we refuse. What git and patch make of the last two is accepted
only where our own look at the lines comes to the same place. Everything but 1 and 2 is fuzzy, and
must parse.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from verdigris.core.syntax import syntax_error
from verdigris.edits.git import try_git
from verdigris.edits.hunk import Hunk, pieces
from verdigris.edits.lines import join, nearest, split
from verdigris.edits.loosely import place_loosely
from verdigris.edits.placing import DIFFERS, File, Nowhere, Placed, place_all
from verdigris.edits.rewriting import rewritten
from verdigris.errors import ModelMistake
from verdigris.settings import Machine

WAYS = ("apply", "recount", "realign", "3way", "-C0", "fuzz")


@dataclass(frozen=True)
class Applied:
    text: str
    way: str
    """Which of `WAYS` it was."""
    fuzzy: str = ""
    """What did not match exactly; empty for an exact application."""
    tried: tuple[tuple[str, str], ...] = ()
    """The ways that came before it, and why each failed."""

    @property
    def record(self) -> str:
        """How it was applied, in words: the way, and why not by one before it."""
        if self.way not in WAYS:
            return self.way
        before = "; ".join(f"{way}: {why}" for way, why in self.tried)
        return f"diff by {self.way}" + (f" ({before})" if before else "")


def apply_hunks(
    before: str, hunks: Sequence[Hunk], path: str, *, earlier: Sequence[str] = ()
) -> Applied:
    """Return the text after the hunks. `earlier` are older versions that the diff may be against.

    Raises ModelMistake, with the reason and the nearest lines, when there is no certain place.
    """
    hunks = [hunk for hunk in hunks if hunk.changes]
    if not hunks:
        raise ModelMistake(f"Your diff of {path} changes no line.")
    file = File(split(before))
    tried: list[tuple[str, str]] = []
    for way, attempt in _attempts(file, hunks, path, earlier):
        made = attempt()
        if isinstance(made, Nowhere | str):
            tried.append((way, made if isinstance(made, str) else _in_words(made)))
            continue
        text, fuzzy = made
        if fuzzy and (error := syntax_error(path, text)):
            tried.append((way, f"the result does not parse: {error}"))
            continue
        return Applied(text, way, fuzzy, tuple(tried))
    raise _refusal(file, hunks, path, tried)


Made = tuple[str, str] | Nowhere | str
"""A text and what was fuzzy about it, or why there is none."""


def _attempts(
    file: File, hunks: Sequence[Hunk], path: str, earlier: Sequence[str]
) -> list[tuple[str, Callable[[], Made]]]:
    expected = cache(lambda: _made(file, place_loosely(file, hunks)))
    return [
        ("apply", lambda: _exact(file, hunks, counted=True)),
        ("recount", lambda: _exact(file, hunks, counted=False)),
        ("realign", lambda: _realigned(file, hunks)),
        ("3way", lambda: _three_way(file, hunks, path, earlier)),
        ("-C0", lambda: _agreed(file, hunks, path, expected(), _git_without_context)),
        ("fuzz", lambda: _agreed(file, hunks, path, expected(), _patch_with_fuzz)),
    ]


def _exact(file: File, hunks: Sequence[Hunk], *, counted: bool) -> Made:
    if counted and not all(hunk.counted for hunk in hunks):
        return "the headers are missing or do not count the lines rightly"
    if any(hunk.gaps for hunk in hunks):
        return "lines are left out"
    return _made(file, place_all(file, hunks, range(1)))


def _made(file: File, placed: list[Placed] | Nowhere, fuzzy: str = "") -> Made:
    if isinstance(placed, Nowhere):
        return placed
    lines = rewritten(file, placed)
    return lines if isinstance(lines, str) else (join(lines), fuzzy)


def _realigned(file: File, hunks: Sequence[Hunk]) -> Made:
    placed = Nowhere(hunks[0], "lines are left out")
    if not any(hunk.gaps for hunk in hunks):
        found = place_all(file, hunks, range(1, len(DIFFERS)))
        if isinstance(found, list):
            differs = sorted({DIFFERS[one.level] for one in found if one.level})
            return _made(file, found, f"{', '.join(differs) or 'white space'} differs")
        placed = found
    return _made_of_pieces(file, hunks) or placed


def _made_of_pieces(file: File, hunks: Sequence[Hunk]) -> Made | None:
    """Read hunks that leave lines out as several, where that has exactly one outcome."""
    split_up: list[Hunk] = []
    for hunk in hunks:
        found = place_all(file, [hunk], range(len(DIFFERS)))
        if isinstance(found, list) and not hunk.gaps:
            split_up.append(hunk)
            continue
        results: dict[str, list[Hunk]] = {}
        for parts in pieces(hunk):
            placed = place_all(file, parts, range(2))
            made = _made(file, placed)
            if isinstance(made, tuple) and _in_order(placed):
                results[made[0]] = parts
        if len(results) != 1:
            return None
        split_up += next(iter(results.values()))
    made = _made(file, place_all(file, split_up, range(2)), "lines between its parts were left out")
    return made if isinstance(made, tuple) else None


def _in_order(placed: list[Placed] | Nowhere) -> bool:
    spots = [one.at for one in placed] if isinstance(placed, list) else []
    return spots == sorted(set(spots))


def _three_way(file: File, hunks: Sequence[Hunk], path: str, earlier: Sequence[str]) -> Made:
    """Apply to an earlier version, and merge what came of it with the file as it is now."""
    now = join(file.lines)
    why = "no earlier version is known"
    for base in earlier:
        if base == now:
            continue
        there = File(split(base))
        made = _made(there, place_all(there, hunks, range(1)))
        if not isinstance(made, tuple):
            why = "it does not fit the earlier version either"
            continue
        if (text := _merged(base, made[0], now, path)) is not None:
            return text, "merged with what changed since the version it was made for"
        why = "what it changes was changed since"
    return why


def _agreed(
    file: File,
    hunks: Sequence[Hunk],
    path: str,
    expected: Made,
    tool: Callable[[Path, bytes], str],
) -> Made:
    """Let a tool apply it, and accept what it did only where we would have put it as well."""
    if not isinstance(expected, tuple):
        return expected
    with tempfile.TemporaryDirectory(prefix="verdigris-patch-") as folder:
        target = Path(folder) / _name(path)
        # Bare line ends: neither tool ought to have an opinion on them.
        target.write_bytes("".join(line.text + "\n" for line in file.lines).encode())
        if why := tool(Path(folder), _as_patch(hunks, _name(path))):
            return why
        got = [line.text for line in split(target.read_bytes().decode())]
    if got != [line.text for line in split(expected[0])]:
        return "it would have been put where its lines do not say"
    return expected[0], "lines around it differ"


def _git_without_context(folder: Path, patch: bytes) -> str:
    done, said = try_git(
        "apply", "--recount", "-C0", "--whitespace=nowarn", "-p1",
        cwd=folder, data=patch, env={"GIT_CEILING_DIRECTORIES": str(folder.parent)},
    )  # fmt: skip
    return "" if done else _first_line(said)


def _patch_with_fuzz(folder: Path, patch: bytes) -> str:
    try:
        done = subprocess.run(
            ["patch", "--fuzz=3", "--batch", "--forward", "--silent", "-p1", "--reject-file=-",
             "--no-backup-if-mismatch", "--posix"],
            cwd=folder, input=patch, capture_output=True, check=False, timeout=60,
            env={"PATH": Machine.current().path, "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
    except FileNotFoundError:
        return "patch is not installed"
    except subprocess.TimeoutExpired:
        return "patch did not come to an end"
    return "" if done.returncode == 0 else _first_line(done.stdout.decode("utf-8", "replace"))


def _merged(base: str, after: str, now: str, path: str) -> str | None:
    """Merge by `git apply --3way`, in a repository of its own that knows all versions."""
    name = _name(path)
    with tempfile.TemporaryDirectory(prefix="verdigris-patch-") as place:
        folder = Path(place)
        git = partial(try_git, cwd=folder)
        git("init", "--quiet", ".")
        (folder / ".git" / "info" / "attributes").write_text("* -text !merge !filter\n")
        write = ("hash-object", "-w", "--stdin", "--no-filters")
        (_, old), (_, new) = (git(*write, data=text.encode()) for text in (base, after))
        (folder / name).write_bytes(now.encode())
        git("add", "--", name)
        _, said = git("diff", "--full-index", old, new)
        patch = said.replace(f"a/{old}", f"a/{name}").replace(f"b/{new}", f"b/{name}") + "\n"
        done, _ = git("apply", "--3way", "--whitespace=nowarn", data=patch.encode())
        return (folder / name).read_bytes().decode() if done else None


def _as_patch(hunks: Sequence[Hunk], name: str) -> bytes:
    """Write hunks as tools want them: every header there, every count right."""
    said = [f"diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n"]
    shift = 0
    for hunk in hunks:
        old, new = len(hunk.old), len(hunk.new)
        start = hunk.start or 1
        said.append(f"@@ -{start},{old} +{max(start + shift, 0)},{new} @@\n")
        said += [f"{mark}{text}\n" for mark, text in hunk.ops]
        shift += new - old
    return "".join(said).encode()


def _name(path: str) -> str:
    """Return a name for the scratch folder; the real one may be odd, and is not needed there."""
    return f"file.{path.rpartition('.')[2]}" if path.rpartition(".")[2].isalnum() else "file"


def _first_line(said: str) -> str:
    return said.strip().partition("\n")[0][:200] or "it failed without a word"


def _in_words(nowhere: Nowhere) -> str:
    if nowhere.spots:
        return f"its lines stand at {len(nowhere.spots)} places"
    return nowhere.why


def _refusal(
    file: File, hunks: Sequence[Hunk], path: str, tried: Sequence[tuple[str, str]]
) -> ModelMistake:
    """Say what is wrong with the first hunk that has no place, and what stands nearest to it."""
    found = place_all(file, hunks, range(len(DIFFERS)))
    if isinstance(found, list):  # it has its place, but what came of it could not be accepted
        why = next((why for way, why in tried if way == "realign"), "")
        return ModelMistake(f"Your diff of {path} could not be applied: {why}.")
    return unplaced(file, found, path, "hunk")


def unplaced(file: File, nowhere: Nowhere, path: str, what: str) -> ModelMistake:
    """Return the complaint about a hunk or a search block without a certain place."""
    old = [line for line in nowhere.hunk.old if line.strip()]
    first = old[0].strip()[:100] if old else ""
    if nowhere.spots:
        lines = ", ".join(map(str, nowhere.spots[:6]))
        return ModelMistake(
            f"Your {what} for {path} that begins with `{first}` matches {len(nowhere.spots)} "
            f"places, at lines {lines}. Add more unchanged lines around it, so that one is meant."
        )
    near = nearest(nowhere.hunk.old, file.texts)
    there = f"\nThe nearest lines are:\n{near}" if near else ""
    return ModelMistake(
        f"Your {what} for {path} that begins with `{first}` cannot be applied: {nowhere.why}. "
        f"Copy the old lines exactly as they are in the file.{there}"
    )
