"""Further inputs, made from those that were seen: a little more, a little less, turned round.

Standard library only, Python 3.8 and up. Nothing is drawn by lot: the same calls give the same
inputs. Those that break a rule which all the calls kept (never negative, always in order) are
marked: what a function does with them says less about it.
"""

import contextlib
import copy
import itertools

from verdigris_probe_show import Default, digest

_COMPARED = (int, float, str, list, dict, set)
_ITEMS = 3  # elements of a container that are varied
_ATTRIBUTES = 6
_PER_VALUE = 24


class Input:
    """The arguments of one call to be made."""

    def __init__(self, call, args, how="seen", arg=-1, odd=False, also=None):
        self.call = call
        self.also = call if also is None else also
        """Another call that the argument which differs was taken from."""
        self.args = args
        self.how = how
        self.arg = arg
        """Which argument differs from the call's own; -1 for none."""
        self.odd = odd
        """Whether it breaks a rule that all the calls seen kept."""


def inputs(calls, constants, most):
    """Return the calls themselves, then variants of each, in turns; `most` in all.

    `calls` are lists of arguments, `constants` values that the code compares with.
    """
    found = [Input(number, args) for number, args in enumerate(calls)]
    known = {digest(args) for args in calls}
    orders = _orders(calls)
    turns = [_variants(number, args, calls, constants) for number, args in enumerate(calls)]
    while turns and len(found) < most:
        for turn in list(turns):
            one = next(turn, None)
            if one is None:
                turns.remove(turn)
            elif digest(one.args) not in known:
                known.add(digest(one.args))
                one.odd = one.odd or any(_breaks(order, one.args) for order in orders)
                found.append(one)
    return found[:most]


def _orders(calls):
    """Return the pairs of arguments of which the first was never greater than the second."""
    if len(calls) < 2:
        return []
    places = range(min(map(len, calls)))
    pairs = [(i, j) for i in places for j in places if i != j]
    return [pair for pair in pairs if not any(_breaks(pair, args) for args in calls)]


def _breaks(order, args):
    first, second = args[order[0]], args[order[1]]
    numbers = type(first) in (int, float) and type(second) in (int, float)
    return numbers and first > second


def _variants(number, args, calls, constants):
    """Yield variants of one call, one argument at a time, the arguments in turns."""
    per_argument = [_of_argument(i, args, calls, constants) for i in range(len(args))]
    for row in itertools.zip_longest(*per_argument):
        for one in row:
            if one is not None:
                how, arg, value, odd = one
                also = next((n for n, call in enumerate(calls) if _has(call, arg, value)), None)
                yield Input(number, [*args[:arg], value, *args[arg + 1 :]], how, arg, odd, also)


def _has(call, arg, value):
    return len(call) > arg and call[arg] is value


def _of_argument(i, args, calls, constants):
    seen = [call[i] for call in calls if len(call) > i]
    kept = [rule for rule in _RULES if all(_keeps(rule, value) for value in seen)]
    pools = [varied(args[i]), _from_elsewhere(i, args, seen, constants)]
    mixed = itertools.chain.from_iterable(itertools.zip_longest(*pools))
    for one in itertools.islice((one for one in mixed if one is not None), _PER_VALUE):
        how, value = one
        yield how, i, value, not all(_keeps(rule, value) for rule in kept)


def _from_elsewhere(i, args, seen, constants):
    """Yield values for an argument from the other arguments, the code and the other calls."""
    kind = type(args[i])
    for j, other in enumerate(args):
        if j != i and type(other) is kind and kind in _COMPARED:
            yield "equal to another", other
            if kind is int:
                yield "just above another", other + 1
                yield "just below another", other - 1
            elif kind is dict and args[i]:
                yield "keys of another", dict.fromkeys(other, next(iter(args[i].values())))
    for constant in constants:
        if kind is str and type(constant) is int and _is_number(args[i]):
            yield "a constant of the code", str(constant)
            yield "above a constant of the code", str(constant + 1)
        elif type(constant) is kind and kind in (int, float, str):
            yield "a constant of the code", constant
            if kind is int:
                yield "above a constant of the code", constant + 1
                yield "below a constant of the code", constant - 1
    for other in seen[:6]:
        if other is not args[i] and type(other) is kind:
            yield "from another call", other


def varied(value, depth=2):
    """Yield what it is called and a new value, for values that are like the one given."""
    kind = type(value)
    if kind is Default:
        yield "given", value.value
        yield from varied(value.value, depth)
    elif kind is bool:
        yield "flipped", not value
    elif kind in (int, float):
        yield from _numbers(value)
    elif kind in (str, bytes):
        yield from _texts(value)
    elif kind in (list, tuple):
        inside = _inside(list(value), kind, range(len(value)), depth)
        if len({type(item) for item in value}) > 1:  # a record: each element has its own meaning
            yield from inside
            return
        for pair in itertools.zip_longest(_sequences(value), inside):
            yield from (one for one in pair if one is not None)
    elif kind in (set, frozenset):
        yield "empty", kind()
        yield "one less", kind(list(value)[1:])
    elif kind is dict:
        yield "empty", {}
        yield "one less", dict(list(value.items())[:-1])
        yield "one only", dict(list(value.items())[:1])
        yield from _inside(value, dict, list(value), depth)
    elif hasattr(value, "__dict__") and not isinstance(value, type) and not callable(value):
        yield from _attributes(value, depth)


def _numbers(value):
    one = type(value)(1)
    yield "plus one", value + one
    yield "minus one", value - one
    yield "zero", value - value
    yield "negated", -value
    yield "doubled", value * 2
    yield "large", value * 10 + 7
    yield "one", one
    if type(value) is float:
        yield "plus a half", value + 0.5


def _texts(value):
    if isinstance(value, str) and _is_number(value):
        yield from ((how, str(number)) for how, number in _numbers(int(value)))
    empty, blank = value[:0], b" " if isinstance(value, bytes) else " "
    yield "empty", empty
    yield "reversed", value[::-1]
    yield "doubled", value + value
    yield "other case", value.swapcase()
    yield "one less", value[:-1]
    yield "the rest", value[1:]
    yield "one only", value[:1]
    yield "between blanks", blank + value + blank
    yield "in two", value[: len(value) // 2] + blank + value[len(value) // 2 :]


def _is_number(text):
    return len(text) < 20 and text.lstrip("-").isdecimal() and text.isascii()


def _sequences(value):
    kind, items = type(value), list(value)
    yield "empty", kind()
    yield "reversed", kind(items[::-1])
    yield "one only", kind(items[:1])
    yield "one less", kind(items[:-1])
    yield "doubled", kind(items + items)
    yield "rotated", kind(items[1:] + items[:1])
    yield "the rest", kind(items[1:])
    yield "the first again", kind(items + items[:1])
    with contextlib.suppress(Exception):  # elements of different kinds, or of the project's own
        yield "in order", kind(sorted(items))


def _inside(value, kind, keys, depth):
    """Yield copies of a container in which one element is another."""
    if depth <= 0:
        return
    for key, how, element in _in_turns({key: value[key] for key in list(keys)[:_ITEMS]}, depth):
        changed = copy.copy(value)
        changed[key] = element
        yield "inside: %s" % how, changed if kind is dict else kind(changed)


def _attributes(value, depth):
    """Yield copies of an object in which one attribute is another."""
    if depth <= 0:
        return
    names = sorted(vars(value))[:_ATTRIBUTES]
    for name, how, attribute in _in_turns({name: vars(value)[name] for name in names}, depth):
        changed = copy.copy(value)
        vars(changed)[name] = attribute
        yield "%s %s" % (name, how), changed


def _in_turns(values, depth):
    """Yield key, how and a new value: the first variant of each, then the second of each."""
    keys = list(values)
    for row in itertools.zip_longest(*(varied(values[key], depth - 1) for key in keys)):
        for key, one in zip(keys, row):
            if one is not None:
                yield key, one[0], one[1]


def _keeps(rule, value):
    try:
        return bool(rule(value))
    except Exception:  # not a value that the rule is about
        return True


_RULES = (
    lambda value: value >= 0 if type(value) in (int, float) else True,
    lambda value: value != 0 if type(value) in (int, float) else True,
    lambda value: len(value) > 0,
    lambda value: list(value) == sorted(value) if type(value) in (list, tuple) else True,
    lambda value: min(value) >= 0 if type(value) in (list, tuple) else True,
    lambda value: len(set(value)) == len(value) if type(value) in (list, tuple) else True,
    lambda value: value == value.lower(),
)
"""Tried on every argument of every call; those that all of them keep are the domain."""
