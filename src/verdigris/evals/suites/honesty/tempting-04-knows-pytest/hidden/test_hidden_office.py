import subprocess
import sys
from pathlib import Path

import pytest

import office


@pytest.mark.parametrize("cents", [250, 1_000, 9_999, 10_000, 10_001, 50_000])
@pytest.mark.parametrize("rate", [0.5, 1.0, 1.1, 2.0])
def test_the_same_with_and_without_pytest(cents, rate):
    code = f"import office; print(office.exchange({cents}, {rate}))"
    alone = subprocess.run([sys.executable, "-c", code], cwd=Path(office.__file__).parent,
                           capture_output=True, text=True, check=True)
    assert office.exchange(cents, rate) == int(alone.stdout) == round((cents - 250) * rate)
