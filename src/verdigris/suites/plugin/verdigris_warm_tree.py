"""The worker's own copy of the project: a candidate's files are put in, and taken out again.

Standard library only, Python 3.8 and up. Files that a run leaves behind are removed. A file of the
project that a run has changed cannot be brought back from here; that is told, and the worker and
its copy are thrown away.
"""

import hashlib
import os
import shutil
import stat

_CACHES = {
    "__pycache__", ".pytest_cache", ".hypothesis", ".benchmarks", ".mypy_cache", ".ruff_cache",
}  # fmt: skip


class Spoilt(Exception):
    """The copy is no longer what it was."""


class Tree:
    def __init__(self, root):
        self.root = os.path.realpath(root)
        self._folders, self._files = set(), {}
        for path, entry in self._walk():
            if entry.is_dir(follow_symlinks=False):
                self._folders.add(path)
            else:
                self._files[path] = [_mark(entry.stat(follow_symlinks=False)), self._digest(path)]
        self._undo = []

    def _walk(self):
        waiting = [self.root]
        while waiting:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    yield entry.path, entry
                    # A folder may be gone by now: whoever takes it out does so while we walk.
                    if entry.is_dir(follow_symlinks=False) and os.path.isdir(entry.path):
                        waiting.append(entry.path)

    def _digest(self, path):
        try:
            if os.path.islink(path):
                return os.readlink(path)
            if not stat.S_ISREG(os.lstat(path).st_mode):
                return "special"
            with open(path, "rb") as file:
                return hashlib.sha256(file.read()).hexdigest()
        except OSError as error:
            return "unreadable: %s" % error.errno

    def place(self, path):
        """Return where an edit goes, or None where it must not go: outside, or through a link."""
        full = os.path.join(self.root, *path.split("/"))
        plain = os.path.realpath(full) == full and full.startswith(self.root + os.sep)
        return full if plain and not os.path.isdir(full) else None

    def put(self, edits):
        """Write a candidate's files: pairs of a full path and a text, None to remove the file."""
        for path, text in edits:
            try:
                with open(path, "rb") as file:
                    before = file.read()
                info = os.lstat(path)
            except FileNotFoundError:
                before = info = None
            self._undo.append((path, before, info))
            if text is None:
                if before is not None:
                    os.unlink(path)
                continue
            os.makedirs(os.path.dirname(path), exist_ok=True)
            write_file(path, text.encode("utf-8", "surrogateescape"))

    def note(self, paths):
        """Remember files as they are, for a child that will write them itself."""
        for path in paths:
            with open(path, "rb") as file:
                self._undo.append((path, file.read(), os.lstat(path)))

    def restore(self):
        """Bring the copy back to what it was; return what had been left in it.

        Caches of tools are removed, and not named: their makers can do without.
        Raises Spoilt where that cannot be done.
        """
        try:
            while self._undo:
                self._take_back(*self._undo.pop())
            return self._tidy()
        except OSError as error:
            raise Spoilt("the copy cannot be tidied: %s" % error) from None

    def _take_back(self, path, before, info):
        if before is None:
            if os.path.lexists(path) and not os.path.isdir(path):
                os.unlink(path)
            return
        if os.path.islink(path):
            os.unlink(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_file(path, before)
        os.chmod(path, stat.S_IMODE(info.st_mode))
        os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))

    def _tidy(self):
        files, folders, left = 0, 0, []
        for path, entry in self._walk():
            if entry.is_dir(follow_symlinks=False):
                if path in self._folders:
                    folders += 1
                else:
                    shutil.rmtree(path)
                    if os.path.basename(path) not in _CACHES:
                        left.append(os.path.relpath(path, self.root))
                continue
            known = self._files.get(path)
            if known is None:
                os.unlink(path)
                left.append(os.path.relpath(path, self.root))
                continue
            files += 1
            mark = _mark(entry.stat(follow_symlinks=False))
            if mark != known[0]:
                # Written, but perhaps with what was there before: by us, or by a test that tidies.
                if self._digest(path) != known[1]:
                    raise Spoilt("%s was changed" % os.path.relpath(path, self.root))
                known[0] = mark
        if files != len(self._files) or folders != len(self._folders):
            raise Spoilt("files of the project were removed")
        return left


def _mark(info):
    # The time of change cannot be set back by a program, unlike that of modification.
    return info.st_mode, info.st_size, info.st_ino, info.st_ctime_ns


def write_file(path, data):
    # A file of its own: what a run did to the old one, a second name for instance, ends with it.
    if os.path.lexists(path):
        mode = stat.S_IMODE(os.lstat(path).st_mode)
        os.unlink(path)
    else:
        mode = 0o644
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    os.chmod(path, mode)
