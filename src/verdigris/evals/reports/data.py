"""Results for programs: JSON, CSV and JUnit XML. What tasks and models said stays plain text."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any
from xml.etree import ElementTree

from verdigris.core.text import one_line, tidy
from verdigris.evals.figures.metrics import summarise
from verdigris.evals.keeping import Record
from verdigris.evals.outcome import Outcome
from verdigris.evals.tasks.labels import Marks

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
COLUMNS = (
    "task", "run", "position", "kind", "family", "size", "difficulty", "expect", "verdict",
    "ended", "claimed", "solved", "right", "iterations", "seconds", "tokens_in", "tokens_out",
    "cost", "tier", "candidates", "first_green", "answers", "unusable", "misses", "repeated",
    "labels", "missed", "false_alarms", "lines", "reason",
)  # fmt: skip


def as_json(record: Record) -> str:
    """Return the figures, the plan, the machine and a row a job; not the stories of the jobs."""
    return json.dumps(
        {
            "id": record.id,
            "suite": record.suite,
            "entrant": record.plan.label,
            "plan": record.plan.model_dump(mode="json"),
            "machine": record.machine.model_dump(mode="json"),
            "started_at": record.started_at,
            "seconds": round(record.seconds, 2),
            "jobs": record.jobs,
            "cached": record.cached,
            "stopped": record.stopped,
            "summary": summarise(record.outcomes).model_dump(mode="json"),
            "outcomes": [row(one) for one in record.outcomes],
        },
        indent=2,
    )


def row(one: Outcome) -> dict[str, Any]:
    told, use, marks = one.told, one.told.use, one.judged.marks or Marks()
    return {
        "task": one.task, "run": one.run, "position": one.position, "kind": one.kind,
        "family": one.family, "size": one.size, "difficulty": one.difficulty,
        "expect": one.expect, "verdict": one.verdict, "ended": one.ended, "claimed": one.claimed,
        "solved": one.solved, "right": one.judged.right, "iterations": told.iterations,
        "seconds": round(one.seconds, 3), "tokens_in": use.tokens_in,
        "tokens_out": use.tokens_out, "cost": use.cost, "tier": told.tier,
        "candidates": told.candidates, "first_green": told.first_green, "answers": told.answers,
        "unusable": told.unusable, "misses": told.misses, "repeated": told.repeated,
        "labels": marks.labels, "missed": [tidy(label.place) for label in marks.missed],
        "false_alarms": [tidy(str(finding)) for finding in marks.false_alarms],
        "lines": marks.lines, "reason": why(one),
    }  # fmt: skip


def why(one: Outcome) -> str:
    """Return in one line why a job came out as it did."""
    said = one.error.partition("\n")[0]
    if not said and (one.claimed or one.kind == "audit"):
        said = "; ".join(one.judged.reasons) or one.judged.hidden
    return one_line(tidy(said or one.told.reason), 300)


def story(one: Outcome) -> str:
    """Return why, with all that an audit missed and all that it raised in vain, a line each."""
    marks = one.judged.marks
    reasons = one.judged.reasons if marks and one.ended == "finished" else ()
    return tidy("\n".join(reasons)) or why(one)


def as_csv(record: Record) -> str:
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    table.writeheader()
    for one in record.outcomes:
        table.writerow({name: _cell(value) for name, value in row(one).items()})
    return out.getvalue()


def _cell(value: object) -> object:
    """Keep a spreadsheet from taking a stranger's text for a formula."""
    if isinstance(value, list):
        value = "; ".join(value)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


def as_junit(record: Record) -> str:
    """Return JUnit XML: a test case a job, failed where it did not come out as it should."""
    wrong = [one for one in record.outcomes if not one.good]
    errors = [one for one in wrong if one.ended != "finished"]
    suite = ElementTree.Element(
        "testsuite",
        name=_plain(f"{record.suite}: {record.plan.label}"),
        tests=str(len(record.outcomes)),
        failures=str(len(wrong) - len(errors)),
        errors=str(len(errors)),
        time=f"{sum(one.wall_seconds for one in record.outcomes):.3f}",
    )
    for one in record.outcomes:
        name = one.task if record.plan.runs == 1 else f"{one.task} run {one.run}"
        case = ElementTree.SubElement(
            suite, "testcase", classname=_plain(f"{record.suite}.{one.family}"), name=_plain(name),
            time=f"{one.seconds:.3f}",
        )  # fmt: skip
        if not one.good:
            kind = "failure" if one.ended == "finished" else "error"
            fault = ElementTree.SubElement(case, kind, message=_plain(one.verdict))
            fault.text = _plain(story(one))
    body = ElementTree.tostring(suite, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _plain(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)
