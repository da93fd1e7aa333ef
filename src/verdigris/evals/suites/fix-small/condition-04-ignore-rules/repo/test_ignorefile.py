from ignorefile.globs import compiled
from ignorefile.rules import Rule, ignored, parse
from ignorefile.tree import kept, summary

TREE = {
    "notes.txt": None,
    "build": {"app.log": None, "app": None},
    "logs": {"old.log": None, "keep.log": None},
}


def test_a_star_stays_within_a_folder():
    assert compiled("*.log").fullmatch("app.log")
    assert not compiled("*.log").fullmatch("logs/app.log")


def test_two_stars_cross_folders():
    assert compiled("a/**/z").fullmatch("a/b/c/z")
    assert compiled("a/**/z").fullmatch("a/z")


def test_rules_are_read():
    assert parse("# logs\n*.log\n\n!keep.log\nbuild/\n") == [
        Rule("*.log"),
        Rule("keep.log", negated=True),
        Rule("build", folders_only=True),
    ]


def test_without_rules_nothing_is_ignored():
    assert not ignored("notes.txt", [])


def test_a_matching_path_is_ignored():
    assert ignored("logs/old.log", parse("*.log"))


def test_a_negated_rule_brings_back():
    assert not ignored("logs/keep.log", parse("*.log\n!keep.log"))


def test_rules_for_folders_leave_files_alone():
    assert not ignored("build", parse("build/"))


def test_an_anchored_pattern_holds_at_the_root_only():
    assert not ignored("src/todo", parse("/todo"))


def test_what_is_kept_of_a_tree():
    assert list(kept(TREE, parse("build/\n*.log\n!keep.log"))) == ["logs/keep.log", "notes.txt"]


def test_the_summary_without_rules():
    assert summary(TREE, []) == "5 of 5 files"
