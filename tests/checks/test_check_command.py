"""`verdigris check` through the front door: paths, patches, revisions, every form of output."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

OLD = "import os\n\n\ndef clean():\n    os.remove('a')\n"
ADDED = "\n\ndef run(text):\n    return eval(text)\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "my project"
    (root / "shop").mkdir(parents=True)
    (root / "shop" / "till.py").write_text(OLD)
    (root / "notes.txt").write_text("eval(1)\n")
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    return root


def git(root: Path, *words: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    done = subprocess.run(
        ["git", *who, *words], cwd=root, capture_output=True, text=True, check=True
    )
    return done.stdout


def check(
    *words: str, cwd: Path, text: str = "", tools: bool = False
) -> subprocess.CompletedProcess[str]:
    quick = () if tools else ("--ruff-cmd", "true", "--bandit-cmd", "true")
    return subprocess.run(
        [sys.executable, "-m", "verdigris", "check", *words, *quick],
        cwd=cwd, input=text, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_of_a_folder_everything_counts(project: Path) -> None:
    (project / "shop" / "app.ts").write_text("fetch('http://a')\n")
    done = check(".", cwd=project)
    assert done.returncode == 1, done.stderr
    assert "block shop/till.py:5: os.remove('a') deletes files [policy/deletion]" in done.stdout
    assert "block shop/app.ts:1: fetch('http://a') uses the network" in done.stdout
    assert "Leave files alone" in done.stdout
    assert "2 findings in 2 files; 2 blocked." in done.stdout


def test_what_is_allowed_does_not_block(project: Path) -> None:
    done = check("shop/till.py", "--block-operations", "eval,exec", cwd=project)
    assert (done.returncode, "warn  shop/till.py:5" in done.stdout) == (0, True), done.stdout
    done = check("shop/till.py", "--allow-rule", "policy/deletion", cwd=project)
    assert (done.returncode, done.stdout) == (0, "Nothing found in 1 file; 0 blocked.\n")


def test_against_a_revision_only_what_was_added_counts(project: Path) -> None:
    assert check("--against", "HEAD", cwd=project).returncode == 0
    (project / "shop" / "till.py").write_text(OLD.replace("'a'", "'b'") + ADDED)
    (project / "shop" / "new.py").write_text("import leftpad\n")
    done = check("--against", "main", "--json", cwd=project)
    said = json.loads(done.stdout)
    assert (done.returncode, said["blocked"], said["files"]) == (1, True, 2)
    blocking = [
        (f["rule"], f["path"], f["line"]) for f in said["findings"] if f["severity"] == "block"
    ]
    assert blocking == [("policy/dependency", "shop/new.py", 1), ("policy/eval", "shop/till.py", 9)]
    allowed = check("--against", "main", "--allow-import", "leftpad", "--json", cwd=project)
    rules = [f["rule"] for f in json.loads(allowed.stdout)["findings"]]
    assert "policy/dependency" not in rules


def test_a_folder_below_the_repository_is_a_project_of_its_own(project: Path) -> None:
    (project / "shop" / "till.py").write_text(OLD + ADDED)
    done = check("--against", "HEAD", "--json", cwd=project / "shop")
    [first, *_] = json.loads(done.stdout)["findings"]
    assert (first["rule"], first["path"]) == ("policy/eval", "till.py")


@pytest.mark.parametrize("way", ["file", "standard input"])
def test_a_patch_is_checked_without_being_applied(project: Path, tmp_path: Path, way: str) -> None:
    (project / "shop" / "till.py").write_text(OLD + ADDED)
    patch = git(project, "diff")
    git(project, "checkout", "-q", ".")
    (tmp_path / "a.patch").write_text(patch)
    words = ["-"] if way == "standard input" else [str(tmp_path / "a.patch")]
    done = check(*words, "--project", str(project), cwd=tmp_path, text=patch)
    assert done.returncode == 1, done.stderr
    assert "shop/till.py:9: eval(text) evaluates text as code" in done.stdout
    assert "deletes files" not in done.stdout
    assert (project / "shop" / "till.py").read_text() == OLD


@pytest.mark.parametrize(
    ("path", "rule"),
    [("../../etc/x.py", "edits/path"), (".git/hooks/x.py", "edits/path"),
     ("tests/test_x.py", "edits/protected")],
)  # fmt: skip
def test_a_patch_that_leads_elsewhere_is_blocked(project: Path, path: str, rule: str) -> None:
    patch = f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x = 1\n"
    done = check("-", "--json", cwd=project, text=patch)
    assert done.returncode == 1, done.stderr
    assert rule in [finding["rule"] for finding in json.loads(done.stdout)["findings"]]


@pytest.mark.parametrize(
    ("words", "text", "said"),
    [
        (["no-such-thing"], "", "There is no file"),
        (["no.patch"], "", "There is no file"),
        (["-"], "hello\n", "not a unified diff"),
        (["-"], "--- a/shop/till.py\n+++ b/shop/till.py\n@@ -1 +1 @@\n-nothing like it\n+x\n",
         "does not fit"),
        (["--against", "no-such-branch"], "", "no revision"),
        (["--against", "--output=x"], "", "not the name of a revision"),
        (["--json", "--sarif"], "", "exclude one another"),
        (["--block-operations", "evil"], "", "block_operations"),
    ],
)  # fmt: skip
def test_wrong_use_is_one_sentence_and_status_2(
    project: Path, words: list[str], text: str, said: str
) -> None:
    done = check(*words, cwd=project, text=text)
    assert done.returncode == 2, done.stdout
    assert said in done.stdout + done.stderr and "Traceback" not in done.stderr


def test_an_empty_patch_and_an_empty_folder_hold_nothing(project: Path, tmp_path: Path) -> None:
    assert check("-", cwd=project, text="").returncode == 0
    (tmp_path / "empty").mkdir()
    done = check(str(tmp_path / "empty"), cwd=project)
    assert (done.returncode, done.stdout) == (0, "Nothing found in 0 files; 0 blocked.\n")


def test_control_characters_in_code_do_nothing_to_the_terminal(project: Path) -> None:
    (project / "evil.py").write_text("eval('\x1b[2J\x07')\n")
    done = check("evil.py", cwd=project)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout and "\x07" not in done.stdout


def test_sarif_has_what_its_standard_requires(project: Path) -> None:
    (project / "two words.py").write_text("x = eval('1')\ny = eval('1')\n")
    done = check(".", "--sarif", cwd=project, tools=True)
    log: dict[str, Any] = json.loads(done.stdout)
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    [run] = log["runs"]
    driver = run["tool"]["driver"]
    rules = driver["rules"]
    assert driver["name"] == "verdigris" and driver["semanticVersion"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    assert all(rule["shortDescription"]["text"] for rule in rules)
    assert {rule["defaultConfiguration"]["level"] for rule in rules} <= {"error", "warning", "note"}
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note") and result["message"]["text"]
        [place] = result["locations"]
        where = place["physicalLocation"]
        uri = where["artifactLocation"]["uri"]
        assert not uri.startswith(("/", "file:")) and " " not in uri
        assert where["artifactLocation"]["uriBaseId"] in run["originalUriBaseIds"]
        assert where["region"]["startLine"] >= 1
    marks = [result["partialFingerprints"]["verdigris/v1"] for result in run["results"]]
    assert len(set(marks)) == len(marks) >= 3


def test_the_policy_can_be_listed(tmp_path: Path) -> None:
    done = check("--list-rules", cwd=tmp_path)
    assert done.returncode == 0 and "policy/test-detection" in done.stdout
    rules = json.loads(check("--list-rules", "--json", cwd=tmp_path).stdout)
    assert all(rule["id"] and rule["message"] and rule["cure"] for rule in rules)


def test_no_program_that_the_repository_names_is_run(project: Path, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    (project / ".gitattributes").write_text("*.py filter=evil diff=evil\n")
    for key in ("filter.evil.clean", "diff.evil.textconv", "core.fsmonitor"):
        git(project, "config", key, f"touch '{mark}'; cat")
    (project / "shop" / "till.py").write_text(OLD + ADDED)
    done = check("--against", "HEAD", cwd=project)
    assert done.returncode == 1, done.stderr
    assert "policy/eval" in done.stdout
    assert not mark.exists()


def test_a_bad_path_hides_nothing_that_comes_after_it(project: Path) -> None:
    patch = (
        "--- a/../x.py\n+++ b/../x.py\n@@ -0,0 +1 @@\n+x = 1\n"
        "--- a/shop/till.py\n+++ b/shop/till.py\n@@ -4,2 +4,3 @@\n def clean():\n"
        "     os.remove('a')\n+    eval('1')\n"
    )
    done = check("-", cwd=project, text=patch)
    assert "edits/path" in done.stdout
    assert "policy/eval" in done.stdout


def test_a_rule_that_nobody_knows_cannot_be_switched_off(project: Path) -> None:
    done = check(".", "--allow-rule", "policy/nonsense", cwd=project)
    assert (done.returncode, "no rule policy/nonsense" in done.stderr) == (2, True)
