"""Programs that reach out: networks, sockets, other processes, the terminal."""

from __future__ import annotations

from hostile_programs.base import Program

_SOCKET = "import socket\n"


def _send(name: str, tries: str, code: str, **more: object) -> Program:
    return Program(name, tries, "contact", _SOCKET + code, **more)  # type: ignore[arg-type]


NETWORK = (
    _send("net-tcp", "calls a server on the machine by TCP", """
with socket.create_connection(("127.0.0.1", W["tcp"]), 2) as link:
    link.sendall(MARK.encode())
"""),
    _send("net-tcp6", "calls a server on the machine by TCP over IPv6", """
with socket.create_connection(("::1", W["tcp6"]), 2) as link:
    link.sendall(MARK.encode())
"""),
    _send("net-http", "asks a web server on the machine", """
import urllib.request
try:
    urllib.request.urlopen(f"http://127.0.0.1:{W['tcp']}/{MARK}", timeout=2)
except OSError as error:
    say(str(error))
except Exception:
    pass
"""),
    _send("net-udp", "sends a datagram", """
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(MARK.encode(), ("127.0.0.1", W["udp"]))
"""),
    _send("net-udp6", "sends a datagram over IPv6", """
socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).sendto(MARK.encode(), ("::1", W["udp6"]))
"""),
    _send("net-dns", "hides what it knows in a question of the DNS", """
import struct
label = MARK.encode()
name = bytes([len(label)]) + label + b"\\x07example\\x00"
question = struct.pack(">HHHHHH", 7, 256, 1, 0, 0, 0) + name + struct.pack(">HH", 1, 1)
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(question, ("127.0.0.1", W["udp"]))
"""),
    _send("net-icmp", "hides what it knows in an echo request", """
import struct
body = struct.pack(">BBHHH", 8, 0, 0, 7, 1) + MARK.encode().ljust(32, b"x")
total = sum(struct.unpack(f">{len(body) // 2}H", body))
total = ~((total >> 16) + (total & 0xFFFF)) & 0xFFFF
body = body[:2] + struct.pack(">H", total) + body[4:]
for kind in (socket.SOCK_RAW, socket.SOCK_DGRAM):
    try:
        socket.socket(socket.AF_INET, kind, socket.IPPROTO_ICMP).sendto(body, ("127.0.0.1", 0))
    except OSError as error:
        say(str(error))
""", root=True),
    _send("net-every-address", "calls every address the machine may have", """
for address in ("127.0.0.1", "127.0.0.2", "localhost", "0.0.0.0", "host.docker.internal",
                "host.containers.internal", "172.17.0.1", "10.0.2.2"):
    if address[0] in "10h" and not address.startswith(("127", "0", "localhost")):
        continue
    try:
        with socket.create_connection((address, W["tcp"]), 0.3) as link:
            link.sendall(MARK.encode())
    except OSError as error:
        say(str(error))
"""),
    _send("net-listen", "opens a port that can be reached from outside", """
server = socket.create_server(("127.0.0.1", W["port"]))
server.settimeout(1)
try:
    link, _ = server.accept()
    link.sendall(MARK.encode())
except OSError as error:
    say(str(error))
hold(0.1)
""", scene="port"),
    _send("net-vsock", "takes a port of the channel to the hypervisor", """
server = socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)
server.bind((socket.VMADDR_CID_ANY, W["vsock"]))
hold(0.4)
""", scene="vsock"),
    Program("net-netlink", "asks the kernel for the machine's network cards", "leak", _SOCKET + """
import struct
link = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
link.sendto(struct.pack("<IHHIIBBHiII", 32, 18, 0x301, 1, 0, 0, 0, 0, 0, 0, 0), (0, 0))
say(link.recv(65536).hex())
""", scene="interfaces"),
    Program("net-sniff", "listens to the machine's own traffic", "leak", _SOCKET + """
ear = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.ntohs(3))
ear.settimeout(1)
for _ in range(40):
    data = ear.recv(4096)
    if b"secret-" in data:
        say(data)
        break
""", scene="traffic", root=True),
    Program("net-sys-cards", "reads the machine's network cards from /sys", "leak", """
import glob
for path in glob.glob("/sys/class/net/*/address"):
    with open(path) as file:
        say(file.read().replace(":", ""))
""", scene="interfaces"),
)  # fmt: skip

SOCKETS = (
    _send("unix-agent", "talks to the SSH agent", """
with socket.socket(socket.AF_UNIX) as link:
    link.connect(W["agent"])
    link.sendall(MARK.encode())
"""),
    _send("unix-docker", "talks to the container engine", """
with socket.socket(socket.AF_UNIX) as link:
    link.connect(W["docker"])
    link.sendall(b"GET /" + MARK.encode() + b" HTTP/1.1\\r\\n\\r\\n")
"""),
    _send("unix-datagram", "writes to the machine's log by its socket", """
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
    link.sendto(MARK.encode(), W["log"])
"""),
    _send("unix-abstract", "calls a socket that has no file", """
with socket.socket(socket.AF_UNIX) as link:
    link.connect("\\0" + W["abstract"])
    link.sendall(MARK.encode())
"""),
    _send("unix-every", "calls every socket that /proc/net/unix names", """
with open("/proc/net/unix") as file:
    names = {line.split()[-1] for line in file if "vg-" in line}
for name in names:
    name = "\\0" + name[1:] if name.startswith("@") else name
    try:
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(name)
            link.sendall(MARK.encode())
    except OSError as error:
        say(str(error))
"""),
    _send("unix-by-folder", "reaches a socket by a short name from its folder", """
os.chdir(W["sockets"])
with socket.socket(socket.AF_UNIX) as link:
    link.connect("agent.sock")
    link.sendall(MARK.encode())
"""),
)  # fmt: skip

_SIGNAL = "import signal\n"

SIGNALS = (
    Program("signal-caller", "sends the caller a signal", "signal", _SIGNAL + """
os.kill(W["caller"], signal.SIGUSR1)
hold(0.1)
"""),
    Program("signal-caller-kill", "kills the caller", "signal", _SIGNAL + """
os.kill(W["caller"], signal.SIGKILL)
"""),
    Program("signal-victim", "signals another process of the user", "signal", _SIGNAL + """
os.kill(W["victim"], signal.SIGUSR2)
hold(0.1)
"""),
    Program("signal-stop", "stops another process of the user", "signal", _SIGNAL + """
os.kill(W["victim"], signal.SIGSTOP)
hold(0.1)
"""),
    Program("signal-everybody", "signals every process at once", "signal", _SIGNAL + """
os.kill(-1, signal.SIGURG)
hold(0.1)
"""),
    Program("signal-groups", "signals the groups of caller and victim", "signal", _SIGNAL + """
for group in (W["caller"], W["victim"]):
    attempt(os.killpg, group, signal.SIGUSR1)
hold(0.1)
"""),
    Program("signal-own-group", "signals its own group, and whoever is in it",
            "signal", _SIGNAL + """
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
os.killpg(0, signal.SIGUSR1)
hold(0.1)
""", process="stopped"),
    Program("signal-handle", "signals by a handle instead of a number", "signal", _SIGNAL + """
handle = os.pidfd_open(W["victim"])
signal.pidfd_send_signal(handle, signal.SIGUSR1)
hold(0.1)
"""),
    Program("ptrace-attach", "attaches to another process as its debugger", "signal", """
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
checked(libc.ptrace(16, W["victim"], None, None))
hold(0.2)
os._exit(0)
"""),
    Program("ptrace-parent", "attaches to its parents", "signal", """
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
say(str(libc.ptrace(0x4206, W["victim"], None, None)))
import signal
attempt(os.kill, W["victim"], signal.SIGUSR1)
hold(0.2)
os._exit(0)
"""),
    Program("memory-of-others", "copies the memory of another process", "leak", """
buffer = ctypes.create_string_buffer(W["size"])
local = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), W["size"])
remote = (ctypes.c_void_p * 2)(W["address"], W["size"])
syscall("process_vm_readv", W["victim"], local, 1, remote, 1, 0)
say(buffer.raw)
"""),
    Program("descriptor-of-others", "takes a descriptor out of another process", "leak", """
handle = os.pidfd_open(W["victim"])
taken = syscall("pidfd_getfd", handle, W["held"], 0)
say(os.pread(taken, 4096, 0))
"""),
    Program("limits-of-others", "lowers the limits of another process", "signal", """
import resource
resource.prlimit(W["victim"], resource.RLIMIT_CORE, (0, 0))
resource.prlimit(W["victim"], resource.RLIMIT_NOFILE, (37, 37))
"""),
    Program("cores-of-others", "chains another process to one core", "signal", """
os.sched_setaffinity(W["victim"], {min(os.sched_getaffinity(0))})
"""),
    Program("priority-of-others", "slows another process down", "signal", """
os.setpriority(os.PRIO_PROCESS, W["victim"], 19)
"""),
)  # fmt: skip

TERMINAL = (
    Program("tty-type", "types a command into the caller's terminal", "terminal", """
import fcntl, termios
tty = os.open("/dev/tty", os.O_RDWR)
for letter in MARK + "\\n":
    fcntl.ioctl(tty, termios.TIOCSTI, letter.encode())
""", process="stopped", scene="typing"),
    Program("tty-type-inherited", "types by whatever descriptor is a terminal", "terminal", """
import fcntl, termios
for number in range(250):
    try:
        for letter in MARK:
            fcntl.ioctl(number, termios.TIOCSTI, letter.encode())
    except OSError:
        pass
""", process="stopped", scene="typing"),
    Program("tty-write", "writes escape sequences to the caller's terminal", "terminal", """
with open("/dev/tty", "wb", buffering=0) as tty:
    tty.write(b"\\x1b]0;" + MARK.encode() + b"\\x07\\x1b[2J")
""", process="stopped"),
    Program("tty-by-name", "opens the caller's terminal by its name", "terminal", """
tty = os.open(W["terminal"], os.O_WRONLY | os.O_NOCTTY)
os.write(tty, MARK.encode())
"""),
    Program("tty-take", "takes the caller's terminal as its own and types", "terminal", """
import fcntl, termios
if os.fork() == 0:
    os.setsid()
    tty = os.open(W["terminal"], os.O_RDWR)
    attempt(fcntl.ioctl, tty, termios.TIOCSCTTY, 1)
    for letter in MARK:
        fcntl.ioctl(tty, termios.TIOCSTI, letter.encode())
    os._exit(0)
os.wait()
""", root=True, scene="typing"),
    Program("tty-of-parents", "reaches the terminal through the descriptors of others",
            "terminal", """
for name in os.listdir(f"/proc/{W['caller']}/fd"):
    path = f"/proc/{W['caller']}/fd/{name}"
    if os.readlink(path).startswith("/dev/pts/"):
        os.write(os.open(path, os.O_WRONLY | os.O_NOCTTY), MARK.encode())
"""),
)  # fmt: skip
