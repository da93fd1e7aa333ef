"""The run's own history of the project: a bare repository, and copies taken from it.

The user's tree is read once, at the start. After that every change is a commit on a hidden ref,
made without a work tree, so there is nothing that a kill could leave half-written. Tests run in
copies that are thrown away; `tree` is a copy that is only ever read.

Commits carry fixed names and dates: the same change on the same parent is the same commit, which
is what makes doing a step again harmless.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path

import pathspec

from verdigris.core.change import Change, Origin, make_change
from verdigris.errors import MissingError, StoreError, UserError
from verdigris.settings import Machine

_IDENTITY = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (
        ("NAME", "verdigris"),
        ("EMAIL", "verdigris@localhost"),
        ("DATE", "2000-01-01T00:00:00Z"),
    )
}
# The project's own git configuration is a stranger's: it may name programs to run.
_SAFE = (
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.autocrlf=false",
)
# Bytes in, the same bytes out, whatever the project's .gitattributes says.
_ATTRIBUTES = "* -text -crlf !eol !ident !filter !working-tree-encoding\n"
_SKIP = {
    ".git", ".hg", ".svn", ".venv", "venv", "env", "node_modules", "__pycache__", ".tox", ".nox",
    ".mypy_cache", ".ruff_cache", ".pytest_cache", ".eggs", ".idea", ".hypothesis",
}  # fmt: skip


class Workspace:
    def __init__(self, folder: Path, run_id: str) -> None:
        self._folder = folder
        self._run_id = run_id
        self._git_dir = folder / "repo.git"
        self._ref = f"refs/verdigris/{run_id}"

    async def start(self, project: Path) -> str:
        """Take the project as it is now; return the first commit.

        Doing it again returns what is there. Raises UserError when there is nothing to take.
        """
        if not self._folder.exists():
            staging = self._folder.with_name(f"{self._folder.name}.making-{os.getpid()}")
            shutil.rmtree(staging, ignore_errors=True)
            try:
                await Workspace(staging, self._run_id)._fill(project)
                staging.rename(self._folder)
            except OSError as error:
                raise StoreError(
                    f"The project cannot be copied to {self._folder}: {error}.",
                    hint="Is the disk full? VERDIGRIS_PATHS__DATA names another place.",
                ) from None
            finally:
                shutil.rmtree(staging, ignore_errors=True)
        return await self._git("rev-parse", f"{self._ref}-base")

    async def _fill(self, project: Path) -> None:
        copy = self._folder / "base"
        copy.mkdir(parents=True)
        paths = await _listed(project)
        copied = await asyncio.to_thread(_copy, project, copy, paths)
        if not copied:
            raise UserError(f"There are no files in {project}.")
        await _run_git("init", "--quiet", "--bare", str(self._git_dir))
        (self._git_dir / "info").mkdir(exist_ok=True)
        (self._git_dir / "info" / "attributes").write_text(_ATTRIBUTES)
        index = {"GIT_INDEX_FILE": str(self._folder / "index")}
        await self._git("--work-tree", str(copy), "add", "--all", "--force", ".", env=index)
        tree = await self._git("write-tree", env=index)
        commit = await self._git("commit-tree", tree, "-m", "the project as it was found")
        await self._git("update-ref", f"{self._ref}-base", commit)
        await self._git("update-ref", self._ref, commit)
        shutil.rmtree(copy)

    async def commit(self, parent: str, change: Change, message: str) -> str:
        """Record a change on top of `parent` and move the hidden ref there."""
        with self._scratch() as desk:
            env = {"GIT_INDEX_FILE": f"{desk}/index"}
            await self._git("read-tree", parent, env=env)
            for edit in change.edits:
                if edit.after is None:
                    # Mode 0 takes an entry out; --force-remove would want a work tree.
                    gone = f"0 {'0' * 40}\t{edit.path}\0".encode("utf-8", "surrogateescape")
                    await self._git("update-index", "-z", "--index-info", env=env, data=gone)
                    continue
                data = edit.after.encode("utf-8", "surrogateescape")
                blob = await self._git("hash-object", "-w", "--stdin", "--no-filters", data=data)
                mode = await self._mode(parent, edit.path)
                entry = f"{mode},{blob},{edit.path}"
                await self._git("update-index", "--add", "--cacheinfo", entry, env=env)
            tree = await self._git("write-tree", env=env)
        commit = await self._git("commit-tree", tree, "-p", parent, "-m", message)
        await self._git("update-ref", self._ref, commit)
        return commit

    async def rewind(self, commit: str) -> None:
        await self._git("update-ref", self._ref, commit)

    async def tree(self, commit: str) -> Path:
        """Return a copy of a commit for reading. Nothing is ever run in it."""
        place = self._folder / "trees" / commit[:16]
        if not place.exists():
            staging = place.with_name(f"{place.name}.making-{os.getpid()}")
            shutil.rmtree(staging, ignore_errors=True)
            await self._export(commit, staging)
            with contextlib.suppress(OSError):  # somebody else was first
                staging.rename(place)
            shutil.rmtree(staging, ignore_errors=True)
        return place

    @contextlib.asynccontextmanager
    async def fresh(self, commit: str, change: Change | None = None) -> AsyncIterator[Path]:
        """Give a throw-away copy of a commit, with a change on top if there is one."""
        with self._scratch() as t:
            place = Path(t) / "project"
            await self._export(commit, place)
            for edit in change.edits if change else ():
                target = place / edit.path
                if edit.after is None:
                    target.unlink(missing_ok=True)
                    continue
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(edit.after.encode("utf-8", "surrogateescape"))
            yield place

    async def difference(self, old: str, new: str, origin: Origin) -> Change | None:
        """Return everything between two commits as one change."""
        names = await self._git("diff-tree", "-r", "-z", "--name-only", "--no-renames", old, new)
        paths = [name for name in names.split("\0") if name]
        before = {path: await self.text(old, path) for path in paths}
        after = {path: await self.text(new, path) for path in paths}
        return make_change(before, after, origin)

    async def text(self, commit: str, path: str) -> str | None:
        """Return a file's text at a commit, exactly; None when it is not there or not UTF-8."""
        try:
            data = await self._git_bytes("cat-file", "blob", f"{commit}:{path}")
            return data.decode("utf-8")
        except (StoreError, UnicodeDecodeError):
            return None

    def _scratch(self) -> tempfile.TemporaryDirectory[str]:
        # Named after the run, so that what a kill leaves behind can be found and removed.
        return tempfile.TemporaryDirectory(
            prefix=f"verdigris-{self._run_id}-", ignore_cleanup_errors=True
        )

    async def _mode(self, commit: str, path: str) -> str:
        row = await self._git("ls-tree", commit, "--", path)
        mode = row.split(" ", 1)[0] if row else "100644"
        if mode == "120000":
            raise UserError(f"{path} is a link; links are not edited.")
        return mode

    async def _export(self, commit: str, place: Path) -> None:
        place.mkdir(parents=True)
        with self._scratch() as desk:
            env = {"GIT_INDEX_FILE": f"{desk}/index"}
            await self._git("read-tree", commit, env=env)
            await self._git(
                "--work-tree", str(place), "checkout-index", "--all", "--quiet", env=env
            )

    async def _git(self, *words: str, env: dict[str, str] | None = None, data: bytes = b"") -> str:
        output = await self._git_bytes(*words, env=env, data=data)
        return output.decode("utf-8", "surrogateescape").strip("\n")

    async def _git_bytes(
        self, *words: str, env: dict[str, str] | None = None, data: bytes = b""
    ) -> bytes:
        return await _run_git("--git-dir", str(self._git_dir), *words, env=env, data=data)


async def _run_git(
    *words: str, env: dict[str, str] | None = None, data: bytes = b"", cwd: Path | None = None
) -> bytes:
    clean = {"PATH": Machine.current().path, "GIT_CONFIG_GLOBAL": "/dev/null",
             "GIT_CONFIG_NOSYSTEM": "1", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}  # fmt: skip
    try:
        process = await asyncio.create_subprocess_exec(
            "git", *_SAFE, *words, cwd=cwd, env={**clean, **_IDENTITY, **(env or {})},
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
    except FileNotFoundError:
        raise MissingError("git is not installed.", hint="Install git, then try again.") from None
    output, error = await process.communicate(data)
    if process.returncode != 0:
        said = error.decode("utf-8", "replace").strip()
        raise StoreError(f"git {' '.join(words[:4])} failed: {said}.")
    return output


async def _listed(project: Path) -> list[str]:
    """List what belongs to the project: by git where there is one, else by a walk."""
    try:
        found = await _run_git(
            "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others",
            "--exclude-standard", cwd=project,
        )  # fmt: skip
        names = sorted({os.fsdecode(name) for name in found.split(b"\0") if name})
    except StoreError:
        names = []
    # Nothing: not a repository, or a folder that the repository around it ignores.
    return names or await asyncio.to_thread(lambda: sorted(_walk(project)))


def _walk(project: Path) -> Iterable[str]:
    ignore = project / ".gitignore"
    lines = ignore.read_text("utf-8", "replace").splitlines() if ignore.is_file() else []
    spec = pathspec.GitIgnoreSpec.from_lines(lines)
    for folder, folders, names in os.walk(project):
        folders[:] = [
            name for name in folders
            if name not in _SKIP and not (Path(folder, name) / "pyvenv.cfg").exists()
        ]  # fmt: skip
        for name in names:
            path = Path(folder, name).relative_to(project).as_posix()
            if not spec.match_file(path):
                yield path


def _copy(project: Path, copy: Path, paths: Sequence[str]) -> int:
    """Copy the listed files; leave out secrets, sockets, and links that lead out of the project."""
    root = project.resolve()
    count = 0
    for path in paths:
        source = project / path
        parts = set(Path(path).parts)
        if source.parent.resolve() != root / Path(path).parent:
            continue  # reached through a link; what the link points to is not the project's
        if parts & _SKIP or source.name == ".env" or source.name.startswith(".env."):
            continue
        if source.is_symlink():
            inside = source.resolve().is_relative_to(root) and not source.readlink().is_absolute()
            if not inside:
                continue
        elif not source.is_file():
            continue
        target = copy / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)
        count += 1
    return count
