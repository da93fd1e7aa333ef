"""Real container engines for tests: started here, on private folders and sockets, ended here.

The image is a Debian root file system with Python and pytest, made once per machine with the
packages this machine's apt is set up for, and kept as an archive in the user's cache. Nothing
listens on the network. Needs root and the engines; `make system` installs them where CI is set.
"""

from __future__ import annotations

import fcntl
import os
import platform
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs
import pytest

from verdigris.sandbox.containers import ContainerSandbox
from verdigris.sandbox.engines import EngineName

IMAGE = "verdigris-test:latest"
PACKAGES = "python3,python3-pytest"
_UNNEEDED = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*")
_RECIPE = 1
"""Raise it when the archive is made differently."""
_PLENTY = 4 << 30


@dataclass(frozen=True)
class TestEngine:
    """An engine with the test image in it."""

    __test__ = False
    name: EngineName
    variables: dict[str, str]
    """What its client has to see, beside the usual, to find this engine."""
    image: str = IMAGE

    def environment(self) -> dict[str, str]:
        return {**os.environ, **self.variables}

    def sandbox(self, **options: object) -> ContainerSandbox:
        return ContainerSandbox(self.name, self.image, self.environment(), **options)  # type: ignore[arg-type]

    def client(self, *words: str, check: bool = True) -> str:
        done = subprocess.run(
            [self.name, *words], env=self.environment(), text=True, capture_output=True,
            timeout=120, check=False,
        )  # fmt: skip
        assert not check or done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    def containers(self) -> list[str]:
        return self.client("ps", "--all", "--format", "{{.Names}}").split()


@pytest.fixture(scope="session")
def docker_engine() -> Iterator[TestEngine]:
    require("docker", "dockerd", "containerd")
    archive = root_file_system()
    with folder("verdigris-docker-") as place, dockerd(place) as variables:
        yield loaded(TestEngine("docker", variables), archive)


@pytest.fixture(scope="session")
def podman_engine() -> Iterator[TestEngine]:
    require("podman", "runc")
    archive = root_file_system()
    with folder("verdigris-podman-") as place:
        settings = place / "storage.conf"
        settings.write_text(
            f'[storage]\ndriver = "overlay"\ngraphroot = "{place}/root"\nrunroot = "{place}/run"\n'
        )
        yield loaded(TestEngine("podman", {"CONTAINERS_STORAGE_CONF": str(settings)}), archive)


@pytest.fixture(scope="session")
def docker_sandbox(docker_engine: TestEngine) -> ContainerSandbox:
    return docker_engine.sandbox()


@pytest.fixture(scope="session")
def podman_sandbox(podman_engine: TestEngine) -> ContainerSandbox:
    return podman_engine.sandbox()


@pytest.fixture(params=["docker", "podman"])
def engine(request: pytest.FixtureRequest) -> TestEngine:
    """Either engine, in turn."""
    found = request.getfixturevalue(f"{request.param}_engine")
    assert isinstance(found, TestEngine)
    return found


def require(*programs: str) -> None:
    if os.geteuid() != 0:
        pytest.skip("an engine of the tests' own needs root")
    missing = [name for name in (*programs, "mmdebstrap") if not shutil.which(name)]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)} (CI=true make system installs them)")


def loaded(engine: TestEngine, archive: Path) -> TestEngine:
    engine.client("import", str(archive), engine.image)
    return engine


@contextmanager
def folder(prefix: str) -> Iterator[Path]:
    """Give a folder with a short name, as sockets need it; remove it with what is mounted there.

    Where memory allows it lies there: engines write thousands of files and wait for each.
    """
    place = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        if os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") > _PLENTY:
            subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(place)], check=False)
        yield place
    finally:
        mounted = [line.split()[1] for line in Path("/proc/mounts").read_text().splitlines()]
        for mount in sorted(mounted, reverse=True):
            if mount == str(place) or mount.startswith(f"{place}/"):
                subprocess.run(["umount", "-l", mount], check=False, capture_output=True)
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def dockerd(place: Path) -> Iterator[dict[str, str]]:
    """Run a daemon that needs no network, no firewall and no service manager."""
    socket = f"unix://{place}/docker.sock"
    with (place / "log").open("wb") as log:
        daemon = subprocess.Popen(
            # Should the tests be killed, it ends by itself.
            ["setpriv", "--pdeathsig", "TERM", "dockerd", "--data-root", f"{place}/root",
             "--exec-root", f"{place}/exec", "--pidfile", f"{place}/pid", "-H", socket,
             "--iptables=false", "--ip6tables=false", "--bridge=none"],
            stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    try:
        await_that(
            lambda: daemon.poll() is None and (place / "docker.sock").exists(),
            lambda: f"dockerd does not start: {(place / 'log').read_text()[-2000:]}",
        )
        yield {"DOCKER_HOST": socket}
    finally:
        daemon.send_signal(signal.SIGTERM)
        try:
            daemon.wait(30)
        except subprocess.TimeoutExpired:
            daemon.kill()
            daemon.wait()


def await_that(done: Callable[[], bool], complaint: Callable[[], str], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            pytest.fail(complaint())
        time.sleep(0.05)


def root_file_system() -> Path:
    """Return the archive of the test image, made on first use; one process makes it for all."""
    about = platform.freedesktop_os_release()
    codename = about.get("VERSION_CODENAME", "")
    if not codename:
        pytest.skip("the test image is made of this system's packages, and it is not Debian-like")
    cache = platformdirs.user_cache_path("verdigris-tests", ensure_exists=True)
    name = f"root-{about['ID']}-{codename}-{platform.machine()}-{_RECIPE}.tar"
    with (cache / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (cache / name).exists():
            _make(codename, cache / name)
    return cache / name


def _make(codename: str, archive: Path) -> None:
    leave_out = [f"--dpkgopt=path-exclude={pattern}" for pattern in _UNNEEDED]
    unfinished = archive.with_suffix(".part.tar")
    with folder("verdigris-root-") as place:
        done = subprocess.run(
            ["mmdebstrap", "--variant=essential", f"--include={PACKAGES}", *leave_out,
             '--aptopt=Acquire::Languages "none"', "--dpkgopt=force-unsafe-io",
             codename, str(unfinished), *_sources(codename)],
            capture_output=True, text=True, check=False, env={**os.environ, "TMPDIR": str(place)},
        )  # fmt: skip
    assert done.returncode == 0, f"mmdebstrap: {done.stderr[-3000:]}"
    unfinished.rename(archive)


def _sources(codename: str) -> list[str]:
    """Return the files in which this machine's apt is told where its packages come from."""
    apt = Path("/etc/apt")
    more = apt / "sources.list.d"
    files = [apt / "sources.list", *sorted(more.glob("*.list")), *sorted(more.glob("*.sources"))]
    suite = re.compile(rf"(?m)(^Suites:.*|^deb .*)\b{codename}\b")
    return [str(file) for file in files if file.is_file() and suite.search(file.read_text())]
