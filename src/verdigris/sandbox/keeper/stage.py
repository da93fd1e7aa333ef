"""A private file system for what a command writes: the kernel counts, and all goes with us.

A tmpfs of limited size in a mount namespace of our own, and in it an overlay over the working
folder. So nothing written reaches a disk, the limit is the kernel's, and when this process ends,
however it ends, the mounts are gone.
"""

from __future__ import annotations

import os

from verdigris.sandbox.keeper import linux

# redirect_dir lets folders of the lower tree be renamed. Only root may have it; an unprivileged
# overlay needs userxattr (kernel 5.11), without which a removed folder could not be made again.
_ROOTS = ("redirect_dir=on", "")
_USERS = ("userxattr", "")


class StageSet:
    def __init__(self, at: str, size_mb: int, lower: str, folders: tuple[str, ...]) -> None:
        self._at = at
        self._full = False
        self._peak = 0
        _own_mounts()
        # A file costs the kernel an inode although it may hold nothing.
        inodes = max(10_000, size_mb * 256)
        options = f"size={size_mb}m,nr_inodes={inodes},mode=700"
        linux.mount("tmpfs", at, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, options)
        for name in ("lower", "upper", "work", "merged", *folders):
            os.mkdir(os.path.join(at, name), 0o700)
        linux.mount(lower, os.path.join(at, "lower"), "", linux.MS_BIND | linux.MS_REC)
        # The copy looks like the original: overlay takes the mode of its top from the upper layer.
        os.chmod(os.path.join(at, "upper"), os.stat(lower).st_mode & 0o7777)
        self._overlay()

    def _overlay(self) -> None:
        # Relative names, since a path with a comma or colon would be read as options.
        os.chdir(self._at)
        refused: OSError | None = None
        for extra in _ROOTS if _is_root() else _USERS:
            options = ",".join(filter(None, ("lowerdir=lower,upperdir=upper,workdir=work", extra)))
            try:
                linux.mount(
                    "overlay", "merged", "overlay", linux.MS_NOSUID | linux.MS_NODEV, options
                )
            except OSError as error:
                refused = error
            else:
                os.chdir("/")
                return
        raise refused or OSError("overlay")

    def look(self) -> None:
        """Note how much is in use."""
        use = os.statvfs(self._at)
        self._peak = max(self._peak, (use.f_blocks - use.f_bfree) * use.f_frsize)
        self._full = self._full or use.f_bfree == 0 or use.f_ffree == 0

    @property
    def full(self) -> bool:
        return self._full

    @property
    def peak(self) -> int:
        return self._peak

    def strike(self) -> None:
        linux.unmount(self._at)


def _is_root() -> bool:
    return os.geteuid() == 0


def _own_mounts() -> None:
    if _is_root():
        linux.unshare(linux.CLONE_NEWNS)
    else:
        uid, gid = os.geteuid(), os.getegid()
        linux.unshare(linux.CLONE_NEWNS | linux.CLONE_NEWUSER)
        for name, text in (
            ("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1"),
        ):  # fmt: skip
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    linux.mount("none", "/", "", linux.MS_REC | linux.MS_PRIVATE)
