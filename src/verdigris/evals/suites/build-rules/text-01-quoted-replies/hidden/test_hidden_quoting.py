from quoting import quote_reply


def test_plain_lines():
    assert quote_reply("Hi") == "> Hi"
    assert quote_reply("one\ntwo\nthree") == "> one\n> two\n> three"
    assert quote_reply("  indented") == ">   indented"


def test_lines_that_are_quotations_already():
    assert quote_reply("> old") == ">> old"
    assert quote_reply(">> older\n>tight") == ">>> older\n>>tight"
    assert quote_reply(" > not at the start") == ">  > not at the start"


def test_empty_lines():
    assert quote_reply("") == ""
    assert quote_reply("a\n\nb") == "> a\n>\n> b"
    assert quote_reply("a\n   \nb") == "> a\n>\n> b"


def test_the_example():
    assert quote_reply("Hi\n> old\n\nBye") == "> Hi\n>> old\n>\n> Bye"
