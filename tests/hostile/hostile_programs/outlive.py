"""Programs that want to be there after the run: daemons of every descent."""

from __future__ import annotations

from hostile_programs.base import Program

_LIVE = "hold(6); os._exit(0)"

DAEMONS = (
    Program("daemon-child", "leaves a child in the background", "survivor", f"""
        if os.fork() == 0:
            {_LIVE}
        """, process="stopped"),
    Program("daemon-double-fork", "forks twice, so that nobody is its parent", "survivor", f"""
        if os.fork() == 0:
            if os.fork() == 0:
                {_LIVE}
            os._exit(0)
        os.wait()
        """, process="stopped"),
    Program("daemon-new-session", "forks and makes a session of its own", "survivor", f"""
        if os.fork() == 0:
            os.setsid()
            {_LIVE}
        hold(0.2)
        """, process="stopped"),
    Program("daemon-classic", "forks, makes a session, forks again, closes everything",
            "survivor", f"""
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.chdir("/")
                os.closerange(0, 200)
                {_LIVE}
            os._exit(0)
        os.wait()
        """, process="stopped"),
    Program("daemon-own-group", "moves to a process group of its own", "survivor", f"""
        if os.fork() == 0:
            os.setpgid(0, 0)
            {_LIVE}
        hold(0.2)
        """, process="stopped"),
    Program("daemon-nohup", "starts a command by nohup and setsid", "survivor", """
        nohup setsid sleep 6 >/dev/null 2>&1 &
        sleep 0.2
        """, process="stopped", language="sh"),
    Program("daemon-disowned", "leaves a job of the shell behind", "survivor", """
        (sleep 6 >/dev/null 2>&1 &)
        """, language="sh", process="stopped"),
    Program("daemon-from-thread", "starts the daemon from a thread", "survivor", f"""
        import threading
        def start():
            if os.fork() == 0:
                os.setsid()
                {_LIVE}
        thread = threading.Thread(target=start); thread.start(); thread.join()
        hold(0.2)
        """, process="stopped"),
    Program("daemon-subprocess", "starts a program in a new session", "survivor", """
        import subprocess
        subprocess.Popen(["sleep", "6"], start_new_session=True, close_fds=True,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        hold(0.2)
        """, process="stopped"),
    Program("daemon-late", "waits for its parent's end and only then goes to work", "survivor", f"""
        parent = os.getpid()
        if os.fork() == 0:
            os.setsid()
            while os.getppid() == parent:
                time.sleep(0.01)
            {_LIVE}
        hold(0.2)
        """, process="stopped"),
    Program("daemon-no-leash", "takes off the leash that ends it with its parent", "survivor", f"""
        libc.prctl(1, 0)
        if os.fork() == 0:
            libc.prctl(1, 0)
            os.setsid()
            if os.fork() == 0:
                libc.prctl(1, 0)
                {_LIVE}
            os._exit(0)
        os.wait()
        """, process="stopped"),
    Program("daemon-holds-output", "keeps the output open, so that the caller waits",
            "survivor", f"""
        if os.fork() == 0:
            os.setsid()
            os.write(1, b"still here")
            {_LIVE}
        hold(0.2)
        """, process="stopped"),
    Program("daemon-after-limit", "lets the wall clock strike and lives on in another session",
            "survivor", """
        if os.fork() == 0:
            os.setsid()
            hold(6); os._exit(0)
        hold(2.5)
        """, process="stopped", limits={"wall_seconds": 1.5}),
    Program("daemon-stopped", "leaves a stopped process in another session", "survivor", """
        import signal
        if os.fork() == 0:
            os.setsid()
            os.kill(os.getpid(), signal.SIGSTOP)
            os._exit(0)
        hold(0.2)
        """, process="stopped"),
    Program("daemon-reaper", "makes itself the heir of orphans and hides them", "survivor", f"""
        libc.prctl(36, 1, 0, 0, 0)
        if os.fork() == 0:
            os.setsid()
            libc.prctl(36, 1, 0, 0, 0)
            if os.fork() == 0:
                os.setsid()
                {_LIVE}
            {_LIVE}
        hold(0.2)
        """, process="stopped"),
)  # fmt: skip

KEEPER = (
    Program("kill-the-keeper", "kills whoever started it, then lives on", "survivor", """
        import signal
        spared = {W["caller"], W["harness"], 0}
        parent = os.getppid()
        if os.fork() == 0:
            os.setsid()
            if parent not in spared:
                attempt(os.kill, parent, signal.SIGKILL)
            hold(6); os._exit(0)
        hold(0.5)
        """, process="stopped",
            unproved="without a sandbox there is nobody between it and its caller"),
    Program("kill-the-keeper-hidden", "hides all its traces, then kills whoever started it",
            "survivor", """
        spared = {W["caller"], W["harness"], 0}
        parent = os.getppid()
        if os.fork() == 0:
            os.setsid(); os.chdir("/")
            nothing = os.open("/dev/null", os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(nothing, number)
            lethal = parent not in spared
            code = f"import os, time; {lethal} and os.kill({parent}, 9); time.sleep(6)"
            os.execve(sys.executable, ["python3", "-c", code, MARK], {})
        hold(0.5)
        """, process="grouped",
            unproved="without a sandbox there is nobody between it and its caller"),
    Program("stop-the-keeper", "stops whoever started it, to outlast the clock", "wall", """
        import signal
        spared = {W["caller"], W["harness"], 0}
        if os.getppid() not in spared:
            attempt(os.kill, os.getppid(), signal.SIGSTOP)
        hold(6)
        """, process="stopped", limits={"wall_seconds": 1.5},
            unproved="without a sandbox there is nobody between it and its caller"),
    Program("kill-all-it-sees", "kills every process above it that is not the caller", "fooled", """
        import signal
        spared = {W["caller"], W["harness"], 0}
        os.write(1, b"FAILED ON PURPOSE\\n")
        pid = os.getppid()
        chain = []
        while pid not in spared and len(chain) < 8:
            chain.append(pid)
            try:
                with open(f"/proc/{pid}/stat") as file:
                    pid = int(file.read().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                break
        for pid in chain:
            if pid != 1 or W["harness"] != 1:
                attempt(os.kill, pid, signal.SIGKILL)
        os._exit(9)
        """, process="stopped",
            unproved="without a sandbox there is nobody between it and its caller"),
    Program("forge-the-result", "writes a false result to every descriptor it finds", "fooled", """
        os.write(1, b"FAILED ON PURPOSE\\n")
        forged = [b'{"exit_code": 0, "ended_by": "exit", "exit-code": 0}\\n', b"0\\n", b"exit 0\\n",
                  b"\\x00" * 4]
        for number in range(3, 250):
            for text in forged:
                try:
                    os.set_blocking(number, False)
                    os.write(number, text)
                except OSError:
                    pass
        os._exit(9)
        """, process="stopped",
            unproved="without a sandbox the status comes from the kernel alone"),
)  # fmt: skip
