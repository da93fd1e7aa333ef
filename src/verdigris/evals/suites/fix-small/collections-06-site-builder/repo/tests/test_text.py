import pytest
from sitekit.blocks import blocks, first_paragraph
from sitekit.errors import SiteError
from sitekit.inline import inline
from sitekit.slugs import Slugs, slug
from sitekit.templates import fill


@pytest.mark.parametrize(
    ("title", "wanted"),
    [("Hello World", "hello-world"), ("Grüße & Küsse", "grusse-and-kusse"), ("¿?", "untitled"),
     (" C++ in 2024! ", "c-in-2024")],
)
def test_slug(title, wanted):
    assert slug(title) == wanted


def test_unique_slugs():
    slugs = Slugs()
    assert [slugs.unique(t) for t in ("A", "a", "A!", "b")] == ["a", "a-2", "a-3", "b"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a < b", "a &lt; b"),
        ("*very* **bold**", "<em>very</em> <strong>bold</strong>"),
        ("`a*b*c`", "<code>a*b*c</code>"),
        ("[x](https://x.org)", '<a href="https://x.org">x</a>'),
        ("[x](javascript:1)", "x"),
    ],
)
def test_inline(text, wanted):
    assert inline(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("one\ntwo", ["<p>one two</p>"]),
        ("# Top\n\ntext", ["<h1>Top</h1>", "<p>text</p>"]),
        ("- a\n- b", ["<ul><li>a</li><li>b</li></ul>"]),
        ("> wise\n> words", ["<blockquote>wise words</blockquote>"]),
        ("```\na\n\nb\n```", ["<pre>a\n\nb</pre>"]),
        ("", []),
    ],
)
def test_blocks(text, wanted):
    assert blocks(text) == wanted


def test_first_paragraph():
    assert first_paragraph("# T\n\n- x\n\nhere\n\nthere") == "<p>here</p>"
    assert first_paragraph("# T") == ""


def test_templates():
    assert fill("{{a}}{{{b}}}", a="<", b="<") == "&lt;<"
    with pytest.raises(SiteError):
        fill("{{a}}")
