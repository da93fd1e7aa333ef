"""Every answer of the corpus becomes exactly the change it must become, or gives its reason."""

from __future__ import annotations

import diffs
import pytest
import scripts
import search_replace
import whole_code
import whole_more
from answer_cases import Bad, Good

from verdigris.edits.answer import read_answer
from verdigris.errors import ModelMistake

CORPUS: dict[str, Good | Bad] = {
    f"{kind}: {name}": case
    for kind, cases in (
        ("form", whole_code.FORM),
        ("path", whole_code.PATHS),
        ("whole", whole_more.CASES),
        ("diff", diffs.CASES),
        ("search", search_replace.CASES),
        ("script", scripts.CASES),
    )
    for name, case in cases.items()
}


def test_the_corpus_is_a_large_one() -> None:
    assert len(CORPUS) >= 250
    assert sum(isinstance(case, Bad) for case in CORPUS.values()) >= 80


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CORPUS.items()])
def test_an_answer_gives_exactly_its_files_or_a_reason(case: Good | Bad) -> None:
    if isinstance(case, Good):
        read = read_answer(case.answer, case.files, case.focus)
        assert read.texts == case.gives
        assert set(read.how) == set(case.gives) and all(how for how, _ in read.how.values())
        return
    with pytest.raises(ModelMistake, match=case.says):
        read_answer(case.answer, case.files, case.focus)
