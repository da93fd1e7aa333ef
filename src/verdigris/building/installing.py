"""Packages that a program wants, put into an environment of its own: `.venv` or `node_modules`.

Only what the allow list names or the user approves, by name and version bounds alone. Neither pip
nor npm runs code of a package: wheels only, and no install scripts.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from verdigris.checks.approval import Approver
from verdigris.checks.declared import normal
from verdigris.core.approval import Question
from verdigris.core.building import LanguageName
from verdigris.core.text import cut, listed, mask, one_line
from verdigris.core.value import Value
from verdigris.errors import MissingError, UserError
from verdigris.settings import Machine

SECONDS = 300.0
_TESTING = ("pytest>=7", "hypothesis>=6")
"""What the tests of a Python program are run with; an environment without them is of no use."""
_BOUND = r"(?:[<>=!~]=|===|[<>])\s*[A-Za-z0-9][A-Za-z0-9.*+!_-]{0,40}"
_PYTHON = re.compile(
    rf"(?P<name>[A-Za-z0-9](?:[A-Za-z0-9._-]{{0,80}}[A-Za-z0-9])?)"
    rf"(?:\[[A-Za-z0-9._, -]{{1,80}}\])?\s*(?:{_BOUND}(?:\s*,\s*{_BOUND}){{0,5}})?"
)
_NODE = re.compile(
    r"(?P<name>(?:@[a-z0-9][a-z0-9._-]{0,60}/)?[a-z0-9][a-z0-9._-]{0,80})"
    r"(?:@[\^~<>=v]{0,2}[A-Za-z0-9][A-Za-z0-9.+*-]{0,40})?"
)
_ARCHIVE = re.compile(r"\.(?:whl|zip|tgz|tar|tar\.\w+|tbz2?|txz|tlz)\Z", re.I)
"""Names that pip and npm take for files. Those they would unpack, and run what is in them."""
_PASSED_ON = {
    "HOME", "LANG", "TMPDIR", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "SSL_CERT_FILE",
    "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "PIP_INDEX_URL",
    "PIP_EXTRA_INDEX_URL", "PIP_CERT", "PIP_TRUSTED_HOST", "PIP_CONFIG_FILE", "PIP_PROXY",
    "PIP_CACHE_DIR", "PIP_NO_INDEX", "PIP_FIND_LINKS", "PIP_CONSTRAINT", "NPM_CONFIG_REGISTRY",
    "UV_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX", "NPM_CONFIG_USERCONFIG", "NPM_CONFIG_CACHE",
    "NPM_CONFIG_CAFILE",
}  # fmt: skip
"""Variables of the shell that say where packages come from. Nothing else of it is handed on."""


class Installed(Value):
    python: str = ""
    """The interpreter of the environment; empty where none was needed."""
    installed: tuple[str, ...] = ()
    """What was asked for and is there now, with its version."""
    refused: tuple[tuple[str, str], ...] = ()
    """What was not installed, each with the reason."""


async def install(
    project: Path,
    language: LanguageName,
    packages: Sequence[str],
    *,
    allow: Sequence[str],
    approver: Approver,
) -> Installed:
    """Install what is allowed of some packages; nothing is touched where nothing is.

    Raises MissingError when the installer is missing, fails, or takes too long, UserError where
    the environment's place is taken by something else.
    """
    wanted, refused = await _allowed(project, language, packages, allow, approver)
    if not wanted:
        return Installed(refused=tuple(refused))
    if language == "python":
        python = await _into_venv(project, wanted)
        there = _versions_of_python(project / ".venv")
        return Installed(
            python=str(python),
            installed=tuple(_with_version(one, "==", there, _PYTHON) for one in wanted),
            refused=tuple(refused),
        )
    await _into_node_modules(project, wanted)
    there = _versions_of_node(project / "node_modules", wanted)
    return Installed(
        installed=tuple(_with_version(one, "@", there, _NODE) for one in wanted),
        refused=tuple(refused),
    )


async def _allowed(
    project: Path,
    language: LanguageName,
    packages: Sequence[str],
    allow: Sequence[str],
    approver: Approver,
) -> tuple[list[str], list[tuple[str, str]]]:
    form = _PYTHON if language == "python" else _NODE
    # PyPI knows one package by several spellings; for npm `left_pad` is not `left-pad`.
    same = normal if language == "python" else str
    known = {same(name) for name in allow}
    wanted: list[str] = []
    refused: list[tuple[str, str]] = []
    for package in dict.fromkeys(one.strip() for one in packages):
        found = form.fullmatch(package)
        if found is None or _ARCHIVE.search(package):
            refused.append((one_line(package, 80), "a package is named, with version bounds alone"))
        elif same(found["name"]) in known:
            wanted.append(package)
        elif reason := await _asked(project, found["name"], package, language, approver):
            refused.append((package, reason))
        else:
            wanted.append(package)
    return wanted, refused


async def _asked(
    project: Path, name: str, package: str, language: LanguageName, approver: Approver
) -> str:
    """Return why a package is refused; nothing where the user allows it."""
    index = "PyPI" if language == "python" else "npm"
    question = Question(
        project=str(project),
        subject=name,
        text=f"The program wants the package '{package}' from {index}. Install it into {project}?",
    )
    answer = await approver.allow(question)
    if answer:
        return ""
    return "you did not allow it" if answer is False else "not on the allow list, and nobody to ask"


async def _into_venv(project: Path, packages: Sequence[str]) -> Path:
    folder = project / ".venv"
    python = folder / "bin" / "python"
    _require_own(folder, folder / "pyvenv.cfg")
    if not python.exists():
        # Without pip in it: ours installs from outside, and is quicker at hand.
        await _run(
            [sys.executable, "-P", "-m", "venv", "--without-pip", str(folder)],
            "The environment could not be made",
            "Install the venv module of Python; Debian calls it python3-venv.",
        )
    await _run(
        [*_installer(python), *_TESTING, *packages],
        f"pip could not install {listed(packages, 5)}",
        "Check the name and the version, and that the package index can be reached.",
    )
    return python


def _installer(python: Path) -> list[str]:
    # `-P`: the folder that is current may well hold a module called pip.
    # Wheels only: a source package would run its own code while it is installed.
    # `--` ends the options, whatever a name begins with.
    if importlib.util.find_spec("pip") is None:
        uv = shutil.which("uv", path=Machine.current().path)
        if uv is None:
            raise MissingError(
                "This Python has no pip, and there is no uv.",
                hint=f"Run `{sys.executable} -m ensurepip`, or install uv.",
            )
        return [uv, "pip", "install", "--quiet", "--python", str(python),
                "--only-binary=:all:", "--"]  # fmt: skip
    return [sys.executable, "-P", "-m", "pip", "--python", str(python), "--no-input", "install",
            "--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--"]  # fmt: skip


async def _into_node_modules(project: Path, packages: Sequence[str]) -> None:
    npm = shutil.which("npm", path=Machine.current().path)
    if npm is None:
        raise MissingError(
            "npm is not installed.", hint="Install Node.js with npm, then try again."
        )
    target = project / "node_modules"
    _require_own(target, target)
    # In a folder of its own: npm would also install what the program's package.json names, and
    # nobody has allowed that.
    with tempfile.TemporaryDirectory(prefix=".installing-", dir=project) as folder:
        place = Path(folder)
        (place / "package.json").write_text('{"private": true}\n', "utf-8")
        await _run(
            [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier",
             "--no-workspaces", "--loglevel=error", "--", *packages],
            f"npm could not install {listed(packages, 5)}",
            "Check the name and the version, and that the registry can be reached.",
            cwd=place,
        )  # fmt: skip
        if target.exists():
            target.rename(place / "replaced")
        (place / "node_modules").rename(target)


def _require_own(folder: Path, mark: Path) -> None:
    """Raise UserError where the place of an environment is taken by something else."""
    if folder.is_symlink() or (folder.exists() and not (folder.is_dir() and mark.exists())):
        raise UserError(
            f"{folder} is there, and is no environment that packages could be put into.",
            hint="Move it away, then try again.",
        )


async def _run(command: Sequence[str], failed: str, cure: str, cwd: Path | None = None) -> None:
    """Run a command to its end. Raises MissingError with the end of what it said."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=cwd or "/", env=_environment(), start_new_session=True,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
    except OSError as error:
        raise MissingError(f"{failed}: {error}.", hint=cure) from None
    try:
        output, _ = await asyncio.wait_for(process.communicate(), SECONDS)
    except TimeoutError:
        raise MissingError(f"{failed}: no end after {SECONDS:.0f} s.", hint=cure) from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
    if process.returncode:
        said = cut(mask(output.decode("utf-8", "replace")).strip(), 1500)
        raise MissingError(f"{failed}.\n{said}", hint=cure)


def _environment() -> dict[str, str]:
    machine = Machine.current()
    chosen = {key: value for key, value in machine.variables.items() if key.upper() in _PASSED_ON}
    return {**chosen, "PATH": machine.path, "PYTHONDONTWRITEBYTECODE": "1"}


def _versions_of_python(folder: Path) -> dict[str, str]:
    found = {}
    for info in folder.glob("lib/python*/site-packages/*.dist-info"):
        name, _, version = info.name.removesuffix(".dist-info").partition("-")
        found[normal(name)] = version
    return found


def _versions_of_node(folder: Path, packages: Sequence[str]) -> dict[str, str]:
    found = {}
    for package in packages:
        if name := _NODE.fullmatch(package):
            with contextlib.suppress(OSError, UnicodeDecodeError):
                text = (folder / name["name"] / "package.json").read_text("utf-8")
                version = re.search(r'"version"\s*:\s*"([\w.+-]+)"', text)
                found[normal(name["name"])] = version[1] if version else ""
    return found


def _with_version(package: str, mark: str, versions: dict[str, str], form: re.Pattern[str]) -> str:
    found = form.fullmatch(package)
    assert found is not None
    version = versions.get(normal(found["name"]))
    return f"{found['name']}{mark}{version}" if version else package
