"""The direction of imports, at any nesting depth, and what an import costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import verdigris

ROOT = Path(verdigris.__file__).parent
LAYERS = (
    {"__main__"},
    {"cli", "server"},
    {"evals"},
    {"agent"},
    {"engine"},
    {"steps"},
    {
        "building",
        "languages",
        "proposers",
        "repair",
        "retrieval",
        "memory",
        "checks",
        "edits",
        "suites",
        "sandbox",
        "models",
        "prompts",
        "telemetry",
        "store",
        "graph",
        "vectors",
    },
    {"settings"},
    {"core", "errors"},
)
"""Highest first. A part may import parts of lower layers, and its own."""
SIBLINGS = {
    ("building", "checks"),
    ("building", "edits"),
    ("building", "languages"),
    ("building", "models"),
    ("building", "prompts"),
    ("building", "suites"),
    ("languages", "edits"),
    ("graph", "store"),
    ("memory", "graph"),
    ("memory", "store"),
    ("memory", "vectors"),
    ("proposers", "edits"),
    ("proposers", "models"),
    ("proposers", "prompts"),
    ("proposers", "repair"),
    ("proposers", "retrieval"),
    ("repair", "retrieval"),
    ("suites", "sandbox"),
    ("telemetry", "graph"),
    ("telemetry", "store"),
    ("vectors", "models"),
    ("vectors", "store"),
}
"""The only edges inside one layer."""
DOORS = {"__init__", "testing"}
"""Public doors: they gather names from everywhere and nothing inside imports them."""
FOREIGN = (ROOT / "suites" / "plugin", ROOT / "evals" / "suites")
"""Loaded into the project's interpreter, and tasks to be mended; no parts of the package."""
MAY_TOUCH_THE_ENVIRONMENT = {
    "settings/loading.py",
    "settings/machine.py",
    "models/local/serving.py",  # sets variables for the library in the engine's own process
    "models/local/fetch.py",  # hands the environment on to pip
}
INPUT_AND_OUTPUT = {
    "asyncio",
    "glob",
    "http",
    "httpx",
    "io",
    "multiprocessing",
    "os",
    "pathlib",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "threading",
    "urllib",
}


@cache
def sources() -> tuple[Path, ...]:
    return tuple(
        path
        for path in sorted(ROOT.rglob("*.py"))
        if not any(path.is_relative_to(folder) for folder in FOREIGN)
    )


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Yield every module that a file imports, also inside functions, with the line."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def part(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def layer(name: str) -> int:
    return next(number for number, names in enumerate(LAYERS) if name in names)


def own_edges() -> Iterator[tuple[str, str, str]]:
    for path in sources():
        for module, line in imports(path):
            package, _, rest = module.partition(".")
            target = rest.partition(".")[0]
            if package == "verdigris" and target != "__version__":
                yield part(path), target, f"{path.relative_to(ROOT)}:{line}"


def test_every_part_has_its_layer() -> None:
    placed = set().union(*LAYERS) | DOORS
    assert {part(path) for path in sources()} <= placed


def test_imports_point_one_way() -> None:
    wrong = [
        f"{where}: {source} imports {target}"
        for source, target, where in own_edges()
        if source not in DOORS
        and source != target
        and (target in DOORS or layer(source) >= layer(target))
        and (source, target) not in SIBLINGS
    ]
    assert not wrong


def test_the_list_of_edges_inside_a_layer_is_up_to_date() -> None:
    used = {(source, target) for source, target, _ in own_edges()}
    assert used >= SIBLINGS


def test_core_does_no_input_or_output() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {module}"
        for path in sources()
        if part(path) == "core"
        for module, line in imports(path)
        if module.partition(".")[0] in INPUT_AND_OUTPUT
    ]
    assert not found


def test_only_settings_read_the_environment() -> None:
    found = set()
    for path in sources():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Attribute) and node.attr in ("environ", "environb", "getenv"):
                found.add(path.relative_to(ROOT).as_posix())
    assert found == MAY_TOUCH_THE_ENVIRONMENT


def loaded_by(code: str) -> set[str]:
    """Return the modules that a fresh interpreter holds after running some code."""
    script = f"import sys\n{code}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


HEAVY = {
    "pydantic",
    "langgraph",
    "langchain_core",
    "sqlalchemy",
    "rich.live",
    "httpx",
    "pydantic_ai",
    "libcst",
    "alembic",
    "jinja2",
}
HELP = """\
from verdigris.cli.main import app
sys.argv = ["verdigris", *{words!r}]
try:
    app()
except SystemExit as left:
    assert left.code == 0, left.code
"""


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        pytest.param("import verdigris", HEAVY, id="import verdigris"),
        pytest.param(HELP.format(words=["--help"]), HEAVY, id="verdigris --help"),
        pytest.param(HELP.format(words=["--version"]), HEAVY, id="verdigris --version"),
        # Typer itself asks pydantic about the types of a command's options.
        pytest.param(HELP.format(words=["fix", "--help"]), HEAVY - {"pydantic"}, id="fix --help"),
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(code: str, heavy: set[str]) -> None:
    assert not heavy & loaded_by(code)


def test_importing_the_package_prints_nothing_and_reads_no_file(tmp_path: Path) -> None:
    (tmp_path / "verdigris.toml").write_text("this is not TOML")
    done = subprocess.run(
        [
            sys.executable,
            "-W",
            "error",
            "-c",
            "import verdigris; verdigris.Settings, verdigris.Agent",
        ],
        cwd=tmp_path,
        env={},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["verdigris.toml"]
