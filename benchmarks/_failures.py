"""Failures by the hundred thousand, no two alike: kinds of error, messages, names, files and code
drawn from lists and put together, the same ones every time. For `memory.py`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from verdigris.core.change import Change, FileEdit
from verdigris.core.lesson import Card
from verdigris.core.signature import Signature, normalise

_NOUNS = """
account address agenda album alarm archive article asset badge balance bank basket batch bill
board booking bracket branch budget buffer bundle button cache calendar campaign card carrier
cart catalogue cell chain channel chapter chart check city claim class client clock cluster code
colour column comment company contact contract coordinate copy counter country coupon course
cursor customer dashboard date deadline debt decimal deck delivery deposit device diary digest
dimension discount document domain draft driver edge edition editor employee encoder engine
entry envelope episode event exam exchange exercise export factor family feature feed field
figure filter flag fleet flight folder font forecast form frame freight gallery game garden gate
graph grid group guest handler hash header heap history holiday host hotel icon image index
ingredient interval inventory invoice island item job journal journey key keyword label lane
language layer league ledger length lesson level library licence limit line link list loan
location lock log lottery machine mail map market mask match matrix meal measure member memo
menu merchant message meter mile mirror mixture module money monitor month movie name network
node note notice number object offer office option order outline owner package page palette
parcel parser partner passenger password path patient pattern payment period permit phase phone
photo pixel plan planet plate player playlist point policy poll port portion post prefix price
printer prize product profile project promotion property proxy quarter query question queue
quota quote rate ratio reader receipt recipe record refund region rental report request
reservation resource review reward road role room rota route row rule salary sample scale
schedule schema score screen season seat section segment sensor series session shape shelf shift
ship shop signal size sketch slot snapshot socket song source speed sprint stack stage stamp
station status step stock stop storage street student subject suffix summary supplier survey
switch symbol table tag target task tax team template tenant term ticket tide timeline title
toggle token tool topic tour tower track trade train transfer trip unit update upload user
vaccine value vector vehicle vendor version video view visit voucher vote wage wallet warehouse
water weather week weight window winner word worker zone
"""
NOUNS = _NOUNS.split()
_VERBS = """
add allocate apply approve archive assign attach balance book build cancel check claim clean
close collect combine compare compress convert copy count decode deliver describe detach draw
encode estimate expand export extract fetch fill filter find flatten fold format freeze generate
group import insert invert issue join label list load lock locate match measure merge move
normalise notify open order pack pad parse pay pick plan print publish rank read rebuild reduce
refund register release remove rename render repeat replace reserve reset resolve restore return
reverse rotate round schedule search select send settle shift show shuffle sign skip slice sort
split start stop store strip submit subtract sum swap sync tally total trim truncate undo unpack
update validate verify weigh wrap write
"""
VERBS = _VERBS.split()
FAULTS = (
    ("IndexError", "list index out of range"),
    ("IndexError", "string index out of range"),
    ("IndexError", "pop from empty list"),
    ("KeyError", "'{noun}_{other}'"),
    ("KeyError", "{number}"),
    ("TypeError", "unsupported operand type(s) for +: 'int' and 'str'"),
    ("TypeError", "unsupported operand type(s) for -: 'str' and '{Noun}'"),
    ("TypeError", "'NoneType' object is not subscriptable"),
    ("TypeError", "'NoneType' object is not iterable"),
    ("TypeError", "'{Noun}' object is not callable"),
    ("TypeError", "{verb}_{noun}() missing 1 required positional argument: '{other}'"),
    ("TypeError", "{verb}_{noun}() got an unexpected keyword argument '{other}'"),
    ("TypeError", "'<' not supported between instances of 'NoneType' and 'int'"),
    ("TypeError", "unhashable type: 'list'"),
    ("TypeError", 'can only concatenate str (not "int") to str'),
    ("AttributeError", "'NoneType' object has no attribute '{noun}'"),
    ("AttributeError", "'{Noun}' object has no attribute '{other}'. Did you mean: '{noun}'?"),
    ("AttributeError", "module '{noun}s.{other}' has no attribute '{verb}_{noun}'"),
    ("ValueError", "not enough values to unpack (expected 2, got {number})"),
    ("ValueError", "invalid literal for int() with base 10: '{noun}'"),
    ("ValueError", "{noun} must be between 0 and {number}"),
    ("ValueError", "unknown {noun}: {other}"),
    ("ValueError", "time data '{number}' does not match format '%Y-%m-%d'"),
    ("ZeroDivisionError", "division by zero"),
    ("ZeroDivisionError", "float modulo by zero"),
    ("UnboundLocalError", "cannot access local variable '{noun}'"),
    ("NameError", "name '{noun}_{other}' is not defined"),
    ("ImportError", "cannot import name '{verb}_{noun}' from '{other}s'"),
    ("RecursionError", "maximum recursion depth exceeded while {verb}ing a {noun}"),
    ("StopIteration", ""),
    ("RuntimeError", "dictionary changed size during iteration"),
    ("RuntimeError", "{noun} is already {verb}ed"),
    ("OverflowError", "math range error"),
    ("UnicodeDecodeError", "'utf-8' codec can't decode byte 0xff in position {number}"),
    ("FileNotFoundError", "[Errno 2] No such file or directory: '{noun}/{other}.json'"),
    ("json.JSONDecodeError", "Expecting value: line 1 column 1 (char 0)"),
    ("AssertionError", "assert {number} == {more}"),
    ("AssertionError", "assert [{number}, {more}] == [{more}, {number}]"),
    ("AssertionError", "assert '{noun}' == '{Noun}'"),
    ("AssertionError", "assert None == {{'{noun}': {number}}}"),
    ("AssertionError", "assert {{'{noun}': {number}}} == {{'{noun}': {more}, '{other}': 0}}"),
    ("AssertionError", "assert False is True"),
    ("AssertionError", "assert '{other}' in '{noun} {verb}ed'"),
    ("AssertionError", "DID NOT RAISE <class '{noun}s.{Noun}Error'>"),
    ("{noun}s.{Noun}Error", "no {noun} for this {other}"),
    ("{noun}s.{Noun}NotFound", "{other} {number}"),
    ("Hang", "the test did not end within its time limit"),
)
CODE = (
    "def {name}({noun}s, {other}):\n    for {noun} in {noun}s:\n        if {noun}.{other} == "
    "{other}:\n            return {noun}\n    return {noun}s[len({noun}s)]\n",
    "def {name}({noun}, {other}):\n    total = 0\n    for step in range({noun}):\n        "
    "total += {other}[step]\n    return total / len({other})\n",
    "def {name}(self, {noun}):\n    {other} = self.{other}s.get({noun})\n    return "
    "{other}.{verb}({noun})\n",
    "def {name}({noun}):\n    {other}, rest = {noun}.split(':')\n    return "
    "{{{other}: int(rest)}}\n",
    "def {name}(text):\n    {noun} = {{}}\n    for line in text.splitlines():\n        "
    "{noun}[line[0]] += 1\n    return {noun}\n",
    "def {name}({noun}, limit={number}):\n    while {noun} < limit:\n        {noun} = "
    "{verb}({noun})\n    return {noun}\n",
    "def {name}({noun}s):\n    return sorted({noun}s, key=lambda {noun}: {noun}.{other})[-1]\n",
    "def {name}(start, end):\n    if start > end:\n        raise {Noun}Error(start)\n    return "
    "[{other} for {other} in range(start, end)]\n",
    "def {name}({noun}, {other}=None):\n    if {other} is None:\n        {other} = []\n    "
    "{other}.append({noun})\n    return {other}\n",
    "async def {name}(self, {noun}_id):\n    async with self.lock:\n        {noun} = await "
    "self.{verb}({noun}_id)\n    return {noun}['{other}']\n",
    "def {name}({noun}):\n    width = {noun}.width * {noun}.height\n    return round(width / "
    "{number}, 2)\n",
    "def {name}({noun}, {other}):\n    return {{**{noun}, **{other}}} if {noun} else {other}\n",
)


def cards(count: int, seed: int = 8) -> Iterator[Card]:
    """Yield cards about made-up failures."""
    draw = random.Random(seed)
    for number in range(count):
        yield card(number, draw)


def card(number: int, draw: random.Random) -> Card:
    noun, other = draw.sample(NOUNS, 2)
    verb = draw.choice(VERBS)
    words = {
        "noun": noun, "other": other, "verb": verb, "Noun": noun.title(),
        "number": draw.randrange(2, 999), "more": draw.randrange(2, 999),
        "name": f"{verb}_{noun}",
    }  # fmt: skip
    exception, message = (part.format(**words) for part in draw.choice(FAULTS))
    before = draw.choice(CODE).format(**words)
    path = f"src/{other}s/{noun}.py"
    after = before.replace("return ", "return 0 or ", 1)
    how = draw.choice(("", "_twice", "_of_nothing", f"_with_{other}", "_late", "_at_the_edge"))
    signature = Signature(
        exception=exception,
        shape=normalise(f"{exception.rpartition('.')[2]}: {message}"),
        test=f"tests/test_{noun}.py::test_{verb}{how}_{number}",
        place=f"{path}:{verb}_{noun}",
    )
    return Card(
        id=f"c{number:015x}",
        run_id=f"r{number}",
        iteration=1,
        signature=signature,
        green=True,
        summary=f"{noun}: {message}",
        fix=f"changed {path}",
        files_changed=(path,),
        # Not by make_change: its fingerprint would take most of the time.
        change=Change(
            edits=(FileEdit(path=path, before=before, after=after),),
            origin="search",
            fingerprint=f"{number:016x}",
        ),
    )
