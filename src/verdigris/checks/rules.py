"""What the policy looks for in Python, as data: one row a rule.

A *call* rule names fully qualified functions or, ending in `.`, everything below a module. An
*import* rule names modules. Audit rules look at the shape of the tree and never block.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    id: str
    operation: str
    """The kind of operation, as named in `checks.block_operations`."""
    message: str
    cure: str
    calls: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()


RULES = (
    Rule(
        "policy/eval", "eval", "evaluates text as code", "Parse the text, e.g. ast.literal_eval.",
        calls=("builtins.eval", "eval"),
    ),
    Rule(
        "policy/exec", "exec", "executes text as code", "Write the code out.",
        calls=("builtins.exec", "exec", "builtins.compile", "compile", "runpy.", "code."),
    ),
    Rule(
        "policy/process", "process", "starts another program",
        "Use a library function instead of a program.",
        calls=(
            "subprocess.", "os.system", "os.popen", "os.fork", "os.forkpty", "os.kill", "os.killpg",
            "os.execl", "os.execle", "os.execlp", "os.execv", "os.execve", "os.execvp",
            "os.execvpe", "os.spawnl", "os.spawnv", "os.spawnve", "os.posix_spawn",
            "multiprocessing.Process", "pty.", "asyncio.create_subprocess_exec",
            "asyncio.create_subprocess_shell", "os._exit",
        ),
    ),
    Rule(
        "policy/network", "network", "uses the network", "Take the data as an argument.",
        calls=(
            "socket.", "urllib.request.", "http.client.", "ftplib.", "smtplib.", "telnetlib.",
            "requests.", "httpx.", "aiohttp.", "urllib3.", "xmlrpc.client.",
        ),
    ),
    Rule(
        "policy/deletion", "deletion", "deletes files",
        "Leave files alone, or return what to delete.",
        calls=(
            "os.remove", "os.unlink", "os.rmdir", "os.removedirs", "shutil.rmtree", "shutil.move",
            "pathlib.Path.unlink", "pathlib.Path.rmdir",
        ),
    ),
    Rule(
        "policy/ctypes", "ctypes", "reaches below Python", "Stay in Python.",
        imports=("ctypes", "cffi", "mmap"),
    ),
    Rule(
        "policy/unpickle", "unpickle", "loads objects that may carry code", "Use JSON.",
        calls=("pickle.load", "pickle.loads", "pickle.Unpickler", "marshal.load", "marshal.loads",
               "shelve.open", "dill.", "cloudpickle."),
    ),
    Rule(
        "policy/import-trick", "import-trick", "imports by a computed name or alters importing",
        "Write a plain import.",
        calls=("__import__", "builtins.__import__", "importlib.", "sys.settrace", "sys.setprofile",
               "sys.modules.", "gc.get_objects"),
    ),
)  # fmt: skip
