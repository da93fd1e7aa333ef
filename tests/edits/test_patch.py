"""The six ways to apply a diff: which one did it, what was tried before, and what is refused."""

from __future__ import annotations

import shutil

import pytest

from verdigris.edits.hunks import read_diff
from verdigris.edits.patch import WAYS, Applied, apply_hunks
from verdigris.edits.replace import replace_once
from verdigris.errors import ModelMistake

TEXT = """\
import os


def first(items):
    \"\"\"Return the first.\"\"\"
    count = len(items)
    if count > 1:
        return items[1]
    return None


def last(items):
    count = len(items)
    return items[count]
"""
MEANT = TEXT.replace("items[1]", "items[0]")
HUNK = """\
@@ -5,5 +5,5 @@ def first(items):
     \"\"\"Return the first.\"\"\"
     count = len(items)
     if count > 1:
-        return items[1]
+        return items[0]
     return None
"""


def applied(diff: str, text: str = TEXT, earlier: tuple[str, ...] = ()) -> Applied:
    [patch] = read_diff(diff, hint="part.py")
    return apply_hunks(text, patch.hunks, "part.py", earlier=earlier)


@pytest.mark.parametrize(
    ("diff", "way", "fuzzy"),
    [
        (HUNK, "apply", ""),
        (HUNK.replace("-5,5 +5,5", "-40,5 +40,5"), "apply", ""),
        (HUNK.replace("-5,5 +5,5", "-5,9 +5,2"), "recount", ""),
        (HUNK.replace("@@ -5,5 +5,5 @@", "@@"), "recount", ""),
        (HUNK.replace("return None", "return None  "), "realign", "trailing white space"),
        (
            HUNK.replace("     count = len(items)\n", "     # ...\n").replace("-5,5", "-5,4"),
            "realign",
            "left out",
        ),
        (HUNK.replace("Return the first", "Give the first"), "-C0", "lines around it differ"),
        (HUNK.replace("Return the first", "Give it").replace("None", "0"), "-C0", "around it"),
    ],
)
def test_the_first_way_that_is_certain_is_taken(diff: str, way: str, fuzzy: str) -> None:
    done = applied(diff)
    assert done.text == MEANT
    assert done.way == way
    assert fuzzy in done.fuzzy and bool(done.fuzzy) == bool(fuzzy)
    assert [name for name, _ in done.tried] == list(WAYS[: WAYS.index(way)])
    assert all(why for _, why in done.tried)


def test_fuzz_is_the_last_resort() -> None:
    if shutil.which("patch") is None:
        pytest.skip("patch is not installed")
    # git wants context on both sides to be as long; patch does not.
    diff = HUNK.replace("Return the first", "Give it").replace("     return None\n", "")
    diff = diff.replace("-5,5 +5,5", "-5,4 +5,4")
    done = applied(diff)
    assert done.text == MEANT and done.fuzzy


def test_a_merge_knows_both_versions() -> None:
    """Nothing of the hunk's context is in the file any more, but the earlier version had it."""
    earlier = "a = 1\nb = 2\nc = 3\nd = 4\ne = 5\nf = 6\n"
    now = "a = 1\nb = 2\nc = 3\nd = 4\ne = 50\nf = 60\n"
    diff = "@@ -1,6 +1,6 @@\n-a = 1\n+a = 10\n b = 2\n c = 3\n d = 4\n e = 5\n f = 6\n"
    done = applied(diff, now, (earlier,))
    assert (done.way, done.text) == ("3way", now.replace("a = 1\n", "a = 10\n"))
    assert "since the version" in done.fuzzy
    clash = "a = 7\nb = 2\nc = 3\nd = 4\ne = 50\nf = 60\n"
    with pytest.raises(ModelMistake):
        applied(diff, clash, (earlier,))


def test_a_fuzzy_result_must_parse() -> None:
    diff = HUNK.replace("return None", "return None  ").replace("items[0]", "items[0")
    with pytest.raises(ModelMistake, match="does not parse"):
        applied(diff)


def test_the_complaint_shows_the_nearest_lines_with_their_numbers() -> None:
    with pytest.raises(ModelMistake) as caught:
        applied(HUNK.replace("-        return items[1]", "-        return items[2]"))
    said = str(caught.value)
    assert "Your hunk for part.py that begins with" in said
    assert '   5      """Return the first."""\n   6      count = len(items)' in said
    assert len(said.split("\n")) <= 10


def test_line_numbers_alone_decide_nothing() -> None:
    diff = "@@ -13,2 +13,2 @@\n-    count = len(items)\n+    count = 0\n"
    with pytest.raises(ModelMistake, match="matches 2 places, at lines 6, 13"):
        applied(diff.replace("13,2", "13,1"))


def test_lines_around_a_change_keep_their_bytes() -> None:
    text = "a\t\r\nb  \nc\x0c\r\nd\u2028d\ne"
    diff = "@@ -1,5 +1,5 @@\n a\t\n b  \n-c\x0c\n+C\n d\u2028d\n e\n"
    assert applied(diff, text).text == "a\t\r\nb  \nC\r\nd\u2028d\ne"


def test_an_ellipsis_that_is_a_line_of_the_file_is_one() -> None:
    text = "class Sized:\n    def size(self):\n        ...\n\n    def name(self):\n        ...\n"
    diff = (
        "@@ -1,5 +1,5 @@\n class Sized:\n-    def size(self):\n+    def length(self):\n"
        "         ...\n \n     def name(self):\n"
    )
    done = applied(diff, text)
    assert (done.text, done.fuzzy) == (text.replace("size(", "length("), "")


def test_a_search_does_not_match_inside_a_longer_word() -> None:
    with pytest.raises(ModelMistake, match="not in the file"):
        replace_once("def f():\n    return 10\n", "return 1\n", "return 2\n", "part.py")
