import json
from pathlib import Path

import pytest

from counting import words

CASES = json.loads((Path(__file__).parent / "cases.json").read_text())


@pytest.mark.parametrize("sentence", CASES)
def test_sentences(sentence):
    assert words(sentence) == CASES[sentence]
