"""What every GraphStore does, whichever backend is behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from graph.bolt_server import DATABASE, PASSWORD, USER, Bolt
from graph.telling import (
    FAILURE,
    INDEX,
    OTHER_TASK,
    RENAMED,
    TASK,
    a_run,
    begun,
    card,
    ended,
)
from verdigris.core.graph import Facts, Node
from verdigris.errors import UserError
from verdigris.graph import asking
from verdigris.graph.addresses import Address
from verdigris.graph.base import GraphStore
from verdigris.graph.facts import of_card
from verdigris.graph.in_memory import InMemoryGraph
from verdigris.graph.neo4j import Neo4jGraph
from verdigris.graph.relational import SqlGraph
from verdigris.graph.walking import path_of
from verdigris.store.database import Database


@pytest.fixture(params=["in_memory", "sqlite", "postgresql", "neo4j"])
async def graph(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[GraphStore]:
    if request.param == "in_memory":
        yield InMemoryGraph()
    elif request.param == "sqlite":
        async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
            yield SqlGraph(database)
    elif request.param == "postgresql":
        url: str = request.getfixturevalue("postgres_url")
        async with await Database.open(url) as database:
            yield SqlGraph(database)
    else:
        bolt: Bolt = request.getfixturevalue("bolt")
        async with Neo4jGraph(Address(bolt.url, USER, PASSWORD, DATABASE, 10)) as opened:
            yield opened


async def everything(graph: GraphStore) -> list[object]:
    """Return every answer that a graph can give, to compare two states of it."""
    runs = await graph.keys("Run", "", 100)
    return [
        [await asking.path(graph, run) for run in runs],
        await graph.hot_files(),
        await graph.bug_types(),
        [await graph.fixes(key) for key in await graph.keys("FailureSignature", "", 100)],
        await graph.tried(TASK.project),
    ]


async def test_an_empty_graph_knows_nothing(graph: GraphStore) -> None:
    assert await graph.hot_files() == [] and await graph.bug_types() == []
    assert await graph.fixes(FAILURE.key) == [] and await graph.tried(TASK.project) == []
    assert await graph.around("run-1") == Facts()
    with pytest.raises(UserError, match="knows no run that begins with 'run-1'"):
        await asking.path(graph, "run-1")


async def test_the_path_of_a_run_tells_what_led_to_what(graph: GraphStore) -> None:
    await graph.write(a_run("run-1", made=card(1)))
    found = await asking.path(graph, "run")
    assert (found.run, found.status, found.project) == ("run-1", "green", "shop")
    [only] = found.rounds
    assert only.green and only.origin == "search"
    assert only.saw == (f"{FAILURE.key} {FAILURE}",) and only.types == ("AssertionError/number",)
    assert only.retrieved == ("till.py", "money.py") and only.changed == ("till.py",)
    assert only.cards == ("card-1",) and only.recalled == ()
    assert {stage.name for stage in only.steps} == {"reproduce", "retrieve", "apply", "execute"}


async def test_saying_the_same_again_changes_nothing(graph: GraphStore) -> None:
    facts = a_run("run-1", made=card(1)) + a_run("run-2", made=card(2, run="run-2", green=False))
    await graph.write(facts)
    before = await everything(graph)
    await graph.write(facts)
    for part in (a_run("run-2", made=None), a_run("run-1", made=card(1)), ended("run-2")):
        await graph.write(part)
    await graph.write(a_run("run-2", made=card(2, run="run-2", green=False)))
    assert await everything(graph) == before


async def test_properties_are_added_and_not_wiped(graph: GraphStore) -> None:
    await graph.write(begun("run-1"))
    await graph.write(ended("run-1"))
    await graph.write(Facts(nodes=(Node(kind="Run", key="run-1"),)))
    found = await asking.path(graph, "run-1")
    assert (found.goal, found.status) == ("Make it green.", "green")


async def test_hot_files_are_counted_by_iteration(graph: GraphStore) -> None:
    await graph.write(a_run("run-1", made=card(1)))
    await graph.write(a_run("run-2", made=card(2, run="run-2", green=False)))
    await graph.write(a_run("run-3", made=None, task=OTHER_TASK, path="yard.py"))
    first, *rest = await graph.hot_files()
    assert (first.path, first.name, first.project) == ("till.py", "shop", TASK.project)
    assert (first.changed, first.green, first.retrieved, first.cards) == (2, 1, 2, 2)
    assert [(one.path, one.name, one.changed) for one in rest] == [
        ("yard.py", "yard", 1), ("money.py", "shop", 0), ("money.py", "yard", 0),
    ]  # fmt: skip
    [mine, _] = await graph.hot_files(project=OTHER_TASK.project)
    assert mine.path == "yard.py"
    assert await graph.hot_files(limit=1) == [first]


async def test_fixes_of_a_failure_and_of_its_like(graph: GraphStore) -> None:
    assert FAILURE.general == RENAMED.general and FAILURE.key != RENAMED.key
    await graph.write(a_run("run-1", made=card(1, green=False)))
    await graph.write(a_run("run-2", made=card(2, run="run-2")))
    like = card(3, run="run-3", signature=RENAMED, project=OTHER_TASK.project)
    await graph.write(a_run("run-3", made=like, task=OTHER_TASK, failure=RENAMED, path="yard.py"))
    await graph.write(a_run("run-4", made=card(4, run="run-4", signature=INDEX), failure=INDEX))
    key, found = await asking.fixes(graph, FAILURE.key[:8])
    assert key == FAILURE.key
    assert [(one.card, one.green, one.alike) for one in found] == [
        ("card-2", True, False), ("card-1", False, False), ("card-3", True, True),
    ]  # fmt: skip
    assert found[0].files == ("till.py",) and found[0].failure == str(FAILURE)
    assert found[1].broken == ("test_till.py::test_label",)
    assert found[0].summary == "what card 2 says" and found[0].times == 1
    assert [one.card for one in await graph.fixes(INDEX.key)] == ["card-4"]


async def test_what_was_tried_in_vain_in_a_project(graph: GraphStore) -> None:
    await graph.write(a_run("run-1", made=card(1, green=False)))
    await graph.write(a_run("run-2", made=card(2, run="run-2")))
    await graph.write(a_run("run-3", made=card(3, run="run-3", green=False, project="else")))
    [only] = await graph.tried(TASK.project)
    assert (only.card, only.run, only.broken) == ("card-1", "run-1", ("test_till.py::test_label",))


async def test_a_card_that_is_recalled_is_linked_to_who_recalled_it(graph: GraphStore) -> None:
    await graph.write(a_run("run-1", made=card(1)))
    again = card(9, run="run-2")
    await graph.write(a_run("run-2", made=None, recalled="card-1"))
    await graph.write(of_card(again, "card-1", at=7.0))
    [known] = await graph.fixes(FAILURE.key)
    assert (known.card, known.run, known.times, known.recalled) == ("card-1", "run-1", 2, 1)
    [only] = (await asking.path(graph, "run-2")).rounds
    assert only.recalled == ("card-1",) and only.cards == ("card-1",)


async def test_bug_types_are_counted(graph: GraphStore) -> None:
    await graph.write(a_run("run-1", made=card(1)))
    await graph.write(a_run("run-2", made=card(2, run="run-2", green=False)))
    await graph.write(a_run("run-3", made=card(3, run="run-3", signature=INDEX), failure=INDEX))
    first, second = await graph.bug_types()
    assert (first.name, first.failures, first.seen, first.green, first.red) == (
        "AssertionError/number", 1, 2, 1, 1,
    )  # fmt: skip
    assert (second.name, second.seen, second.green) == ("IndexError", 1, 1)


async def test_forgetting_a_card_leaves_nothing_that_only_it_led_to(graph: GraphStore) -> None:
    await graph.write(a_run("run-1", made=card(1)))
    alone = card(2, run="run-1", at=2, signature=INDEX, files_changed=("only.py",))
    await graph.write(of_card(alone, alone.id, at=8.0))
    await graph.forget(["card-2", "never-there"])
    assert await graph.keys("FixCard", "") == ["card-1"]
    assert await graph.keys("FailureSignature", "") == [FAILURE.key]
    assert await graph.keys("BugType", "") == ["AssertionError/number"]
    assert f"{TASK.project}/only.py" not in await graph.keys("File", "")
    await graph.forget(["card-1"])
    [only] = (await asking.path(graph, "run-1")).rounds
    assert only.cards == () and only.saw, "what the run did stays"
    assert await graph.fixes(FAILURE.key) == []


async def test_a_link_to_what_is_gone_is_left_out_of_a_path(graph: GraphStore) -> None:
    await graph.write(a_run("run-1", made=card(1)))
    facts = await graph.around("run-1")
    left = tuple(node for node in facts.nodes if node.kind not in ("FixCard", "Step"))
    [only] = path_of("run-1", facts.model_copy(update={"nodes": left})).rounds
    assert only.cards == () and only.steps == () and only.changed == ("till.py",)


async def test_what_others_keep_in_the_same_database_is_not_touched(bolt: Bolt) -> None:
    theirs = (
        "CREATE (:File {name: 'a'}), (:BugType {key: 'IndexError'}), (:FixCard {key: 'card-2'})"
    )
    bolt.run(theirs)
    async with Neo4jGraph(Address(bolt.url, USER, PASSWORD, DATABASE, 10)) as graph:
        alone = card(2, run="run-1", signature=INDEX, files_changed=("only.py",))
        await graph.write(a_run("run-1", made=card(1)) + of_card(alone, alone.id, at=8.0))
        # Of one who is in the middle of telling: its links are yet to come.
        coming = Node(kind="File", key="p/coming.py", properties={"path": "coming.py"})
        await graph.write(Facts(nodes=(coming,)))
        assert [one.name for one in await graph.bug_types()] == [
            "AssertionError/number",
            "IndexError",
        ]
        await graph.forget(["card-2"])
        assert await graph.keys("BugType", "") == ["AssertionError/number"]
        assert "p/coming.py" in await graph.keys("File", "")
    left = bolt.run("MATCH (n) WHERE NOT n:Verdigris RETURN labels(n)[0] AS kind ORDER BY kind")
    assert [one["kind"] for one in left] == ["BugType", "File", "FixCard"]


async def test_a_beginning_that_fits_several_is_told(graph: GraphStore) -> None:
    await graph.write(begun("run-1") + begun("run-10") + begun("run_2"))
    assert await graph.keys("Run", "run_") == ["run_2"], "no wildcards"
    assert (await asking.path(graph, "run-1")).run == "run-1", "a whole key is meant"
    with pytest.raises(UserError, match="More than one run begins with 'run': run-1, run-10, run_"):
        await asking.path(graph, "run")
    with pytest.raises(UserError, match="knows no run"):
        await asking.path(graph, "")


async def test_hostile_names_come_back_as_they_were_and_do_nothing(graph: GraphStore) -> None:
    name = "a'}) DETACH DELETE n //\x1b[31m \"); DROP TABLE graph_nodes; --ü.py"
    made = card(1, files_changed=(name,), summary="$key ` {{")
    await graph.write(a_run("run-1", made=made, path=name))
    [known] = await graph.fixes(FAILURE.key)
    assert known.files == (name,) and known.summary == "$key ` {{"
    assert (await graph.hot_files())[0].path == name


async def test_secrets_and_broken_text_are_not_kept(graph: GraphStore) -> None:
    secret = "sk-ant-" + "a1B2" * 8
    made = card(1, summary=f"the key is {secret} \udcff\0", root_cause=f"api_key = '{secret}'")
    await graph.write(a_run("run-1", made=made))
    [known] = await graph.fixes(FAILURE.key)
    assert secret not in known.model_dump_json() and "[masked]" in known.summary


async def test_two_that_write_at_once_make_one_graph(graph: GraphStore) -> None:
    facts = [a_run(f"run-{n}", made=card(n, run=f"run-{n}")) for n in range(1, 7)]
    await asyncio.gather(*(graph.write(one) for one in [*facts, *reversed(facts)]))
    assert len(await graph.keys("FixCard", "")) == 6
    [first, _] = await graph.hot_files()
    assert (first.changed, first.cards) == (6, 6)
    assert len(await graph.keys("File", "")) == 2
