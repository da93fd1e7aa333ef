"""How often the right one of several green candidates comes first.

Against taking the smallest edit and against taking the first that was found, on the situations of
the tests (`tests/repair/choice_situations.py`), whose hidden lines say who is right.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

from _lean import lean_python

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from repair.choice_harness import chosen_for, greens_of
from repair.choice_situations import SITUATIONS


async def main() -> None:
    right = smallest = 0
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as desk:
        python = lean_python(Path(desk))
        for situation in SITUATIONS:
            choice = await chosen_for(situation, python)
            right += choice.order[0] == situation.right
            sizes = [green.size for green in greens_of(situation)]
            smallest += sizes.index(min(sizes)) == situation.right
    seconds = time.perf_counter() - started
    print(
        json.dumps(
            {
                "benchmark": "choice",
                "situations": len(SITUATIONS),
                "right_first": round(right / len(SITUATIONS), 3),
                "smallest_first": round(smallest / len(SITUATIONS), 3),
                "first_found": round(sum(s.right == 0 for s in SITUATIONS) / len(SITUATIONS), 3),
                "ratio": round(right / max(smallest, 1), 2),
                "aim": "over 1.3 times the smallest edit",
                "seconds_each": round(seconds / len(SITUATIONS), 2),
            }
        )
    )


if __name__ == "__main__":
    asyncio.run(main())
