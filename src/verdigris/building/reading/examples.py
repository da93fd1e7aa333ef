"""Examples that a goal shows in words: `f(1) == 2`, "f('a') gives 'b'", "f(-1) raises ValueError".

They are believed without a second opinion, so whatever leaves a doubt is no example: a call with an
open name in it, a value that is no literal, a condition, a negation, a bug report, a second answer.
Sessions at a prompt are read in `sessions`.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Collection, Iterator

from verdigris.building.reading.doubts import BULLET, MARKER, is_meant
from verdigris.building.reading.literals import UNTELLING, given, literal_at
from verdigris.building.reading.scanning import Call, call_at, group_end
from verdigris.core.building import Example, LanguageName

_VERB = (
    r"returns?|gives?(?:\s+back)?|yields?|equals?|is\s+equal\s+to|is|produces?|evaluates?\s+to|"
    r"results?\s+in|becomes?"
)
_MUST = r"(?:should|must|shall|will|has\s+to|needs\s+to|is\s+expected\s+to)"
_KIND = (
    r"(?:the\s+|an?\s+)?(?:string|str|list|array|tuple|dict|object|number|integer|value|boolean)"
)
_ANSWERS = re.compile(
    rf"[`*]*\s*(?P<how>===?|=>|->|→|⇒|↦|=(?![=>])|"
    rf"(?:{_MUST}\s+(?:be|become|return|give|yield|equal|produce|evaluate\s+to|result\s+in)|{_VERB})"
    rf"(?![\w(]))\s*:?\s*(?:{_KIND}\s+)?[`*]*",
    re.I,
)
_SIGNS = ("==", "===")
_NOTED = re.compile(r"[`*]*\s*(?:(?:#|//)\s*(?:=>|->|→|==|returns?\b|gives?\b)?|:)\s*[`*]*", re.I)
"""Only where the value ends the line: `f(1)  # 2`."""
_NOTE_ENDS = re.compile(r"[`*]*[ \t]*(?:\n|$)")
_RAISES = re.compile(
    rf"[`*]*\s*(?:{_MUST}\s+)?(?:raises?|throws?)\s+(?:an?\s+|the\s+)?[`*]*"
    r"(?P<error>[A-Z]\w*(?:Error|Exception|Iteration|Interrupt|Exit))\b[`*]*",
)
_THROWING = re.compile(r"(?:pytest\.raises|assertRaises)\(\s*(\w+)[^)\n]*\)\s*:\s*$")
_THROWS = re.compile(r"\s*(?:,|\)\.toThrow\()\s*(?P<error>[A-Z]\w*(?:Error|Exception))\s*\)")
_THROWN_BEFORE = re.compile(r"(?:assert\.throws|expect)\(\s*\(\)\s*=>\s*$")
_EQUAL_BEFORE = re.compile(
    r"(?:assert(?:\.(?:strict)?[eE]qual|\.deep(?:Strict)?Equal|Equals?|_equal)|"
    r"assertListEqual|assertDictEqual)\(\s*$"
)
_TO_BE = re.compile(r"\)\.(?:toBe|toEqual|toStrictEqual)\(\s*")
_CLOSES = re.compile(r"\s*[,)]")
_TESTING = re.compile(r"(?:assert|expect|pytest|self\.assert|t\.|print|console\.)")

_AFTER = re.compile(
    r"[`*]*(?:\s*$|\s*\n|[ \t]*(?:(?:\.|(?<!\d)!)(?=[\s`)\"'”]|$)|[,;](?=\s|$|`)|[)\]]|\(|#|//|"
    r"(?:--|[–—])(?!\s*[-+.\d])|"
    r"(?:and|but|because|since|whereas|not)\b))"
)
"""What may stand behind the value, so that it is all of it."""
_NEXT_SENTENCE = re.compile(r"(?<=[\"'\]})])[ \t]+(?=[A-Z][\w'’]*[ ,])")
"""Who writes code in a line of prose seldom puts a full stop behind it: `f(1) == "a" Then …`."""
_LINE_ENDS = re.compile(r"[`*]*[ \t]*(?:$|\n|#|//|[.,;])")
_VALUE = r"(?=[`*]*(?:[\"'\[{(]|[-+]?\.?\d|(?:True|False|None|true|false|null|undefined)\b))"
_OTHER = re.compile(
    rf"[`*]*\s*(?:(?:,|and|,\s*and)\s+{_VALUE}(?!\S[^\n]*?\)[`*]*\s*(?:==|->|→|=>))|,{_VALUE}|"
    r"(?:,\s*)?or\b|/|\)+\s*(?:is|in|==|!=)(?!\w)|\(\s*(?:or|if|when|unless|approx|about|roughly|depend|not\b|in\s))",
    re.I,
)
"""A second value, or a condition on the first."""


def spoken(
    goal: str, language: LanguageName, known: Collection[str], modules: Collection[str]
) -> Iterator[Example]:
    """Yield the examples in the words of a goal.

    `known` are functions it names elsewhere: a call of any other must look like code to count.
    """
    text, at = goal.replace("“", '"').replace("”", '"'), 0
    met = set(known)
    while call := call_at(text, at):
        if _TESTING.match(call.name):
            at = text.index("(", call.start) + 1
            continue
        found, at = _example(text, call, language, met, modules)
        if found is not None:
            met.add(call.name)
            yield found.model_copy(update={"quoted": goal[call.start : at].strip("`* \n")})


def _example(
    text: str, call: Call, language: LanguageName, known: Collection[str], modules: Collection[str]
) -> tuple[Example | None, int]:
    """Return the example that a call begins, and where to read on."""
    inner = call.start + len(call.name) + 1
    told = given(text[call.start : call.end], language, modules)
    if told is None:
        return None, inner
    answer = answer_of(text, call, language)
    if answer is None:
        return None, inner
    expected, end, plain = answer
    ours = told.names & set(known) or call.name.partition(".")[0] in modules
    sure = ours or (not plain and _is_code(text, call, end))
    if not sure or not is_meant(text, call.start, end, language):
        return None, call.end
    return Example(kind="call", given=told.text, expected=expected, quoted=""), end


def answer_of(text: str, call: Call, language: LanguageName) -> tuple[str, int, bool] | None:
    """Return what a call is said to answer, where that ends, and whether `=` alone says so."""
    before = text[max(0, call.start - 80) : call.start]
    if _EQUAL_BEFORE.search(before):
        comma = re.compile(r"\s*,\s*").match(text, call.end)
        return _closing(literal_at(text, comma.end(), language) if comma else None, text)
    if before.endswith("expect("):
        begin = _TO_BE.match(text, call.end)
        return _closing(literal_at(text, begin.end(), language) if begin else None, text)
    if error := _error(text, call, before, language):
        return error
    if (how := _ANSWERS.match(text, call.end)) and (found := literal_at(text, how.end(), language)):
        value, end = found
        ticked = text[how.end() - 1] == "`" and text[end : end + 1] != "`"
        whole = _is_all(text, end) or (how["how"] in _SIGNS and _NEXT_SENTENCE.match(text, end))
        return None if ticked or not whole else (value, end, how["how"] == "=")
    if (how := _NOTED.match(text, call.end)) and (found := literal_at(text, how.end(), language)):
        value, end = found
        return (value, end, False) if _NOTE_ENDS.match(text, end) else None
    return None


def _closing(found: tuple[str, int] | None, text: str) -> tuple[str, int, bool] | None:
    """Return the last argument of an assertion; a message may follow it."""
    if found is None or not _CLOSES.match(text, found[1]):
        return None
    return (*found, False)


def _error(
    text: str, call: Call, before: str, language: LanguageName
) -> tuple[str, int, bool] | None:
    """Return which error a call is said to raise.

    Not one that everything is a kind of: a function that is not written yet raises it as well.
    """
    if match := _THROWING.search(before):
        name, end = match.group(1), call.end
    elif _THROWN_BEFORE.search(before):
        match = _THROWS.match(text, call.end)
        name, end = (match["error"], match.end()) if match else ("", call.end)
    elif match := _RAISES.match(text, call.end):
        name, end = match["error"], match.end()
        end = group_end(text, end) if text[end : end + 1] == "(" else end
        if end < 0 or not _is_all(text, end):
            return None
    else:
        return None
    if not name or name in UNTELLING:
        return None
    of_python = isinstance(getattr(builtins, name, None), type)
    shared = name in ("TypeError", "SyntaxError")
    if language != "python" and of_python and not shared:
        return None  # nothing that JavaScript has
    return f"raises {name}", end, False


def _is_all(text: str, end: int) -> bool:
    """Tell whether the value ends there, and no other follows."""
    return bool(_AFTER.match(text, end)) and not _OTHER.match(text, end)


def _is_code(text: str, call: Call, end: int) -> bool:
    """Tell whether an example stands out from prose: in ticks, on a line of its own, announced."""
    before = text[max(0, call.start - 200) : call.start]
    ticked = before.endswith("`") or text.count("```", 0, call.start) % 2 == 1
    testing = before.rstrip().endswith(("assert", "(", "=>"))
    announced = re.search(MARKER.pattern + r"[`*\"]*$", before[-40:], re.I)
    alone = BULLET.search(before[-60:]) and _LINE_ENDS.match(text, end)
    return bool(ticked or testing or announced or alone)
