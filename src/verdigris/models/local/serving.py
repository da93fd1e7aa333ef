"""llama.cpp's own server, set up as a spec says: inside this process, or as a program of its own.

Only `engine.py` uses this, in its own process. The two are the same server with the same
addresses; what one version of it does not know is left out.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from typing import Any

from verdigris.models.local.state import EngineSpec

HOST = "127.0.0.1"
PROMPT_CACHE_MIB = 512
"""Memory for prefixes of earlier prompts beside those still in a slot; upstream takes 8 GiB."""
# Four words that stood in the prompt before are followed by the next eight from there, as a guess.
# Upstream looks for twelve and guesses 48, which suits longer texts than one function.
# The `map` kinds of upstream are made for one chat that grows: with another question in the same
# slot they go on with the index of the old one, and guess nothing.
NGRAM_KEY, NGRAM_GUESS = 4, 8
PORT_TRIES = 5
PR_SET_PDEATHSIG = 1


@dataclass
class Serving:
    """A server that answers, for as long as this value is kept."""

    url: str
    program: subprocess.Popen[bytes] | None = None
    held: list[Any] = field(default_factory=list)

    @property
    def alive(self) -> bool:
        return self.program is None or self.program.poll() is None

    def end(self) -> None:
        if self.program is not None:
            self.program.kill()  # there is nothing to save
            self.program.wait()


def serve(spec: EngineSpec, key: str) -> Serving:
    """Load the model and serve it on a free port of loopback; return when it answers.

    Only who knows the key is answered.
    A server that cannot start ends this process, or raises SystemExit with its own status.
    """
    # Read when the library is loaded. Threads that wait for each other sleep instead of spinning:
    # 11 instead of 13 tokens/s on an idle machine, 6 instead of 0.7 beside a test run (2 cores).
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    return _program(spec, key) if spec.server else _package(spec, key)


def _package(spec: EngineSpec, key: str) -> Serving:
    import xllamacpp

    tuning = spec.tuning
    params = xllamacpp.CommonParams()
    params.model.path = str(spec.model)
    params.model_alias = {spec.name}
    params.hostnames = [HOST]
    params.port = 0
    params.api_keys = [key]
    params.n_parallel = spec.slots
    params.n_ctx = spec.context_tokens * spec.slots  # llama.cpp divides it by the slots
    params.n_batch = params.n_ubatch = tuning.batch
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = spec.threads
    params.cache_ram_mib = PROMPT_CACHE_MIB
    params.endpoint_slots = True  # asked by `busy`
    params.ui = False
    params.cors_origins = ""  # no web page has any business here
    params.verbosity = 2
    if tuning.flash_attention != "auto":
        state = "ENABLED" if tuning.flash_attention == "on" else "DISABLED"
        kinds = xllamacpp.llama_flash_attn_type
        params.flash_attn_type = getattr(kinds, f"LLAMA_FLASH_ATTN_TYPE_{state}")
    if tuning.cache_type != "f16":
        kind = getattr(xllamacpp.ggml_type, f"GGML_TYPE_{tuning.cache_type.upper()}")
        params.cache_type_k = params.cache_type_v = kind
    if tuning.speculation == "ngram" and hasattr(params.speculative, "ngram_simple"):
        kinds = xllamacpp.common_speculative_type
        params.speculative.types = [kinds.COMMON_SPECULATIVE_TYPE_NGRAM_SIMPLE]
        params.speculative.ngram_simple.size_n = NGRAM_KEY
        params.speculative.ngram_simple.size_m = NGRAM_GUESS
    adapters = []
    for path in spec.loras:
        adapter = xllamacpp.CommonAdapterLoraInfo()
        adapter.path, adapter.scale = str(path), 1.0
        adapters.append(adapter)
    params.lora_adapters = adapters
    server = xllamacpp.Server(params)
    return Serving(server.listening_address, held=[server])


def _program(spec: EngineSpec, key: str) -> Serving:
    known = _help(spec.server)
    for _ in range(PORT_TRIES):
        port = _free_port()
        command = [spec.server, *server_arguments(spec, port, known)]
        program = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LLAMA_API_KEY": key},  # a word of the command is seen by everyone
            preexec_fn=_die_with_parent,  # noqa: PLW1509  # this process has one thread so far
        )
        url = f"http://{HOST}:{port}"
        while program.poll() is None:
            if _answers(url, program):
                return Serving(url, program)
            time.sleep(0.05)
        if not _taken(port):
            break
    # Its own words are in the log; a signal becomes the status that a shell would give.
    status = program.returncode
    raise SystemExit(status if status > 0 else 128 - status)


def server_arguments(spec: EngineSpec, port: int, known: set[str]) -> list[str]:
    """Return the words for `llama-server`, as far as this version `known` them."""
    tuning = spec.tuning
    wanted: list[tuple[str, str]] = [
        ("--model", str(spec.model)),
        ("--alias", spec.name),
        ("--host", HOST),
        ("--port", str(port)),
        ("--parallel", str(spec.slots)),
        ("--ctx-size", str(spec.context_tokens * spec.slots)),
        ("--batch-size", str(tuning.batch)),
        ("--ubatch-size", str(tuning.batch)),
        ("--threads", str(spec.threads)),
        ("--threads-batch", str(spec.threads)),
        ("--cache-ram", str(PROMPT_CACHE_MIB)),
        ("--slots", ""),
        ("--no-webui", ""),
        ("--no-ui", ""),
        ("--jinja", ""),
        ("--flash-attn", tuning.flash_attention),
        ("--cache-type-k", tuning.cache_type),
        ("--cache-type-v", tuning.cache_type),
        *(("--lora", str(path)) for path in spec.loras),
    ]
    if tuning.speculation == "ngram" and "--spec-ngram-simple-size-n" in known:
        wanted += [
            ("--spec-type", "ngram-simple"),
            ("--spec-ngram-simple-size-n", str(NGRAM_KEY)),
            ("--spec-ngram-simple-size-m", str(NGRAM_GUESS)),
        ]
    return [word for option, value in wanted if option in known for word in (option, value) if word]


def _help(program: str) -> set[str]:
    answer = subprocess.run([program, "--help"], capture_output=True, text=True, check=False)
    words = answer.stdout.replace(",", " ").split()
    return {word for word in words if word.startswith("--")}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _taken(port: int) -> bool:
    """Say whether somebody else has the port: then another one is worth a try."""
    with socket.socket() as probe:
        try:
            probe.bind((HOST, port))
        except OSError:
            return True
    return False


def _answers(url: str, program: subprocess.Popen[bytes]) -> bool:
    try:
        with get(f"{url}/health"):
            # A stranger on the same port answers as well; then the program has given up.
            return program.poll() is None
    except OSError:
        return False


def get(url: str, key: str = "") -> Any:
    # No proxy: whatever the environment names, the answer is on this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    opener.addheaders = [("Authorization", f"Bearer {key}")]
    return opener.open(url, timeout=5)


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
