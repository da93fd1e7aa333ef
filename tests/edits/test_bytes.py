"""A run that mends a file keeps every byte it does not have to change, whatever the encoding."""

from __future__ import annotations

from pathlib import Path

import pytest

from verdigris import Agent, Task
from verdigris.core.change import make_change
from verdigris.core.text import decode
from verdigris.edits.answer import read_answer
from verdigris.settings import load
from verdigris.testing import ScriptedModel

LATIN = (
    b"# -*- coding: cp1252 -*-\r\n# caf\xe9 \x80\r\n\x0c\r\n"
    b"def total(values):\r\n\treturn -sum(values)  # \xfcber\r\n"
    b"\n\nNAME = 'gr\xf6\xdfe'"
)
TEST = b"from stats import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n"
FORMS = {
    "function": "```python\ndef total(values):\n\treturn sum(values)\n```",
    "search": (
        "stats.py\n<<<<<<< SEARCH\n\treturn -sum(values)\n=======\n\treturn sum(values)\n"
        ">>>>>>> REPLACE\n"
    ),
    "diff": (
        "```diff\n--- a/stats.py\n+++ b/stats.py\n@@ -4,2 +4,2 @@\n def total(values):\n"
        "-\treturn -sum(values)  # über\n+\treturn sum(values)\n```"
    ),
}
AFTER = {
    "function": LATIN.replace(b"-sum(values)  # \xfcber", b"sum(values)"),
    "search": LATIN.replace(b"-sum(values)", b"sum(values)"),
    "diff": LATIN.replace(b"-sum(values)  # \xfcber", b"sum(values)"),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_answer_keeps_the_other_bytes(form: str) -> None:
    text, encoding = decode(LATIN)
    read = read_answer(FORMS[form], {"stats.py": text}, ["stats.py"])
    change = make_change(
        {"stats.py": text}, read.texts, "fast", encodings={"stats.py": encoding}, how=read.how
    )
    assert change is not None
    assert change.edits[0].data_before == LATIN
    assert change.edits[0].data_after == AFTER[form]


def test_a_run_mends_a_file_in_an_old_encoding(tmp_path: Path, lean_python: str) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "stats.py").write_bytes(LATIN)
    (project / "test_stats.py").write_bytes(TEST)
    flags = {
        "paths.data": str(tmp_path / "data"),
        "cascade.tiers": ("recall", "fast", "strong"),
        "suite.observe_seconds": 0,
        "models.samples": 1,
        "checks.ruff_cmd": "true",
        "checks.bandit_cmd": "true",
        "suite.python": str(lean_python),
    }
    model = ScriptedModel(last=FORMS["search"])
    result = Agent(load(flags=flags, environ={}).settings, model=model).run(
        Task(root=str(project)), apply=True
    )
    assert result.status == "green"
    assert (project / "stats.py").read_bytes() == AFTER["search"]
    assert result.change is not None
    assert [edit.encoding for edit in result.change.edits] == ["latin-1"]
    archive = next((tmp_path / "data").rglob("patches"))
    assert {path.name for path in archive.iterdir()} >= {"index.jsonl", "001.patch"}
