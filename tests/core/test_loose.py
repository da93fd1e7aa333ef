"""Structured answers as models really write them."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdigris.core.loose import WrongShape, read_loosely
from verdigris.core.value import Value


class Lesson(Value):
    root_cause: str
    lesson: str = ""
    files: tuple[str, ...] = ()
    sure: bool = False


WHOLE = Lesson(root_cause="a sign", lesson="look twice", files=("a.py", "b.py"), sure=True)
JSON = '{"root_cause": "a sign", "lesson": "look twice", "files": ["a.py", "b.py"], "sure": true}'
ANSWERS = {
    "plain": JSON,
    "in a fence": f"```json\n{JSON}\n```",
    "in a fence that never ends": f"Sure!\n```json\n{JSON}",
    "with prose around": f"Here is what I found:\n\n{JSON}\n\nLet me know if {{you}} need more.",
    "with another object after it": f'{JSON}\n{{"other": 1}}',
    "with a trailing comma": JSON.replace("true}", "true,}").replace('"b.py"]', '"b.py",]'),
    "with comments": JSON.replace('"lesson"', '// why\n "lesson"').replace(
        '"sure"', '/* ! */ "sure"'
    ),
    "as Python writes it": "{'root_cause': 'a sign', 'lesson': 'look twice', "
    "'files': ['a.py', 'b.py'], 'sure': True}",
    "other names": '{"Root Cause": "a sign", "LESSON": "look twice", "files": ["a.py", "b.py"], '
    '"sure": "yes", "confidence": 0.9}',
    "cut off": JSON[:-1],
    "cut off in a list": '{"root_cause": "a sign", "lesson": "look twice", "sure": true, '
    '"files": ["a.py", "b.py"',
    "raw newlines": JSON.replace("a sign", "a\nsign").replace("a\nsign", "a sign"),
    "lines": "ROOT CAUSE: a sign\nLESSON: look twice\nFILES: a.py, b.py\nSURE: yes",
    "lines in bold": "**Root cause:** a sign\n**Lesson:** look twice\n**Files:** a.py; b.py\n"
    "**Sure:** true",
    "lines with a list": "- root_cause: a sign\n- lesson: look\n  twice\n- files:\n  - a.py\n"
    "  - b.py\n- sure: yes",
    "lines after a thought": "Let me think.\n\nRoot Cause: a sign\nLesson = look twice\n"
    "Files: a.py, b.py\nSure: 1",
}


@pytest.mark.parametrize("text", ANSWERS.values(), ids=ANSWERS.keys())
def test_what_is_meant_is_read_however_it_is_written(text: str) -> None:
    assert read_loosely(text, Lesson) == WHOLE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing in it does"),
        ("I cannot help with that.", "nothing in it does"),
        ('{"lesson": "x"}', "root_cause: Field required"),
        ('{"root_cause": ["x"]}', "root_cause: Input should be a valid string"),
        ('{"root_cause": "x", "sure": "perhaps"}', "sure: Input should be a valid boolean"),
        ("{" * 5000, "nothing in it does"),
        ("[" * 5000 + '{"a":' * 5000, "nothing in it does"),
        ("__import__('os').system('true')", "nothing in it does"),
    ],
)
def test_a_wrong_shape_is_told_in_words_for_the_model(text: str, said: str) -> None:
    with pytest.raises(WrongShape) as caught:
        read_loosely(text, Lesson)
    assert said in str(caught.value)
    assert "It needs: root_cause, lesson, files, sure." in str(caught.value)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, f"{{{text}}}", f"root cause: {text}"):
        with contextlib.suppress(WrongShape):
            assert isinstance(read_loosely(whole, Lesson), Lesson)
