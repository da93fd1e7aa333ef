"""The static policy: false blocks on harmless modules, and what it catches that others do not.

Harmless modules are those of Python's own library whose chapter of the library reference is about
something the policy does not forbid: text, data types, numbers, file formats, markup and the like.
Chapters whose job *is* a forbidden operation are left out whole: files, persistence (pickle),
operating system, concurrency, networking, debugging, the runtime and language services (which look
into the interpreter, compile and import). Of a chosen chapter every pure-Python module is taken,
and each is treated as if a change added it whole.

Some of these modules do use a forbidden operation, openly: `collections` calls `eval`, `uuid`
starts programs. Such a module is not harmless, and blocking it is right; OPENLY says what counts,
a plain search that knows nothing of the policy, and the modules are printed. Every other block is
a false one. Aim: at most 2 % of the harmless modules.

The catch rate is that of the corpus in tests/policy, beside Bandit at its most talkative and a
search for the usual words, in the same run.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

from verdigris.checks.gate import blocked, policy_findings
from verdigris.checks.policy import findings
from verdigris.core.change import Change, FileEdit
from verdigris.settings import Checks

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "policy"))
import corpus

LIBRARY = Path(sysconfig.get_path("stdlib"))
CHAPTERS = {
    "text processing": "string re difflib textwrap stringprep",
    "binary data": "struct codecs encodings",
    "data types": "datetime _pydatetime zoneinfo calendar collections heapq bisect weakref "
    "_weakrefset types copy pprint reprlib enum graphlib _collections_abc",
    "numeric and mathematical": "numbers fractions decimal _pydecimal statistics random",
    "functional programming": "functools operator",
    "data compression and archiving": "gzip bz2 lzma _compression zipfile tarfile",
    "file formats": "csv configparser tomllib netrc plistlib",
    "cryptographic services": "hashlib hmac secrets",
    "command line": "argparse getopt optparse",
    "internet data handling": "email json mimetypes base64 quopri",
    "structured markup": "html xml _markupbase",
    "names and addresses": "urllib/parse.py urllib/error.py http/__init__.py http/cookies.py "
    "ipaddress",
    "multimedia": "wave colorsys",
    "internationalisation": "gettext locale",
    "program frameworks": "cmd shlex turtle turtledemo",
    "graphical user interfaces": "tkinter",
    "time and unique names": "_strptime uuid sched",
}
WORDS = re.compile(
    r"\beval\(|\bexec\(|\bcompile\(|os\.system|subprocess\.|socket\.|requests\.|pickle\.load"
    r"|os\.remove|rmtree|__import__|importlib|ctypes|child_process|new Function|process\.exit"
)


OPENLY = re.compile(
    r"\beval\(|\bexec\(|\b__import__\(|\burlopen\(|\bPopen\(|\bsubprocess\.(?:run|call)\("
    r"|\b_getframe\(|\bos\.unlink\(|\bos\.remove\(|\bsys\.modules\[.*\] =|\bsocket\.get\w+\("
    r"|\bpy_compile\.compile\("
)
"""Forbidden operations written out in full, on one line."""


def modules() -> list[Path]:
    found = []
    for names in CHAPTERS.values():
        for name in names.split():
            path = LIBRARY / name
            if path.is_dir():
                found += sorted(p for p in path.rglob("*.py") if "test" not in p.parts)
            else:
                found += [p for p in (path, path.with_suffix(".py")) if p.is_file()][:1]
    return found


def blocks(paths: list[Path]) -> tuple[list[str], list[str], float, int]:
    """Return the modules that are blocked wrongly and rightly, the seconds, and the lines."""
    wrong, right, lines = [], [], 0
    started = time.process_time()
    for path in paths:
        text = path.read_text("utf-8")
        lines += text.count("\n")
        name = path.relative_to(LIBRARY).as_posix()
        change = Change(edits=(FileEdit(path=name, after=text),), origin="user")
        found = policy_findings(change, Checks())
        if blocked(found):
            at = [text.splitlines()[each.line - 1] for each in found if each.severity == "block"]
            (right if any(map(OPENLY.search, at)) else wrong).append(name)
    return wrong, right, time.process_time() - started, lines


def bandit_catches(snippets: list[str]) -> int:
    """Count snippets about which Bandit says anything, at any severity and confidence."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"case{number}.py" for number in range(len(snippets))]
        for path, text in zip(paths, snippets, strict=True):
            path.write_text(text, "utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "bandit", "-q", "-f", "json", *map(str, paths)],
            capture_output=True,
            text=True,
            check=False,
        )
        # Importing a module is not using it: remarks about imports alone would catch everything.
        rows = [row for row in json.loads(done.stdout)["results"] if row["test_id"][:2] != "B4"]
        return len({row["filename"] for row in rows})


def caught(cases: list[corpus.Case], path: str) -> int:
    return sum(
        f"policy/{rule}" in {finding.rule for finding in findings(code, path)}
        for rule, code in cases
    )


def main() -> None:
    paths = modules()
    wrong, right, seconds, lines = blocks(paths)
    harmless_modules = len(paths) - len(right)
    tables = sum("encodings" in path.parts for path in paths)
    python = corpus.PLAIN + corpus.EVASIVE
    script = [(rule, code) for rule, code in corpus.JS_PLAIN + corpus.JS_EVASIVE]
    evasive = [code for _, code in corpus.EVASIVE]
    harmless = [("a.py", c) for c in corpus.HARMLESS] + [("a.tsx", c) for c in corpus.JS_HARMLESS]
    print(
        json.dumps(
            {
                "benchmark": "policy",
                "false_block_percent": round(100 * len(wrong) / harmless_modules, 2),
                "aim": "at most 2",
                "harmless_modules": harmless_modules,
                "of_which_codec_tables": tables,
                "false_blocks": wrong,
                "rightly_blocked": right,
                "all_blocked_percent": round(100 * len(wrong + right) / len(paths), 2),
                "cpu_seconds_per_kloc": round(1000 * seconds / lines, 3),
                "caught_python": f"{caught(python, 'a.py')} of {len(python)}",
                "caught_javascript": f"{caught(script, 'a.tsx')} of {len(script)}",
                "caught_evasive_percent": round(
                    100 * caught(corpus.EVASIVE, "a.py") / len(evasive), 1
                ),
                "bandit_evasive_percent": round(100 * bandit_catches(evasive) / len(evasive), 1),
                "words_evasive_percent": round(
                    100 * sum(bool(WORDS.search(code)) for code in evasive) / len(evasive), 1
                ),
                "false_alarms_in_corpus": sum(bool(findings(c, p)) for p, c in harmless),
                "harmless_in_corpus": len(harmless),
            }
        )
    )


if __name__ == "__main__":
    main()
