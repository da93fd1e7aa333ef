"""Programs that want more than their share: processes, memory, disk, output, time, open files."""

from __future__ import annotations

from hostile_programs.base import Program

FORKS = (
    Program("fork-bomb", "forks until it may not", "crowd", """
        for _ in range(130):
            if os.fork() == 0:
                hold(1.5); os._exit(0)
        hold(0.8)
        """, process="counted"),
    Program("fork-bomb-new-sessions", "forks children that each leave the session", "crowd", """
        for _ in range(130):
            if os.fork() == 0:
                os.setsid(); hold(1.5); os._exit(0)
        hold(0.8)
        """, process="counted"),
    Program("fork-bomb-double-fork", "forks children whose parent is gone at once", "crowd", """
        for _ in range(130):
            child = os.fork()
            if child == 0:
                try:
                    if os.fork() == 0:
                        hold(1.5)
                finally:
                    os._exit(0)
            os.waitpid(child, 0)
        hold(0.8)
        """, process="counted"),
    Program("fork-bomb-tree", "forks a tree: every child forks on", "crowd", """
        for _ in range(7):
            attempt(os.fork)
        hold(1)
        """, process="counted"),
    Program("fork-bomb-spawn", "starts programs by vfork in a loop", "crowd", """
        for _ in range(130):
            os.posix_spawn("/bin/sleep", ["sleep", "1.5"], {"VG_MARK": MARK})
        hold(0.8)
        """, process="counted"),
    Program("fork-bomb-shell", "forks from the shell, in the background", "crowd", """
        n=0
        while [ $n -lt 220 ]; do sleep 1.5 & n=$((n+1)); done
        sleep 0.8
        """, process="counted", language="sh"),
    Program("thread-bomb", "starts threads until it may not", "crowd", """
        import threading
        threading.stack_size(65536)
        for _ in range(130):
            threading.Thread(target=hold, args=(1.2,), daemon=True).start()
        for _ in range(130):
            if os.fork() == 0:
                hold(1.2); os._exit(0)
        hold(0.8)
        """, process="counted"),
)  # fmt: skip

MEMORY = (
    Program("memory-heap", "takes memory piece by piece and writes to it", "memory", """
        pieces = []
        for _ in range(25):
            pieces.append(bytearray(b"x" * (18 << 20)))
        hold()
        """, process="stopped"),
    Program("memory-shared-map", "maps shared anonymous memory and fills it", "memory", """
        import mmap
        area = mmap.mmap(-1, 450 << 20)
        for start in range(0, 450 << 20, 1 << 20):
            area[start:start + (1 << 20)] = b"x" * (1 << 20)
        hold()
        """, process="stopped"),
    Program("memory-many-children", "spreads memory over many children", "memory", """
        for _ in range(14):
            if os.fork() == 0:
                piece = bytearray(b"x" * (32 << 20)); hold(1.5); os._exit(0)
        hold(1.2)
        """, process="stopped"),
    Program("memory-file-in-memory", "maps many small files that live in memory", "memory", """
        import mmap
        areas = []
        for number in range(150):
            handle = os.memfd_create("flood")
            os.truncate(handle, 3 << 20)
            areas.append(mmap.mmap(handle, 3 << 20))
            os.close(handle)
            areas[-1][:] = b"x" * (3 << 20)
        hold()
        """, process="stopped"),
    Program("memory-dev-shm", "fills /dev/shm with files", "memory", """
        os.makedirs("/dev/shm/vg-" + MARK, exist_ok=True)
        os.chdir("/dev/shm/vg-" + MARK)
        try:
            for number in range(150):
                flood_file(3, f"flood{number}")
            hold()
        finally:
            for number in range(150):
                if os.path.exists(f"flood{number}"):
                    os.unlink(f"flood{number}")
            os.rmdir("/dev/shm/vg-" + MARK)
        """, process="grouped"),
    Program("memory-recursion", "recurses without end", "memory", """
        sys.setrecursionlimit(10_000_000)
        def deeper(left):
            load = bytes(400)
            return hold() if not left else deeper(left - 1)
        deeper(800_000)
        """, process="stopped"),
)  # fmt: skip

DISK = (
    Program("disk-one-file", "writes one huge file", "disk", """
        os.chdir(os.getcwd()); flood_file(90); hold()
        """, process="stopped"),
    Program("disk-one-file-ignoring", "writes one huge file and ignores SIGXFSZ", "disk", """
        import signal
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            flood_file(90)
        finally:
            hold()
        """, process="stopped"),
    Program("disk-many-files", "writes file after file of a permitted size", "disk", """
        for number in range(40):
            flood_file(3, f"flood{number}")
            time.sleep(0.02)
        hold()
        """, process="watched"),
    Program("disk-small-files", "writes thousands of small files", "disk", """
        for number in range(4500):
            with open(f"flood{number}", "wb") as file:
                file.write(b"x" * 16384)
        hold(0.4)
        """, process="watched"),
    Program("disk-allocated", "reserves room at one go, without writing", "disk", """
        for number in range(40):
            handle = os.open(f"flood{number}", os.O_CREAT | os.O_WRONLY)
            os.posix_fallocate(handle, 0, 3 << 20)
        hold()
        """, process="watched"),
    Program("disk-sparse", "makes a file that claims to be a terabyte", "disk", """
        with open("flood", "wb") as file:
            file.truncate(1 << 40)
        hold()
        """, process="stopped"),
    Program("disk-temporary", "fills the temporary folder", "disk", """
        import tempfile
        os.chdir(tempfile.mkdtemp())
        for number in range(40):
            flood_file(3, f"flood{number}")
            time.sleep(0.02)
        hold()
        """, process="watched"),
    Program("disk-home", "fills the home folder", "disk", """
        home = os.path.expanduser("~")
        place = os.path.join(home, "vg-" + MARK)
        os.makedirs(place)
        os.chdir(place)
        try:
            for number in range(40):
                flood_file(3, f"flood{number}")
                time.sleep(0.02)
            hold()
        finally:
            for number in range(40):
                if os.path.exists(f"flood{number}"):
                    os.unlink(f"flood{number}")
            os.rmdir(place)
        """, process="watched"),
    Program("disk-kept-folder", "fills the folder that is kept", "disk", """
        os.chdir(W["kept"])
        for number in range(40):
            flood_file(3, f"flood{number}")
            time.sleep(0.02)
        hold()
        """, process="watched"),
    Program("disk-kept-record", "fills the record that is kept", "disk", """
        with open(W["records"], "wb", buffering=0) as file:
            for _ in range(90):
                file.write(b"x" * (1 << 20))
        """, process="stopped"),
    Program("disk-deleted", "writes files and deletes them while it holds them open", "disk", """
        held = []
        for number in range(40):
            handle = os.open(f"flood{number}", os.O_CREAT | os.O_WRONLY)
            held.append(handle)
            for _ in range(3):
                os.write(handle, b"x" * (1 << 20))
            os.unlink(f"flood{number}")
        hold()
        """),
)  # fmt: skip

OUTPUT = (
    Program("output-stdout", "prints without end", "output", """
        for _ in range(3):
            os.write(1, b"y\\n" * (1 << 19))
        """, process="stopped"),
    Program("output-stderr", "prints errors without end", "output", """
        for _ in range(3):
            os.write(2, b"y\\n" * (1 << 19))
        """, process="stopped"),
    Program("output-both", "prints to both at once, from several processes", "output", """
        for number in range(4):
            if os.fork() == 0:
                for _ in range(2):
                    os.write(1 + number % 2, b"y" * (1 << 20))
                os._exit(0)
        for _ in range(4):
            os.wait()
        """, process="stopped"),
    Program("output-no-newline", "prints one endless line", "output", """
        for _ in range(3):
            os.write(1, b"y" * (1 << 20))
        """, process="stopped"),
    Program("output-reopened", "opens its output anew and prints there", "output", """
        with open("/proc/self/fd/1", "wb", buffering=0) as out:
            for _ in range(3):
                out.write(b"y" * (1 << 20))
        """, process="stopped"),
    Program("output-shell", "pipes an endless `yes` into its output", "output", """
        yes "$mark" | head -c 3000000
        """, language="sh", process="stopped"),
)  # fmt: skip

_BUSY = {"cpu_seconds": 1, "wall_seconds": 12}
_SHORT = {"wall_seconds": 1.5}
_BURN = """
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
"""

CPU = (
    Program("cpu-one", "burns CPU time", "cpu", _BURN + """
burn(3.8)
""", process="stopped", limits=_BUSY),
    Program("cpu-ignoring", "burns CPU time and ignores SIGXCPU", "cpu", _BURN + """
import signal
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
burn(3.8)
""", process="stopped", limits=_BUSY),
    Program("cpu-threads", "burns CPU time in threads", "cpu", _BURN + """
import hashlib, threading
def work():
    while time.process_time() < 3.8:
        hashlib.sha256(b"x" * (1 << 20)).digest()
threads = [threading.Thread(target=work) for _ in range(2)]
for thread in threads: thread.start()
for thread in threads: thread.join()
""", process="stopped", limits=_BUSY),
    Program("cpu-raised-limit", "raises its own limit and burns on", "cpu", _BURN + """
import resource
attempt(resource.setrlimit, resource.RLIMIT_CPU, (resource.RLIM_INFINITY,) * 2)
burn(3.8)
""", process="stopped", limits=_BUSY),
    Program("cpu-relay", "burns in a relay: each child hands on before its limit strikes",
            "wall", _BURN + """
end = time.monotonic() + 4
while time.monotonic() < end:
    burn(0.3)
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        os._exit(0)
""", process="stopped", limits=_SHORT),
    Program("sleep-for-ever", "sleeps past the wall clock and ignores every signal", "wall", """
        import signal
        for number in range(1, 32):
            if number not in (9, 19):
                signal.signal(number, signal.SIG_IGN)
        hold(4)
        """, process="stopped", limits=_SHORT),
    Program("stop-itself", "stops itself and all it started", "wall", """
        import signal
        if os.fork() == 0:
            hold(4)
            os.kill(os.getppid(), signal.SIGCONT)
            os._exit(0)
        os.kill(os.getpid(), signal.SIGSTOP)
        """, process="stopped", limits=_SHORT),
)  # fmt: skip

DESCRIPTORS = (
    Program("descriptors", "opens files until it may not", "descriptors", """
        held = []
        try:
            for _ in range(400):
                held.append(os.open("/dev/null", os.O_RDONLY))
        except OSError:
            pass
        hold()
        """, process="stopped"),
    Program("descriptors-raised-limit", "raises its limit and opens more", "descriptors", """
        import resource
        attempt(resource.setrlimit, resource.RLIMIT_NOFILE, (4096, 4096))
        held = []
        try:
            for _ in range(400):
                held.append(os.open("/dev/null", os.O_RDONLY))
        except OSError:
            pass
        hold()
        """, process="stopped"),
)  # fmt: skip
