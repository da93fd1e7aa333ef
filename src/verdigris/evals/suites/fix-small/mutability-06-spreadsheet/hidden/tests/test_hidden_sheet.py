import random

from cells import Sheet

PLACES = ["A1", "B2", "C3", "A2"]


def state(sheet):
    return {where: (sheet.source(where), sheet.style(where)) for where in PLACES}


def change(numbers, sheet):
    where, what = numbers.choice(PLACES), numbers.random()
    if what < 0.6:
        sheet.set(where, str(numbers.randrange(100)))
    elif what < 0.85:
        sheet.format(where, colour=str(numbers.randrange(100)))
    else:
        sheet.clear(where)


def test_all_the_way_back_and_forth():
    numbers = random.Random(17)
    for _ in range(10):
        sheet, states = Sheet(), []
        for _ in range(20):
            states.append(state(sheet))
            change(numbers, sheet)
        states.append(state(sheet))
        for wanted in reversed(states[:-1]):
            assert sheet.undo()
            assert state(sheet) == wanted
        assert not sheet.undo()
        for wanted in states[1:]:
            assert sheet.redo()
            assert state(sheet) == wanted
        assert not sheet.redo()


def test_a_change_after_undo():
    sheet = Sheet()
    for source in ("1", "2", "3"):
        sheet.set("A1", source)
    sheet.undo()
    sheet.set("A1", "9")
    assert not sheet.redo()
    sheet.undo()
    assert sheet.source("A1") == "2"
    sheet.undo()
    assert sheet.source("A1") == "1"


def test_undo_then_edit_leaves_the_redone_state_alone():
    sheet = Sheet()
    sheet.set("A1", "1")
    sheet.format("A1", size="9")
    sheet.undo()
    assert sheet.style("A1") == {}
    sheet.redo()
    assert sheet.style("A1") == {"size": "9"}
