"""Programs that change what is not theirs: links, the user's tree, traps for later, mounts."""

from __future__ import annotations

from hostile_programs.base import Program


def _write(name: str, tries: str, path: str, text: str, **more: object) -> Program:
    code = f"""
os.makedirs(os.path.dirname({path}), exist_ok=True)
with open({path}, "a") as file:
    file.write({text!r})
"""
    return Program(name, tries, "change", code, **more)  # type: ignore[arg-type]


LINKS = (
    Program("link-symbolic-write", "writes through a symbolic link", "change", """
        os.symlink(W["project"] + "/app.py", "app.py")
        with open("app.py", "w") as file:
            file.write("changed")
        """),
    Program("link-symbolic-folder", "writes through a link to a folder", "change", """
        os.symlink(W["project"], "folder")
        with open("folder/new.py", "w") as file:
            file.write("new")
        """),
    Program("link-hard-write", "writes through a hard link", "change", """
        os.link(W["project"] + "/app.py", "app.py")
        with open("app.py", "w") as file:
            file.write("changed")
        """),
    Program("link-hard-read", "leaves a hard link to a secret in the kept folder", "leak", """
        os.link(W["home"] + "/.netrc", W["kept"] + "/report")
        """),
    Program("link-record-symbolic", "puts a link to a secret in the place of the record",
            "leak", """
        os.unlink(W["records"])
        os.symlink(W["home"] + "/.netrc", W["records"])
        """),
    Program("link-record-hard", "puts a hard link to a secret in the place of the record",
            "leak", """
        os.unlink(W["records"])
        os.link(W["home"] + "/.netrc", W["records"])
        """),
    Program("link-record-renamed", "renames something over the record", "change", """
        os.mkfifo("pipe")
        os.rename("pipe", W["records"])
        """),
    Program("link-record-fifo", "puts a pipe in the place of the record, so that its reader waits",
            "change", """
        os.unlink(W["records"])
        os.mkfifo(W["records"])
        """),
    Program("link-record-bound", "exchanges the record by way of its folder", "change", """
        folder = os.path.dirname(W["records"])
        os.rename(folder, folder + "-old")
        os.mkdir(folder)
        with open(W["records"], "w") as file:
            file.write("{}")
        """),
    Program("link-workspace", "exchanges its own folder for a link", "change", """
        here = os.getcwd()
        os.rename(here, here + "-old")
        os.symlink(W["project"], here)
        """),
    Program("link-dotdot", "climbs out by way of the parent folder", "change", """
        with open("../answers.jsonl", "a") as file:
            file.write("forged")
        """),
    Program("link-open-folder", "holds a folder open and climbs from there", "change", """
        here = os.open(".", os.O_RDONLY)
        up = os.open("..", os.O_RDONLY, dir_fd=here)
        handle = os.open("answers.jsonl", os.O_WRONLY | os.O_APPEND, dir_fd=up)
        os.write(handle, b"forged")
        """),
    Program("link-proc-self", "climbs out by way of /proc/self/cwd", "change", """
        with open("/proc/self/cwd/../answers.jsonl", "a") as file:
            file.write("forged")
        """),
)  # fmt: skip

TREE = (
    Program("tree-write", "changes a file of the user", "change", """
        echo changed >> "$project/app.py"
        """, language="sh"),
    Program("tree-delete", "deletes the user's tree", "change", """
        import shutil
        shutil.rmtree(W["project"] + "/.git", ignore_errors=False)
        """),
    Program("tree-mode", "makes a private key readable for everybody", "change", """
        os.chmod(W["home"] + "/.ssh/id_ed25519", 0o644)
        """),
    Program("tree-truncate", "empties Verdigris' database", "change", """
        os.truncate(W["data"] + "/verdigris.db", 0)
        """),
    Program("tree-checkpoints", "forges a checkpoint", "change", """
        with open(W["data"] + "/checkpoints.db", "ab") as file:
            file.write(b"forged")
        """),
    Program("tree-settings", "turns the sandbox off in the settings", "change", """
        with open(W["home"] + "/.config/verdigris/config.toml", "a") as file:
            file.write('[sandbox]\\nbackend = "process"\\n')
        """),
    Program("tree-environment", "changes the project's environment, which it may read",
            "change", """
        with open(W["environment"] + "/lib/python3/site-packages/thing.py", "w") as file:
            file.write("import os")
        """),
    Program("tree-environment-mode", "makes the environment writable first", "change", """
        path = W["environment"] + "/lib/python3/site-packages/thing.py"
        attempt(os.chmod, path, 0o666)
        attempt(os.unlink, path)
        with open(path, "w") as file:
            file.write("import os")
        """),
    Program("tree-own-package", "changes Verdigris' own package", "change", """
        with open(W["plugin"] + "/vg_" + MARK + ".py", "w") as file:
            file.write("# planted")
        """, scene="own_package"),
    Program("tree-temporary", "leaves files in the machine's temporary folders", "change", """
        for place in ("/tmp", "/var/tmp", "/dev/shm", "/run"):
            try:
                with open(f"{place}/vg-{MARK}", "w") as file:
                    file.write(MARK)
            except OSError as error:
                say(str(error))
        """),
    Program("tree-system", "leaves files in the system's folders", "change", """
        for place in ("/etc", "/usr/lib", "/usr/local/bin", "/opt", "/"):
            try:
                with open(f"{place}/vg-{MARK}", "w") as file:
                    file.write(MARK)
            except OSError as error:
                say(str(error))
        """, root=True),
)  # fmt: skip

TRAPS = (
    _write("trap-conftest", "plants conftest.py in the user's tree",
           'W["project"] + "/conftest.py"', "print('caught')\n"),
    _write("trap-sitecustomize", "plants sitecustomize.py in the project's environment",
           'W["environment"] + "/lib/python3/site-packages/sitecustomize.py"', "print('caught')\n"),
    _write("trap-usercustomize", "plants usercustomize.py in the user's packages",
           'W["home"] + "/.local/lib/python3/site-packages/usercustomize.py"', "print('caught')\n"),
    _write("trap-pth-project", "plants a .pth file in the project's environment",
           'W["environment"] + "/lib/python3/site-packages/a.pth"', "import os\n"),
    _write("trap-pth-own", "plants a .pth file where Verdigris is installed",
           'W["site"] + "/vg-" + MARK + ".pth"', "# planted\n", scene="own_site"),
    _write("trap-stdlib", "plants a module in the standard library",
           'W["stdlib"] + "/vg_" + MARK + ".py"', "# planted\n", scene="own_stdlib"),
    _write("trap-git-hook", "plants a git hook",
           'W["project"] + "/.git/hooks/post-checkout"', "#!/bin/sh\necho caught\n"),
    _write("trap-git-config", "sets a program in the repository's git configuration",
           'W["project"] + "/.git/config"', "[core]\n\tfsmonitor = /tmp/x\n"),
    _write("trap-user-git-config", "sets a program in the user's git configuration",
           'W["home"] + "/.gitconfig"', "[core]\n\tpager = /tmp/x\n"),
    _write("trap-makefile", "adds a recipe to the Makefile",
           'W["project"] + "/Makefile"', "all:\n\techo caught\n"),
    _write("trap-editor", "plants a task for the editor",
           'W["project"] + "/.vscode/tasks.json"', "{}"),
    _write("trap-shell", "adds a line to .bashrc",
           'W["home"] + "/.bashrc"', "echo caught\n"),
    _write("trap-authorized-keys", "adds a key to authorized_keys",
           'W["home"] + "/.ssh/authorized_keys"', "ssh-ed25519 AAAA\n"),
    _write("trap-autostart", "plants a service that starts with the session",
           'W["home"] + "/.config/systemd/user/x.service"', "[Service]\nExecStart=/tmp/x\n"),
    _write("trap-workflow", "plants a workflow of the continuous integration",
           'W["project"] + "/.github/workflows/x.yml"', "on: push\n"),
)  # fmt: skip

_NEW_USER = """
def become(flags):
    user, group = os.getuid(), os.getgid()
    checked(libc.unshare(flags))
    maps = {"setgroups": "deny", "uid_map": f"0 {user} 1", "gid_map": f"0 {group} 1"}
    for name, text in maps.items():
        try:
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
        except OSError as error:
            say(f"{name}: {error}")
NEW_MOUNTS, NEW_USERS, NEW_NET, NEW_PIDS = 0x20000, 0x10000000, 0x40000000, 0x20000000
REMOUNT, BIND, PRIVATE, RECURSIVE = 32, 4096, 1 << 18, 16384
"""

MOUNTS = (
    Program("mount-over", "mounts an empty folder over the user's tree", "change", """
        checked(libc.mount(b"none", W["project"].encode(), b"tmpfs", 0, None))
        """, root=True),
    Program("mount-bind", "mounts the user's tree into its own folder and writes there",
            "change", """
        os.mkdir("tree")
        checked(libc.mount(W["project"].encode(), b"tree", None, 4096, None))
        try:
            with open("tree/app.py", "w") as file:
                file.write("changed")
        finally:
            libc.umount2(b"tree", 2)
        """, root=True),
    Program("mount-remount", "makes what it may only read writable again", "change", """
        path = W["environment"].encode()
        if libc.mount(None, path, None, 32 | 4096, None) < 0:
            say(os.strerror(ctypes.get_errno()))
        with open(W["environment"] + "/lib/python3/site-packages/thing.py", "w") as file:
            file.write("changed")
        """),
    Program("namespace-remount", "becomes root of its own namespace and mounts it writable",
            "change",
            _NEW_USER + """
attempt(become, NEW_USERS | NEW_MOUNTS)
for path in (W["environment"], "/usr", "/"):
    for flags in (REMOUNT | BIND, REMOUNT):
        if libc.mount(None, path.encode(), None, flags, None) < 0:
            say(os.strerror(ctypes.get_errno()))
with open(W["environment"] + "/lib/python3/site-packages/thing.py", "w") as file:
    file.write("changed")
"""),
    Program("namespace-uncover", "unmounts what covers the machine's folders",
            "leak", _NEW_USER + """
before = os.readlink("/proc/self/ns/mnt")
attempt(become, NEW_USERS | NEW_MOUNTS)
libc.mount(None, b"/", None, PRIVATE | RECURSIVE, None)
with open("/proc/self/mountinfo") as file:
    points = [line.split()[4] for line in file]
for point in reversed(points):
    # Without a namespace of its own it would take the machine apart, not the sandbox.
    if os.readlink("/proc/self/ns/mnt") != before and point != "/":
        libc.umount2(point.encode(), 2)
attempt(show, W["home"] + "/.netrc")
"""),
    Program("namespace-bind-root", "mounts the root of its namespace elsewhere and looks below",
            "leak",
            _NEW_USER + """
attempt(become, NEW_USERS | NEW_MOUNTS)
os.makedirs("below", exist_ok=True)
if libc.mount(b"/", b"below", None, BIND, None) == 0:
    attempt(show, "below" + W["home"] + "/.netrc")
    libc.umount2(b"below", 2)
attempt(show, W["home"] + "/.netrc")
"""),
    Program("namespace-overlay", "lays a writable layer over what it may only read", "change",
            _NEW_USER + """
attempt(become, NEW_USERS | NEW_MOUNTS)
for name in ("upper", "work"):
    os.makedirs(name, exist_ok=True)
target = W["environment"] + "/lib/python3/site-packages"
options = f"lowerdir={target},upperdir=upper,workdir=work".encode()
say(str(libc.mount(b"overlay", target.encode(), b"overlay", 0, options)))
with open(W["project"] + "/app.py", "w") as file:
    file.write("changed")
"""),
    Program("namespace-network", "makes a network of its own and calls from there", "contact",
            _NEW_USER + """
import socket
if os.fork() == 0:
    attempt(become, NEW_USERS | NEW_NET)
    os._exit(0)
os.wait()
with socket.create_connection(("127.0.0.1", W["tcp"]), 2) as link:
    link.sendall(MARK.encode())
"""),
    Program("namespace-join", "joins the namespaces of the first process", "leak", """
        for pid in (1, os.getppid(), W["caller"]):
            for name in ("user", "mnt", "pid", "net"):
                try:
                    handle = os.open(f"/proc/{pid}/ns/{name}", os.O_RDONLY)
                    syscall("setns", handle, 0)
                except OSError as error:
                    say(f"{name}: {error}")
        show(W["home"] + "/.netrc")
        """),
    Program("namespace-pids", "makes its own process namespace and hides a daemon in it",
            "survivor",
            _NEW_USER + """
attempt(become, NEW_USERS | NEW_PIDS)
if os.fork() == 0:
    os.setsid()
    hold(6); os._exit(0)
hold(0.2)
""", process="stopped"),
    Program("chroot-escape", "escapes by a root folder below its own", "leak", _NEW_USER + """
if os.getuid():
    attempt(become, NEW_USERS)
os.makedirs("jail", exist_ok=True)
attempt(os.chroot, "jail")
for _ in range(60):
    os.chdir("..")
attempt(os.chroot, ".")
show(W["home"] + "/.netrc")
"""),
    Program("pivot-root", "exchanges its root and looks at the old one", "leak", _NEW_USER + """
attempt(become, NEW_USERS | NEW_MOUNTS)
libc.mount(None, b"/", None, PRIVATE | RECURSIVE, None)
os.makedirs("jail/old", exist_ok=True)
libc.mount(b"jail", b"jail", None, BIND, None)
try:
    syscall("pivot_root", b"jail", b"jail/old")
    os.chdir("/")
    show("/old" + W["home"] + "/.netrc")
except OSError as error:
    say(str(error))
    show(W["home"] + "/.netrc")
"""),
    Program("mount-tree-handle", "takes a handle of the mounts and puts it elsewhere", "change", """
        handle = syscall("open_tree", -100, W["project"].encode(), 1 | 0x80000)
        os.mkdir("tree")
        syscall("move_mount", handle, b"", -100, b"tree", 4)
        try:
            with open("tree/app.py", "w") as file:
                file.write("changed")
        finally:
            libc.umount2(b"tree", 2)
        """, root=True),
)  # fmt: skip
