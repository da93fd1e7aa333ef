import pytest

from forge import parse
from forge.errors import RuleError
from forge.variables import expand

TEXT = """
# letters
FROM = notes.txt
ALL = $(FROM) more.txt

body.txt: $(ALL)
    upper $(ALL)   # loud
    text end
all: body.txt
"""


def test_rules_are_read():
    rules = parse(TEXT)
    body = rules.get("body.txt")
    assert body.sources == ("notes.txt", "more.txt")
    assert body.commands == ("upper notes.txt more.txt", "text end")
    assert body.line == 6


def test_groups_have_no_commands():
    assert parse(TEXT).get("all").is_group


def test_final_products():
    assert parse(TEXT).finals() == ["all"]


def test_sources_named_twice_count_once():
    assert parse("a: b b c b").get("a").sources == ("b", "c")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("    join a", "line 1: a command without a rule"),
        ("nonsense", "line 1: not a rule: nonsense"),
        ("a b: c", "line 1: not a rule: a b: c"),
        ("a:\n\na:", "line 3: two rules make a"),
        ("a: $(WHAT)", "line 1: unknown variable WHAT"),
        ("A = $(B)\n", "line 1: unknown variable B"),
    ],
)
def test_faults_name_their_line(text, message):
    with pytest.raises(RuleError) as caught:
        parse(text)
    assert str(caught.value) == message


def test_variables_within_variables():
    assert expand("$(A)!", {"A": "<$(B)>", "B": "b"}) == "<b>!"


def test_a_variable_that_contains_itself():
    with pytest.raises(RecursionError):
        expand("$(A)", {"A": "$(A)"})
