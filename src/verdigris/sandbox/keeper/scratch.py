"""Folders that come and go with a command, and how much is in them."""

from __future__ import annotations

import errno
import fcntl
import os
import stat

_TOO_MUCH = 1 << 60


def make_folder(path: str) -> None:
    os.mkdir(path, 0o700)
    hold(path)


def hold(path: str) -> None:
    """Show by a lock that a folder is in use; it goes with this process, however that ends."""
    try:
        fcntl.flock(os.open(path, os.O_RDONLY | os.O_DIRECTORY), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return  # a file system without locks


def remove_folder(path: str) -> None:
    """Remove a folder and all in it, also where the command took our permissions away.

    Links are removed, never followed. Whoever could swap a folder for a link meanwhile is dead by
    now, so walking by chdir is safe, and no depth of the tree is too much for it.
    """
    if os.path.islink(path) or not os.path.isdir(path):
        return
    try:
        _enter(path)
        _empty()
        os.chdir("/")
        os.rmdir(path)
    except OSError:
        os.chdir("/")


def _empty() -> None:
    """Remove everything in the current folder."""
    left = [_clear_files()]
    names: list[str] = []
    while left:
        if left[-1]:
            names.append(left[-1].pop())
            _enter(names[-1])
            left.append(_clear_files())
            continue
        left.pop()
        if left:
            os.chdir("..")
            os.rmdir(names.pop())


def _enter(name: str) -> None:
    os.chmod(name, 0o700)
    os.chdir(name)


def _clear_files() -> list[str]:
    """Remove what is not a folder from the current one; return the folders."""
    folders = []
    with os.scandir(".") as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.name)
            else:
                os.unlink(entry.name)
    return folders


def size_of(folder: str) -> int:
    """Return the bytes that a folder's files take on disk; what vanishes meanwhile counts zero.

    A path too long to be looked at counts as more than any limit: only who hides makes one.
    """
    total = 0
    stack = [folder]
    while stack:
        try:
            with os.scandir(stack.pop()) as entries:
                for entry in entries:
                    total += _size(entry, stack)
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                return _TOO_MUCH
    return total


def _size(entry: os.DirEntry[str], stack: list[str]) -> int:
    try:
        about = entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return 0
    if stat.S_ISDIR(about.st_mode):
        stack.append(entry.path)
    return about.st_blocks * 512
