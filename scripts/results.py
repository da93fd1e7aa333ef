"""Measure what docs/results.md tells, and write its tables.

python scripts/results.py run SECTION [ARM]   run the evals of a section, keep what they came to
python scripts/results.py keep SECTION ARM    keep an eval from `verdigris eval show ID --json`
python scripts/results.py write               write the tables anew from what is kept

The commands stand here once: the page shows them, `make results-SECTION` runs them. What is kept in
docs/results/ has a line a task and nothing of this machine but its size. Nothing is judged here.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "docs" / "results"
LOCAL = "--model local:qwen2.5-coder-1.5b"
PYTHON = "--python .venv/lean/bin/python"
SEED = 0
STREAM = f"--suite learning --stream --no-llm --max-iters 1 {PYTHON}"
MINUTES = f"{LOCAL} --max-seconds 300 {PYTHON}"
"""Five minutes for each task: a small model on a processor needs most of them."""
SOME = f"--suite fix-small --limit 24 {MINUTES}"
"""Two tasks of each family."""
ALONE = f"--suite fix-small --limit 12 {MINUTES}"
"""One of each, and a machine to itself: what shares a processor reads most of its five minutes."""
GOAL = f"{LOCAL} --max-tokens 20000 --max-iters 3 {PYTHON}"
"""As many tokens for a goal as some seventy plain answers of build-small take."""
BUILD, RULES = f"--suite build-small {GOAL}", f"--suite build-rules {GOAL}"
UNSEEN = f"--suite build-held-out {GOAL}"
FLAGS = {"--memory": "memory.mode", "--model": "models.default",
         "--max-iters": "limits.max_iters", "--max-seconds": "limits.max_seconds",
         "--max-tokens": "limits.max_tokens"}  # fmt: skip
NO_MODEL = "models.enabled"
STOPPED = 130
"""Exit status of an eval that its user stopped."""
TOLD = "{model_url} {model_key} {model} '{test_cmd}' '{goal}'"


@dataclass(frozen=True)
class Arm:
    """Who is measured, by the options of `verdigris eval run`."""

    name: str
    options: str
    needs: str = ""
    """The program of another agent, which the user installs: looked for before anything runs."""

    @property
    def shown(self) -> str:
        return f"verdigris eval run {self.options} --seed {SEED}"

    @property
    def words(self) -> list[str]:
        """The words of its options, with the places of this checkout filled in."""
        filled = self.options.replace("$PWD", str(ROOT)).replace(".venv/", f"{ROOT}/.venv/")
        return [*shlex.split(filled), "--seed", str(SEED)]

    def asked(self, option: str) -> str:
        """Return the value of one of its options; nothing where it is not given."""
        words = self.words
        return words[words.index(option) + 1] if option in words else ""

    @property
    def flags(self) -> dict[str, Any]:
        """The settings that its options stand for, but where the interpreter is."""
        given = {name: self.asked(option) for option, name in FLAGS.items() if self.asked(option)}
        numbers = {name: float(value) for name, value in given.items() if value[0].isdigit()}
        return {**given, **numbers, **({NO_MODEL: False} if "--no-llm" in self.words else {})}

    def made(self, plan: Mapping[str, Any]) -> bool:
        """Tell whether an eval is one of this arm, by what it was asked to do."""
        flags = {name: value for name, value in plan["flags"].items() if name != "suite.python"}
        entrant = self.asked("--baseline") or ("agent" if self.asked("--agent") else "verdigris")
        return flags == self.flags and not plan["only"] and plan["runs"] == 1 and (
            (plan["suite"], plan["seed"], plan["limit"], plan["stream"], plan["entrant"])
            == (self.asked("--suite"), SEED, int(self.asked("--limit") or 0),
                "--stream" in self.words, entrant)
        ) and plan["agent"] == self.asked("--agent")  # fmt: skip


SECTIONS: dict[str, tuple[Arm, ...]] = {
    "fix": (Arm("search", f"--suite fix-small --no-llm {PYTHON}"),),
    "fix-local": (
        Arm("verdigris", SOME),
        Arm("plain", f"{SOME} --baseline plain"),
    ),
    "held-out": (Arm("search", f"--suite fix-held-out --no-llm {PYTHON}"),),
    "honesty": (Arm("search", f"--suite honesty --no-llm {PYTHON}"),),
    "honesty-local": (
        Arm("verdigris", f"--suite honesty {MINUTES}"),
        Arm("plain", f"--suite honesty {MINUTES} --baseline plain"),
    ),
    "audit": (Arm("rules", "--suite audit-sql"),),
    "learning": tuple(
        Arm(mode, f"{STREAM} --memory {mode}") for mode in ("on", "off", "shuffled")
    ),
    "build": (
        Arm("verdigris", BUILD),
        Arm("plain", f"{BUILD} --baseline plain"),
        Arm("best-of-8", f"{BUILD} --baseline best-of-8"),
    ),
    "build-held-out": (Arm("verdigris", UNSEEN), Arm("plain", f"{UNSEEN} --baseline plain")),
    "build-rules": (Arm("verdigris", RULES), Arm("plain", f"{RULES} --baseline plain")),
    "peers": (
        Arm("verdigris", ALONE),
        Arm("aider", f'{ALONE} --agent "$PWD/scripts/peers/aider {TOLD}"', "aider"),
        Arm(
            "mini-swe-agent",
            f'{ALONE} --agent "$PWD/scripts/peers/mini-swe-agent {TOLD}"', "mini",
        ),
    ),
}  # fmt: skip


def run(section: str, arm: Arm) -> int:
    """Run one eval, or what is left of it, and keep what it comes to; return its exit status."""
    if arm.needs and not shutil.which(os.environ.get(arm.needs.upper()) or arm.needs):
        variable = arm.needs.upper()
        raise SystemExit(f"{arm.needs} is not found: install it, or name it in ${variable}.")
    again = _resumed(arm)
    words = ["--resume", again] if again else arm.words
    print(f"{section}, {arm.name}: {arm.shown}", file=sys.stderr, flush=True)
    done = _verdigris("eval", "run", *words)
    sys.stdout.write(done.stdout)
    if not (found := re.search(r"verdigris eval show (\S+)", done.stdout)):
        return done.returncode or 1
    shown = _verdigris("eval", "show", found[1], "--json")
    if shown.returncode == 0:
        keep(section, arm, json.loads(shown.stdout))
    return done.returncode or shown.returncode


def _verdigris(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of ours; its progress goes on to the terminal, its result comes back."""
    # What other agents run as `python -m pytest` is the interpreter of the tests.
    own = [ROOT / ".venv" / "lean" / "bin", Path(sys.executable).parent]
    path = os.pathsep.join([*map(str, own), os.environ.get("PATH", "")])
    command = [sys.executable, "-P", "-m", "verdigris", *words]
    return subprocess.run(
        command, stdout=subprocess.PIPE, text=True, check=False, env={**os.environ, "PATH": path}
    )


def _resumed(arm: Arm) -> str:
    """Return the id of an agent's eval that was stopped: for all others the same command goes on.

    One that is finished is not gone on with: the agent may be another version by now.
    """
    from verdigris.evals.keeping import Home
    from verdigris.settings import load

    if not arm.asked("--agent"):
        return ""
    home = Home(load().settings)
    for path in sorted(home.folder.glob("*/plan.json"), reverse=True):
        if arm.made(json.loads(path.read_text("utf-8"))):
            name = path.parent.name
            return "" if _finished(path.parent / "results.json") else name
    return ""


def _finished(results: Path) -> bool:
    try:
        told = json.loads(results.read_text("utf-8"))
    except OSError:
        return False
    return len(told["outcomes"]) == told["jobs"]


def keep(section: str, arm: Arm, told: dict[str, Any]) -> Path:
    """Keep what an eval came to, without its stories and without the folders of this machine."""
    if not arm.made(told["plan"]):
        raise SystemExit(f"This is no eval of {section}, {arm.name}: it was asked for otherwise.")
    from verdigris.evals.plan import code_digest

    machine = told["machine"]
    if machine["code"] != code_digest():
        raise SystemExit("This was measured with other code than that of this checkout.")
    kept = {
        "section": section,
        "arm": arm.name,
        "suite": told["suite"],
        "command": arm.shown,
        "seed": told["plan"]["seed"],
        "date": time.strftime("%Y-%m-%d", time.gmtime(told["started_at"])),
        "version": machine["verdigris"],
        "commit": _commit(),
        "machine": {
            "cores": machine["cores"],
            "architecture": platform.machine(),
            "system": platform.system(),
            "memory_gb": _memory(),
            "python": machine["python"],
            "load": round(os.getloadavg()[2], 1),
            "at_once": machine["at_once"],
        },
        "jobs": told["jobs"],
        "done": len(told["outcomes"]),
        "figures": [one for one in told["summary"]["figures"] if one["value"] is not None],
        "tasks": [
            {
                name: one[name]
                for name in ("task", "family", "verdict", "solved", "tier", "candidates", "seconds")
            }
            for one in told["outcomes"]
        ],
    }
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"{section}-{arm.name}.json"
    path.write_text(_compact(kept), "utf-8")
    return path


def _compact(kept: dict[str, Any]) -> str:
    """Return JSON with a line for each figure and each task, so that changes can be read."""
    lists = {name: kept[name] for name in ("figures", "tasks")}
    head = {name: value for name, value in kept.items() if name not in lists}
    parts = [json.dumps(head, indent=1)[:-2]]
    for name, rows in lists.items():
        lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
        parts.append(f' "{name}": [\n{lines}\n ]')
    return ",\n".join(parts) + "\n}\n"


def _commit() -> str:
    """Return the commit at hand; with a plus where code that decides an outcome differs."""
    told = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    differs = subprocess.run(
        ["git", "status", "--porcelain", "src", ":!src/verdigris/evals/suites"], cwd=ROOT,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return told.stdout.strip() + ("+" if differs.stdout.strip() else "")


def _memory() -> int:
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)


def _arm(section: str, name: str) -> Arm:
    found = [arm for arm in SECTIONS[section] if arm.name == name]
    if not found:
        known = ", ".join(arm.name for arm in SECTIONS[section])
        raise SystemExit(f"There is no arm '{name}' in {section}; there are: {known}.")
    return found[0]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("run", "keep", "write"))
    parser.add_argument("section", nargs="?", choices=tuple(SECTIONS))
    parser.add_argument("arm", nargs="?")
    given = parser.parse_args()
    from results_page import write

    if given.what != "write" and given.section is None:
        parser.error("which section?")
    if given.what == "keep":
        if given.arm is None:
            parser.error("which arm?")
        keep(given.section, _arm(given.section, given.arm), json.load(sys.stdin))
    status = 0
    if given.what == "run":
        arms = [_arm(given.section, given.arm)] if given.arm else SECTIONS[given.section]
        # Ctrl+C is for the eval: it ends its jobs and says how to go on.
        signal.signal(signal.SIGINT, lambda *_: None)
        for arm in arms:
            status = run(given.section, arm) or status
            if status == STOPPED:
                break
    write(ROOT / "docs" / "results.md", KEPT)
    return status


if __name__ == "__main__":
    sys.exit(main())
