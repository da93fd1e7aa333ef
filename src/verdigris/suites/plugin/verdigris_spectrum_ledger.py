"""What is seen of each test, and where it is put: records as JSON lines, and a trail in memory.

Standard library only, Python 3.8 and up. The trail is a file mapped into memory: whatever ends the
process, the lines that the running test had reached are in it. Records, one a line:

    file    number, path              the first time a file is seen
    start   id
    test    id, lines {number: "1-5,8"}, loading {…}, types [[number, line, name, variable, type]]
    note    text                      why nothing more is seen
"""

import mmap
import struct

from verdigris_common import Records, inside

_PAIR = struct.Struct("<II")
_COUNT = struct.Struct("<I")
_HEAD = 8
_MOST_NAMES = 40
_MOST_TYPES = 4
_MOST_FUNCTIONS = 2000
_MOST_ATTRIBUTES = 20
_MOST_FILES = 20000
_LONGEST = 80
_name_of_type = type.__dict__["__name__"].__get__  # whatever a metaclass makes of `__name__`


class File:
    __slots__ = ("lines", "loading", "number")

    def __init__(self, number):
        self.number = number
        self.lines = set()
        """Of functions, run by the test at hand or since the last one."""
        self.loading = set()
        """Of the module itself and of the bodies of its classes."""


class Ledger:
    def __init__(self, path, trail, root):
        self._write = Records(path).write
        self._trail = _mapped(trail)
        self._most = len(self._trail) // _PAIR.size - 1 if self._trail is not None else 0
        self._marks = 0
        self._root = root
        self._files = {}
        self._numbers = 0
        self._types = {}
        self._new_types = []
        self.test = 0
        """Counts the tests; what was seen during another one is seen anew."""

    def file(self, name):
        """Return what is known of a file of the project, None for any other."""
        try:
            return self._files[name]
        except KeyError:
            pass
        usable = name.endswith(".py") and self._numbers < _MOST_FILES
        path = inside(name, self._root) if usable else None
        file = None
        if path is not None:
            file = File(self._numbers)
            self._numbers += 1
            self._write(kind="file", number=file.number, path=path)
        self._files[name] = file
        return file

    def mark(self, number, line):
        """Leave a line on the trail, at once."""
        if self._marks < self._most:
            _PAIR.pack_into(self._trail, _HEAD + self._marks * _PAIR.size, number, line)
            self._marks += 1
            _COUNT.pack_into(self._trail, 0, self._marks)

    def begin(self, test_id):
        """Begin a test; what was seen before it belongs to none."""
        self._close(None)
        self._write(kind="start", id=test_id)

    def end(self, test_id):
        self._close(test_id)

    def note(self, text):
        self._write(kind="note", text=text)

    def _close(self, test_id):
        lines, loading = {}, {}
        for file in [file for file in self._files.values() if file is not None]:
            for seen, told in ((file.lines, lines), (file.loading, loading)):
                if seen:
                    told[file.number] = _ranges(seen)
                    seen.clear()
        if lines or loading or test_id is not None:
            types = self._new_types
            self._write(kind="test", id=test_id, lines=lines, loading=loading, types=types)
        self._new_types = []
        self._marks = 0
        if self._trail is not None:
            _COUNT.pack_into(self._trail, 0, 0)
        self.test += 1

    def names(self, file, code, found):
        """Note the types of a call's variables, and of what its object holds."""
        kept = self._of(file, code)
        for name, value in list(found.items())[:_MOST_NAMES]:
            self._add(kept, file, code, name, value)
            if name == "self":
                try:
                    held = object.__getattribute__(value, "__dict__")
                except AttributeError:
                    continue
                if type(held) is dict:
                    for attribute, inner in list(held.items())[:_MOST_ATTRIBUTES]:
                        if type(attribute) is str:
                            self._add(kept, file, code, "self." + attribute, inner)

    def returned(self, file, code, value):
        self._add(self._of(file, code), file, code, "return", value)

    def _of(self, file, code):
        key = (file.number, code.co_firstlineno, code.co_name)
        kept = self._types.get(key)
        if kept is None:
            kept = {}
            if len(self._types) < _MOST_FUNCTIONS and not code.co_name.startswith("<"):
                self._types[key] = kept
        return kept

    def _add(self, kept, file, code, name, value):
        kind = _name_of_type(type(value))
        seen = kept.setdefault(name, [])
        if kind in seen or len(seen) >= _MOST_TYPES or len(kept) > 3 * _MOST_NAMES:
            return
        seen.append(kind)
        # pytest keeps what its assertions compare in variables that no source could name.
        if len(name) <= _LONGEST and not name.startswith("@") and not code.co_name.startswith("<"):
            place = [file.number, code.co_firstlineno, code.co_name[:_LONGEST]]
            self._new_types.append([*place, name, kind[:_LONGEST]])


def _mapped(path):
    try:
        with open(path, "r+b") as file:
            return mmap.mmap(file.fileno(), 0)
    except (OSError, ValueError):
        return None  # then what a crash cuts short is lost, and nothing else


def _ranges(lines):
    """Return line numbers as `1-5,8`."""
    found = []
    for line in sorted(lines):
        if found and line == found[-1][1] + 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return ",".join("%d-%d" % (a, b) if b > a else "%d" % a for a, b in found)
