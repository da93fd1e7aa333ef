"""The documentation is held to the code: generated parts are current, examples run, names exist."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from doc_blocks import BLOCKS, COMMANDS, ROOT, stored, wanted

from verdigris.cli.main import app
from verdigris.core.events import EVENT
from verdigris.core.result import RunResult
from verdigris.models.resolve import PREFIXES
from verdigris.settings import known_names, load

DOCS = ROOT / "docs"
SHOP_WINDOW = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "AGENTS.md")
_LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)#\s]+)(?:#[^)]*)?\)")
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


@pytest.mark.parametrize("name", BLOCKS)
def test_generated_blocks_are_current(name: str) -> None:
    if name.startswith("help") and version("typer") != _locked("typer"):
        pytest.skip("another version of typer draws its help in another way")
    assert stored(name) == wanted(name), "run `python tests/docs/doc_blocks.py`"


def _locked(package: str) -> str:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    found = re.search(rf"^{package}==(\S+)", lock, re.M)
    assert found
    return found.group(1)


def test_every_command_is_documented() -> None:
    names = {str(each.name or each.callback.__name__) for each in app.registered_commands}  # type: ignore[union-attr]
    for group in app.registered_groups:
        assert group.typer_instance is not None
        for each in group.typer_instance.registered_commands:
            names.add(f"{group.name} {each.name or each.callback.__name__}")  # type: ignore[union-attr]
    assert names == set(COMMANDS) - {""}


def test_the_figures_on_the_first_page_are_those_that_were_measured() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    said = re.search(r"([\d.]+) % turn green, and ([\d.]+) %\s+are right", text)
    kept = json.loads((DOCS / "results" / "held-out-search.json").read_text("utf-8"))
    value = {figure["name"]: figure["value"] for figure in kept["figures"]}
    assert said
    assert said.groups() == (f"{value['solved'] * 100:.1f}", f"{value['right'] * 100:.1f}")
    assert f"Measured on {kept['jobs']} broken projects" in text


def test_every_field_of_the_result_is_documented() -> None:
    text = (DOCS / "commands.md").read_text("utf-8")
    assert [name for name in RunResult.model_fields if f"| `{name}` |" not in text] == []


def test_every_kind_of_event_is_documented() -> None:
    text = (DOCS / "honest-green.md").read_text("utf-8")
    kinds = re.findall(r'"const": "(\w+)"', _json(EVENT.json_schema()))
    assert kinds
    assert [kind for kind in kinds if f"`{kind}`" not in text] == []


def _json(value: object) -> str:
    return json.dumps(value)


def test_every_kind_of_model_is_documented() -> None:
    text = (DOCS / "models.md").read_text("utf-8")
    assert [prefix for prefix in PREFIXES if f"`{prefix}:" not in text] == []


def test_error_sentences_are_those_of_the_code() -> None:
    """The first column of the page's tables of errors, cut at each `…`, stands in the source."""
    sources = [path.read_text("utf-8") for path in (ROOT / "src" / "verdigris").rglob("*.py")]
    # A sentence that is written over two lines of source is one sentence.
    code = re.sub(r'"\s+f?"', "", "\n".join(sources))
    rows = re.findall(r"^\| “(.+?)” \|", (DOCS / "models.md").read_text("utf-8"), re.M)
    assert len(rows) > 10
    parts = [part.strip() for row in rows for part in row.split("…") if len(part.strip()) > 3]
    assert [part for part in parts if part not in code] == []


def test_settings_named_in_the_pages_exist() -> None:
    sections = "|".join(sorted({name.partition(".")[0] for name in known_names()}))
    named = re.compile(rf"`((?:{sections})\.[a-z_]+)`")
    files = {"keys.name", "store.url"}
    for page in (*DOCS.glob("*.md"), *(ROOT / name for name in SHOP_WINDOW)):
        found = set(named.findall(page.read_text("utf-8")))
        modules = {name for name in found if name.endswith(".py") or name in files}
        assert found - modules <= set(known_names()), page.name


def test_the_templates_are_accepted_as_they_stand(tmp_path: Path) -> None:
    (tmp_path / "verdigris.toml").write_bytes((ROOT / "examples/verdigris.toml").read_bytes())
    (tmp_path / ".env").write_bytes((ROOT / "examples/env.example").read_bytes())
    load(tmp_path, environ={"VERDIGRIS_CONFIG": str(tmp_path / "none")})


def test_the_templates_are_accepted_with_every_line_switched_on(tmp_path: Path) -> None:
    for source, target in (("verdigris.toml", "verdigris.toml"), ("env.example", ".env")):
        text = (ROOT / "examples" / source).read_text("utf-8")
        switched_on = re.sub(r"^#(?=[A-Za-z_]+ ?=)", "", text, flags=re.M)
        assert switched_on != text
        (tmp_path / target).write_text(switched_on, "utf-8")
    loaded = load(tmp_path, environ={"VERDIGRIS_CONFIG": str(tmp_path / "none")})
    assert len(loaded.origins) > 15


@pytest.mark.parametrize("name", SHOP_WINDOW)
def test_links_of_the_front_pages_lead_somewhere(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    local = [link for link in _LINK.findall(text) if "://" not in link]
    assert [link for link in local if not (ROOT / link).exists()] == []


def test_python_blocks_of_the_pages_run(tmp_path: Path) -> None:
    for page in ("extending.md",):
        blocks = [b for b in _PYTHON.findall((DOCS / page).read_text("utf-8")) if "--8<--" not in b]
        assert blocks
        for number, block in enumerate(blocks):
            script = tmp_path / f"block{number}.py"
            script.write_text(block, "utf-8")
            _run(sys.executable, str(script))


@pytest.mark.thorough
def test_the_example_ends_green_twice() -> None:
    output = _run(sys.executable, str(ROOT / "examples" / "01_scripted.py"))
    assert "(fast, 3 model calls)" in output
    assert "(recall, 0 model calls)" in output


@pytest.mark.slow
def test_the_pages_build_strictly(tmp_path: Path) -> None:
    _run(sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(tmp_path / "s"))
    page = (tmp_path / "s" / "index.html").read_text("utf-8")
    assert "fonts.googleapis" not in page
    graph = (tmp_path / "s" / "architecture" / "index.html").read_text("utf-8")
    assert "build_graph" in graph


def _run(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
