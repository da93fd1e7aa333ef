"""The world outside: a fake home with keys, a user's project, Verdigris' own files."""

from __future__ import annotations

import secrets
import shutil
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

KEYS = {
    "ssh": ".ssh/id_ed25519",
    "aws": ".aws/credentials",
    "netrc": ".netrc",
    "gh": ".config/gh/hosts.yml",
    "browser": ".mozilla/firefox/x1.default/logins.json",
    "history": ".bash_history",
    "settings": ".config/verdigris/config.toml",
    "store": ".local/share/verdigris/verdigris.db",
    "checkpoints": ".local/share/verdigris/checkpoints.db",
    "evidence": ".local/share/verdigris/runs/earlier/evidence.json",
    "neighbour": ".local/share/verdigris/runs/now/answers.jsonl",
    "dotenv": "code/project/.env",
    "other": "code/other/notes.txt",
}
HARMLESS = {
    "app": "code/project/app.py",
    "makefile": "code/project/Makefile",
    "gitconfig": ".gitconfig",
    "bashrc": ".bashrc",
    "authorized": ".ssh/authorized_keys",
    "hook": "code/project/.git/hooks/pre-commit.sample",
    "repository": "code/project/.git/config",
    "package": "code/project/.venv/lib/python3/site-packages/thing.py",
    "user_site": ".local/lib/python3/site-packages/other.py",
}


@dataclass
class World:
    root: Path
    secret: str = field(default_factory=lambda: f"secret-{secrets.token_hex(12)}")

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def project(self) -> Path:
        return self.home / "code" / "project"

    @property
    def environment(self) -> Path:
        """The project's virtual environment: shown to the program, not writable."""
        return self.project / ".venv"

    @property
    def workspace(self) -> Path:
        """Where programs run: a run's copy, next to files of Verdigris that they may not see."""
        return self.home / ".local/share/verdigris/runs/now/tree"

    @property
    def static(self) -> Path:
        """What the caller holds open."""
        return self.root / "static"

    @property
    def sockets(self) -> Path:
        return self.root / "run"

    @property
    def records(self) -> Path:
        """A kept file."""
        return self.root / "desk" / "records"

    @property
    def kept(self) -> Path:
        """A kept folder."""
        return self.root / "desk" / "kept"

    def make(self) -> None:
        """Make everything anew. Folders that others hold open stay the same folders."""
        for old in (self.home, self.root / "desk"):
            _remove(old)
        text = f"token = {self.secret}\n"
        for name in KEYS.values():
            self._put(self.home / name, text, 0o600)
        for name in HARMLESS.values():
            self._put(self.home / name, "# nothing yet\n", 0o644)
        self._put(self.static / "vault", text, 0o600)
        self._put(self.static / "ledger", "balance: 1\n", 0o600)
        self._put(self.records, "", 0o600)
        for folder in (self.kept, self.workspace, self.sockets):
            folder.mkdir(parents=True, exist_ok=True)

    def _put(self, path: Path, text: str, mode: int) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        path.chmod(mode)

    def outside(self) -> dict[str, str]:
        """Return what everything looks like that a program has no business with."""
        own = (self.workspace, self.kept, self.sockets)
        found: dict[str, str] = {}
        for path in sorted(self.root.rglob("*")):
            if any(path.is_relative_to(folder) for folder in own) or path == self.records:
                continue
            found[str(path.relative_to(self.root))] = _look(path)
        found["desk/records"] = str(self.records.lstat().st_ino) + _kind(self.records)
        found["workspace"] = str(self.workspace.lstat().st_ino) + _kind(self.workspace)
        return found

    def left(self) -> str:
        """Return the text of every file that stays, as a caller that trusts the names reads it."""
        texts = []
        for folder in (self.workspace, self.kept):
            for path in folder.rglob("*"):
                if path.is_file() and not path.is_symlink() and path.stat().st_size < 1 << 20:
                    texts.append(path.read_text("utf-8", "replace"))
        if self.records.is_file():
            texts.append(self.records.read_text("utf-8", "replace"))
        return "\n".join(texts)


def _kind(path: Path) -> str:
    return stat.filemode(path.lstat().st_mode)[0]


def _look(path: Path) -> str:
    try:
        status = path.lstat()
    except OSError:
        return "gone"
    kind = stat.filemode(status.st_mode)
    if stat.S_ISLNK(status.st_mode):
        return f"{kind} to {path.readlink()}"
    if stat.S_ISREG(status.st_mode):
        try:
            return f"{kind} {status.st_nlink} {path.read_bytes()!r}"
        except OSError:
            return f"{kind} unreadable"
    return kind


def _remove(path: Path) -> None:
    if path.is_symlink():
        path.unlink()
    elif path.exists():
        shutil.rmtree(path, onerror=_open_and_again)


def _open_and_again(action: Callable[[str], object], name: str, reason: object) -> None:
    """Remove what a program has locked, such as the working folder of an overlay."""
    for path in (Path(name).parent, Path(name)):
        path.chmod(0o700)
    if Path(name).is_dir():
        shutil.rmtree(name)
    else:
        action(name)
