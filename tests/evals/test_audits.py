"""Tasks to look something over: read, checked, run as a user runs it, and marked by labels."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from audit_tasks import HIDDEN, LABEL, MENDED, SAFE, SHEET, WRONG, Lay
from small_tasks import laid
from typer.testing import CliRunner

from verdigris.cli.main import app
from verdigris.core.finding import Finding
from verdigris.errors import UserError
from verdigris.evals.jobs.running import Watching, run_eval
from verdigris.evals.judging.judge import judge_audit
from verdigris.evals.judging.validate import Soundness, check
from verdigris.evals.keeping import Home
from verdigris.evals.plan import Plan
from verdigris.evals.reports.data import as_csv, as_json, as_junit
from verdigris.evals.reports.page import as_html
from verdigris.evals.tasks.labels import Label, Marks, mark
from verdigris.evals.tasks.reading import read_task
from verdigris.evals.tasks.trees import lay_out
from verdigris.settings import Settings, load


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    """Write a sound task into the suite `suite`, with some files changed; None leaves one out."""

    def write(
        name: str = "sums", label: str = LABEL, family: str = "text", **files: str | None
    ) -> Path:
        parts: dict[str, str | None] = {
            "task.toml": SHEET.format(id=name, family=family) + label,
            "repo/sums.py": WRONG,
            "hidden/test_hidden_sums.py": HIDDEN,
            "solution/sums.py": MENDED,
            **files,
        }
        return laid(tmp_path / "suite" / name, parts)

    return write


def safe(lay: Lay, name: str = "safe", repo: str = SAFE, **more: Any) -> Path:
    """Write a task in which nothing is wrong."""
    none = {"hidden/test_hidden_sums.py": None, "solution/sums.py": None}
    return lay(name, label="", **{"repo/sums.py": repo}, **none, **more)


# The sheet


def test_labels_are_read_with_their_lines(lay: Lay) -> None:
    (label,) = read_task(lay()).findings
    assert (label.rule, label.path, label.line, label.last) == ("policy/eval", "sums.py", 5, 7)
    assert label.place == "policy/eval in sums.py:5-7"
    (single,) = read_task(lay("one", LABEL.replace("until = 7\n", ""))).findings
    assert (single.last, single.place) == (5, "policy/eval in sums.py:5")


def test_an_audit_is_about_sql_unless_it_says_otherwise(lay: Lay) -> None:
    sheet = SHEET.format(id="sums", family="text").replace('rules = ["policy/*"]\n', "")
    task = read_task(lay(**{"task.toml": sheet + LABEL.replace("policy/eval", "sql/injection")}))
    assert task.rules == ("sql/*",)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("until = 7", "until = 4", "it ends in line 4, before it begins in 5"),
        ("line = 5", "line = 0", "field 'findings.0.line'"),
        ("line = 5", 'line = "5"', "field 'findings.0.line'"),
        ("line = 5\n", "", "field 'findings.0.line'"),
        ("policy/eval", "eval", "field 'findings.0.rule'"),
        ('why = "what', 'where = "x"\nwhy = "what', "field 'findings.0.where'"),
        ("sums.py", "other.py", "policy/eval in other.py:5-7 is about a file that is not in repo/"),
        ("sums.py", "../task.toml", "is about a file that is not in repo/"),
        ("policy/eval", "sql/typo", "is of no rule that the task is about"),
        ('"unrated"', '"token"', "difficulty 'token' is none for a task of kind 'audit'"),
        ("timeout", 'expect = "not_green"\ntimeout', "of kind 'audit' has no 'expect'"),
        ('"audit"', '"fix"', "of kind 'fix' has no 'rules'"),
        ('"audit"', '"improve"', "field 'kind'"),
    ],
)
def test_what_does_not_fit_an_audit_is_refused(lay: Lay, old: str, new: str, said: str) -> None:
    sheet = SHEET.format(id="sums", family="text") + LABEL
    assert old in sheet
    with pytest.raises(UserError) as caught:
        read_task(lay(**{"task.toml": sheet.replace(old, new)}))
    assert said in str(caught.value) and caught.value.hint
    assert "\n" not in str(caught.value)


# Checking


@pytest.fixture
def settings(lean_python: Path) -> Settings:
    return load(flags={"suite.python": str(lean_python)}).settings


async def found(folder: Path, settings: Settings) -> Soundness:
    return await check(read_task(folder), settings)


async def test_labels_that_hidden_tests_prove_are_sound(lay: Lay, settings: Settings) -> None:
    soundness = await found(lay(), settings)
    assert soundness.sound, soundness.faults
    assert soundness.failing == ("test_hidden_sums.py::test_code_is_not_run",)
    assert (await found(safe(lay), settings)).sound


SECOND = LABEL.replace("line = 5", "line = 1").replace("until = 7", "until = 1")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        pytest.param({"repo/sums.py": MENDED + "\n\n# end\n"}, "do not fail before", id="proof"),
        pytest.param({"solution/sums.py": WRONG + "X = 1\n"}, "do not pass with", id="solution"),
        pytest.param({"solution/sums.py": None}, "findings, and no solution/", id="no solution"),
        pytest.param({"hidden/test_hidden_sums.py": None}, "and no hidden/", id="no hidden"),
        pytest.param({"label": ""}, "nothing is wrong in it, and it has hidden/", id="no label"),
        pytest.param(
            {"label": LABEL.replace("= 7", "= 9")}, "sums.py:5-9: the file has 7 lines", id="line"
        ),
        pytest.param(
            {"label": LABEL.replace("= 5", "= 2")}, "begins or ends with an empty", id="empty line"
        ),
        pytest.param({"label": LABEL + LABEL}, "they overlap", id="overlap"),
        pytest.param(
            {"label": LABEL + SECOND}, "2 findings, and 1 hidden test to prove them", id="unproved"
        ),
    ],
)
async def test_unsound_labels_are_told_with_the_reason(
    lay: Lay, settings: Settings, files: dict[str, Any], said: str
) -> None:
    soundness = await found(lay(**files), settings)
    assert any(said in fault for fault in soundness.faults), soundness.faults


# Marking


def label(line: int, until: int | None = None, rule: str = "sql/typo", path: str = "a.py") -> Label:
    return Label(rule=rule, path=path, line=line, until=until, why="x")


def finding(line: int, rule: str = "sql/typo", path: str = "a.py", **more: Any) -> Finding:
    return Finding(rule=rule, severity="warn", path=path, line=line, message="m", **more)


def marked(labels: list[Label], *findings: Finding) -> Marks:
    return mark(labels, findings, ("sql/*",), lines=40)


@pytest.mark.parametrize(("line", "hit"), [(9, 0), (10, 1), (11, 1), (12, 1), (13, 0)])
def test_a_finding_counts_within_the_lines_of_its_label(line: int, hit: int) -> None:
    seen = marked([label(10, 12)], finding(line))
    assert (len(seen.found), len(seen.missed), len(seen.false_alarms)) == (hit, 1 - hit, 1 - hit)


@pytest.mark.parametrize(
    "other",
    [finding(10, rule="sql/injection"), finding(10, path="b.py"), finding(10, path="x/a.py")],
)
def test_another_rule_or_file_is_a_false_alarm(other: Finding) -> None:
    seen = marked([label(10)], other)
    assert seen.missed and seen.false_alarms == (other,)


def test_several_findings_for_one_label_count_once_and_so_does_a_line_told_twice() -> None:
    seen = marked([label(10, 12)], finding(10), finding(12), finding(3), finding(3, cure="Else."))
    assert (seen.labels, len(seen.found), len(seen.false_alarms)) == (1, 1, 1)


def test_findings_of_rules_that_the_task_is_not_about_are_not_counted() -> None:
    seen = marked([], finding(3, rule="policy/eval"), finding(4, rule="memory/tried"))
    assert seen == Marks(lines=40)


def test_one_finding_may_be_in_two_labels_of_other_rules_only_for_its_own() -> None:
    both = [label(10), label(10, rule="sql/injection")]
    seen = marked(both, finding(10))
    assert seen.found == (both[0],) and seen.missed == (both[1],)


def test_an_audit_that_touches_the_project_has_not_only_looked(lay: Lay, tmp_path: Path) -> None:
    task = read_task(lay())
    project = lay_out(tmp_path / "project", task.repo)
    hit = finding(6, rule="policy/eval", path="sums.py")
    assert judge_audit(task, project, [hit]).right is True
    (project / "sums.py").write_text(MENDED)
    seen = judge_audit(task, project, [hit])
    assert not seen.solved and "changed the project" in seen.reasons[0]


# Whole evals


def plan(tmp_path: Path, **changes: Any) -> Plan:
    given = {"suite": str(tmp_path / "suite"), "job_seconds": 120, **changes}
    return Plan.model_validate(given)


@pytest.mark.thorough
async def test_audits_are_run_marked_kept_and_told_label_by_label(lay: Lay, tmp_path: Path) -> None:
    lay("good")
    safe(lay, family="safe")
    safe(lay, "loud", repo=WRONG, family="safe")
    lay("missed", LABEL.replace("policy/eval", "policy/exec"))
    silent = SAFE + "\n\nquery = 1\n"
    lay("silent", LABEL.replace("= 5", "= 1").replace("= 7", "= 2"), **{"repo/sums.py": silent})
    home = Home(load().settings)
    record = await run_eval(plan(tmp_path), home)
    rows = {one.task: one for one in record.outcomes}
    assert all(one.ended == "finished" for one in rows.values()), rows
    assert {name: one.verdict for name, one in rows.items()} == {
        "good": "right", "safe": "right", "loud": "false alarm", "missed": "missed",
        "silent": "false green",
    }  # fmt: skip
    assert not rows["good"].claimed, "a finding is no claim that all is well"
    assert rows["safe"].claimed and rows["silent"].claimed, "silence is"
    assert any(m.title.startswith("looked over: 1") for m in rows["good"].told.moments)

    told = json.loads(as_json(record))
    figures = {each["name"]: each["value"] for each in told["summary"]["figures"]}
    # Three labels, one of them found; two alarms that are false, in 7 + 2 + 7 + 7 + 5 lines.
    assert figures["recall"] == pytest.approx(1 / 3)
    assert figures["precision"] == pytest.approx(1 / 3)
    assert figures["f1"] == pytest.approx(1 / 3)
    assert figures["false_alarms"] == pytest.approx(2000 / 28)
    assert figures["candidates_per_solved"] is None, "an audit tries nothing"
    by_rule = {each["name"]: each for each in told["summary"]["rules"]}
    assert by_rule["policy/eval"]["false_alarms"] == 2 and by_rule["policy/eval"]["found"] == 1
    assert by_rule["policy/exec"]["recall"]["value"] == 0.0
    by_family = {each["name"]: each["false_alarms"] for each in told["summary"]["audits"]}
    assert by_family == {"safe": 1, "text": 1}

    table = {row["task"]: row for row in csv.DictReader(io.StringIO(as_csv(record)))}
    assert table["silent"]["missed"] == "policy/eval in sums.py:1-2"
    assert "sums.py:5" in table["loud"]["false_alarms"] and table["loud"]["labels"] == "0"
    cases = {case.get("name"): case for case in ElementTree.fromstring(as_junit(record))}
    told_of = cases["missed"].find("failure")
    assert told_of is not None and told_of.text is not None
    assert [line.partition(":")[0] for line in told_of.text.splitlines()] == [
        "missed", "false alarm",
    ]  # fmt: skip
    page = as_html(record)
    assert "policy/exec in sums.py:5-7" in page and "Findings by rule" in page

    seen: list[str] = []
    again = await run_eval(
        plan(tmp_path), home, watching=Watching(started=lambda job: seen.append(job.task.id))
    )
    assert seen == [] and again.cached == 5
    assert [one.judged for one in again.outcomes] == [one.judged for one in record.outcomes]


async def test_an_audit_that_does_not_end_has_missed_everything(lay: Lay, tmp_path: Path) -> None:
    lay()
    record = await run_eval(plan(tmp_path, job_seconds=0.01), Home(load().settings))
    (one,) = record.outcomes
    assert one.verdict == "out of time" and not one.solved
    assert one.judged.marks is not None and len(one.judged.marks.missed) == 1
    assert one.judged.marks.lines == 0, "nor may it say that there was no false alarm in them"


@pytest.mark.parametrize(
    "more",
    [{"entrant": "plain"}, {"entrant": "best-of-4"}, {"entrant": "agent", "agent": "true"}],
)
async def test_who_gives_no_findings_is_refused_before_anything_runs(
    lay: Lay, tmp_path: Path, more: dict[str, str]
) -> None:
    lay()
    home = Home(load().settings)
    with pytest.raises(UserError, match="sums is to be looked over") as caught:
        await run_eval(plan(tmp_path, **more), home)
    assert "verdigris audit" in caught.value.hint
    assert not list(home.folder.glob("*")), "no eval that could be resumed"


@pytest.mark.thorough
def test_the_command_tells_precision_and_recall_and_is_a_gate(lay: Lay, tmp_path: Path) -> None:
    lay()
    safe(lay, "loud", repo=WRONG)
    done = subprocess.run(
        [sys.executable, "-m", "verdigris", "eval", "--suite", str(tmp_path / "suite"),
         "--fail-under", "recall=1", "--fail-under", "precision=0.9"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "precision is 50.0 %, less than 0.9" in done.stderr and "recall is" not in done.stderr
    assert "false alarm" in done.stderr and "policy/eval" in done.stdout


def test_a_plan_names_the_interpreter_by_where_it_is(lay: Lay, tmp_path: Path) -> None:
    lay()
    suite = str(tmp_path / "suite")
    words = ["eval", "--suite", suite, "--python", "~/v/bin/python", "--job-seconds", "1"]
    said = CliRunner().invoke(app, [*words, "--memory", "off"])
    [found] = Home(load().settings).folder.glob("*/plan.json")
    named = Plan.model_validate_json(found.read_bytes()).flags["suite.python"]
    assert named == str(Path.home() / "v" / "bin" / "python")
    assert "empty memory" not in said.output, "who wants none need not share one"
