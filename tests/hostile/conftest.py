from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile_station import Station

from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.bubblewrap import BubblewrapSandbox
from verdigris.sandbox.process import ProcessSandbox
from verdigris.sandbox.trial import try_bubblewrap


def _station(sandbox: object, patience: float = 8) -> Iterator[Station]:
    station = Station(sandbox, patience)  # type: ignore[arg-type]
    yield station
    station.close()


@pytest.fixture(scope="session")
def bare() -> Iterator[Station]:
    yield from _station(None)


@pytest.fixture(scope="session")
def process() -> Iterator[Station]:
    yield from _station(ProcessSandbox())


@pytest.fixture(scope="session")
def bubblewrap() -> Iterator[Station]:
    try:
        means = asyncio.run(try_bubblewrap(os.environ["PATH"]))
    except SandboxUnavailable as error:
        pytest.skip(error.show())
    yield from _station(BubblewrapSandbox(means, home=Path.home()))


@pytest.fixture(scope="session")
def docker(docker_sandbox: object) -> Iterator[Station]:
    yield from _station(docker_sandbox, patience=60)


@pytest.fixture(scope="session")
def podman(podman_sandbox: object) -> Iterator[Station]:
    yield from _station(podman_sandbox, patience=60)
