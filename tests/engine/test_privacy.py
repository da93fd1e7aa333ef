"""Nothing is told to anybody: not by a library underneath, not to the tests, not in the log."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from verdigris import Agent, Task
from verdigris.settings import load
from verdigris.testing import ScriptedModel

# Made up here, so that no scanner takes the file for a leak.
KEY = "sk-" + "ant-" + "x1y2z3" * 5


class Listening(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.server.heard.append(self.path)  # type: ignore[attr-defined]
        self.send_response(200)
        self.end_headers()

    do_GET = do_PATCH = do_POST

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def listener():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Listening)
    server.heard = []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "maths.py").write_text(f"TOKEN = '{KEY}'\n\n\ndef double(n):\n    return n + 2\n")
    (root / "test_maths.py").write_text(
        "import os\n\nfrom maths import TOKEN, double\n\n\n"
        "def test_double():\n    assert double(5) == 10, TOKEN\n\n\n"
        "def test_environment():\n    assert 'ANTHROPIC_API_KEY' not in os.environ\n"
    )
    (root / ".env").write_text(f"ANTHROPIC_API_KEY={KEY}\n")
    return root


@pytest.mark.thorough
def test_tracing_of_the_surrounding_shell_gets_nothing(listener, project, tmp_path, monkeypatch):
    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    monkeypatch.setenv("LANGCHAIN_TRACING_V2", "true")
    monkeypatch.setenv("LANGSMITH_API_KEY", "made-up")
    monkeypatch.setenv("LANGSMITH_ENDPOINT", f"http://127.0.0.1:{listener.server_port}")
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    model = ScriptedModel(last="```python\ndef double(n):\n    return n * 2\n```")
    settings = load(
        project,
        {
            "paths.data": str(tmp_path / "data"),
            "cascade.tiers": ("recall", "fast", "strong"),
            "suite.observe_seconds": 0,
            "limits.max_iters": 1,
        },
    ).settings
    result = Agent(settings, model=model).run(Task(root=str(project)))
    assert result.green
    assert listener.heard == []
    # The key stands in the code, in the failure and in the settings; no model ever sees it.
    asked = [request.system + request.prompt for request in model.requests]
    assert asked and not any(KEY in text for text in asked)
    folder = Path(result.folder)
    assert KEY not in (folder / "events.jsonl").read_text()
    assert [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
