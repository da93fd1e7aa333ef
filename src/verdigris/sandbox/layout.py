"""What of this machine a command in bubblewrap sees: the system, read-only, and no more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from verdigris.errors import SandboxUnavailable

USER, UID, HOME = "user", 1000, "/home/user"
_TOP = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_ETC = (
    "alternatives", "bash.bashrc", "crypto-policies", "debian_version", "fonts", "inputrc",
    "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "locale.alias", "localtime", "lsb-release",
    "magic", "mime.types", "os-release", "pki/ca-trust", "pki/tls/certs", "pki/tls/cert.pem",
    "profile", "protocols", "redhat-release", "rpc", "services", "shells", "ssl/cert.pem",
    "ssl/certs", "ssl/openssl.cnf", "terminfo", "timezone", "xdg/user-dirs.defaults",
)  # fmt: skip
_ETC_NETWORK = ("hosts", "resolv.conf", "host.conf", "gai.conf")
_FILES = {
    "passwd": f"{USER}:x:{UID}:{UID}::{HOME}:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n",
    "group": f"{USER}:x:{UID}:\nnogroup:x:65534:\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
}
_HOSTS = "127.0.0.1 localhost\n::1 localhost\n"


def system(*, network: bool) -> list[str]:
    """Return bubblewrap's arguments for the system's programs and the few files of /etc."""
    args = ["--ro-bind", "/usr", "/usr"]
    for name in _TOP:
        top = Path("/", name)
        if top.is_symlink():
            args += ["--symlink", str(top.readlink()), str(top)]
        elif top.is_dir():
            args += ["--ro-bind", str(top), str(top)]
    # Where the shell itself lives there, it is the system.
    if Path("/bin/sh").resolve().is_relative_to("/nix/store"):
        args += ["--ro-bind", "/nix/store", "/nix/store"]
    for name in (*_ETC, *(_ETC_NETWORK if network else ())):
        if (path := Path("/etc", name)).exists():
            args += ["--ro-bind", str(path.resolve()), str(path)]
    return args


def files(*, network: bool) -> dict[str, bytes]:
    """Return the files of /etc that are made up, by path: nobody of this machine is in them."""
    made = _FILES if network else {**_FILES, "hosts": _HOSTS}
    return {f"/etc/{name}": text.encode() for name, text in made.items()}


def is_system(path: Path) -> bool:
    """Tell whether a path is seen anyway."""
    return path.is_relative_to("/usr") or (
        len(path.parts) > 1 and path.parts[1] in _TOP and path.resolve().is_relative_to("/usr")
    )


def require_narrow(paths: Iterable[Path], home: Path, private: Sequence[Path]) -> None:
    """Raise SandboxUnavailable for a path that would show what nobody meant to show."""
    for path in paths:
        if trouble := too_wide(path, home, private):
            raise SandboxUnavailable(
                f"{path} cannot be shown to a command: {trouble}.",
                hint="Use an environment in a folder of its own, or --sandbox docker.",
            )


def too_wide(path: Path, home: Path, private: Sequence[Path]) -> str:
    """Return what a folder holds that must not be seen, or nothing."""
    real = path.resolve()
    for secret, what in ((home, "the home folder"), *((one, str(one)) for one in private)):
        if secret != Path("/") and secret.resolve().is_relative_to(real):
            return f"{what} is in it"
    return "it is the whole machine" if real == Path("/") else ""
