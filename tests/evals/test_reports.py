"""What an eval writes: for programs it can be read back, for people it is safe to open."""

from __future__ import annotations

import csv
import io
import json
import shutil
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from small_outcomes import audit, outcome, record

from verdigris.core.finding import Finding
from verdigris.evals.figures.gates import missed, read_gates, undone
from verdigris.evals.keeping import Record
from verdigris.evals.outcome import Moment
from verdigris.evals.reports.data import as_csv, as_json, as_junit
from verdigris.evals.reports.page import as_html, so_far
from verdigris.evals.tasks.labels import Label, Marks

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip
HOSTILE = "</pre><script>document.title='owned'</script><img src=x onerror=alert(1)>\x1b[31m\x00&"


def hostile() -> Record:
    """An eval in which everything a stranger could write is an attack."""
    told = (Moment(at=0.5, title=HOSTILE, text=HOSTILE), Moment(at=1.0, title="verdict: green"))
    return record(
        outcome("good", moments=told, reason=HOSTILE, diff=HOSTILE, hidden=HOSTILE, tokens=120),
        outcome("wrong", right=False, family="flow", tier="fast", tokens=900, position=1),
        outcome("lost", solved=False, reasons=(f"=cmd|{HOSTILE}",), position=2),
        outcome("dead", solved=False, ended="crashed", error=HOSTILE, position=3),
        agent=HOSTILE, entrant="agent",
    )  # fmt: skip


def test_json_holds_the_figures_and_a_row_a_job() -> None:
    told = json.loads(as_json(hostile()))
    figures = {each["name"]: each["value"] for each in told["summary"]["figures"]}
    assert figures["solved"] == 0.5 and figures["right"] == 0.25
    assert [row["verdict"] for row in told["outcomes"]] == [
        "right", "wrong", "not solved", "crashed",
    ]  # fmt: skip
    assert told["machine"]["cores"] >= 1


def test_csv_is_read_back_and_holds_no_formula() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(hostile()))))
    assert [row["task"] for row in rows] == ["good", "wrong", "lost", "dead"]
    assert rows[1]["tokens_in"] == "900"
    assert not any(value.startswith(("=", "+", "@")) for row in rows for value in row.values())


def test_junit_is_wellformed_whatever_was_said() -> None:
    suite = ElementTree.fromstring(as_junit(hostile()))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "2", "1")
    cases = {case.get("name"): [child.tag for child in case] for case in suite}
    assert cases == {"good": [], "wrong": ["failure"], "lost": ["failure"], "dead": ["error"]}


class Tags(HTMLParser):
    """Gathers what a page consists of, as a browser would."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_holds_no_markup_of_strangers_and_fetches_nothing() -> None:
    page = as_html(hostile())
    found = Tags()
    found.feed(page)
    assert not found.names & {"script", "img", "link", "iframe", "object", "base", "form", "a"}
    assert not found.attributes & {"src", "href", "style", "srcset"}
    assert not any(name.startswith("on") for name in found.attributes)
    assert found.text.count("<script>document.title='owned'</script>") >= 5, "told as text"
    assert "\x1b" not in page and "\x00" not in page
    assert "@import" not in page and "url(" not in page
    assert "default-src 'none'" in page


def test_findings_are_shown_as_text_and_told_in_every_form() -> None:
    alarm = Finding(rule="sql/typo", severity="warn", path=HOSTILE, line=3, message=f"=x{HOSTILE}")
    label = Label(rule="sql/typo", path=HOSTILE, line=1, why=HOSTILE)
    marks = Marks(found=(label,), missed=(label,), false_alarms=(alarm,), lines=10)
    seen = record(audit("bad", marks=marks, solved=False, reasons=marks.reasons), audit("good"))
    page = as_html(seen)
    found = Tags()
    found.feed(page)
    assert not found.names & {"script", "img"} and "\x1b" not in page and "\x00" not in page
    for said in ("missed sql/typo in </pre>", "found sql/typo in </pre>", "false alarm </pre>"):
        assert said in found.text, "shown, and not run"
    assert "Findings by rule" in found.text and "Findings by family" in found.text
    suite = ElementTree.fromstring(as_junit(seen))
    assert suite.get("failures") == "1"
    row = next(csv.DictReader(io.StringIO(as_csv(seen))))
    assert row["missed"].startswith("sql/typo in ") and row["labels"] == "2"
    assert not any(value.startswith(("=", "+", "@")) for value in row.values())


def test_the_learning_curve_goes_by_the_place_in_the_stream() -> None:
    solved = {0: (True, False), 1: (True, True), 3: (False, True)}
    rows = [
        outcome(f"t{place}", run, position=place, solved=good, first_green=10 * (place + run))
        for place, runs in solved.items()
        for run, good in enumerate(runs, start=1)
    ]
    curve = so_far(rows, lambda one: one.solved)
    assert curve == [(1.0, 1 / 2), (2.0, 3 / 4), (4.0, 4 / 6)]
    assert so_far(rows[:2], lambda one: one.solved) == [], "one place is no curve"
    page = as_html(record(*rows, runs=2, stream=True))
    assert "place in the stream" in page and "candidates up to the first green one" in page
    table = list(csv.DictReader(io.StringIO(as_csv(record(*rows)))))
    assert [row["position"] for row in table] == ["0", "0", "1", "1", "3", "3"]
    assert table[2]["first_green"] == "20"


def test_the_page_of_an_eval_without_outcomes_is_a_page() -> None:
    assert "<h2>Figures</h2>" in as_html(record())


def test_the_report_opens_in_a_browser(tmp_path: Path) -> None:
    """The page as a reader sees it: from a file, with no network, no script, and no error."""
    browsers = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("chromium is not installed")
    path = tmp_path / "report.html"
    path.write_text(as_html(hostile()), "utf-8")
    with browsers.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page()
        said: list[str] = []
        asked: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri())
        assert page.title() == f"tiny: {Record.model_validate(hostile()).plan.label}".replace(
            "\x1b", "\ufffd"
        ).replace("\x00", "\ufffd")
        assert page.locator("figure svg").count() >= 3
        assert all(box["height"] > 20 for box in _boxes(page))
        story = page.locator("details.task").first
        story.locator("summary").first.click()
        inner = story.locator("details").last
        inner.locator("summary").click()
        assert "<script>" in inner.locator("pre").inner_text(), "shown, and not run"
        assert page.locator("script, img").count() == 0
        browser.close()
    assert said == []
    assert asked == [path.as_uri()]


def _boxes(page: object) -> list[dict[str, float]]:
    return [one.bounding_box() for one in page.locator("figure svg").all()]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("under", "over", "said"),
    [
        (["solved=0.5"], [], []),
        (["solved=0.8"], [], ["solved is 50.0 %, less than 0.8"]),
        ([], ["false_green=0"], ["false_green is 50.0 %, more than 0"]),
        (["pass@1=0.3"], [], ["pass@1 is 25.0 %, less than 0.3"]),
        (["valid_edits=0.5"], [], ["valid_edits: there is nothing to measure"]),
        ([], ["repeated_mistakes=0.5"], []),
        ([], ["tier strong=0.5"], []),
    ],
)
def test_thresholds(under: list[str], over: list[str], said: list[str]) -> None:
    gates = [*read_gates(under, under=True), *read_gates(over, under=False)]
    assert missed(gates, hostile()) == said


def test_what_was_not_carried_out_is_told_whatever_the_thresholds() -> None:
    assert undone(hostile().model_copy(update={"jobs": 9}))[0].endswith("of 9 jobs were not done")
    both = [outcome("a", solved=False, ended="crashed"), outcome("b", solved=False, ended="error")]
    assert undone(record(*both)) == ["2 of 2 jobs crashed or could not be carried out"]
    assert undone(record(outcome("a"), outcome("b", solved=False, ended="timeout"))) == []
    assert missed(read_gates(["pass@8=1"], under=False), record(outcome("a"))) == [
        "pass@8: there is nothing to measure"
    ]


@pytest.mark.parametrize("name", ["cost_per_solved", "tokens_per_right", "time_to_green"])
def test_the_price_of_nothing_is_within_no_bound(name: str) -> None:
    gates = read_gates([f"{name}=1000"], under=False)
    unsolved = record(outcome("a", solved=False, claimed=False, cost=50.0, tokens=10))
    assert missed(gates, unsolved) == [f"{name}: there is nothing to measure"]


@pytest.mark.parametrize(
    "text",
    [
        "solved",
        "solved=",
        "solved=high",
        "beauty=0.5",
        "solved=nan",
        "tier serach=1",
        "pass@many=1",
    ],
)
def test_a_threshold_that_cannot_be_read_is_told(text: str) -> None:
    from verdigris.errors import UserError

    with pytest.raises(UserError, match="cannot be read"):
        read_gates([text], under=True)
