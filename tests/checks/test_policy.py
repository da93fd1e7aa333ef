"""What the policy sees in a text, and what it leaves alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdigris.checks.policy import audit, findings

CAUGHT = [
    # evaluating text
    ("eval('1')", "eval"),
    ("import builtins\nbuiltins.eval('1')", "eval"),
    ("from builtins import eval as e\ne('1')", "eval"),
    ("e = eval\ne('1')", "eval"),
    ("__builtins__.eval('1')", "eval"),
    ("def f(x):\n    return [eval(y) for y in x]", "eval"),
    ("exec('x = 1')", "exec"),
    ("compile('1', 'a', 'eval')", "exec"),
    ("import runpy\nrunpy.run_path('a.py')", "exec"),
    ("import code\ncode.interact()", "exec"),
    # other programs
    ("import os\nos.system('ls')", "process"),
    ("import os as o\no.system('ls')", "process"),
    ("from os import system\nsystem('ls')", "process"),
    ("from os import system as s\ns('ls')", "process"),
    ("import os\nrun = os.system\nrun('ls')", "process"),
    ("import os\ngetattr(os, 'system')('ls')", "process"),
    ("import os\ng = getattr(os, 'popen')\ng('ls')", "process"),
    ("import os.path\nos.system('ls')", "process"),
    ("def f():\n    import os\n    os.system('ls')", "process"),
    ("import os\nos.execv('/bin/sh', [])", "process"),
    ("import os\nos.fork()", "process"),
    ("import os\nos._exit(0)", "exit"),
    ("import os\nos.kill(1, 9)", "process"),
    ("import subprocess\nsubprocess.run(['ls'])", "process"),
    ("import subprocess as sp\nsp.check_output('ls')", "process"),
    ("from subprocess import Popen\nPopen('ls')", "process"),
    ("import subprocess\nwith subprocess.Popen('ls') as p: pass", "process"),
    ("import pty\npty.spawn('/bin/sh')", "process"),
    ("import asyncio\nasync def f():\n    await asyncio.create_subprocess_exec('ls')", "process"),
    ("from multiprocessing import Process\nProcess()", "process"),
    # the network
    ("import socket\nsocket.create_connection(('a', 1))", "network"),
    ("import socket\ns = socket.socket()", "network"),
    ("import requests\nrequests.get('http://a')", "network"),
    ("from requests import get\nget('http://a')", "network"),
    ("import urllib.request\nurllib.request.urlopen('http://a')", "network"),
    ("from urllib.request import urlopen\nurlopen('http://a')", "network"),
    ("import httpx\nhttpx.Client()", "network"),
    ("import http.client as h\nh.HTTPConnection('a')", "network"),
    # deleting
    ("import os\nos.remove('a')", "deletion"),
    ("from os import unlink\nunlink('a')", "deletion"),
    ("import shutil\nshutil.rmtree('a')", "deletion"),
    ("from pathlib import Path\nPath('a').unlink()", "deletion"),
    ("import pathlib\npathlib.Path('a').rmdir()", "deletion"),
    ("from pathlib import Path\np = Path('a')\np.unlink()", "deletion"),
    # below Python
    ("import ctypes", "ctypes"),
    ("from ctypes import c_int", "ctypes"),
    ("import ctypes.util", "ctypes"),
    ("import mmap as m", "ctypes"),
    # objects that carry code
    ("import pickle\npickle.loads(b'')", "unpickle"),
    ("from pickle import load as l\nl(f)", "unpickle"),
    ("import marshal\nmarshal.loads(b'')", "unpickle"),
    # imports by another door
    ("__import__('os')", "import-trick"),
    ("import importlib\nimportlib.import_module('os')", "import-trick"),
    ("from importlib import import_module as i\ni('os')", "import-trick"),
    ("import sys\nsys.settrace(None)", "introspection"),
    # no Python at all
    ("def f(:\n    pass", "syntax"),
    ("x = '\0'", "syntax"),
    (f"x = {'(' * 1000}{')' * 1000}", "syntax"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "rule"), CAUGHT)
def test_an_operation_is_seen_through_its_disguise(text: str, rule: str) -> None:
    found = findings(text, "a.py")
    assert f"policy/{rule}" in [finding.rule for finding in found]
    assert all(f.severity == "block" and f.path == "a.py" and f.cure for f in found)


HARMLESS = [
    "",
    "x = 1\n",
    "import re\nre.compile('a')",
    "from re import compile\ncompile('a')",
    "import os\nos.path.join('a', 'b')",
    "import os\nos.getcwd()",
    "import os\nos.listdir('.')",
    "def f(code):\n    return code.strip()",
    "def f(requests):\n    requests.append(1)",
    "for socket in plugs:\n    socket.close()",
    "self.eval('1')",
    "model.eval()",
    "frame.query('a').eval('b')",
    "def evaluate(x):\n    return x\nevaluate(1)",
    "import ast\nast.literal_eval('1')",
    "from .requests import get\nget('a')",
    "from .code import run\nrun()",
    "from . import subprocess\nsubprocess.run()",
    "from .mmap import Map",
    "from mypackage import eval_all\neval_all()",
    "import json\njson.loads('1')",
    "import urllib.parse\nurllib.parse.quote('a')",
    "from pathlib import Path\nPath('a').read_text()",
    "from pathlib import Path\nPath('a').write_text('b')",
    "import asyncio\nasyncio.run(f())",
    "import shutil\nshutil.copy('a', 'b')",
    "getattr(thing, name)()",
    "getattr(thing, 'system')()",
    "import pickle\npickle.dumps(1)",
    "text = 'eval(1) and os.system'\n# exec('x')\n",
    "items.remove(1)",
    "import sys\nsys.exit(1)",
    "x = " + " + ".join(["1"] * 900),
    "x = a" + ".b" * 300,
]


@pytest.mark.parametrize("text", HARMLESS)
def test_ordinary_code_is_left_alone(text: str) -> None:
    assert findings(text, "a.py") == []


def test_each_place_is_named() -> None:
    found = findings("import os\n\n\ndef f():\n    os.system('a')\n    eval('b')\n", "src/a.py")
    assert [(f.rule, f.line) for f in found] == [("policy/process", 5), ("policy/eval", 6)]
    assert (
        str(found[0])
        == "src/a.py:5: os.system('a') starts or signals another program [policy/process]"
    )


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("def f(a=[]):\n    pass", "audit/mutable-default"),
        ("def f(*, a={}):\n    pass", "audit/mutable-default"),
        ("async def f(a=set()):\n    pass\ndef g(a={1}):\n    pass", "audit/mutable-default"),
        ("try:\n    f()\nexcept:\n    g()", "audit/bare-except"),
        ("try:\n    f()\nexcept ValueError:\n    pass", "audit/silent-except"),
        ("if x is 1:\n    pass", "audit/is-literal"),
        ("if x is not 'a':\n    pass", "audit/is-literal"),
        ("assert (x, 'message')", "audit/assert-tuple"),
        ("eval('1')", "policy/eval"),
        ("def f(:", "policy/syntax"),
    ],
)
def test_an_audit_names_what_often_goes_wrong(text: str, rule: str) -> None:
    assert rule in [finding.rule for finding in audit(text, "a.py")]


@pytest.mark.parametrize(
    "text",
    [
        "def f(a=None, b=(), c=0):\n    pass",
        "try:\n    f()\nexcept ValueError:\n    g()",
        "if x is None or x is True or x is not y:\n    pass",
        "assert x, 'message'",
    ],
)
def test_an_audit_is_silent_about_good_code(text: str) -> None:
    assert audit(text, "a.py") == []


def test_an_audit_never_blocks_code_that_parses_and_is_sorted() -> None:
    found = audit("import os\nos.system('a')\ndef f(a=[]):\n    return eval(a)\n", "a.py")
    assert {finding.severity for finding in found} == {"warn", "info"}
    assert [finding.line for finding in found] == [2, 3, 4]


@given(st.text(max_size=80))
def test_no_text_crashes_the_policy(text: str) -> None:
    assert isinstance(findings(text, "a.py"), list)
    assert isinstance(audit(text, "a.py"), list)
