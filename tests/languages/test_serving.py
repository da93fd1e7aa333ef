"""A REST API in either language really starts and answers, on loopback and only there."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from node_projects import blueprint_of, lay_out, needs_node, outcomes, part_of, run

from verdigris.core.building import Blueprint, Check
from verdigris.errors import SandboxUnavailable
from verdigris.languages import language
from verdigris.sandbox.base import Sandbox
from verdigris.sandbox.pick import open_backend
from verdigris.settings import Machine, Settings
from verdigris.suites.detect import Interpreter
from verdigris.suites.environments import look_at

APPS = Path(__file__).parent / "apps"


class Listener:
    """A server on this machine, outside the sandbox, that counts who comes."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("0.0.0.0", 0))
        self.port = self.socket.getsockname()[1]
        self.visits = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.visits += 1
            connection.close()


@pytest.fixture
def outside() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.socket.close()


def own_address() -> str:
    """Return an address of this machine that is not loopback, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: only the route is looked up
            return str(probe.getsockname()[0])
        except OSError:
            return "192.0.2.1"


@pytest.fixture
async def isolated() -> Sandbox:
    try:
        return await open_backend("bubblewrap", Settings(), Machine.current())
    except SandboxUnavailable as missing:
        pytest.skip(missing.show())


def named(path: str, bodies: dict[str, str]) -> list[Check]:
    return [
        Check(name=name, part=path, body=body, origin="criterion") for name, body in bodies.items()
    ]


NODE = {
    "lists": (
        'assert.deepEqual((await server.request("GET", "/notes")).json, []);'
    ),
    "keeps": (
        'const made = await server.request("POST", "/notes", { text: "milk" });\n'
        "assert.equal(made.status, 201);\n"
        'const read = await server.request("GET", `/notes/${made.json.id}`);\n'
        'assert.deepEqual(read.json, { id: made.json.id, text: "milk" });'
    ),
    "deletes": (
        'const { json } = await server.request("POST", "/notes", { text: "milk" });\n'
        'assert.equal((await server.request("DELETE", `/notes/${json.id}`)).status, 204);\n'
        'assert.equal((await server.request("GET", `/notes/${json.id}`)).status, 404);'
    ),
    "refuses": 'assert.equal((await server.request("POST", "/notes", "{")).status, 400);',
    "in_process": (
        "const own = createServer();\n"
        't.after(() => own.close());\nawait new Promise((go) => own.listen(0, "127.0.0.1", go));\n'
        "const answer = await fetch(`http://localhost:${own.address().port}/notes`);\n"
        "assert.deepEqual(await answer.json(), []);"
    ),
}  # fmt: skip
NODE_OUTSIDE = (
    'const { connect } = await import("node:net");\n'
    'for (const [host, port] of [["127.0.0.1", PORT], ["ADDRESS", PORT], ["192.0.2.1", 80]]) {\n'
    "  await assert.rejects(new Promise((yes, no) => {\n"
    "    const line = connect({ host, port, timeout: 5000 }, () => yes(line.end()));\n"
    '    line.on("error", no).on("timeout", () => no(line.destroy()));\n'
    "  }), `${host}:${port} answers`);\n}"
)
PYTHON = {
    "lists": (
        'status, text = server.request("GET", "/notes")\nassert (status, text) == (200, "[]")'
    ),
    "keeps": (
        "import json\n"
        'status, text = server.request("POST", "/notes", json.dumps({"text": "milk"}))\n'
        "assert status == 201\nmade = json.loads(text)\n"
        'assert json.loads(server.request("GET", "/notes/" + made["id"])[1]) == made'
    ),
    "deletes": (
        'import json\nserver.request("POST", "/notes", json.dumps({"text": "milk"}))\n'
        'assert server.request("DELETE", "/notes/1")[0] == 204\n'
        'assert server.request("GET", "/notes/1")[0] == 404'
    ),
    "refuses": 'assert server.request("POST", "/notes", "{")[0] == 400',
}
PYTHON_OUTSIDE = (
    "import socket\nimport pytest\n"
    'for place in [("127.0.0.1", PORT), ("ADDRESS", PORT), ("192.0.2.1", 80)]:\n'
    "    with pytest.raises(OSError):\n        socket.create_connection(place, timeout=5).close()"
)


def node_app() -> tuple[Blueprint, dict[str, str]]:
    part = part_of("server.mjs", "function createServer()", is_main=True)
    text = (APPS / "notes_api.mjs").read_text("utf-8")
    return blueprint_of(part, profile="web_app"), {part.path: text}


def python_app() -> tuple[Blueprint, dict[str, str]]:
    part = part_of("app.py", "def create_server(port)", is_main=True)
    text = (APPS / "notes_api.py").read_text("utf-8")
    return blueprint_of(part, profile="web_app", language="python"), {part.path: text}


def checks_of(plan: Blueprint, outside: Listener) -> list[Check]:
    is_node = plan.language == "node"
    reaching = NODE_OUTSIDE if is_node else PYTHON_OUTSIDE
    reaching = reaching.replace("PORT", str(outside.port)).replace("ADDRESS", own_address())
    bodies = {**(NODE if is_node else PYTHON), "reaches_nobody_else": reaching}
    return [*language(plan.language).smoke(plan), *named(plan.parts[0].path, bodies)]


async def test_a_rest_api_in_node_answers_in_the_sandbox_and_reaches_nobody_else(
    tmp_path: Path, isolated: Sandbox, outside: Listener
) -> None:
    plan, texts = node_app()
    checks = checks_of(plan, outside)
    project = lay_out(tmp_path / "app", plan, texts, checks)
    needs_node(project)
    report = await run(project, sandbox=isolated)
    assert outcomes(report) == {check.name: "passed" for check in checks}, report.output
    assert outside.visits == 0


async def test_a_rest_api_in_python_answers_in_the_sandbox_and_reaches_nobody_else(
    tmp_path: Path, isolated: Sandbox, outside: Listener, lean_python: Path
) -> None:
    plan, texts = python_app()
    checks = checks_of(plan, outside)
    project = lay_out(tmp_path / "app", plan, texts, checks)
    interpreter = Interpreter(lean_python, "the tests' own", look_at(lean_python, project))
    report = await run(project, sandbox=isolated, interpreter=interpreter)
    own = language("python")
    wanted = {own.test_id(plan.parts[0], check): "passed" for check in checks}
    assert {one.id: one.outcome for one in report.results} == wanted, report.output
    assert outside.visits == 0


async def test_a_server_that_is_only_a_stub_does_not_answer(
    tmp_path: Path, isolated: Sandbox
) -> None:
    plan, _ = node_app()
    own = language("node")
    checks = own.smoke(plan)
    project = lay_out(
        tmp_path / "app", plan, {part.path: own.stub(part) for part in plan.parts}, checks
    )
    needs_node(project)
    report = await run(project, sandbox=isolated)
    assert outcomes(report) == {check.name: "failed" for check in checks}
    assert "not implemented" in report.results[0].message


async def test_a_test_that_leaves_its_server_running_ends_all_the_same(
    tmp_path: Path, isolated: Sandbox
) -> None:
    plan, texts = node_app()
    left = {"left": "createServer().listen(0);\nassert.ok(true);", "after": "createServer();"}
    project = lay_out(tmp_path / "app", plan, texts, named("server.mjs", left))
    needs_node(project)
    report = await run(project, sandbox=isolated)
    assert outcomes(report) == {"left": "passed", "after": "passed"}
    assert report.ending == "finished"
