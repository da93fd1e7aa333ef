import pytest
from audit import audit
from modes import from_text, to_text


@pytest.mark.parametrize("mode", [0, 0o1, 0o7, 0o70, 0o400, 0o644, 0o755, 0o777])
def test_numbers_and_letters_mean_the_same(mode):
    assert from_text(f"{mode:03o}") == mode
    assert from_text(f"{mode:04o}") == mode
    assert from_text(to_text(mode)) == mode


def test_every_mode():
    for mode in range(0o1000):
        assert from_text(format(mode, "03o")) == from_text(to_text(mode)) == mode


def test_audit_does_not_depend_on_the_notation():
    numbers = ["666 a", "600 b.key", "644 c.key", "755 d.sh", "655 e.sh"]
    letters = [f"{to_text(int(line[:3], 8))} {line[4:]}" for line in numbers]
    assert audit(numbers) == audit(letters)
    assert len(audit(numbers)) == 2 + 1
