"""Runs a few tests of our own through pytest, in the worker, before the project is there.

Standard library and pytest only, Python 3.8 and up. What a first test costs is mostly pytest
itself: modules imported when first needed, caches filled, bytecode tuned. Done here once, every
fork inherits it. The session has its own folder, its own options and no plugins but pytest's.
"""

import contextlib
import gc
import inspect
import io
import os
import sys
import tempfile

import pytest

_NAME = "test_verdigris_warm_up"
_TESTS = """
import pytest

class TestNumbers:
    @pytest.fixture
    def number(self, request):
        return 1

    @pytest.mark.parametrize("n", range(12))
    def test_equal(self, number, n):
        assert number == (n % 2)

def helper(n):
    return {"n": n}["m"] if n else [1, 2] == [2, 1]

@pytest.mark.parametrize("n", range(6))
def test_deep(n, tmp_path, capsys, monkeypatch):
    print("said")
    assert "some text" in "other text" if n % 3 == 2 else helper(n % 3)

def test_raises():
    with pytest.raises(ValueError, match="no"):
        raise ValueError("no")

@pytest.mark.skip(reason="skipped")
def test_skipped():
    pass

@pytest.mark.xfail
def test_expected():
    assert [1, 2, 3] == [1, 2, 4]
"""


def warm_up():
    """Run the tests above. Whatever comes of it, the project's own run goes on."""
    before = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("PYTEST_")}
    modules, path = set(sys.modules), list(sys.path)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    quiet = io.StringIO()
    try:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, _NAME + ".py"), "w") as file:
                file.write(_TESTS)
            with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
                pytest.main(
                    ["-c", os.devnull, "--rootdir", folder, "-p", "no:cacheprovider",
                     "--basetemp", os.path.join(folder, "tmp"), folder]
                )  # fmt: skip
    except Exception:
        pass
    finally:
        del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
        os.environ.update(before)
        sys.path[:] = path
        for name in set(sys.modules) - modules:
            if name.startswith(_NAME):
                del sys.modules[name]


def settle_down():
    """Make a level ready to be forked many times."""
    # Fills a cache that every traceback in every child would have to fill again.
    inspect.getmodule(settle_down.__code__)
    gc.collect()
    gc.freeze()  # or the first collection in every child would copy the whole heap
