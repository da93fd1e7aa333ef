"""Commits in the user's own repository, when they ask for one. Files are not written here.

Made by plumbing: no hook runs, nothing that the repository's configuration names is started, and
neither work tree nor index is touched until `advance`. Line endings are converted as the user's git
would; a path that passes through a filter program is refused instead of running it.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from verdigris.edits.userfiles import Wish
from verdigris.errors import MissingError, UserError
from verdigris.settings import Machine

_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "safe.directory=*")
_KEPT = ("GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
         "GIT_CONFIG_NOSYSTEM")  # fmt: skip
_ABSENT = ("0", "0" * 40)
_BUSY = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply")


class Repository:
    """The git repository around a project, as its user sees it."""

    def __init__(self, project: Path, who: str = "") -> None:
        self._project = project.resolve()
        self._who = who
        found = self._ask("rev-parse", "--show-toplevel", "--show-prefix", cwd=self._project)
        if found is None:
            raise UserError(
                f"{project} is not in a git repository.", hint="Apply without --commit or --branch."
            )
        top, _, prefix = found.partition("\n")
        self._top, self._prefix = Path(top), prefix.strip("\n")
        self.head = self._ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}") or ""
        if not self.head:
            raise UserError("The repository has no commit yet.", hint="Make a first one.")

    def prepare(self, wishes: Sequence[Wish], message: str) -> str:
        """Make a commit of the wishes on top of HEAD; return its name. No ref points to it yet."""
        paths = [self._prefix + wish.path for wish in wishes]
        self._require_own(wishes)
        self._require_no_filters(paths)
        there = self.entries(paths)
        moved = [
            wish.path
            for wish, path in zip(wishes, paths, strict=True)
            if self._blob(path, wish.before) != there[path][1]
        ]
        if moved:
            raise UserError(
                f"{', '.join(moved)} at HEAD is not what the run began with.",
                hint="Commit your own changes to it first, or apply without --commit or --branch.",
            )
        with tempfile.TemporaryDirectory(prefix="verdigris-index-") as desk:
            env = {"GIT_INDEX_FILE": f"{desk}/index"}
            self._tell("read-tree", self.head, env=env)
            rows = []
            for wish, path in zip(wishes, paths, strict=True):
                mode, _ = there[path]
                blob = self._blob(path, wish.after, keep=True)
                mode = _ABSENT[0] if wish.after is None else "100644" if mode == "0" else mode
                rows.append(f"{mode} {blob}\t{path}\0".encode("utf-8", "surrogateescape"))
            self._tell("update-index", "-z", "--index-info", data=b"".join(rows), env=env)
            tree = self._tell("write-tree", env=env)
        return self._tell("commit-tree", tree, "-p", self.head, "-F", "-", data=message.encode())

    def mentions(self, line: str) -> bool:
        """Tell whether the message of a commit of the current branch has this line."""
        said = self._tell("log", "--format=%B", "--fixed-strings", f"--grep={line}", self.head)
        return line in said.splitlines()

    def require_quiet(self, wishes: Iterable[Wish]) -> None:
        """Raise UserError where a commit on the current branch would mix with other work."""
        folder = Path(self._tell("rev-parse", "--absolute-git-dir"))
        if busy := next((name for name in _BUSY if (folder / name).exists()), ""):
            raise UserError(f"The repository is in the middle of something ({busy}).",
                            hint="Finish or abort it first.")  # fmt: skip
        if (folder / "index.lock").exists():
            raise UserError(
                "Another git process is at work in the repository.",
                hint=f"Wait for it to end. If it was killed, remove {folder / 'index.lock'}.",
            )
        paths = [self._prefix + wish.path for wish in wishes]
        committed, staged = self.entries(paths), self._staged(paths)
        if mixed := [path for path in paths if staged[path] != committed[path]]:
            raise UserError(f"There are staged changes to {', '.join(mixed)}.",
                            hint="Commit or unstage them first.")  # fmt: skip

    def advance(self, commit: str, wishes: Iterable[Wish], why: str) -> None:
        """Move the current branch to a commit whose files lie in the work tree already."""
        self._tell("update-ref", "-m", why, "HEAD", commit, self.head)
        paths = b"".join(os.fsencode(self._prefix + wish.path) + b"\0" for wish in wishes)
        self._tell("update-index", "--add", "--remove", "-z", "--stdin", data=paths)

    def require_new_branch(self, name: str) -> None:
        if self._ask("check-ref-format", "--branch", name) is None:
            raise UserError(f"'{name}' cannot be the name of a branch.")
        if self._ask("rev-parse", "--verify", "--quiet", f"refs/heads/{name}"):
            raise UserError(f"There is a branch '{name}' already.", hint="Give another name.")

    def make_branch(self, name: str, commit: str, why: str) -> None:
        self._tell("update-ref", "-m", why, f"refs/heads/{name}", commit, _ABSENT[1])

    def drop_branch(self, name: str, commit: str) -> None:
        """Remove a branch that still is what `make_branch` made. Raises UserError otherwise."""
        there = self._ask("rev-parse", "--verify", "--quiet", f"refs/heads/{name}")
        if not there:
            return  # the user was quicker
        if there != commit:
            raise UserError(
                f"The branch '{name}' has moved on.",
                hint=f"To undo the change where it was merged: git revert {commit[:12]}",
            )
        trees = self._tell("worktree", "list", "--porcelain").splitlines()
        if f"branch refs/heads/{name}" in trees:
            raise UserError(f"The branch '{name}' is checked out.", hint="Switch to another first.")
        self._tell("update-ref", "-d", f"refs/heads/{name}", commit)

    def entries(self, paths: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Return mode and blob of paths at HEAD."""
        rows = self._tell("--literal-pathspecs", "ls-tree", "-z", self.head, "--", *paths)
        return _table(rows, paths, blob=2)

    def _staged(self, paths: Sequence[str]) -> dict[str, tuple[str, str]]:
        rows = self._tell("--literal-pathspecs", "ls-files", "-s", "-z", "--", *paths)
        return _table(rows, paths, blob=1)

    def _blob(self, path: str, data: bytes | None, *, keep: bool = False) -> str:
        if data is None:
            return _ABSENT[1]
        write = ("-w",) if keep else ()
        return self._tell("hash-object", *write, "--stdin", "--path", path, data=data)

    def _require_own(self, wishes: Iterable[Wish]) -> None:
        for wish in wishes:
            folder = next(f for f in (self._project / wish.path).parents if f.is_dir())
            if self._ask("rev-parse", "--show-toplevel", cwd=folder) != str(self._top):
                raise UserError(f"{wish.path} belongs to a repository within this one.",
                                hint="Apply without --commit, then commit there.")  # fmt: skip

    def _require_no_filters(self, paths: Sequence[str]) -> None:
        said = self._tell("check-attr", "-z", "filter", "--", *paths).split("\0")
        for path, value in zip(said[::3], said[2::3], strict=False):
            if value not in ("unspecified", "unset"):
                raise UserError(
                    f"{path} passes through the filter '{value}', which Verdigris does not run.",
                    hint="Apply without --commit or --branch, then commit it yourself.",
                )

    def _tell(self, *words: str, data: bytes = b"", env: dict[str, str] | None = None) -> str:
        done = self._run(words, data, env, self._top)
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip()
            if "tell me who you are" in said or "empty ident" in said:
                raise UserError(
                    "git does not know who you are.",
                    hint="git config --global user.name NAME, and user.email ADDRESS",
                )
            raise UserError(f"git {words[0]} failed: {said}.")
        return done.stdout.decode("utf-8", "surrogateescape").rstrip("\n")

    def _ask(self, *words: str, cwd: Path | None = None) -> str | None:
        done = self._run(words, b"", None, cwd or self._top)
        said = done.stdout.decode("utf-8", "surrogateescape")
        return said.rstrip("\n") if done.returncode == 0 else None

    def _run(
        self, words: Sequence[str], data: bytes, env: dict[str, str] | None, cwd: Path
    ) -> subprocess.CompletedProcess[bytes]:
        # The user's own name and address, but not a repository that a surrounding git points to.
        own = {
            name: value
            for name, value in Machine.current().variables.items()
            if not name.startswith("GIT_") or name.startswith(_KEPT)
        }
        if self._who:
            own |= _signed(self._who)
        own |= {"LC_ALL": "C.UTF-8", "GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "none"}
        try:
            return subprocess.run(
                ["git", *_SAFE, *words], cwd=cwd, env={**own, **(env or {})}, input=data,
                capture_output=True, check=False,
            )  # fmt: skip
        except FileNotFoundError:
            raise MissingError("git is not installed.", hint="Install git.") from None


def begin_repository(folder: Path, who: str, message: str) -> None:
    """Make a repository of a folder that is none, with a first commit that holds nothing.

    A surrounding repository does not count: what is written there has a history of its own.
    """
    own = {"PATH": Machine.current().path, "LC_ALL": "C.UTF-8", **_signed(who)}

    def git(*words: str, data: str = "") -> str:
        done = subprocess.run(
            ["git", *_SAFE, *words], cwd=folder, env=own, input=data.encode(), check=True,
            capture_output=True,
        )  # fmt: skip
        return done.stdout.decode().strip()

    try:
        if (folder / ".git").exists():
            with contextlib.suppress(subprocess.CalledProcessError):  # killed before the commit
                git("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
                return
        git("init", "--quiet", "--template=", "--initial-branch=main")
        commit = git("commit-tree", git("mktree"), "-F", "-", data=message)
        git("update-ref", "HEAD", commit)
    except FileNotFoundError:
        raise MissingError("git is not installed.", hint="Install git.") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip()
        raise UserError(f"{folder} cannot become a git repository: {said}.") from None


def _signed(who: str) -> dict[str, str]:
    """Return variables that let git sign a commit by somebody else than the user."""
    name, _, address = who.partition(" <")
    return {
        "GIT_AUTHOR_NAME": name,
        "GIT_AUTHOR_EMAIL": address.rstrip(">"),
        "GIT_COMMITTER_NAME": name,
        "GIT_COMMITTER_EMAIL": address.rstrip(">"),
    }


def _table(rows: str, paths: Sequence[str], *, blob: int) -> dict[str, tuple[str, str]]:
    found = dict.fromkeys(paths, _ABSENT)
    for row in rows.split("\0"):
        facts, _, path = row.partition("\t")
        words = facts.split()
        if path in found:
            found[path] = words[0], words[blob]
    return found
