"""See the calls of a few functions while the tests run, whoever makes them and by whatever name.

Standard library only, Python 3.8 and up. A profile function sees frames, so methods, decorated and
imported functions are all the same to it. Arguments are copied at once, before the call can change
them; a call whose arguments are too many or no mere values is passed over.
"""

import copy
import dis
import os
import sys

from verdigris_probe_show import Default, digest
from verdigris_probe_swap import code_of, codes, functions_of, same_file

_LARGEST = 3000  # parts of the arguments of one call
_LOOKS = 2000  # calls of one function that are looked at
_UNREADABLE = (OSError, SyntaxError, ValueError, RecursionError, MemoryError)


class Place:
    """A function that is watched: where its code is, and the calls seen."""

    def __init__(self, key, path, code, constants):
        self.key = key
        self.path = path
        self.code = code
        self.constants = constants
        starts = [i.offset for i in dis.get_instructions(code) if i.opname == "RESUME"]
        self.entry = max(starts[0] if starts else -1, 0)
        self.calls = {}
        """Digest of the arguments to them, and which tests made the call."""
        self.looks = 0
        self.uncopied = 0
        self.space = None
        """The globals of the function that was called."""
        self._defaults = None

    def is_entry(self, frame):
        """Whether a function begins here; of a generator every step is a call."""
        return frame.f_lasti <= self.entry

    def defaults(self, frame):
        """Return what the parameters of the function that is called default to, by name."""
        if self._defaults is None:
            own = [one for one in self._living() if one.__code__ is frame.f_code]
            plain = own[0].__defaults__ or () if len(own) == 1 else ()
            names = self.code.co_varnames[: self.code.co_argcount]
            self._defaults = dict(zip(names[len(names) - len(plain) :], plain))
            self._defaults.update(own[0].__kwdefaults__ or {} if len(own) == 1 else {})
        return self._defaults

    def _living(self):
        return functions_of(self.path).get((self.code.co_name, self.code.co_firstlineno), [])

    def target(self):
        """Return the one living function that was watched, or None and why there is none."""
        if not self.calls:
            return None, "its arguments cannot be copied" if self.uncopied else "no test calls it"
        own = [function for function in self._living() if function.__globals__ is self.space]
        if len(own) != 1:
            return None, "it is made anew while the tests run" if own else "it is gone"
        return own[0], ""


class Watch:
    def __init__(self, job):
        self.test = ""
        """Which one is running."""
        self.files = {}
        """Path to its real path, its text and its code objects."""
        self.places = []
        self.notes = {}
        """Functions that cannot be watched, and why."""
        self._most = job["calls"]
        self._failing = {_plain(test) for test in job["failing"]}
        self._depth = 0
        self._by_name = {}
        for key, path, dotted in job["places"]:
            place = self._place(job, key, path, dotted)
            if place is not None:
                self.places.append(place)
                self._by_name.setdefault(place.code.co_name, []).append(place)

    def _place(self, job, key, path, dotted):
        where = os.path.realpath(os.path.join(job["root"], path))
        try:
            if path not in self.files:
                with open(where, encoding="utf-8", newline="") as file:
                    text = file.read()
                self.files[path] = (where, text, codes(text, where))
            code = code_of(self.files[path][2], dotted)
        except _UNREADABLE as error:
            self.notes[key] = "its file cannot be read: %s" % type(error).__name__
            return None
        if code is None:
            self.notes[key] = "it is not in the file"
            return None
        return Place(key, where, code, _constants(job["versions"], path, dotted))

    def start(self):
        self._depth = 0
        if self.places:
            sys.setprofile(self._seen)

    def stop(self):
        if sys.getprofile() == self._seen:
            sys.setprofile(None)

    def _seen(self, frame, event, arg):
        code = frame.f_code
        if code.co_name not in self._by_name or event not in ("call", "return"):
            return
        for place in self._by_name[code.co_name]:
            here = code.co_firstlineno == place.code.co_firstlineno
            if here and same_file(code.co_filename, place.path):
                if event == "return":
                    self._depth = max(self._depth - 1, 0)
                    return
                self._depth += 1
                # The outermost call only: what it calls in turn is the version's own business.
                if self._depth == 1 and place.is_entry(frame):
                    self._record(place, frame)
                return

    def _record(self, place, frame):
        failing = _plain(self.test) in self._failing
        kept = [call for call in place.calls.values() if call["failing"] == failing]
        place.looks += 1
        if len(kept) >= self._most or place.looks > _LOOKS:
            return
        code, values = frame.f_code, frame.f_locals
        count = code.co_argcount + code.co_kwonlyargcount
        count += bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)  # *args and **kwargs
        try:
            names = code.co_varnames[:count]
            if _size([values[name] for name in names]) >= _LARGEST:
                raise ValueError("too large")
            usual = place.defaults(frame)
            omitted = [name in usual and values[name] is usual[name] for name in names]
            args = [copy.deepcopy(values[name]) for name in names]
            args = [Default(arg) if left else arg for left, arg in zip(omitted, args)]
            key = digest(args)
        except Exception:  # of the project's making, or a value that is no mere value
            place.uncopied += 1
            return
        place.space = frame.f_globals
        call = place.calls.setdefault(key, {"args": args, "failing": False, "passing": False})
        call["failing" if failing else "passing"] = True


def _plain(test):
    """Return the id of a test in a way that pytest and unittest agree on."""
    return test.replace(".py::", ".").replace("::", ".").replace("/", ".")


def _constants(versions, path, dotted):
    """Return the constants that any version of a function mentions: limits are near them."""
    found = {}
    for version in versions:
        try:
            code = code_of(codes(version[path], path), dotted) if path in version else None
        except _UNREADABLE:
            continue
        for const in code.co_consts if code is not None else ():
            if type(const) in (int, float) or (type(const) is str and len(const) < 30):
                found.setdefault(repr(const), const)
    return list(found.values())[:12]


def _size(value):
    """Count the parts of a value, as far as it matters."""
    waiting, count = [value], 0
    while waiting and count < _LARGEST:
        one = waiting.pop()
        count += 1
        if isinstance(one, (list, tuple, set, frozenset)):
            waiting.extend(list(one)[:_LARGEST])
        elif isinstance(one, dict):
            waiting.extend(list(one.values())[:_LARGEST])
        elif isinstance(one, (str, bytes)):
            count += len(one) // 100
        elif hasattr(one, "__dict__") and not isinstance(one, type) and not callable(one):
            waiting.extend(vars(one).values())
    return count
