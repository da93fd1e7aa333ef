"""What is masked, what is left alone, and that neither takes long."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from secret_corpus import LOOK_ALIKES, NAMED, SHAPES

from verdigris.core.secrets import MASK, Masker, looks_secret, mask
from verdigris.core.text import cut, one_line
from verdigris.suites.plugin.verdigris_common import cut as cut_inside

PLACES = (
    "{}",
    "key={}",
    "'{}'",
    "a {} b",
    "line\n{}\nline",
    "({})",
    r"line\n{}\nline",
    '{{"x": "{}"}}',
)


def test_the_corpora_are_as_large_as_they_should_be() -> None:
    assert len(SHAPES) + len(NAMED) >= 80 and len(LOOK_ALIKES) >= 60


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_masked_wherever_it_stands(name: str) -> None:
    for place in PLACES:
        masked = mask(place.format(SHAPES[name]))
        assert masked == place.format(MASK)
        assert mask(masked) == masked


@pytest.mark.parametrize("name", NAMED)
def test_a_value_beside_a_telling_name_is_masked_and_the_name_stays(name: str) -> None:
    text, secret = NAMED[name]
    masked = mask(text)
    assert secret not in masked and MASK in masked
    assert masked[:3] == text[:3]
    assert mask(masked) == masked


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_what_only_looks_like_a_secret_is_left_alone(text: str) -> None:
    assert mask(text) == text


@pytest.mark.parametrize("name", [*SHAPES, *NAMED])
def test_what_was_masked_can_be_put_back(name: str) -> None:
    text = SHAPES[name] if name in SHAPES else NAMED[name][0]
    masker = Masker()
    twice = f"first:\n{text}\nthen:\n{text}\n"
    assert masker.restore(masker.mask(twice)) == twice


def test_each_secret_has_a_mask_of_its_own() -> None:
    masker = Masker(["known-value-1"])
    text = f"known-value-1 {SHAPES['github classic']} known-value-1"
    assert masker.mask(text) == f"{MASK} [masked 2] {MASK}"
    assert (
        masker.restore("a [masked 2] b [masked]") == f"a {SHAPES['github classic']} b known-value-1"
    )


@pytest.mark.parametrize("value", ["pässwörd-größe", 'with "quotes" and \\', "tab\there-and-more"])
@pytest.mark.parametrize(
    "form",
    [
        str,
        lambda value: json.dumps(value)[1:-1],
        lambda value: repr(value)[1:-1],
        lambda value: quote(value, safe=""),
        lambda value: base64.b64encode(value.encode()).decode(),
    ],
)
def test_a_known_value_is_masked_however_it_is_written(value: str, form) -> None:
    assert mask(f"<<{form(value)}>>", [value]) == f"<<{MASK}>>"


def test_a_known_value_that_is_an_everyday_word_is_left_alone() -> None:
    assert mask("the test is short", ["short", "test", ""]) == "the test is short"


@pytest.mark.parametrize(
    ("name", "value", "secret"),
    [
        ("ANTHROPIC_API_KEY", "anything-at-all", True),
        ("DB_PASSWORD", "correcthorse", True),
        ("SLACK_TOKEN", "a1b2c3d4e5f6", True),
        ("AWS_ACCESS_KEY_ID", "AK" + "IAIOSFODNN7EXAMPLE", True),
        ("MY_SECRET_2", "a1b2c3d4", True),
        ("SSH_AUTH_SOCK", "/tmp/ssh-a1b2c3/agent.1", False),
        ("SECRET_FILE", "/run/secrets/a1b2c3d4", False),
        ("API_KEY", "/run/secrets/key", False),
        ("TOKEN", "", False),
        ("PATH", "/usr/bin:/bin", False),
        ("HOME", "/root", False),
        ("KEYBOARD", "qwerty1234", False),
        ("GPG_KEY", "7169605F62C751356D054A26A821E680E5FA6305", False),
    ],
)
def test_variables_that_hold_a_secret_are_told_by_name_and_value(
    name: str, value: str, secret: bool
) -> None:
    assert looks_secret(name, value) is secret


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_masking_never_fails_settles_and_can_be_undone(text: str) -> None:
    once = mask(text)
    assert mask(once) == once
    if MASK[:-1] not in text:
        masker = Masker()
        assert masker.restore(masker.mask(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "a" * 10**6,
        "=" * 10**6,
        "key=" * 250_000,
        "token " * 160_000,
        "token=" + " " * 10**6,
        "-----BEGIN PRIVATE KEY-----\n" * 35_000,
        "-----BEGIN PRIVATE KEY-----" + ("A" * 64 + "\n") * 15_000,
        ("A" * 64 + "\n") * 15_000 + "PRIVATE KEY",
        "://a:" * 200_000,
        (("A" * 50 + "\n") * 380 + "!-----END RSA PRIVATE KEY-----\n") * 50,
        "-----END PRIVATE KEY-----\n" * 38_000,
        "\n".join(f'password = "hunter{number:06}"' for number in range(35_000)),
        "eyJ-" * 250_000,
        "sk-" * 300_000,
        "a." * 500_000,
        "bearer " * 140_000,
        "İ" * 300_000 + " token='a1b2c3d4e5'",
    ],
    ids=lambda text: text[:12],
)
def test_no_text_of_a_megabyte_takes_long(text: str) -> None:
    """A pattern that goes back and forth would need hours here, and meet the test's time limit."""
    assert len(mask(text)) <= len(text)


def test_what_was_found_once_is_masked_wherever_it_stands() -> None:
    text = 'password = "hunter2xyz9"\nE  assert login("hunter2xyz9") is hunter2xyz9'
    assert "hunter2xyz9" not in mask(text)
    masker = Masker(texts=(text, "hunter2xyz9 is refused"))
    assert masker.mask("hunter2xyz9 is refused") == f"{MASK} is refused"
    url = "redis://me:hunter2xyz9@cache\nE  hunter2xyz9 is refused"
    assert "hunter2xyz9" not in mask(url)


@pytest.mark.parametrize("known", [[], ["postgres"]])
def test_an_everyday_word_is_masked_as_a_value_and_nowhere_else(known: list[str]) -> None:
    code = 'import postgres\nurl = "postgresql://x"\n# src/postgres/db.py\nuser = "postgres"\n'
    assert mask(code + 'DB_PASSWORD = "postgres"', known) == code + f'DB_PASSWORD = "{MASK}"'


def test_a_value_that_could_be_a_name_is_masked_only_where_it_is_a_text() -> None:
    code = 'password = "password_field"\nform[password_field] == "password_field"'
    assert mask(code) == f'password = "{MASK}"\nform[password_field] == "{MASK}"'


def test_one_secret_inside_another_comes_back_as_it_was() -> None:
    text = 'A = "postgres://me:hunter2secret@host/db"\nB = "hunter2secret"\n'
    masker = Masker(["hunter2secret"])
    assert "hunter2" not in masker.mask(text)
    assert masker.restore(masker.mask(text)) == text


def test_masks_that_were_there_before_are_told_from_ours() -> None:
    text = f"{MASK} [masked 2] [masked a1-1] {SHAPES['github classic']}"
    masker = Masker()
    assert masker.mask(text) == f"{MASK} [masked 2] [masked a1-1] [masked a2-1]"
    assert masker.restore(masker.mask(text)) == text


@pytest.mark.parametrize("name", SHAPES)
def test_no_credential_is_cut_in_two(name: str) -> None:
    secret = SHAPES[name]
    text = "x = 1\n" * 60 + f'K = "{secret}"\n' + "y = 2\n" * 60
    for limit in range(700, len(text), 37):
        left = cut(text, limit)
        assert secret in left or not any(
            secret[at : at + 8] in left for at in range(0, len(secret) - 8, 8)
        )


@pytest.mark.parametrize("shorten", [cut, cut_inside, one_line])
def test_a_known_value_that_was_cut_in_two_leaves_no_half_behind(
    shorten: Callable[[str, int], str],
) -> None:
    value = "c0rrect-Horse-battery-Staple-of-no-known-shape"
    text = "x" * 40 + value + "y" * 40 + value + "z" * 40
    for limit in range(20, len(text) + 1):
        hidden = mask(shorten(text, limit), [value])
        for at in range(len(value) - 6):
            assert value[at : at + 7] not in hidden, (limit, hidden)
