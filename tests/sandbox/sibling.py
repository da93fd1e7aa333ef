"""Runs inside a container that was given the engine's socket: starts a sibling, prints what it saw.

Started by test_siblings.py with the name of the image; prints one line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path

from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import SNIPPET, View
from verdigris.sandbox.containers import ContainerSandbox

SEE = """
cat given.txt
cat {private}/private.txt
echo changed > given.txt
echo result > {kept}/result.txt
touch {private}/more 2>/dev/null && echo writable
exit 0
"""


async def main(image: str) -> None:
    sandbox = ContainerSandbox("docker", image, os.environ)
    with (
        tempfile.TemporaryDirectory() as scratch,
        tempfile.TemporaryDirectory(dir="/var/tmp") as own,
    ):
        tree, kept, private = Path(scratch, "tree"), Path(scratch, "kept"), Path(own)
        tree.mkdir()
        kept.mkdir()
        (tree / "given.txt").write_text("the tree\n")
        (private / "private.txt").write_text("a folder of this container alone\n")
        try:
            done = await sandbox.run(
                ["/bin/sh", "-c", SEE.format(kept=kept, private=private)],
                cwd=tree,
                env={"PATH": "/usr/bin:/bin"},
                limits=SNIPPET,
                view=View(readable=(private,), kept=(kept,)),
            )
        except SandboxUnavailable as error:
            told = {"error": str(error), "hint": error.hint}
        else:
            told = {
                "code": done.exit_code,
                "output": done.output,
                "kept": (kept / "result.txt").read_text(),
                "owner": (kept / "result.txt").stat().st_uid,
                "tree": (tree / "given.txt").read_text(),
                "used": await sandbox.ready(),
            }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
