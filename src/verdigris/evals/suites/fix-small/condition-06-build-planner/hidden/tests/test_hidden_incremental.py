import random

import pytest

from forge import Files, Record, build, parse, plan
from forge.explain import explain


def project(seed):
    """A random project: ten products over four sources."""
    rng = random.Random(seed)
    names = [f"s{n}" for n in range(4)]
    lines = []
    for number in range(10):
        sources = rng.sample(names, rng.randrange(1, min(4, len(names) + 1)))
        command = rng.choice(["join", "upper", "sort", "unique"])
        lines += [f"p{number}: {' '.join(sources)}", f"    {command} {' '.join(sources)}"]
        names.append(f"p{number}")
    return rng, "\n".join(lines)


@pytest.mark.parametrize("seed", range(25))
def test_one_run_is_as_good_as_building_all_again(seed):
    rng, text = project(seed)
    rules, files, record = parse(text), Files({f"s{n}": f"w{n}" for n in range(4)}), Record()
    build(rules, files, record)
    for change in range(6):
        if change % 3 == 2:
            files.remove(f"p{rng.randrange(10)}")
        else:
            files.write(f"s{rng.randrange(4)}", f"word{rng.randrange(100)}")
        build(rules, files, record)
        fresh = Files({f"s{n}": files.read(f"s{n}") for n in range(4)})
        build(rules, fresh, Record())
        assert {name: files.read(name) for name in files} == {
            name: fresh.read(name) for name in fresh
        }
        assert plan(rules, files, record) == []


CHAIN = "d: c\n    join c\nc: b\n    join b\nb: a\n    join a\n"


def test_a_long_chain_in_one_run():
    rules, files, record = parse(CHAIN), Files({"a": "1"}), Record()
    build(rules, files, record)
    files.write("a", "2")
    assert build(rules, files, record) == ["b", "c", "d"]
    assert files.read("d") == "2"


def test_changed_commands_reach_the_products_above():
    rules, files, record = parse(CHAIN), Files({"a": "x"}), Record()
    build(rules, files, record)
    changed = parse(CHAIN.replace("join a", "upper a"))
    assert build(changed, files, record) == ["b", "c", "d"]
    assert files.read("d") == "X"


def test_no_more_is_built_than_needed():
    rules = parse(CHAIN + "z: y\n    join y\n")
    files, record = Files({"a": "1", "y": "1"}), Record()
    build(rules, files, record)
    files.write("y", "2")
    assert build(rules, files, record) == ["z"]
    files.write("a", "2")
    assert [line.partition(":")[0] for line in explain(rules, files, record)] == ["b", "c", "d"]


def test_through_a_group():
    rules = parse("top: parts\n    join p\nparts: p\np: s\n    join s\n")
    files, record = Files({"s": "1"}), Record()
    build(rules, files, record)
    files.write("s", "2")
    assert build(rules, files, record) == ["p", "top"]
    assert files.read("top") == "2"
