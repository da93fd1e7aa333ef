"""`verdigris memory`: finding, showing, forgetting for good, handing on."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from verdigris.cli.main import app
from verdigris.core.change import FileEdit, make_change
from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.core.task import Task
from verdigris.core.template import Provenance, Tallies
from verdigris.errors import VerdigrisError
from verdigris.memory.base import use_key
from verdigris.memory.handing import LONGEST_LINE, MOST_CARDS
from verdigris.memory.patterns_sql import SqlPatterns
from verdigris.memory.sql import SqlMemoryStore
from verdigris.settings import load
from verdigris.steps.teaching import teach, templates_of
from verdigris.store.database import Database

BEFORE = "def first(items, n):\n    return items[:n]\n"
AFTER = BEFORE.replace("[:n]", "[:n + 1]")
MARK = "xylophone"


def card(number: int, *, green: bool = True, word: str = "", root: str = "/p") -> Card:
    after = AFTER if green else AFTER.replace("+ 1", f"+ {number + 7}")
    return Card(
        id=f"{number}c0ffee",
        run_id=f"run-{number}",
        iteration=1,
        signature=Signature(exception="IndexError", shape=f"no {number} [x]", test=f"t.py::{word}"),
        green=green,
        summary=f"größe {word}",
        files_changed=("a.py",),
        change=make_change({"a.py": BEFORE}, {"a.py": after}, "fast"),
        project=Task(root=root).project,
    )


async def fill(*cards: Card, taught: tuple[Card, ...] = ()) -> None:
    async with await Database.open(load().settings.database_url) as database:
        store, patterns = SqlMemoryStore(database), SqlPatterns(database)
        for one in cards:
            await store.put(one)
            key = use_key(one.run_id, one.iteration)
            await store.missed(one.signature, "v", key, [b"12345678", b"abcdefgh"])
        for one in taught:
            source = Provenance(key=use_key(one.run_id, one.iteration), at=0.0)
            edit = FileEdit(path="a.py", before=BEFORE, after=AFTER)
            await teach(patterns, templates_of([edit]), source)
            await patterns.tally(source.key, Tallies(kind="IndexError", counts={"a": (3, 1)}))


def put(*cards: Card, taught: tuple[Card, ...] = ()) -> None:
    asyncio.run(fill(*cards, taught=taught))


def run(*words: str, **given: Any) -> Result:
    return CliRunner().invoke(app, ["memory", *words], **given)


def said(*words: str) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output or result.exception
    found: dict[str, Any] = json.loads(result.output)
    return found


def fault(*words: str) -> VerdigrisError:
    error = run(*words).exception
    assert isinstance(error, VerdigrisError)
    return error


def bytes_of_database() -> bytes:
    path = Path(load().settings.database_url.removeprefix("sqlite:///"))
    return b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*"))


def test_an_empty_memory_says_so() -> None:
    assert "Nothing is remembered yet" in run("search").output
    assert said("stats")["cards"] == 0
    assert "no card" in str(fault("show", "abc"))


def test_words_keys_and_parts_of_ids_find_a_card() -> None:
    put(card(1, word=MARK), card(2, green=False, word="100%_sure"))
    assert [one["id"] for one in said("search")["cards"]] == ["2c0ffee", "1c0ffee"]
    for words in ([MARK.upper()], ["größe", MARK], ["items[:n + 1]"], ["a.py", MARK]):
        assert [one["id"] for one in said("search", *words)["cards"]] == ["1c0ffee"], words
    assert [one["id"] for one in said("search", "%_")["cards"]] == ["2c0ffee"]
    assert said("search", "unheard", "nowhere")["cards"] == []
    [alike] = said("search", f"IndexError of no {MARK} today")["cards"]
    assert alike["id"] == "1c0ffee" and alike["nearness"] > 0, "no card holds all of that"
    assert said("search", MARK)["cards"][0]["nearness"] is None
    key = card(1, word=MARK).signature.key
    assert [one["id"] for one in said("search", "--signature", key[:9])["cards"]] == ["1c0ffee"]
    shown = said("show", "1c0")
    assert shown["card"]["change"]["edits"][0]["after"] == AFTER
    plain = run("show", "1c0").output
    assert "green 1, red 0" in plain and "+    return items[:n + 1]" in plain
    assert "no 1 [x]" in plain, "what a test printed is no markup"


def test_the_beginning_of_two_ids_is_not_enough() -> None:
    put(card(1), card(12))
    assert "More than one" in str(fault("show", "1"))
    assert said("show", "1c0ffee")["id"] == "1c0ffee"


def test_forgetting_leaves_no_byte_and_no_template_of_its_own() -> None:
    gone, stays = card(1, word=MARK), card(2, word="other")
    put(gone, stays, taught=(gone,))
    assert MARK.encode() in bytes_of_database()
    templates = said("stats")["templates"]
    assert templates > 0
    assert said("forget", gone.id) == {
        "forgotten": {"cards": 1, "templates": templates}, "dry_run": False,
    }  # fmt: skip
    assert MARK.encode() not in bytes_of_database()
    left = said("stats")
    assert (left["cards"], left["templates"], left["searches"]) == (1, 0, 1)


def test_a_template_with_another_source_stays() -> None:
    one, two = card(1), card(2)
    put(one, two, taught=(one, two))
    before = said("stats")["templates"]
    assert said("forget", one.id)["forgotten"]["templates"] == 0
    assert said("stats")["templates"] == before


def test_a_project_or_everything_can_be_forgotten(tmp_path: Path) -> None:
    root = str(tmp_path.resolve())
    put(card(1, root=root), card(2), card(3, word=MARK))
    assert run("forget", "--project", root, input="n\n").exit_code == 1
    assert said("forget", "--project", root, "--yes")["forgotten"]["cards"] == 1
    assert {one["id"] for one in said("search")["cards"]} == {"2c0ffee", "3c0ffee"}
    assert said("forget", "--all", "--yes")["forgotten"]["cards"] == 2
    assert said("stats")["known_bad"] == 0 and MARK.encode() not in bytes_of_database()
    assert "Say what" in str(fault("forget"))
    assert "Say what" in str(fault("forget", "abc", "--all"))


def test_pruning_takes_what_is_old_and_never_helped() -> None:
    put(card(1), card(2), card(3))
    path = load().settings.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE cards SET created_at = 0 WHERE id != '3c0ffee'")
        connection.execute("INSERT INTO card_uses VALUES ('2c0ffee', 'run later 1', 1, 5e9, 1)")
    words = ("prune", "--older-than", "30d", "--never-helped")
    before = bytes_of_database()
    assert said(*words, "--dry-run")["forgotten"]["cards"] == 1
    assert bytes_of_database() == before, "nothing is rewritten, swept or sent"
    assert said(*words)["forgotten"]["cards"] == 1
    assert {one["id"] for one in said("search")["cards"]} == {"2c0ffee", "3c0ffee"}
    assert "no age" in str(fault("prune", "--older-than", "soon"))
    assert "Say what" in str(fault("prune"))


def test_cards_go_out_and_come_back_as_foreign(tmp_path: Path) -> None:
    put(card(1, word=MARK))
    assert said("export", str(tmp_path / "cards.jsonl")) == {"exported": 1}
    assert run("export", "-").output == (tmp_path / "cards.jsonl").read_text()
    said("forget", "--all", "--yes")
    assert said("import", str(tmp_path / "cards.jsonl"))["imported"] == 1
    assert said("import", str(tmp_path / "cards.jsonl"))["imported"] == 1
    [found] = said("search", MARK)["cards"]
    assert found["foreign"] and found["id"].startswith("f-")
    assert found["signature"] == card(1, word=MARK).signature.key
    assert "from elsewhere" in run("search").output
    assert "cannot be read" in str(fault("import", str(tmp_path / "nowhere")))
    assert "cannot be written" in str(fault("export", str(tmp_path / "no" / "where")))


BROKEN = {
    "no JSON": "{",
    "no object": "[1]",
    "another format": '{"format": 99, "card": {}}',
    "no card": '{"format": 1}',
    "too little": '{"format": 1, "card": {"id": "x"}}',
    "too deep": '{"format": 1, "card": ' + "[" * 50_000 + "}",
    "too long": '{"format": 1, "card": {"id": "' + "x" * LONGEST_LINE + '"}}',
    "bytes": "\ufffd\0\0",
    "unknown field": json.dumps(
        {"format": 1, "card": {**card(1).model_dump(mode="json"), "run": "rm -rf /"}}
    ),
}


@pytest.mark.parametrize("line", BROKEN.values(), ids=BROKEN.keys())
def test_what_is_no_card_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "in.jsonl").write_text(line)
    found = said("import", str(tmp_path / "in.jsonl"))
    assert found["imported"] == 0 and found["refused"] >= 1


def test_what_a_foreign_card_says_of_itself_is_not_believed(tmp_path: Path) -> None:
    own = card(1)
    put(own)
    document = card(1, green=False).model_dump(mode="json")
    document["foreign"] = False
    document["change"]["fingerprint"] = own.change.fingerprint if own.change else ""
    document["summary"] = "long " * 10_000
    edits = [{"path": ".github/workflows/ci.yml", "before": "a: 1\n", "after": "a: 2\n"}]
    other = {**document, "id": "other", "change": {"edits": edits, "origin": "fast"}}
    lines = [json.dumps({"format": 1, "card": each}) for each in (document, other)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    found = said("import", str(tmp_path / "in.jsonl"))
    assert (found["imported"], found["without_change"]) == (2, 1)
    assert said("show", own.id)["green"], "no card of our own is replaced"
    foreign = [one for one in said("search")["cards"] if one["foreign"]]
    assert len(foreign) == 2 and all(len(one["summary"]) <= 2000 for one in foreign)
    assert said("stats")["known_bad"] == 2, "only the two candidates that were put in"


def test_a_file_with_too_many_cards_is_refused_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("{}\n" * (MOST_CARDS + 1))
    assert "Split" in fault("import", str(tmp_path / "in.jsonl")).hint


def test_cards_are_told_with_their_scope_and_as_shared_where_others_read_them(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(card(1, word=MARK), card(2).model_copy(update={"scope": "repository"}))
    assert [one["scope"] for one in said("search")["cards"]] == ["repository", "user"]
    assert said("stats")["scopes"] == {"repository": 1, "user": 1}
    monkeypatch.setenv("VERDIGRIS_MEMORY__URL", postgres_url)
    assert said("deliver", "--all")["left"] == 0
    [shared] = said("search", "--shared")["cards"]
    assert (shared["id"], shared["scope"]) == ("1c0ffee", "shared"), "the other is one project's"
    assert said("show", "1c0ffee", "--shared")["scope"] == "shared"
    assert "shared" in run("search", "--shared").output
    assert "scope     shared" in run("show", "1c0ffee", "--shared").output
    assert said("stats", "--shared")["scopes"] == {"repository": 0, "shared": 1}
    assert said("show", "1c0ffee")["scope"] == "user", "here it is one's own"
