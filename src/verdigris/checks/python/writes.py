"""Writing outside the project: a call that writes, with a path that leads away or plants a file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from verdigris.checks.python.names import Names
from verdigris.checks.python.scopes import Binding

_WRITING = re.compile(r"[wax+]")
# Where each function takes the path it writes to: position and keyword.
_TARGETS = {
    "builtins.open": (0, "file"), "io.open": (0, "file"), "codecs.open": (0, "filename"),
    "io.FileIO": (0, "file"), "gzip.open": (0, "filename"), "bz2.open": (0, "filename"),
    "lzma.open": (0, "filename"), "zipfile.ZipFile": (0, "file"), "tarfile.open": (0, "name"),
    "os.open": (0, "path"), "os.mkdir": (0, "path"), "os.makedirs": (0, "name"),
    "os.symlink": (1, "dst"), "os.link": (1, "dst"), "os.rename": (1, "dst"),
    "os.replace": (1, "dst"), "os.chmod": (0, "path"), "os.chown": (0, "path"),
    "os.mkfifo": (0, "path"), "os.mknod": (0, "path"),
    "shutil.copy": (1, "dst"), "shutil.copy2": (1, "dst"), "shutil.copyfile": (1, "dst"),
    "shutil.copytree": (1, "dst"), "shutil.make_archive": (0, "base_name"),
    "shutil.unpack_archive": (1, "extract_dir"), "shutil.chown": (0, "path"),
    "logging.FileHandler": (0, "filename"), "sqlite3.connect": (0, "database"),
}  # fmt: skip
_BY_MODE = {
    "builtins.open", "io.open", "codecs.open", "io.FileIO", "gzip.open", "bz2.open", "lzma.open",
    "zipfile.ZipFile", "tarfile.open", "pathlib.Path().open",
}  # fmt: skip
_PATH_METHODS = {
    f"pathlib.Path().{name}"
    for name in (
        "write_text", "write_bytes", "open", "touch", "mkdir", "symlink_to", "hardlink_to", "chmod",
    )
}  # fmt: skip
_AWAY = {
    "os.path.expanduser()", "os.path.expandvars()", "pathlib.Path.home()", "site.getsitepackages()",
    "site.getusersitepackages()", "sysconfig.get_path()", "sysconfig.get_paths()",
}  # fmt: skip
_PATH_FUNCTIONS = {
    "os.path.join", "os.path.normpath", "os.path.abspath", "os.path.realpath", "os.fspath",
    "posixpath.join", "pathlib.Path", "pathlib.PurePath", "pathlib.PurePosixPath", "builtins.str",
}  # fmt: skip
_MOST = 200
"""Expressions that one path is followed through."""
_FINE = re.compile(r"^/(?:tmp|var/tmp|dev/(?:null|stdout|stderr|tty|full|zero|fd/\d+))(?:/|$)")
_ABSOLUTE = re.compile(r"^(?:/|~|[A-Za-z]:[\\/]|\\\\)")
_UPWARDS = re.compile(r"(?:^|[\\/])\.\.(?:[\\/]|$)")
_PLANTED = re.compile(
    r"(?:^|[\\/])(?:sitecustomize\.py|usercustomize\.py|conftest\.py|\.bashrc|\.profile|\.zshrc"
    r"|authorized_keys)$|(?:^|[\\/])(?:\.git[\\/]|\.ssh[\\/])|site-packages|dist-packages|\.pth$"
)


def written_outside(node: ast.Call, names: Names) -> str:
    """Return the name of the function by which this call writes outside; else an empty string."""
    for name in names.names(node.func):
        if name in _TARGETS:
            place, word = _TARGETS[name]
            target = _argument(node, place, word)
        elif name in _PATH_METHODS and isinstance(node.func, ast.Attribute):
            target = node.func.value
        else:
            continue
        if target is None or (name in _BY_MODE and not _writes(node, name, names)):
            continue
        if name == "os.open" and not _opens_to_write(node):
            continue
        if _leads_away(target, names):
            return name
    return ""


def _argument(node: ast.Call, place: int, word: str) -> ast.expr | None:
    if len(node.args) > place and not any(isinstance(a, ast.Starred) for a in node.args):
        return node.args[place]
    return next((each.value for each in node.keywords if each.arg == word), None)


def _writes(node: ast.Call, name: str, names: Names) -> bool:
    mode = _argument(node, 0 if name == "pathlib.Path().open" else 1, "mode")
    if mode is None:
        return False
    text = names.constant(mode)
    # A mode that is not to be seen may be any.
    return not isinstance(text, str) or bool(_WRITING.search(text))


def _opens_to_write(node: ast.Call) -> bool:
    flags = " ".join(
        part.attr
        for arg in node.args[1:]
        for part in ast.walk(arg)
        if isinstance(part, ast.Attribute)
    )
    return any(word in flags for word in ("O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"))


def _leads_away(target: ast.expr, names: Names) -> bool:
    return any(_is_away(part, names) for part in _origins(target, names))


def _origins(node: ast.expr, names: Names) -> Iterator[ast.expr]:
    """Yield the expressions a path is made from, as far as they can be followed."""
    seen: set[int] = set()
    queue = [node]
    while queue and len(seen) < _MOST:
        part = queue.pop(0)
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            queue += _parts(part, names)


def _parts(node: ast.expr, names: Names) -> list[ast.expr]:
    """Return the parts of an expression that say where the path begins."""
    match node:
        case ast.Name():
            scope = names.scopes.of.get(id(node))
            home = scope.find(node.id) if scope else None
            bindings: list[Binding] = home.bindings[node.id] if home else []
            whole = [b.expr for b in bindings[:8] if not b.path and not b.each]
            return [expr for expr in whole if expr is not None]
        case ast.Call(func=func, args=args):
            if names.names(func) & _PATH_FUNCTIONS:
                return args
            return [func.value] if isinstance(func, ast.Attribute) else []
        case ast.BinOp(op=ast.Div(), left=left, right=right):
            return [left, right]  # of paths: an absolute one on the right replaces the left
        case ast.BinOp(left=value) | ast.Attribute(value=value) | ast.Subscript(value=value):
            return [value]
        case ast.JoinedStr(values=[value, *_]) | ast.FormattedValue(value=value):
            return [value]
    return []


def _is_away(node: ast.expr, names: Names) -> bool:
    text = names.constant(node)
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    if isinstance(text, str):
        if _FINE.match(text) and not _UPWARDS.search(text):
            return False
        return bool(_ABSOLUTE.match(text) or _UPWARDS.search(text) or _PLANTED.search(text))
    if isinstance(node, ast.Call):
        if names.names(node.func) & {name.removesuffix("()") for name in _AWAY}:
            return True
        return isinstance(node.func, ast.Attribute) and node.func.attr in ("home", "expanduser")
    return isinstance(node, ast.Subscript) and _is_home_variable(node, names)


def _is_home_variable(node: ast.Subscript, names: Names) -> bool:
    return "os.environ" in names.names(node.value) and names.constant(node.slice) in (
        "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "VIRTUAL_ENV", "APPDATA",
    )  # fmt: skip
