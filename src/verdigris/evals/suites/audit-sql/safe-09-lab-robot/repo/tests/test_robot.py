from robot.arm import discard, fill, pick, tidy
from robot.jobs import Job, picker, run_all
from robot.journal import Journal


class Port:
    def __init__(self):
        self.lines = []

    def write(self, line):
        self.lines.append(line)

    def readline(self):
        return b"ok\r\n"


def test_commands_are_words():
    from robot.arm import Arm

    port = Port()
    job = Job("clean", [tidy, lambda arm: pick(arm, 3, "A"), lambda arm: fill(arm, ["b1"], 20)])
    assert run_all([job], Arm(port)) == ["clean: 3 steps"]
    discard(Arm(port), 4, "T")
    assert port.lines[2] == b"select tool 3 from rack A\r\n"
    journal = Journal()
    journal.note(port.lines[2].decode().strip())
    assert journal.mentions(3) == 1
    assert len(journal.last()) == 1
    assert "<option" in picker(["A"])
    journal.db.close()
