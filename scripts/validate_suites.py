"""Checks every task of some suites, by default the shipped ones. For `make validate-suites`.

Each must fail before, pass with its solution, and so must its hidden tests. Exit status 1 when one
does not.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys

from verdigris.errors import VerdigrisError
from verdigris.evals.tasks import EvalTask, built_in, read_suite
from verdigris.evals.validate import validate
from verdigris.settings import load


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="*", help="names or paths of suites")
    parser.add_argument("--only", default="", help="tasks whose id has this in it")
    parser.add_argument("--python", help="the interpreter that the tests run with")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    try:
        suites = [read_suite(name) for name in given.suites or built_in()]
        tasks = [task for suite in suites for task in suite.tasks if given.only in task.id]
        return asyncio.run(_check(tasks, given.python, given.jobs))
    except VerdigrisError as error:
        print(error.show(), file=sys.stderr)
        return error.exit_code


async def _check(tasks: list[EvalTask], python: str | None, jobs: int) -> int:
    unsound = 0
    async for found in validate(tasks, load(flags={"suite.python": python}).settings, jobs):
        print(f"{'ok   ' if found.sound else 'FAULT'} {found.task} ({found.seconds:.1f} s)")
        for fault in found.faults:
            print(f"      {fault}")
        unsound += not found.sound
    print(f"{len(tasks) - unsound} of {len(tasks)} tasks are sound")
    return int(unsound > 0)


if __name__ == "__main__":
    sys.exit(main())
