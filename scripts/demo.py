"""`make demo`: three broken repositories turned green on this machine, then one from memory.

Works on copies in a folder of its own, so it can be run again and leaves nothing in the user's data
folder but the pulled model. Exits with 0 only if every repository is green.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.rule import Rule

ROOT = Path(__file__).resolve().parent.parent
REPOS = ("one_line", "two_files", "wrong_algorithm")
VERDIGRIS = [sys.executable, "-m", "verdigris"]
console = Console()


def main() -> int:
    pulled = subprocess.run([*VERDIGRIS, "model", "pull"], check=False)
    if pulled.returncode != 0:
        return pulled.returncode
    with tempfile.TemporaryDirectory(prefix="verdigris-demo-") as desk:
        environment = {**os.environ, "VERDIGRIS_PATHS__DATA": f"{desk}/data"}
        failed = [name for name in REPOS if not fix(name, Path(desk), environment)]
        title("the same bug once more, this time from memory, with no model")
        shutil.copytree(ROOT / "examples" / "repos" / REPOS[0], Path(desk) / "again")
        again = [*VERDIGRIS, "fix", f"{desk}/again", "--no-llm"]
        if subprocess.run(again, env=environment, check=False).returncode != 0:
            failed.append("from memory")
        title("all runs")
        subprocess.run([*VERDIGRIS, "runs"], env=environment, check=False)
    if failed:
        console.print(f"[bold red]not green: {', '.join(failed)}[/]")
        return 1
    console.print("[bold green]all green.[/] Try your own: .venv/bin/verdigris fix PATH")
    return 0


def fix(name: str, desk: Path, environment: dict[str, str]) -> bool:
    """Show the tests before, let Verdigris work, show the tests after."""
    project = desk / name
    shutil.copytree(ROOT / "examples" / "repos" / name, project)
    title(name.replace("_", " "))
    tests(project, "before")
    command = [*VERDIGRIS, "fix", str(project), "--apply", "--until-green", "--max-iters", "12"]
    done = subprocess.run(command, env=environment, check=False)
    tests(project, "after")
    return done.returncode == 0


def tests(project: Path, when: str) -> None:
    console.print(f"[bold]tests {when}[/]")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:asyncio",
    ]
    subprocess.run(command, cwd=project, check=False)


def title(text: str) -> None:
    console.print(Rule(text, style="green"))
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
