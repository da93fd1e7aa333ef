"""Reading tests from a model's answer: every claim that can be used, and no other."""

from __future__ import annotations

import pytest
from python_help import PYTHON, bodies, fenced, part_of

PART = part_of("todo/store.py", "def add(path, title)", "def load(path)", "class Store(path)")
SLUGS = part_of("slugs.py", "def slugify(text)")
CLI = part_of("wc.py", "def main(argv=None)", is_main=True)


@pytest.mark.parametrize(
    "code",
    [
        'assert slugify("a b") == "a-b"',
        'from slugs import slugify\nassert slugify("a b") == "a-b"',
        'from my_project.slugs import slugify\nassert slugify("a b") == "a-b"',
        'import slugs\nassert slugs.slugify("a b") == "a-b"',
        'import slugs as s\ndef test_it():\n    assert s.slugify("a b") == "a-b"',
        'from src import slugs\nassert slugs.slugify("a b") == "a-b"',
        'def test_it():\n    """Words are joined."""\n    assert slugify("a b") == "a-b"',
        'def test_it():\n    print("now")\n    assert slugify("a b") == "a-b"\n    return True',
        'class TestSlugs:\n    def test_it(self):\n        assert slugify("a b") == "a-b"',
        "import unittest\nclass SlugTest(unittest.TestCase):\n    def test_it(self):\n"
        '        self.assertEqual(slugify("a b"), "a-b", "a message")\n',
        '@pytest.mark.parametrize("text, slug", [("a b", "a-b")])\n'
        "def test_it(text, slug):\n    assert slugify(text) == slug",
        '@pytest.mark.parametrize(("text", "slug"), [pytest.param("a b", "a-b", id="x")])\n'
        "def test_it(text, slug):\n    assert slugify(text) == slug",
        'def test_it():\n    for text, slug in [("a b", "a-b")]:\n'
        "        with self.subTest(text=text):\n            assert slugify(text) == slug",
        'cases = [("a b", "a-b")]\nfor text, slug in cases:\n    assert slugify(text) == slug',
        'for text, slug in {"a b": "a-b"}.items():\n    assert slugify(text) == slug',
        'def slugify(text):\n    return text\n\ndef test_it():\n    assert slugify("a b") == "a-b"',
        'if __name__ == "__main__":\n    assert slugify("a b") == "a-b"',
        'def test_it():\n    assert slugify("a b") == "a-b"\n\n'
        'def test_cut_short():\n    assert slugify("x',
        'def test_bad(:\n    pass\n\nassert slugify("a b") == "a-b"',
        'assert slugify("a b") == "a-b"\nassert slugify( \'a b\' ) == "a-b"  # again',
    ],
)
def test_one_claim_is_read_from_any_form(code: str) -> None:
    assert bodies(fenced(code), SLUGS) == ["assert slugify('a b') == 'a-b'"]


def test_lines_without_a_fence_are_read_and_prose_is_not() -> None:
    answer = 'Here are the tests:\nassert slugify("a") == "a"\nand then\nassert slugify("") == ""\n'
    assert bodies(answer, SLUGS) == ["assert slugify('a') == 'a'", "assert slugify('') == ''"]


@pytest.mark.parametrize(
    ("method", "claim"),
    [
        ("assertTrue(slugify('a'))", "assert slugify('a')"),
        ("assertFalse(slugify(''))", "assert not slugify('')"),
        ("assertIsNone(slugify(None))", "assert slugify(None) is None"),
        ("assertIn('-', slugify('a b'))", "assert '-' in slugify('a b')"),
        ("assertIsInstance(slugify('a'), str)", "assert isinstance(slugify('a'), str)"),
        (
            "assertAlmostEqual(slugify(1), 0.5, places=2)",
            "assert slugify(1) == pytest.approx(0.5, abs=0.005)",
        ),
        (
            "assertRaises(ValueError, slugify, None)",
            "with pytest.raises(ValueError):\n    slugify(None)",
        ),
        (
            "assertCountEqual(slugify('a'), ['a'])",
            "assert sorted(slugify('a'), key=repr) == sorted(['a'], key=repr)",
        ),
    ],
)
def test_the_assertions_of_unittest_become_plain_ones(method: str, claim: str) -> None:
    code = f"class T(unittest.TestCase):\n    def test_it(self):\n        self.{method}\n"
    assert bodies(fenced(code), SLUGS) == [claim]


def test_an_error_that_unittest_caught_is_looked_at_as_pytest_calls_it() -> None:
    code = (
        "class T(unittest.TestCase):\n    def test_it(self):\n"
        "        with self.assertRaisesRegex(ValueError, 'no') as caught:\n"
        "            slugify(None)\n"
        "        self.assertEqual(str(caught.exception), 'no text')\n"
    )
    assert bodies(fenced(code), SLUGS) == [
        "with pytest.raises(ValueError, match='no') as caught:\n    slugify(None)\n"
        "assert str(caught.value) == 'no text'"
    ]


def test_a_try_that_expects_an_error_becomes_one_claim() -> None:
    code = (
        "def test_it():\n    try:\n        slugify(3)\n        assert False\n"
        "    except TypeError:\n        pass\n"
    )
    assert bodies(fenced(code), SLUGS) == ["with pytest.raises(TypeError):\n    slugify(3)"]


def test_a_result_that_is_an_error_means_that_it_is_raised() -> None:
    said = "assert slugify(3) == TypeError and slugify('a') == 'a'"
    assert bodies(said, SLUGS) == [
        "with pytest.raises(TypeError):\n    slugify(3)",
        "assert slugify('a') == 'a'",
    ]


def test_an_error_so_broad_that_a_stub_raises_it_is_made_exact() -> None:
    assert bodies("with pytest.raises(Exception): slugify(3)", SLUGS) == [
        "with pytest.raises(Exception) as caught:\n    slugify(3)\n"
        "assert caught.type is not NotImplementedError"
    ]


def test_claims_that_stand_by_themselves_are_tests_of_their_own() -> None:
    code = (
        "def test_it():\n    text = 'a b'\n    result = slugify(text)\n    assert result == 'a-b'\n"
        "    assert len(result) == 3 and result.islower()\n"
    )
    setup = "text = 'a b'\nresult = slugify(text)\n"
    assert bodies(fenced(code), SLUGS) == [
        f"{setup}assert result == 'a-b'",
        f"{setup}assert len(result) == 3",
        f"{setup}assert result.islower()",
    ]


@pytest.mark.parametrize(
    "code",
    [
        "store = Store('x')\nassert store.add('a') == 1\nassert store.add('b') == 2",
        "path = tmp_path / 'x'\nassert add(path, 'a') == 1\nassert load(path) == ['a']",
        "add('x', 'a')\nassert add('x', 'b') == 2\nassert load('x') == ['a', 'b']",
        "with pytest.raises(ValueError) as error:\n    load('')\nassert 'x' in str(error.value)",
        "items = []\nassert add(items, 'a') is None\nassert items == ['a']",
        "assert load('x') is None\nassert capsys.readouterr().out == '0'",
    ],
)
def test_claims_that_build_on_each_other_stay_together(code: str) -> None:
    inside = "\n".join(f"    {line}" for line in code.split("\n"))
    test = f"def test_it(tmp_path, capsys):\n{inside}\n"
    assert bodies(fenced(test), PART) == [code]


def test_a_result_that_may_have_changed_something_is_kept_before_the_next() -> None:
    code = (
        "def test_it(tmp_path):\n    path = tmp_path / 'x'\n    one = add(path, 'a')\n"
        "    two = add(path, 'b')\n    assert one == 1\n    assert two == 2\n"
    )
    assert bodies(fenced(code), PART)[1] == (
        "path = tmp_path / 'x'\none = add(path, 'a')\ntwo = add(path, 'b')\nassert two == 2"
    )


def test_a_class_of_the_part_may_note_what_it_is_asked_for() -> None:
    code = (
        "store = Store('x')\nstore.put(1)\nassert store.get(1) == 1\n"
        "store.put(2)\nassert store.get(2) is None"
    )
    assert bodies(fenced(code), PART) == [code]


def test_what_gives_its_values_once_is_not_asked_anew() -> None:
    code = "rows = load('x')\nassert list(rows) == [1]\nassert list(rows) == []"
    assert bodies(fenced(code), PART) == [code]


def test_errors_of_the_same_kind_are_claims_of_their_own() -> None:
    one = "with pytest.raises(ValueError):\n    slugify(1)"
    other = "with pytest.raises(ValueError):\n    slugify(2)"
    assert bodies(fenced(f"{one}\n{other}"), SLUGS) == [one, other]


def test_an_attribute_called_exception_is_what_it_is() -> None:
    code = "result = slugify('x')\nassert result.exception is None"
    assert bodies(fenced(code), SLUGS) == [code]


def test_a_number_that_nobody_can_write_breaks_no_reader() -> None:
    code = f"assert slugify(0x{'f' * 5000}) == 1\nassert slugify('a') == 'a'"
    assert bodies(fenced(code), SLUGS) == ["assert slugify('a') == 'a'"]


def test_a_file_whose_name_is_no_word_of_python_is_imported_all_the_same() -> None:
    part = part_of("my-tool.py", "def run(x)")
    checks = PYTHON.read_checks("assert run(1) == 2", part, sample=1)
    text = PYTHON.test_file(part, checks)
    compile(text, "test_my_tool.py", "exec")
    assert "importlib.import_module('my-tool')" in text


def test_names_that_one_test_binds_are_imported_for_the_others() -> None:
    [check] = PYTHON.read_checks("assert slugify('a') == 'a'", SLUGS, sample=1)
    other = check.model_copy(update={"name": "other", "body": "slugify = 1\nassert slugify"})
    assert "from slugs import slugify" in PYTHON.test_file(SLUGS, [check, other])


def test_fixtures_constants_helpers_and_imports_come_along_where_they_are_needed() -> None:
    code = (
        "import json, os\nfrom pathlib import Path\nTITLE = 'milk'\nOTHER = 1\n"
        "@pytest.fixture\ndef path(tmp_path):\n    place = tmp_path / 'x.json'\n    yield place\n"
        "def titles(path):\n    return json.dumps(load(path))\n"
        "class TestStore:\n    def setup_method(self):\n        self.title = TITLE\n"
        "    def test_it(self, path):\n        add(path, self.title)\n"
        "        assert titles(path) == '[\"milk\"]'\n"
    )
    [body] = bodies(fenced(code), PART)
    for line in ("import json", "TITLE = 'milk'", "title = TITLE", "place = tmp_path / 'x.json'",
                 "path = place", "def titles(path):"):  # fmt: skip
        assert line in body.split("\n")
    assert "os" not in body.replace("pos", "")
    assert "OTHER" not in body


def test_an_asynchronous_test_runs_in_a_loop_of_its_own() -> None:
    code = "async def test_it():\n    assert await load('x') == []"
    assert bodies(fenced(code), PART) == [
        "import asyncio\nasync def scenario():\n    assert await load('x') == []\n"
        "asyncio.run(scenario())"
    ]


@pytest.mark.parametrize(
    "code",
    [
        "assert True",
        "assert 1 + 1 == 2",
        "assert slugify('a') == slugify('a')",
        "assert slugify('a') or True",
        "assert callable(slugify)",
        "assert 'a'.upper() == 'A'",
        "slugify('a')",
        "print(slugify('a'))",
        "assert other(slugify('a')) == 'a'",
        "assert slugify(open('/etc/passwd').read())",
        "import requests\nassert slugify(requests.get('http://x').text) == 'x'",
        "import os\ntext = os.popen('ls').read()\nassert slugify(text) == 'x'",
        "import subprocess\nassert slugify(subprocess.check_output(['ls'], text=True)) == 'x'",
        "assert eval('slugify(1)') == 1",
        "assert slugify(__import__('os').getcwd()) == 'x'",
        "import sys\nassert slugify(sys.modules['slugs'].__file__) == 'x'",
        "slugify = lambda text: text\nassert slugify('a') == 'a'",
        "assert slugify.__globals__['x'] == 1",
        "import time\ntime.sleep(100)\nassert slugify('a') == 'a' and time.sleep(3)",
    ],
)
def test_what_says_nothing_or_reaches_out_is_left_out(code: str) -> None:
    found = bodies(fenced(code), SLUGS)
    assert found in ([], ["assert slugify('a') == 'a'"])
    assert not found or "sleep" in code or "lambda" in code


def test_a_program_that_tests_start_themselves_is_started_by_the_fixture() -> None:
    code = (
        "import subprocess, sys\n"
        "def run(*words):\n"
        "    return subprocess.run([sys.executable, 'wc.py', *words], text=True)\n"
        "def test_lines():\n"
        "    done = subprocess.run([sys.executable, 'wc.py', '-l'], input='a\\n', text=True,\n"
        "                          capture_output=True)\n"
        "    assert done.stdout == '1\\n'\n"
        "def test_help():\n    assert run('--help').returncode == 0\n"
    )
    assert bodies(fenced(code), CLI) == [
        "done = program('-l', stdin='a\\n')\nassert done.stdout == '1\\n'",
        "def run(*words):\n    return program(*words)\nassert run('--help').returncode == 0",
    ]


def test_at_most_twenty_are_taken_from_one_answer() -> None:
    code = "\n".join(f"assert slugify('{number}') == '{number}'" for number in range(50))
    assert len(bodies(fenced(code), SLUGS)) == 20


def test_names_tell_of_part_test_and_answer() -> None:
    code = (
        "def test_joins_words():\n    assert slugify('a b') == 'a-b'\n    assert slugify('') == ''"
    )
    checks = PYTHON.read_checks(fenced(code), SLUGS, sample=4)
    assert [check.name for check in checks] == ["slugs_4_1_joins_words", "slugs_4_2_joins_words"]
    assert {check.says for check in checks} == {"joins words"}


def test_a_test_that_is_no_python_does_not_break_the_others() -> None:
    good, bad = (
        PYTHON.read_checks("assert slugify('a') == 'a'", SLUGS, sample=1)[0].model_copy(
            update={"name": name, "body": body}
        )
        for name, body in (("good", "assert slugify('a') == 'a'"), ("bad", "assert slugify("))
    )
    text = PYTHON.test_file(SLUGS, [good, bad])
    compile(text, "test_slugs.py", "exec")
    assert "def test_good():\n    assert slugify('a') == 'a'" in text


def test_text_of_several_lines_keeps_its_lines_in_the_test_file() -> None:
    answer = fenced('assert slugify("""a\nb""") == "a-b"')
    [check] = PYTHON.read_checks(answer, SLUGS, sample=1)
    text = PYTHON.test_file(SLUGS, [check])
    assert r"slugify('a\nb')" in text


def test_a_sequence_among_claims_that_stand_alone_does_not_draw_them_in() -> None:
    answer = (
        "assert load('a') == []\nstore = Store('x')\nassert store.add(1) == 1\n"
        "assert load('b') == []\nassert store.add(2) == 2\n"
    )
    assert sorted(bodies(answer, PART)) == [
        "assert load('a') == []",
        "assert load('b') == []",
        "store = Store('x')\nassert store.add(1) == 1\nassert store.add(2) == 2",
    ]


@pytest.mark.parametrize(
    "answer",
    [
        "assert slugify('a') == 'a'\n" * 8000,
        "".join(f"s = slugify({n})\nassert s == {n}\n" for n in range(4000)),
        "def test_a(:\n  x\n" * 4000,
        "assert slugify('" + "x" * 150_000,
    ],
    ids=["repeating", "rambling", "broken", "endless"],
)
def test_an_answer_that_rambles_is_read_as_far_as_it_is_of_use(answer: str) -> None:
    assert len(bodies(answer, SLUGS)) <= 20


def test_loose_starts_of_a_program_know_nothing_of_each_other() -> None:
    code = (
        "assert program('list', files={'a.txt': 'tea'}).stdout == 'tea\\n'\n"
        "assert program('list', files={}).returncode == 2\n"
        "assert program('add').returncode == 0 and program('list').stdout == 'x'"
    )
    assert bodies(fenced(code), CLI) == [
        "assert program('list', files={'a.txt': 'tea'}).stdout == 'tea\\n'",
        "assert program('list', files={}).returncode == 2",
        "assert program('add').returncode == 0",
        "program('add')\nassert program('list').stdout == 'x'",
    ]


def test_starts_in_one_claim_are_made_in_their_order() -> None:
    code = (
        "def test_it(program):\n"
        "    assert program('add', 'tea').stdout.strip() == program('list').stdout.strip()\n"
        "    assert program('list').stdout == 'tea\\n'"
    )
    assert bodies(fenced(code), CLI)[1].splitlines() == [
        "program('add', 'tea')", "program('list')", "assert program('list').stdout == 'tea\\n'",
    ]  # fmt: skip


def test_starts_of_a_program_are_claims_of_their_own_behind_those_before_them() -> None:
    code = (
        "def test_it(program):\n"
        "    program('add', 'tea')\n"
        "    assert program('list').stdout == 'tea\\n'\n"
        "    assert program('drop', 'tea').returncode == 0\n"
        "    assert program('list').stdout == ''"
    )
    assert bodies(fenced(code), CLI) == [
        "program('add', 'tea')\nassert program('list').stdout == 'tea\\n'",
        "program('add', 'tea')\nprogram('list')\nassert program('drop', 'tea').returncode == 0",
        "program('add', 'tea')\nprogram('list')\nprogram('drop', 'tea')\n"
        "assert program('list').stdout == ''",
    ]
