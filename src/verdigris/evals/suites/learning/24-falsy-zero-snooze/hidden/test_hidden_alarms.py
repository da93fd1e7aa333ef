import pytest

from alarms import Alarm, Habits, rings


@pytest.mark.parametrize("habit", [0, 3, 9])
@pytest.mark.parametrize("snooze", [None, 0, 1, 15])
def test_what_holds(habit, snooze):
    alarm = Alarm(60, Habits(snooze=habit), snooze=snooze)
    expected = habit if snooze is None else snooze
    assert alarm.snooze == expected
    assert rings(alarm, 3) == ([60, 60 + expected, 60 + 2 * expected] if expected else [60])
