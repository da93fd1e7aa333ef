"""Whether anything around an example takes it back: a condition, a denial, a bug report, a setup.

An example is believed without a second opinion, so a doubt is enough; which of the doubts is the
right one does not matter. Looks at words and layout alone.
"""

from __future__ import annotations

import re

from verdigris.building.reading.literals import given
from verdigris.core.building import Example, LanguageName

_NEAR = 1500
"""Characters before an example that can take it back."""
_DOUBT = re.compile(
    r"\b(?:currently|wrong(?:ly)?|bugs?|buggy|incorrect(?:ly)?|broken|instead|rather\s+than|previously|"
    r"used\s+to|formerly|unlike|no\s+longer|bad|suppose|assum(?:e|ing)|imagine|(?:but|and|yet)\s+(?:it\s+)?(?:should|must|ought)|"
    r"today|right\s+now|as\s+of\s+now|at\s+the\s+moment|mistaken(?:ly)?|anti-?examples?|"
    r"counter-?examples?|approx(?:imately)?|roughly|almost|naive(?:ly)?|outdated|obsolete|deprecated|"
    r"legacy|old\s+(?:behaviou?r|version|code|one)|got|actual(?:ly)?|observed|impossible|"
    r"(?:problem|issue)(?=:)|complain\w*|reported|to\s+fix|fix(?=:)|why|"
    r"(?:first|second|third|next|last)\s+(?:call|time)|each\s+(?:call|time)|sometimes|"
    r"(?:do|should|must|may)\s+not\s+(?:want|be|look|do|happen)|not\s+(?:supported|wanted|true))\b|"
    r"\bdon['’]ts?\b(?=\W*$)|[❌✗✘🚫👎]",
    re.I,
)
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|unless|until|whether|once|after|before|given\s+that|provided|while|"
    r"depending|except|could|might|maybe|perhaps|probably|without|where|afterwards)\b|"
    r"^\s*(?:with|using|under|on)\b(?!\s+pytest\b|\s+self\b)|"
    r"\bin\s+(?:(?:the|an?)\s+)?(?:\w+\s+)?(?:mode|version|release)\b|"
    r"^\s*in\s+(?:java(?:script)?|typescript|ruby|rust|go|c\+\+|perl|php|excel|numpy|pandas)\b",
    re.I,
)
_DENIED = re.compile(
    r"(?:\b(?:not|never|no|nor|or|either|cannot|return|await|yield|lambda|typeof|void|throw|since|"
    r"because|as|replace|remove|delete|change|drop|ignore|forget|does|avoid|prevent|thinks?|"
    r"then)|"
    r"n['’]t)\b",
    re.I,
)
MARKER = re.compile(
    r"\b(?:e\.g\.?|i\.e\.?|eg:|for\s+(?:example|instance)|examples?|so|thus|hence)\b[\s,:]*", re.I
)
_SENTENCE = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)[.!?;](?=\s|$)|\n\s*\n|(?<![\w,])\n|"
    r"\n(?=\s*(?:[-*+•>]|\d+[.)])\s)|\n(?= {2,}|\t)"
)
_TAIL = re.compile(
    r"[`*]*[ \t]*(?:\([^()\n]*\)[ \t]*)?(?:[,( \t]|#|//|--|[–—]|\b(?:and|but)\b|"
    r"\n[ \t]*(?-i:(?=[a-z])))*"
    r"(?:or\b|if\b|when\b|unless\b|until\b|only\b|otherwise|else\b|except|depend|about\b|approx|"
    r"in\s+(?:any|no|an?y?|arbitrary|\w+)\s+(?:\w+\s+)?(?:order|mode)|(?:any|the)?\s*order\b|"
    r"usually|often|possibly|maybe|perhaps|by\s+default|within\b|give\s+or|up\s+to|"
    r"reversed|followed|padded|plus\b|minus\b|times\b|then\b|so\s+on|etc|mod(?:ulo)?\b|on\s+\w+|"
    r"with\b|for\s|(?<=and )an?\s|rounded\s+to\b|\d+\s+(?:decimals|digits|places)|fails?\b|"
    r"which\s+(?:is|must\s+be|should\s+be)\s+(?:not|wrong|caught|handled)|the\s+\w+\s+time\b)",
    re.I,
)
"""What behind a value says that it is not the value, not all of it, or not always."""
_AFTERWARDS = re.compile(
    r"\W*(?:(?:it|this|that|which|these)\s+(?:is\s+(?:not|wrong)\b|are\s+(?:not|wrong)\b|"
    r"(?:should|must|ought\s+to)\s+(?:be|give|return|print|say)\s+[`\"'\d\[{(-])|"
    r"(?-i:unless|if|when|only|except|instead)\b)",
    re.I,
)
_NOTE = re.compile(
    r"[`*]*[ \t]*(?:(?:#|//|--|[–—(←]|<-)[^\n]*|"
    r"[.;!]\s+(?:this|that|it|which|these|those|but|however)\b[^\n.;]*)",
    re.I,
)
"""A remark on an example, or the next sentence where that goes on about it."""
_QUOTED = re.compile(r"\"[^\"\n]*\"|(?<!\w)'[^'\n]*'(?!\w)")
_LISTED = re.compile(r"^\s*(?:$|[-*+•>`]|\d+[.)]\s|[\w.]+\(|assert\b|with\s+pytest)")
_TITLE = re.compile(r"^#{1,6}\s|:[*_ \t]*$")
_OPERATOR = "+-*/%<>=!&|^~[{@\\."
BULLET = re.compile(r"(?:^|\n)[ \t]*(?:[-*+•>]|\d+[.)])?[ \t]*[`*]*$")
_ANSWERED = (
    r"[\w$.]+\(.*\)[`*;]*\s*(?:==|=>|->|→|⇒|=\s|#|//|:|returns?\b|gives?\b|is\b|raises\b|throws\b)"
)
_HARMLESS = re.compile(
    r"(?:#|//|/?\*|import\b|from\b|assert\b|self\.assert|expect\(|with\s+pytest\.raises|def\b|"
    r"(?:export\b|async\s|function\b)|class\b|(?:test|it|describe)\(|[})\]]+[;,]?$|"
    rf"(?:const|let|var)\b.*\b(?:require|import)\(|\"\"\"|'''|{_ANSWERED})"
)
_HEADER = re.compile(r"(?:async\s+)?def\b|class\b|with\s+pytest|(?:test|it|describe)\(")
_CHOICE = re.compile(r"(?:for|if|elif|else|while|with|try|except|switch|case|@)(?!\w)")

_CHANGING = re.compile(
    r"\brandom|\bdice\b|\buuid|\bcurrent\s+(?:date|time)|\btoday|\bthe\s+(?:date|time)\b", re.I
)
_TYPED_IN = re.compile(
    r"\bprompts?\s+(?:for|the)\b|\binteractive|\basks?\s+(?:for|the\s+user)\b", re.I
)
_UNORDERED = re.compile(
    r"(?<!given )(?<!passed )(?<!come )\bin\s+(?:any|no\s+particular|arbitrary)\s+order\b|"
    r"\(any\s+order\b|\bunordered\b|"
    r"\border\s+(?:does\s+not|doesn['’]t|is\s+(?:irrelevant|unimportant|not)|irrelevant)\b",
    re.I,
)
_LAZY = re.compile(r"\b(?:generators?|iterators?|lazy|lazily)\b", re.I)
_FILE = re.compile(r"[\"'][^\"']*\.(?:csv|tsv|txt|jsonl?|md|log|xml|ya?ml|ini|toml|html?)[\"']")
_READS = re.compile(
    r"\b(?:reads?|loads?|opens?|counts?)\b|\b(?:in|from|of)\s+(?:a|the)\s+(?:\w+\s+)?file\b", re.I
)


def is_steady(example: Example, goal: str) -> bool:
    """Tell whether an example holds each time and by itself, by what the goal is about."""
    if example.kind == "command":
        return not (_CHANGING.search(goal) or (_TYPED_IN.search(goal) and not example.stdin))
    several = example.expected[:1] in ("[", "(") and "," in example.expected
    bare = re.fullmatch(r"[\w$.]+\(\)", example.given)
    return not (
        (several and _UNORDERED.search(goal))
        or (bare and _CHANGING.search(goal))
        or (_LAZY.search(goal) and re.search(r"\byields?\b", example.quoted))
        or (_FILE.search(example.given) and _READS.search(goal))
    )


def is_meant(text: str, start: int, end: int, language: LanguageName) -> bool:
    """Tell whether nothing around an example takes it back."""
    before = text[max(0, start - _NEAR) : start]
    fenced = text.count("```", 0, start) % 2 == 1
    if _is_operand(before) or _is_prepared(before, fenced, language):
        return False
    starts = [match.end() for match in _SENTENCE.finditer(before)]
    sentence = _QUOTED.sub('""', before[starts[-1] if starts else 0 :])
    marks = list(MARKER.finditer(sentence))
    near = sentence[marks[-1].end() :] if marks else sentence
    clause = re.split(r"[,:(]\s*", near)[-1]
    rest = text[end : end + _NEAR]
    stop = _SENTENCE.search(rest)
    after = rest[: stop.start() if stop else len(rest)]
    note = said.group() if (said := _NOTE.match(rest)) else ""
    around = (sentence, _QUOTED.sub('""', after), _QUOTED.sub('""', note), _heading(before))
    return not (
        _CONDITION.search(near)
        or _DENIED.search(clause)
        or _TAIL.match(rest)
        or any(_DOUBT.search(one) for one in around)
    )


def is_doubted(before: str, after: str) -> bool:
    """Tell whether what stands above or below a session takes it back."""
    return bool(_DOUBT.search(before) or _DOUBT.search(after) or _AFTERWARDS.match(after))


def _is_operand(before: str) -> bool:
    """Tell whether a call is part of something larger: `2 * f(1) == 4`."""
    if BULLET.search(before[-60:]):
        return False
    bare = re.sub(r"(?<![\w)\]])[`*]+$", "", before).rstrip()
    full_stop = bare.endswith(".") and bare != before
    return bare[-1:] in tuple(_OPERATOR) and not full_stop and not bare.endswith("=>")


def _is_prepared(before: str, fenced: bool, language: LanguageName) -> bool:
    """Tell whether code above an example may be what makes it true: `put("a", 1)`, `if x:`."""
    lines = before.split("\n")
    depth = _depth(lines.pop())
    for line in reversed(lines):
        bare = line.strip()
        if bare.startswith("```") or not (bare or fenced):
            return False
        if not bare or _depth(line) > depth:
            continue
        if not fenced:
            if not _HARMLESS.match(bare) and given(bare.strip("`;"), language):
                return True
            continue
        headed = _HEADER.match(bare) or (bare.endswith(":") and not _CHOICE.match(bare))
        if not (headed or (_depth(line) == depth and _HARMLESS.match(bare))):
            return True
        depth = _depth(line)
    return False


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _heading(before: str) -> str:
    """Return the line that announces the list in which an example stands."""
    for line in reversed(before.split("\n")[:-1]):
        if _TITLE.search(line):
            return line
        if not _LISTED.match(line):
            break
    return ""
