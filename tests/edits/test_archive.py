"""What the archive keeps of a run: everything proposed, what became of it, nothing secret."""

from __future__ import annotations

import json
from pathlib import Path

from verdigris.core.change import Change, make_change
from verdigris.edits.archive import INDEX, Archive

KEY = "sk-ant-0123456789abcdefghij"


def change(text: str = "x = 2\n", fuzzy: str = "") -> Change:
    made = make_change({"a.py": "x = 1\n"}, {"a.py": text}, "fast", how={"a.py": ("diff", fuzzy)})
    assert made is not None
    return made


def rows(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / INDEX).read_text("utf-8").splitlines()]


def test_proposed_refused_and_applied_patches_are_all_kept(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    archive.candidate(1, 1, result="unusable: no code", answer="I cannot.", note="m, sample 1")
    done = change(fuzzy="indentation differs")
    archive.candidate(1, 2, result="1 of 1 failing tests pass", change=done, answer="```diff```")
    archive.applied(1, done, "c0ffee")
    first, second = rows(tmp_path)
    assert first["result"] == "unusable: no code" and first["note"] == "m, sample 1"
    assert (tmp_path / str(first["answer"])).read_text() == "I cannot."
    assert second["how"] == "diff" and second["fuzzy"] == "a.py: indentation differs"
    assert second["applied"] == "c0ffee" and second["fingerprint"] == done.fingerprint
    assert (tmp_path / str(second["patch"])).read_text() == done.diff
    assert (tmp_path / "001.patch").read_text() == done.diff


def test_doing_a_step_again_keeps_a_candidate_once(tmp_path: Path) -> None:
    for result in ("first", "second"):
        Archive(tmp_path).candidate(2, 1, result=result, change=change())
    assert [row["result"] for row in rows(tmp_path)] == ["second"]


def test_credentials_are_masked_everywhere(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    secret = change(f"key = '{KEY}'\n")
    archive.candidate(1, 1, result=f"bad: {KEY}", change=secret, answer=KEY, note=KEY)
    archive.applied(1, secret, "c0ffee")
    assert all(KEY not in path.read_text() for path in tmp_path.iterdir())


def test_it_does_not_grow_without_bound(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    for number in range(403):
        archive.candidate(1, number, result="red", answer="no")
    assert len(rows(tmp_path)) == 400
    assert len(list(tmp_path.glob("*.answer.txt"))) == 400
    archive.candidate(2, 1, result="red", answer="x" * 1_000_000)
    assert (tmp_path / "002-01.answer.txt").stat().st_size < 250_000


def test_an_index_that_was_cut_short_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    archive.candidate(1, 1, result="red")
    with (tmp_path / INDEX).open("a") as file:
        file.write('{"iteration": 1, "cand')
    archive.candidate(1, 2, result="green")
    assert [row["result"] for row in rows(tmp_path)] == ["red", "green"]
