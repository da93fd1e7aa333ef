"""Python imports this when it starts: it gets unittest's reporter ready, then steps aside.

unittest has no variable that names a plugin, so this is how its tests are seen however they are
started: by `python -m unittest`, by a script, by `manage.py test`, by `make test`. Nothing is
patched before the project imports unittest. The sitecustomize that would have been imported without
us is imported as well. Standard library only, Python 3.8 and up.
"""

import os
import sys
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import module_from_spec

_HERE = os.path.realpath(os.path.dirname(__file__))


class _Ours:
    """Finds our own modules here and nowhere else: a project may hold files of the same names."""

    def find_spec(self, name, path=None, target=None):
        ours = name.startswith("verdigris_") and path is None
        return PathFinder.find_spec(name, [_HERE]) if ours else None


class _WaitForUnittest:
    def find_spec(self, name, path=None, target=None):
        if name != "unittest.suite":
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(name, path)
        load = spec.loader.exec_module

        def load_and_watch(module):
            load(module)
            import verdigris_unittest

            verdigris_unittest.watch(module)
            for plugin in os.environ.pop("VERDIGRIS_PLUGINS", "").split():
                import_module(plugin).watch(module)

        spec.loader.exec_module = load_and_watch
        return spec


def _import_the_other():
    others = [place for place in sys.path if place and os.path.realpath(place) != _HERE]
    spec = PathFinder.find_spec(__name__, others)
    if spec is not None and spec.loader is not None:
        module = module_from_spec(spec)
        sys.modules[__name__] = module
        spec.loader.exec_module(module)


if "VERDIGRIS_ROOT" in os.environ:
    sys.meta_path.insert(0, _Ours())
if "VERDIGRIS_REPORT" in os.environ:
    sys.meta_path.insert(0, _WaitForUnittest())
_import_the_other()
