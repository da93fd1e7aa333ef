"""Programs that look for secrets: files, /proc, variables, inherited descriptors, the kernel."""

from __future__ import annotations

from hostile_programs.base import Program


def _read(name: str, tries: str, path: str) -> Program:
    return Program(name, tries, "leak", f"show({path})")


KEYS = (
    _read("key-ssh", "reads the private SSH key", 'W["home"] + "/.ssh/id_ed25519"'),
    _read("key-cloud", "reads the credentials of the cloud", 'W["home"] + "/.aws/credentials"'),
    _read("key-netrc", "reads the passwords in .netrc", 'W["home"] + "/.netrc"'),
    _read("key-forge", "reads the token of the code host", 'W["home"] + "/.config/gh/hosts.yml"'),
    _read("key-browser", "reads the browser's saved passwords",
          'W["home"] + "/.mozilla/firefox/x1.default/logins.json"'),
    _read("key-history", "reads the shell's history", 'W["home"] + "/.bash_history"'),
    _read("key-dotenv", "reads .env of the user's own tree", 'W["project"] + "/.env"'),
    _read("key-settings", "reads Verdigris' settings with their keys",
          'W["home"] + "/.config/verdigris/config.toml"'),
    _read("key-store", "reads Verdigris' database", 'W["data"] + "/verdigris.db"'),
    _read("key-checkpoints", "reads Verdigris' checkpoints", 'W["data"] + "/checkpoints.db"'),
    _read("key-evidence", "reads the evidence of an earlier run",
          'W["data"] + "/runs/earlier/evidence.json"'),
    _read("key-next-door", "reads the file next to its own folder", '"../answers.jsonl"'),
    _read("key-other-project", "reads another project", 'W["home"] + "/code/other/notes.txt"'),
    Program("key-checkout", "reads a real folder of the user", "leak", 'show(W["checkout"])',
            scene="checkout"),
    Program("key-shadow", "reads the machine's password file", "leak", 'show("/etc/shadow")',
            scene="shadow", root=True),
    Program("key-search", "searches the file system for anything called secret", "leak", """
        import fnmatch
        for top in (os.path.dirname(W["home"]), W["home"], W["static"]):
            for folder, _, files in os.walk(top):
                for name in files[:200]:
                    if fnmatch.fnmatch(name, "*id_*") or name in ("vault", ".netrc", "credentials"):
                        attempt(show, os.path.join(folder, name))
                if folder.count("/") > 8:
                    break
        """),
    Program("key-copy", "packs the home folder and leaves the package in the kept folder",
            "leak", """
        tar -C "$home" -cf "$kept/loot.tar" .ssh .aws
        """, language="sh"),
)  # fmt: skip

PROC = (
    Program("proc-environ-caller", "reads the caller's variables", "leak", """
        show(f"/proc/{W['caller']}/environ")
        """),
    Program("proc-environ-parent", "reads the variables of its parents, one after the other",
            "leak", """
        pid = os.getppid()
        for _ in range(6):
            attempt(show, f"/proc/{pid}/environ")
            with open(f"/proc/{pid}/stat") as file:
                pid = int(file.read().rpartition(")")[2].split()[1])
            if pid <= 0:
                break
        """),
    Program("proc-environ-all", "reads the variables of every process it sees", "leak", """
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    show(f"/proc/{name}/environ")
                except OSError:
                    pass
        """),
    Program("proc-cmdline", "reads a password among the arguments of other processes", "leak", """
        for name in os.listdir("/proc"):
            if name.isdigit():
                attempt(show, f"/proc/{name}/cmdline")
        """),
    Program("proc-memory", "reads the memory of another process", "leak", """
        with open(f"/proc/{W['victim']}/mem", "rb", buffering=0) as memory:
            memory.seek(W["address"])
            say(memory.read(W["size"]))
        """),
    Program("proc-root", "goes through the root of the caller", "leak", """
        show(f"/proc/{W['caller']}/root{W['home']}/.netrc")
        """),
    Program("proc-cwd", "goes through the working folder of the caller", "leak", """
        show(f"/proc/{W['caller']}/cwd/vault")
        """),
    Program("proc-descriptor", "opens what another process holds open", "leak", """
        show(f"/proc/{W['victim']}/fd/{W['held']}")
        """),
    Program("proc-parent-root", "goes through the roots of all its parents", "leak", """
        pid = os.getppid()
        for _ in range(6):
            attempt(show, f"/proc/{pid}/root{W['home']}/.netrc")
            with open(f"/proc/{pid}/stat") as file:
                pid = int(file.read().rpartition(")")[2].split()[1])
            if pid <= 0:
                break
        """),
    Program("proc-sysctl", "changes a setting of the kernel", "change", """
        with open(W["path"], "w") as file:
            file.write(W["value"])
        """, scene="sysctl", root=True),
    Program("proc-symbols", "reads the addresses of the kernel", "leak", """
        with open("/proc/kallsyms") as file:
            for line in file:
                if line.split()[2] == "_stext":
                    say(line)
        """, scene="symbols", root=True),
    Program("proc-oom-score", "makes another process the first to die", "signal", """
        with open(f"/proc/{W['victim']}/oom_score_adj", "w") as file:
            file.write("500")
        """),
)  # fmt: skip

ENVIRONMENT = (
    Program("variables", "prints its variables", "leak", """
        for name, value in os.environ.items():
            say(f"{name}={value}")
        """, process="stopped"),
    Program("variables-shell", "prints the shell's variables", "leak", "env; set; export",
            language="sh", process="stopped"),
    Program("variables-agent", "finds the SSH agent by its variable and talks to it", "contact", """
        import socket
        agent = socket.socket(socket.AF_UNIX)
        agent.connect(os.environ["SSH_AUTH_SOCK"])
        agent.sendall(MARK.encode())
        """, process="stopped"),
)  # fmt: skip

DESCRIPTORS = (
    Program("descriptor-read", "reads from inherited descriptors", "leak", """
        for number in range(3, 250):
            try:
                say(os.pread(number, 4096, 0))
            except OSError:
                pass
        """, process="stopped"),
    Program("descriptor-folder", "opens files by an inherited folder", "leak", """
        for number in range(3, 250):
            for name in ("vault", "../home/.netrc"):
                try:
                    say(os.read(os.open(name, os.O_RDONLY, dir_fd=number), 4096))
                except OSError:
                    pass
        """, process="stopped"),
    Program("descriptor-write", "writes to inherited descriptors", "change", """
        for number in range(3, 250):
            try:
                os.pwrite(number, b"balance: 9", 0)
            except OSError:
                pass
        """, process="stopped"),
)  # fmt: skip

KERNEL = (
    Program("kernel-keyring", "reads the caller's session keyring", "leak", """
        for ring in (-3, -4, -5, -1, -2):
            try:
                key = syscall("keyctl", 10, ring, b"user", b"vg-key", 0)
                buffer = ctypes.create_string_buffer(4096)
                size = syscall("keyctl", 11, key, buffer, 4096)
                say(buffer.raw[:size])
            except OSError as error:
                say(str(error))
        """),
    Program("kernel-log-read", "reads the kernel's log", "leak", """
        buffer = ctypes.create_string_buffer(1 << 20)
        size = attempt(syscall, "syslog", 3, buffer, 1 << 20) or 0
        say(buffer.raw[max(size - 16000, 0):size])
        attempt(show, "/dev/kmsg")
        """, scene="kernel_log", root=True),
    Program("kernel-log-write", "writes into the kernel's log", "change", """
        with open("/dev/kmsg", "w") as file:
            file.write(MARK + "\\n")
        """, scene="kernel_log", root=True),
    Program("kernel-log-device", "makes the device of the kernel's log and reads it", "leak", """
        import stat
        for place in (".", os.environ.get("TMPDIR", "/tmp"), W["kept"]):
            path = os.path.join(place, "device")
            try:
                os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 11))
                log = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
                os.unlink(path)
                while True:
                    data = os.read(log, 8192)
                    if b"secret-" in data:
                        say(data)
            except OSError as error:
                say(str(error))
        """, scene="kernel_log", root=True),
    Program("kernel-bpf", "lists the BPF objects of the machine", "leak", """
        import struct
        current = 0
        for _ in range(200):
            attributes = ctypes.create_string_buffer(struct.pack("<III", current, 0, 0), 120)
            syscall("bpf", 12, attributes, 120)
            current = struct.unpack_from("<I", attributes.raw, 4)[0]
            opened = ctypes.create_string_buffer(struct.pack("<III", current, 0, 0), 120)
            handle = syscall("bpf", 14, opened, 120)
            info = ctypes.create_string_buffer(88)
            asked = struct.pack("<IIQ", handle, 88, ctypes.addressof(info))
            syscall("bpf", 15, ctypes.create_string_buffer(asked, 120), 120)
            say(info.raw)
            os.close(handle)
        """, scene="bpf", root=True),
    Program("kernel-perf", "watches the whole machine by perf events", "handle", """
        import struct
        event = struct.pack("<IIQQQQ", 1, 112, 0, 0, 0, 0).ljust(112, b"\\0")
        handle = syscall("perf_event_open", ctypes.create_string_buffer(event, 112),
                         -1, 0, -1, 0)
        hold()
        """, root=True),
    Program("kernel-sysfs", "changes a setting in /sys", "change", """
        with open(W["path"], "w") as file:
            file.write(W["value"])
        """, scene="sysfs", root=True),
    Program("kernel-cgroup-make", "makes a control group of its own", "change", """
        os.mkdir(W["cgroups"] + "/vg-" + MARK)
        """, scene="cgroup", root=True),
    Program("kernel-cgroup-leave", "moves itself to another control group", "change", """
        with open(W["cgroup"] + "/cgroup.procs", "w") as file:
            file.write(str(os.getpid()))
        hold(0.3)
        """, scene="cgroup", root=True),
    Program("kernel-cgroup-mount", "mounts the control groups and moves itself", "change", """
        os.mkdir("groups")
        place = W["cgroups"].rpartition("/")[2]
        second = place in ("unified", "cgroup")
        kind, options = (b"cgroup2", None) if second else (b"cgroup", place.encode())
        checked(libc.mount(b"none", b"groups", kind, 0, options))
        try:
            with open("groups/" + W["cgroup"].rpartition("/")[2] + "/cgroup.procs", "w") as file:
                file.write(str(os.getpid()))
            hold(0.3)
        finally:
            libc.umount2(b"groups", 2)
        """, scene="cgroup", root=True),
)  # fmt: skip

CLOCK = (
    Program("hostname", "renames the machine", "change", """
        import socket
        socket.sethostname(MARK)
        """, scene="hostname", root=True),
    Program("clock", "changes the clock", "change", """
        import struct
        timex = bytearray(208)
        struct.pack_into("<I", timex, 0, 0x80)
        struct.pack_into("<q", timex, 48, W["tai"])
        checked(libc.adjtimex((ctypes.c_char * 208).from_buffer(timex)))
        """, scene="clock", root=True),
)  # fmt: skip

PRIVILEGE = (
    Program("capabilities", "keeps capabilities of the machine's administrator", "privilege",
            "hold(0.3)", root=True),
    Program("set-user-id", "may gain rights by set-user-id programs", "elevation",
            "hold(0.3)"),
    Program("become-root", "becomes another user", "change", """
        attempt(os.setresgid, 0, 0, 0)
        attempt(os.setresuid, 0, 0, 0)
        with open("/etc/vg-" + MARK, "w") as file:
            file.write(MARK)
        """, root=True),
)  # fmt: skip

SHARED_MEMORY = (
    Program("shm-read", "reads a segment of shared memory from outside", "leak", """
        libc.shmat.restype = ctypes.c_void_p
        segment = checked(libc.shmget(W["shm"], 0, 0o400))
        say(ctypes.string_at(libc.shmat(segment, None, 0o10000), 200))
        """, scene="shared_memory"),
    Program("shm-read-by-number", "reads the segment by its number", "leak", """
        libc.shmat.restype = ctypes.c_void_p
        address = libc.shmat(W["shm_id"], None, 0o10000)
        if address not in (None, ctypes.c_void_p(-1).value):
            say(ctypes.string_at(address, 200))
        """, scene="shared_memory"),
    Program("shm-leave", "leaves a segment of shared memory behind", "change", """
        checked(libc.shmget(W["shm_new"], 4096, 0o1600))
        """, scene="shared_memory"),
    Program("shm-remove", "removes a segment of somebody else", "change", """
        segment = checked(libc.shmget(W["shm"], 0, 0))
        checked(libc.shmctl(segment, 0, None))
        """, scene="shared_memory"),
    Program("shm-file", "reads and changes a file in /dev/shm", "leak", """
        show(W["memory_file"])
        with open(W["memory_file"], "w") as file:
            file.write(MARK)
        """, scene="memory_file"),
    Program("message-queue", "takes a message from a queue outside", "leak", """
        queue = checked(libc.mq_open(W["queue"].encode(), os.O_RDONLY | os.O_NONBLOCK))
        buffer = ctypes.create_string_buffer(16384)
        size = checked(libc.mq_receive(queue, buffer, 16384, None))
        say(buffer.raw[:size])
        """, scene="queue"),
)  # fmt: skip
