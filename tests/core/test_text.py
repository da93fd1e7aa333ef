"""Cutting, tidying and masking text; and bytes that come back as they were."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdigris.core.text import MASK, cut, decode, encode, mask, one_line, tidy

PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n{body}\n-----END RSA PRIVATE KEY-----"
# Joined at run time, so that no scanner takes these for real ones.
SECRETS = {
    "anthropic": "sk-" + "ant-api03-AbCdEf0123456789AbCdEf0123456789",
    "openai": "sk-" + "AbCdEf0123456789AbCdEf0123456789",
    "openai project": "sk-" + "proj-AbCdEf0123456789_AbCdEf-0123456789",
    "openrouter": "sk-" + "or-v1-0123456789abcdef0123456789abcdef",
    "github": "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345",
    "github app": "gh" + "s_0123456789abcdefghijABCDEFGHIJ012345",
    "github fine-grained": "github" + "_pat_11ABCDEFG0123456789_abcdefghij",
    "gitlab": "gl" + "pat-0123456789abcdefghij",
    "slack": "xo" + "xb-123456789012-abcdefghij",
    "aws": "AK" + "IAIOSFODNN7EXAMPLE",
    "aws temporary": "AS" + "IAIOSFODNN7EXAMPLE",
    "google": "AI" + "zaSyA0123456789abcdefghijklmnopqrstuv",
    "hugging face": "hf" + "_AbCdEfGhIjKlMnOpQrStUvWxYz",
    "json web token": "ey" + "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
    "private key": PEM.format(body="c2VjcmV0" * 20),
    "private key, pkcs8": PEM.replace("RSA ", "").format(body="c2VjcmV0" * 20),
    "private key, openssh": PEM.replace("RSA", "OPENSSH").format(body="c2VjcmV0" * 20),
}


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS.keys())
@pytest.mark.parametrize("around", ["{}", "key={}", "'{}'", "a {} b", "line\n{}\nline", "({})"])
def test_a_credential_is_masked_wherever_it_stands(secret: str, around: str) -> None:
    masked = mask(around.format(secret))
    assert secret not in masked
    assert masked == around.format(MASK)
    assert mask(masked) == masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("postgresql://me:hunter2@host/db", f"postgresql://{MASK}@host/db"),
        ("https://user:p%40ss@host:8080/x?y=1", f"https://{MASK}@host:8080/x?y=1"),
        ("redis://:hunter2hunter2@host", f"redis://{MASK}@host"),
        ('api_key = "abcdefgh12"', f'api_key = "{MASK}"'),
        ("my_api_key='abcdefgh12'", f"my_api_key='{MASK}'"),
        ('"password": "correcthorse"', f'"password": "{MASK}"'),
        ('"passwd":"correcthorse"', f'"passwd":"{MASK}"'),
        ("DB_SECRET: 'abcdefgh12'", f"DB_SECRET: '{MASK}'"),
        ('TOKEN="abcdefgh12"', f'TOKEN="{MASK}"'),
        ('    token = "abcdefgh12"', f'    token = "{MASK}"'),
        ('connect(password="correcthorse")', f'connect(password="{MASK}")'),
        ('\ttoken = "abcdefgh12"', f'\ttoken = "{MASK}"'),
        ('client_secret="abcdefgh12", x=1', f'client_secret="{MASK}", x=1'),
    ],
)
def test_the_name_stays_and_the_value_goes(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize(
    "code",
    [
        "def add(a, b):\n    return a + b\n",
        "token = tokens[0]\n",
        "password = getpass()\n",
        "api_key = os.environ['API_KEY']\n",
        'token = "x"\n',
        "self.secret = secret\n",
        "for token in text.split():\n    print(token)\n",
        "https://example.org/a:b@c",
        "ssh://git@github.com/a/b.git",
        "http://127.0.0.1:11434/v1",
        "sk-learn is a library; so is task-runner-with-a-long-name",
        "risk-assessment-of-the-whole-thing = 1",
        "sha = '0123456789abcdef0123456789abcdef01234567'",
        "assert tokenize('a b') == ['a', 'b']",
        "AKIA is a prefix",
        "eyJ is one too",
        '"""Check the password: it must be long."""',
        "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----",
    ],
)
def test_ordinary_code_is_left_alone(code: str) -> None:
    assert mask(code) == code


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_masking_never_fails_and_settles(text: str) -> None:
    once = mask(text)
    assert mask(once) == once


@pytest.mark.parametrize("limit", [1, 2, 10, 99, 100, 101, 1000])
def test_cut_keeps_the_ends_and_says_what_is_missing(limit: int) -> None:
    text = "".join(chr(ord("a") + n % 26) for n in range(100))
    short = cut(text, limit)
    if limit >= 100:
        assert short == text
        return
    assert f"{100 - limit} characters left out" in short
    assert short.endswith(text[-1])
    head, _, rest = short.partition("\n")
    tail = rest.rpartition("\n")[2]
    assert text.startswith(head) and text.endswith(tail) and len(head) + len(tail) == limit


@given(st.text(st.characters()))
def test_tidy_text_can_always_be_written_and_is_otherwise_the_same(text: str) -> None:
    clean = tidy(text)
    clean.encode("utf-8")
    assert tidy(clean) == clean
    assert len(clean) == len(text)
    if not any("\ud800" <= letter <= "\udfff" for letter in text):
        assert clean == text


@pytest.mark.parametrize(
    ("text", "line"),
    [("", ""), (" a\n\n b\t c ", "a b c"), ("x" * 20, "x" * 9 + "…"), ("x" * 10, "x" * 10)],
)
def test_one_line(text: str, line: str) -> None:
    assert one_line(text, 10) == line


@given(st.one_of(st.binary(), st.text().map(str.encode)))
def test_any_bytes_come_back_as_they_were(data: bytes) -> None:
    text, encoding = decode(data)
    assert encode(text, encoding) == data


@pytest.mark.parametrize(
    ("data", "encoding"),
    [(b"", "utf-8"), ("größe".encode(), "utf-8"), (b"\xef\xbb\xbfa", "utf-8"),
     ("größe".encode("cp1252"), "latin-1"), (b"\xff\xfea\0", "latin-1")],
)  # fmt: skip
def test_what_is_utf_8_is_read_as_such(data: bytes, encoding: str) -> None:
    assert decode(data)[1] == encoding


def test_a_file_cannot_take_what_its_encoding_lacks() -> None:
    with pytest.raises(UnicodeEncodeError):
        encode("€", "latin-1")
