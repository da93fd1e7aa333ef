"""SQL lives in files next to the code, one statement in each."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "queries"


@cache
def sql(name: str) -> str:
    return (FOLDER / f"{name}.sql").read_text("utf-8")
