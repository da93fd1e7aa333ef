"""`verdigris --help` against a bare `import typer`: the ratio of their medians. Aim: under 2."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 15


def seconds(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    help_command = [str(Path(sys.executable).with_name("verdigris")), "--help"]
    baseline = [sys.executable, "-c", "import typer"]
    seconds(help_command), seconds(baseline)  # once for the disk's sake
    # In turns, so that a noisy neighbour disturbs both alike.
    pairs = [(seconds(help_command), seconds(baseline)) for _ in range(ROUNDS)]
    ours = statistics.median(pair[0] for pair in pairs)
    bare = statistics.median(pair[1] for pair in pairs)
    print(
        json.dumps(
            {
                "benchmark": "startup",
                "ratio": round(ours / bare, 2),
                "aim": "under 2",
                "help_seconds": round(ours, 3),
                "import_typer_seconds": round(bare, 3),
                "rounds": ROUNDS,
            }
        )
    )


if __name__ == "__main__":
    main()
