"""A LiteLLM proxy, started from its package, in front of a server that speaks the OpenAI protocol.

The package is large and slow to import, so it lives in an environment of its own: one that
LITELLM_PYTHON names, or one made below the test's folder.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from pydantic import SecretStr

from model_server import Server, refuses, says, serving
from verdigris.errors import ModelUnavailable
from verdigris.models.base import Request, answer
from verdigris.models.resolve import resolve
from verdigris.settings import Keys, Models, Providers, Settings

pytestmark = [pytest.mark.model, pytest.mark.slow]
ASK = Request(system="be brief", prompt="what is 2 + 2?", max_tokens=50)
KEY = "sk-" + "of-the-proxy-0123456789"
VERSION = "1.80"
"""Any release of this line or a later one."""


@pytest.fixture(scope="session")
def litellm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if named := os.environ.get("LITELLM_PYTHON"):
        return Path(named).parent / "litellm"
    folder = tmp_path_factory.mktemp("litellm")
    uv = Path(sys.executable).with_name("uv")
    python = folder / "bin" / "python"
    for command in (
        [uv, "venv", "-q", "--python", sys.executable, folder],
        [uv, "pip", "install", "-q", "--python", python, f"litellm[proxy]>={VERSION}"],
    ):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"LiteLLM cannot be installed: {done.stderr[-300:]}")
    return folder / "bin" / "litellm"


@asynccontextmanager
async def proxy(litellm: Path, upstream: Server, folder: Path) -> AsyncIterator[str]:
    config = {
        "model_list": [
            {
                "model_name": "fixer",
                "litellm_params": {
                    "model": "openai/m",
                    "api_base": f"{upstream.url}/v1",
                    "api_key": "upstream-key",
                    "max_retries": 0,
                },
            }
        ],
        "litellm_settings": {"num_retries": 0, "telemetry": False},
        "general_settings": {"master_key": KEY},
    }
    path = folder / "litellm.json"
    path.write_text(json.dumps(config))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (folder / "litellm.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            str(litellm), "--config", str(path), "--host", "127.0.0.1", "--port", str(port),
            env={"PATH": os.environ["PATH"], "HOME": str(folder), "LITELLM_MODE": "PRODUCTION",
                 "LITELLM_LOCAL_MODEL_COST_MAP": "True"},
            cwd=folder, stdout=log, stderr=log,
        )  # fmt: skip
        url = f"http://127.0.0.1:{port}"
        try:
            async with httpx.AsyncClient(trust_env=False) as http:
                while True:
                    assert process.returncode is None, (folder / "litellm.log").read_text()[-3000:]
                    try:
                        if (await http.get(f"{url}/health/liveliness")).is_success:
                            break
                    except httpx.HTTPError:
                        await asyncio.sleep(0.3)
            yield url
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def test_a_litellm_proxy_is_a_provider_like_any_other(litellm: Path, tmp_path: Path) -> None:
    acts = [says("four"), says("four, in words"), refuses(429), refuses(400, "no such thing")]
    async with serving(*acts) as server, proxy(litellm, server, tmp_path) as url:
        settings = Settings(
            models=Models(retries=0, timeout_seconds=60),
            keys=Keys(litellm=SecretStr(KEY)),
            providers=Providers(litellm_url=url),
        )
        model = resolve("litellm:fixer", settings)
        reply = await model.complete(ASK)
        assert (reply.text, reply.use.tokens_in, reply.use.tokens_out) == ("four", 11, 3)
        heard: list[str] = []
        reply = await answer(model, ASK, heard.append)
        assert reply.text == "".join(heard) == "four, in words"
        with pytest.raises(ModelUnavailable, match="limits the rate") as caught:
            await model.complete(ASK)
        assert caught.value.transient
        with pytest.raises(ModelUnavailable, match="rejected the request"):
            await model.complete(ASK)
        with pytest.raises(ModelUnavailable) as caught:
            await resolve("litellm:unheard-of", settings).complete(ASK)
        assert "litellm:unheard-of" in str(caught.value)
        sent = "".join(one.raw for one in server.questions)
        assert "upstream-key" in sent and KEY not in sent
