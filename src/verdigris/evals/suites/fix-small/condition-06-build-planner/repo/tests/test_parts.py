import pytest

from forge import Files, Record, parse
from forge.builder import make
from forge.errors import CommandFailed, Cycle
from forge.explain import dot, impact
from forge.graph import in_order, users
from forge.record import Entry
from forge.rules import Rule

FILES = Files({"a": "two\none\ntwo", "b": "three"})


@pytest.mark.parametrize(
    ("line", "content"),
    [
        ("join a b", "two\none\ntwo\nthree"),
        ("upper b", "THREE"),
        ("sort a", "one\ntwo\ntwo"),
        ("unique a", "two\none"),
        ("count a b", "4"),
        ("head 2 a", "two\none"),
        ("text hello you", "hello you"),
    ],
)
def test_commands(line, content):
    assert make(Rule("x", ("a", "b"), (line,)), FILES) == content


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("fly a", "x: unknown command fly"),
        ("join z", "x: cannot read z"),
        ("head many a", "x: cannot understand: head many a"),
    ],
)
def test_commands_that_fail(line, message):
    with pytest.raises(CommandFailed) as caught:
        make(Rule("x", ("a",), (line,)), FILES)
    assert str(caught.value) == message


def test_several_commands_add_up():
    assert make(Rule("x", (), ("text a", "text b")), FILES) == "a\nb"


def test_sources_come_first():
    rules = parse("c: b\nb: a\na: x\n")
    assert [rule.target for rule in in_order(rules, ["c"])] == ["a", "b", "c"]


def test_cycles_are_named():
    with pytest.raises(Cycle, match="b < c < b"):
        in_order(parse("a: b\nb: c\nc: b\n"), ["a"])


def test_users_near_and_far():
    rules = parse("c: b\nb: a\nd: a\n")
    assert users(rules, "a") == ["b", "d", "c"]


def test_fingerprints_follow_the_content():
    files = Files({"a": "1"})
    before = files.fingerprint("a")
    files.write("a", "2")
    assert files.fingerprint("a") != before
    files.write("a", "1")
    assert files.fingerprint("a") == before
    assert files.fingerprint("nothing") == ""


def test_a_record_is_written_and_read():
    record = Record({"x": Entry("abc", {"a": "1"})})
    assert Record.loads(record.dumps()).get("x") == Entry("abc", {"a": "1"})


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 9, "entries": {}}', '{"version": 1}']
)
def test_a_spoilt_record_is_empty(text):
    assert Record.loads(text).get("x") is None


def test_impact():
    rules = parse("c: b\nb: a\n")
    assert impact(rules, "a") == "a goes into b, c"
    assert impact(rules, "c") == "nothing is made from c"


def test_a_drawing():
    assert dot(parse("c: a b\n")).splitlines()[1:-1] == ['  "a" -> "c";', '  "b" -> "c";']
