"""Reading the text of a module from a model's answer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from python_help import PYTHON, fenced, part_of

from verdigris.errors import ModelMistake

LIBRARY = part_of("lib.py", "def f(x)")
MAIN = part_of("app.py", "def main(argv=None)", is_main=True)
SCRIPT = part_of("app.py", is_main=True)
F = "def f(x):\n    return x\n"


@pytest.mark.parametrize(
    "answer",
    [
        f"```python\n{F}```",
        f"```py\n{F}```",
        f"```python\n{F}",
        f"~~~\n{F}~~~",
        F,
        f"Sure! Here it is:\n\n{F}\nThis function returns what it is given.",
        f"<think>maybe def f(x): pass?</think>\n```python\n{F}```",
        f"```python\n{F}\nExplanation: it returns what it is given.\n```",
        f"```python\nlib.py\n```\n```python\n# lib.py\n{F}```",
        f"```python\n{F}```\nUse it so:\n```python\nfrom lib import f\nprint(f(1))\n```",
        f"```python\n{F}```\n```bash\npython lib.py\n```\n```json\n{{}}\n```",
        f"```python\n{F}\n\ndef test_f():\n    assert f(1) == 1\n```",
        f"```python\nimport unittest\n\n{F}\n\nclass TestF(unittest.TestCase):\n"
        "    def test_f(self):\n        self.assertEqual(f(1), 1)\n\n\n"
        "if __name__ == '__main__':\n    unittest.main()\n```",
        f"```python\n{F}\n\n# Test cases\nassert f(1) == 1\nprint(f(2))\n```",
        f"```python\n{F}\n\nresult = f(1)\nprint(result)\nfor i in range(3):\n    print(f(i))\n```",
        f"```python\n{F}\n\nif __name__ == '__main__':\n    print(f(input()))\n```",
        f"```python\nfrom lib import f\n\n\n{F}```",
        "```python\ndef f(x):\n    return x + 1\n```\nWait, that is wrong. Corrected:\n"
        f"```python\n{F}```",
        "```diff\n--- a/lib.py\n+++ b/lib.py\n@@ -4,3 +4,3 @@\n \n \n def f(x):\n"
        "-    raise NotImplementedError\n+    return x\n```",
        f"{F}".replace("\n", "\r\n"),
    ],
)
def test_code_is_found_whatever_is_around_it(answer: str) -> None:
    text = PYTHON.read_part(answer, LIBRARY)
    scope: dict[str, object] = {"__name__": "lib"}
    exec(compile(text, "lib", "exec"), scope)
    assert text.replace('"""lib"""\n\nfrom __future__ import annotations\n\n\n', "") == F


def test_a_helper_in_a_block_of_its_own_is_taken_along() -> None:
    answer = "First:\n```python\ndef g(x):\n    return x\n```\nThen:\n" + fenced(
        "def f(x):\n    return g(x)"
    )
    assert "def g(x)" in PYTHON.read_part(answer, LIBRARY)


def test_functions_in_blocks_of_their_own_are_put_together() -> None:
    part = part_of("lib.py", "def f(x)", "def g(x)")
    answer = fenced("from __future__ import annotations\ndef f(x):\n    return x") + fenced(
        "from __future__ import annotations\ndef g(x):\n    return x"
    )
    text = PYTHON.read_part(answer, part)
    assert text.count("__future__") == 1
    assert [one.name for one in PYTHON.signatures(text)] == ["f", "g"]


@pytest.mark.parametrize(
    "kept",
    [
        "TABLE = {}\nfor i in range(3):\n    TABLE[i] = i\n",
        "import logging\nlog = logging.getLogger(__name__)\nlogging.basicConfig(level='INFO')\n",
        "import sys\nsys.setrecursionlimit(5000)\n",
        "try:\n    import fast\nexcept ImportError:\n    fast = None\n",
        "_CACHE: dict[str, int] = {}\n_CACHE.update(a=1)\n",
        "def _fill():\n    return 1\n_fill()\n",
        "from enum import Enum\nclass Colour(Enum):\n    RED = 1\nDEFAULT = Colour.RED\n",
    ],
)
def test_what_belongs_to_a_module_stays(kept: str) -> None:
    assert kept in PYTHON.read_part(fenced(f"{kept}\n{F}"), LIBRARY)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def F(x):\n    return x", "`f`, spelt exactly so; your code calls it `F`"),
        ("def g(x):\n    return x", "lacks `f`, which lib.py must offer. It defines g instead"),
        ("def f(x):\n    pass", "`f` is declared but not written"),
        ("def f(x:\n    return x", "does not parse"),
        ("def f(x):\n    # ... rest of the code\n    return x", "leaves code out"),
        ("def f(x):\n    return x\n\n# remaining methods unchanged\n", "leaves code out"),
        (
            "DATA = open('a').read()\ndef f(x):\n    return DATA",
            "runs something when it is imported",
        ),
        ("def start():\n    ...\nstart()\ndef f(x):\n    return x", "runs something"),
        ("import app\napp.run()\ndef f(x):\n    return x", "runs something when it is imported"),
        ("def f(x):\n    return x\n\ndef g():\n    return [", "does not parse"),
    ],
)
def test_what_cannot_be_used_is_refused_with_the_reason(code: str, said: str) -> None:
    with pytest.raises(ModelMistake) as mistake:
        PYTHON.read_part(fenced(code), LIBRARY)
    assert said in str(mistake.value)


@pytest.mark.parametrize(
    ("code", "start"),
    [
        ("def main(argv=None):\n    return 0", "import sys\n    sys.exit(main(sys.argv[1:]))"),
        ("def main():\n    return 0\nmain()", "import sys\n    sys.exit(main())"),
        ("import sys\ndef main(args):\n    return 0", "sys.exit(main(sys.argv[1:]))"),
        ("async def main(argv=None):\n    return 0", "sys.exit(asyncio.run(main(sys.argv[1:])))"),
        (
            "import sys\ndef main(argv=None):\n    return 0\nsys.exit(main())",
            "(main(sys.argv[1:]))",
        ),
        ("def main(argv=None):\n    return 0\nprint(main(['x']))", "sys.exit(main(sys.argv[1:]))"),
    ],
)
def test_a_program_that_nothing_starts_is_started(code: str, start: str) -> None:
    text = PYTHON.read_part(fenced(code), MAIN)
    head, _, body = text.partition('if __name__ == "__main__":\n')
    assert start in body
    assert "main(" not in head.replace("def main(", "")


def test_a_program_with_its_start_is_left_as_it_is() -> None:
    guard = '\n\n\nif __name__ == "__main__":\n    '
    for code in (
        f"import sys\n\n\ndef main(argv):\n    return 0{guard}sys.exit(main(sys.argv[1:]))\n",
        f"def main(path='a.txt'):\n    return 0{guard}main()\n",
        f"def main():\n    return 0{guard}main()\n",
        f"def main(argv, out):\n    return 0{guard}main([], None)\n",
    ):
        assert PYTHON.read_part(fenced(code), MAIN) == code


GUARD = 'if __name__ == "__main__":\n'


@pytest.mark.parametrize(
    "code",
    [
        f"def main(argv=None):\n    print(len(argv))\n{GUARD}    raise SystemExit(main())",
        "def main(argv=None):\n    if argv is None:\n        argv = []\n    print(len(argv))\n"
        f"    return 0\n{GUARD}    main()",
        f"def main(argv=[]):\n    print(len(argv))\n{GUARD}    é = main()",
        '"""Docs."""\nfrom __future__ import annotations\ndef main(argv):\n    print(len(argv))\n'
        f"{GUARD}    main(sys.argv[1:])",
        f"def main(args):\n    print(len(args))\n{GUARD}    import sys\n    sys.exit(main())",
    ],
)
def test_a_started_program_is_given_what_its_user_typed(code: str, tmp_path: Path) -> None:
    program = tmp_path / "app.py"
    program.write_text(PYTHON.read_part(fenced(code), MAIN), "utf-8")
    command = [sys.executable, str(program), "a", "b"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "2\n", done.stderr
    if "is None" in code:
        bare = "import sys, app; sys.argv = ['app', 'a']; app.main()"
        command = [sys.executable, "-c", bare]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.stdout == "1\n", "as an installed command calls it"


def test_a_script_comes_under_the_guard_in_its_order() -> None:
    code = (
        "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('x')\n"
        "args = parser.parse_args()\ndef show():\n    print(args.x)\nshow()\n"
    )
    text = PYTHON.read_part(fenced(code), SCRIPT)
    assert text.endswith('if __name__ == "__main__":\n    args = parser.parse_args()\n    show()\n')
    exec(compile(text, "app", "exec"), {"__name__": "app"})


# names that nothing binds


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def save(path):\n    open(path).write(items)\n", {"items": "save"}),
        ("def add():\n    items = []\n\ndef save():\n    return items\n", {"items": "save"}),
        ("class A:\n    x = 1\n    def f(self):\n        return x\n", {"x": "f"}),
        ("print(total)\n", {"total": ""}),
        ("def f(n: Missing): ...\n", {"Missing": ""}),
        ("x = lambda: later()\n", {"later": "lambda"}),
        # bound in one way or another
        ("def f():\n    global n\n    n = 1\n\ndef g():\n    return n\n", {}),
        ("def f(a, *b, c=1, **d):\n    return a, b, c, d, __file__, __name__\n", {}),
        ("def f():\n    return g()\n\ndef g():\n    return [y for x in () if (y := x)]\n", {}),
        ("import os.path as p\nfrom a.b import c as d\nprint(p, d)\n", {}),
        ("for i in (1, 2):\n    pass\nprint(i)\n", {}),
        ("try:\n    pass\nexcept ValueError as e:\n    print(e)\n", {}),
        ("match 1:\n    case {'a': a, **r}:\n        print(a, r)\n", {}),
        ("class A:\n    def f(self):\n        return __class__, super()\n", {}),
        ("if False:\n    late = 1\n\ndef f():\n    return late\n", {}),
        ("\ufeffx = 1\nprint(x)\n", {}),
        ("def f():\n    out: Later = []\n    return out\n", {}),
        ("class A:\n    n = __qualname__, __module__\n", {}),
        # what cannot be told
        ("try:\n    unicode\nexcept NameError:\n    unicode = str\n", {}),
        (
            "def f(x):\n    try:\n        return uni(x)\n    except NameError:\n        return x\n",
            {},
        ),
        ("import gettext\ngettext.install('x')\nprint(_('a'))\n", {}),
        ("from os import *\nprint(getcwd())\n", {}),
        ("globals()['n'] = 1\nprint(n)\n", {}),
        ("def f(:\n", {}),
        ("x = '\0'\n", {}),
    ],
)
def test_names_that_nothing_binds_are_seen_before_anything_runs(
    code: str, found: dict[str, str]
) -> None:
    assert PYTHON.unbound(code, "lib.py") == found


@pytest.mark.parametrize(
    ("uses", "line"),
    [
        ("json.dumps(x)", "import json"),
        ("sys.argv", "import sys"),
        ("Path(x).name", "from pathlib import Path"),
        ("Counter(x)", "from collections import Counter"),
        ("datetime.now()", "from datetime import datetime"),
        ("datetime.datetime.now()", "import datetime"),
    ],
)
def test_a_forgotten_import_with_one_meaning_is_added(uses: str, line: str) -> None:
    head = '"""Doc."""\n\nfrom __future__ import annotations\n'
    text = PYTHON.completed(f"{head}\ndef f(x):\n    return {uses}\n", "lib.py", {})
    assert text.startswith(f"{head}{line}\n")
    assert PYTHON.unbound(text, "lib.py") == {}


@pytest.mark.parametrize(
    "uses", ["string", "json", "helper(x)", "np.array(x)", "queue.append(x)", "x[date]", "this.s"]
)
def test_a_name_that_may_mean_something_else_is_left_alone(uses: str) -> None:
    text = f"def f(x):\n    return {uses}\n"
    assert PYTHON.completed(text, "lib.py", {}) == text
    assert len(PYTHON.unbound(text, "lib.py")) == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n", "import json\n\n\n"),
        ("import os; X = (\n    1,\n)\n", None),
        ("\ufeffimport os\n", "import json\n\n\n"),
    ],
)
def test_an_import_is_added_where_it_belongs(before: str, after: str | None) -> None:
    code = "def f(x):\n    return json.dumps(x)\n"
    text = PYTHON.completed(before + code, "lib.py", {})
    if after is None:
        assert text == f"import json\n{before}{code}"
    else:
        assert text == f"{before}{after}{code}".removeprefix("\ufeff")
    assert PYTHON.unbound(text, "lib.py") == {}


# what is there already is not repeated

STORE = "import json\n\n\ndef load(path):\n    return json.load(open(path))\n"


def test_a_copy_of_another_part_is_imported_instead() -> None:
    copied = STORE.replace("def load(path):\n", 'def load(path):\n    """Read."""\n')
    text = f"{copied}\n\ndef main(argv=None):\n    print(load('x'))\n"
    found = PYTHON.completed(text, "main.py", {"store.py": STORE})
    assert found == "from store import load\n\n\ndef main(argv=None):\n    print(load('x'))\n"


def test_what_another_part_offers_and_nobody_imported_is_imported() -> None:
    text = "import sys\n\n\ndef main(argv=None):\n    print(load('x'), sys.argv, other)\n"
    found = PYTHON.completed(text, "main.py", {"store.py": STORE})
    assert found == text.replace("import sys\n", "import sys\nfrom store import load\n")


@pytest.mark.parametrize(
    "text",
    [
        STORE.replace("json.load(", "json.loads("),
        STORE.replace("import json", "import simplejson as json"),
        STORE.replace("import json", "json = None"),
        f"{STORE}\n\ndef load(path):\n    return []\n",
        "def load(:\n",
        "",
    ],
)
def test_what_only_looks_like_a_copy_stays(text: str) -> None:
    assert PYTHON.completed(text, "main.py", {"store.py": STORE}) == text


@pytest.mark.parametrize(
    "store",
    [
        "FILE = 'a'\n\n\ndef load():\n    return open(FILE)\n",
        "items = 'a'\n\n\ndef load():\n    global items\n    items = []\n",
        "KEPT = 'a'\n\n\ndef load():\n    return __file__\n",
    ],
)
def test_a_copy_that_reads_its_own_module_stays(store: str) -> None:
    text = store.replace("'a'", "'b'")
    assert PYTHON.completed(text, "main.py", {"store.py": store}) == text


def test_names_of_other_parts_come_before_those_of_python_and_each_comes_once() -> None:
    text = "def main(argv=None):\n    return Counter(load('x'))\n"
    others = {"counter.py": "class Counter: ...\n", "store.py": STORE, "spare.py": STORE}
    found = PYTHON.completed(text, "main.py", others)
    assert found.startswith("from counter import Counter\nfrom store import load\n\n\ndef main")


def test_a_file_that_cannot_be_imported_by_name_is_not() -> None:
    text = f"{STORE}\n\ndef main(argv=None):\n    load('x')\n"
    assert PYTHON.completed(text, "main.py", {"word-store.py": STORE}) == text
