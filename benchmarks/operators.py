"""The order of ideas: where the right one stands, against the same ideas in random order.

Faults are those of the table in tests/repair/operators, every fourth of them; all lines of the
function at fault are equally suspicious and no types are known, so it is the operators' priors and
ingredients alone that are measured. Beside it: how many ideas a second are made, and how many are
compiled to see which mean the same, in a file of a thousand lines. Aim: a ratio under 0.15.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "repair" / "operators"))

from bugs import PATH, Bug, bugs, ideas, rank, suspects_of

from verdigris.core.repair import Localised, Suspect
from verdigris.repair.equal import Meanings
from verdigris.repair.idea import Idea
from verdigris.repair.source import Source

EVERY = 4
LINES = 1000


def distinct(source: Source, found: list[Idea]) -> list[Idea]:
    means, seen, kept = Meanings(source), set(), []
    for idea in found:
        key = means(idea)
        if key is not None and key not in seen:
            seen.add(key)
            kept.append(idea)
    return kept


def ranks(bug: Bug) -> tuple[int, float]:
    """Return where the right idea stands, in our order and in a random one on average."""
    source = Source(PATH, bug.wrong)
    found = distinct(source, ideas(source, suspects_of(bug, source), Localised(), {}))
    ours = rank(bug, found) or len(found) + 1  # the same code may be written otherwise
    return ours, (len(found) + 1) / 2


def speed(text: str) -> tuple[int, float, float]:
    """Return how many ideas a function of a long file has, and how many are made and compiled."""
    filler = "\n\n".join(
        f"def other_{n}(value):\n    return value + {n}" for n in range(LINES // 4)
    )
    suspects = [Suspect(path=PATH, line=n + 1, score=1.0) for n in range(text.count("\n"))]
    source = Source(PATH, f"{text}\n\n{filler}\n")
    started = time.process_time()
    found = ideas(source, suspects, Localised(), {})
    made = time.process_time() - started
    started = time.process_time()
    means = Meanings(source)
    for idea in found:
        means(idea)
    return len(found), len(found) / made, len(found) / (time.process_time() - started)


def main() -> None:
    rows = [ranks(bug) for bug in [*bugs()][::EVERY]]
    ours = [row[0] for row in rows]
    median, baseline = statistics.median(ours), statistics.median(row[1] for row in rows)
    sort = next(bug.right for bug in bugs() if bug.right.startswith("def merge_sort"))
    count, made, compiled = speed(sort)
    print(
        json.dumps(
            {
                "benchmark": "operators",
                "ratio": round(median / baseline, 3),
                "aim": "under 0.15",
                "median_rank": median,
                "median_rank_random": baseline,
                "in_first_100": round(sum(r <= 100 for r in ours) / len(ours), 3),
                "in_first_500": round(sum(r <= 500 for r in ours) / len(ours), 3),
                "faults": len(rows),
                "ideas_of_a_function": count,
                "ideas_made_per_second": round(made),
                "ideas_compiled_per_second": round(compiled),
            }
        )
    )


if __name__ == "__main__":
    main()
