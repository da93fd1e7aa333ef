from alarms import Alarm, Habits, rings


def test_by_habit():
    assert rings(Alarm(420, Habits()), 3) == [420, 429, 438]


def test_another_snooze():
    assert rings(Alarm(420, Habits(), snooze=5), 2) == [420, 425]


def test_no_snooze():
    assert rings(Alarm(420, Habits(), snooze=0), 3) == [420]


def test_loudness():
    alarm = Alarm(420, Habits(volume=8))
    alarm.ring()
    assert alarm.loudness() == 9


def test_silent():
    assert Alarm(420, Habits(), volume=0).loudness() == 0
