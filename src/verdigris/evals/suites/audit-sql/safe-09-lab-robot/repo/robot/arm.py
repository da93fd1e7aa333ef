"""Commands for the pipetting arm. Its firmware reads lines of plain words."""


class Arm:
    def __init__(self, port):
        self.port = port

    def execute(self, command):
        self.port.write(command.encode("ascii") + b"\r\n")
        answer = self.port.readline().decode("ascii").strip()
        if answer != "ok":
            raise RuntimeError(f"{command!r} was answered by {answer!r}")


def pick(arm, tool, rack):
    arm.execute(f"select tool {tool} from rack {rack}")
    arm.execute("update position")


def discard(arm, well, tray):
    arm.execute(f"drop tip {well} into tray {tray}")


def fill(arm, wells, microlitres):
    for well in wells:
        arm.execute("insert tip into " + well)
        arm.execute("set volume " + str(microlitres))


def tidy(arm):
    arm.execute("delete all marks from tray")
    arm.execute("select none")
