"""What the policy looks for, as data: one row a rule, for Python and for JavaScript.

`names` are functions by their full name: to mention one is to use it, because whoever passes it on
means to call it. `calls` are modules, ending in `.`: calling anything below one is a use, except
`harmless`. `imports` are modules that need only be imported. A rule without any of these is about a
shape of code; `python/shapes.py` and `javascript/shapes.py` know it by its id.
"""

from __future__ import annotations

from dataclasses import dataclass

from verdigris.core.finding import Severity


@dataclass(frozen=True)
class Rule:
    id: str
    operation: str
    """The kind of operation, as named in `checks.block_operations`."""
    message: str
    cure: str
    severity: Severity = "block"
    names: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    harmless: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    js_names: tuple[str, ...] = ()
    js_calls: tuple[str, ...] = ()
    js_imports: tuple[str, ...] = ()


def _below(module: str, names: str) -> tuple[str, ...]:
    return tuple(f"{module}.{name}" for name in names.split())


_REMOVALS = (
    "unlink unlinkSync rm rmSync rmdir rmdirSync truncate truncateSync ftruncate remove removeSync "
    "emptyDir emptyDirSync"
)

RULES = (
    Rule(
        "policy/eval", "eval", "evaluates text as code", "Parse the text, e.g. ast.literal_eval.",
        names=("builtins.eval", "pandas.eval", "numexpr.evaluate"),
        js_names=("eval", "vm.runInThisContext", "vm.runInNewContext", "vm.runInContext",
                  "vm.Script", "vm.compileFunction", "vm.SourceTextModule"),
    ),
    Rule(
        "policy/exec", "exec", "executes text as code", "Write the code out.",
        names=("builtins.exec", "builtins.compile", "builtins.execfile",
               "doctest.run_docstring_examples", "doctest.script_from_examples",
               "cProfile.run", "cProfile.runctx", "profile.run", "profile.runctx", "pdb.run",
               "pdb.runeval", "bdb.Bdb().run", "bdb.Bdb().runeval", "pdb.Pdb().run",
               "trace.Trace().run", "cProfile.Profile().run", "dataclasses._create_fn"),
        calls=("runpy.", "code.", "codeop.", "types.FunctionType", "types.CodeType",
               "types.LambdaType"),
        harmless=("code.compile_command",),
        js_names=("Function",),
    ),
    Rule(
        "policy/process", "process", "starts or signals another program",
        "Use a library function instead of a program.",
        names=(
            *_below("os", "system popen popen2 popen3 popen4 fork forkpty kill killpg startfile "
                    "execl execle execlp execlpe execv execve execvp execvpe spawnl spawnle "
                    "spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe posix_spawn posix_spawnp "
                    "pidfd_open pidfd_send_signal setuid setgid setsid chroot"),
            *_below("subprocess", "run call check_call check_output Popen getoutput "
                    "getstatusoutput fork_exec"),
            *_below("multiprocessing", "Process Pool pool.Pool get_context Manager managers."
                    "BaseManager process.BaseProcess popen_fork.Popen popen_spawn_posix.Popen"),
            "concurrent.futures.ProcessPoolExecutor",
            "concurrent.futures.process.ProcessPoolExecutor",
            "asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell",
            "asyncio.subprocess.create_subprocess_exec",
            "asyncio.subprocess.create_subprocess_shell",
            "asyncio.get_event_loop().subprocess_exec", "asyncio.get_event_loop().subprocess_shell",
            "asyncio.get_running_loop().subprocess_exec",
            "asyncio.get_running_loop().subprocess_shell",
            "signal.raise_signal", "signal.pthread_kill", "signal.pidfd_send_signal",
            "commands.getoutput", "webbrowser.open", "webbrowser.get",
        ),
        calls=("subprocess.", "pty.", "pexpect.", "sh.", "plumbum.", "invoke.", "fabric.",
               "multiprocessing.util.spawnv_passfds", "_winapi.CreateProcess"),
        harmless=("subprocess.CalledProcessError", "subprocess.TimeoutExpired",
                  "subprocess.SubprocessError", "subprocess.list2cmdline",
                  "subprocess.CompletedProcess"),
        js_names=(*_below("child_process", "exec execSync spawn spawnSync execFile execFileSync "
                          "fork"),
                  "process.kill", "process.abort", "cluster.fork", "worker_threads.Worker",
                  "Worker", "SharedWorker", "Deno.run", "Deno.Command", "Bun.spawn",
                  "Bun.spawnSync", "execa.execa", "shelljs.exec"),
        js_calls=("child_process.",),
    ),
    Rule(
        "policy/network", "network", "uses the network", "Take the data as an argument.",
        names=(
            "socket.socket", "socket.create_connection", "socket.create_server",
            "socket.socketpair", "socket.getaddrinfo", "socket.gethostbyname",
            "urllib.request.urlopen", "urllib.request.urlretrieve", "urllib.urlopen",
            "http.client.HTTPConnection", "http.client.HTTPSConnection", "http.server.HTTPServer",
            "http.server.ThreadingHTTPServer", "http.server.test",
            "asyncio.open_connection", "asyncio.start_server", "asyncio.open_unix_connection",
            "asyncio.start_unix_server", "asyncio.get_event_loop().create_connection",
            "asyncio.get_running_loop().create_connection",
            "asyncio.get_event_loop().create_server", "asyncio.get_running_loop().create_server",
            "asyncio.get_running_loop().create_datagram_endpoint",
            "asyncio.get_event_loop().create_datagram_endpoint",
            "ssl.wrap_socket", "ssl.get_server_certificate", "ssl.SSLContext().wrap_socket",
            "ssl.create_default_context().wrap_socket",
            *_below("requests", "get post put patch delete head options request Session session"),
            *_below("httpx", "get post put patch delete head options request stream Client "
                    "AsyncClient"),
            "aiohttp.ClientSession", "aiohttp.request", "logging.handlers.SocketHandler",
            "logging.handlers.DatagramHandler", "logging.handlers.HTTPHandler",
            "logging.handlers.SMTPHandler", "logging.config.listen",
            "multiprocessing.connection.Client", "multiprocessing.connection.Listener",
        ),
        calls=("socket.", "socketserver.", "urllib.request.", "http.client.", "ftplib.", "smtplib.",
               "telnetlib.", "poplib.", "imaplib.", "nntplib.", "requests.", "httpx.", "aiohttp.",
               "urllib3.", "xmlrpc.client.", "xmlrpc.server.", "websockets.", "websocket.",
               "paramiko.", "pycurl.", "httplib2.", "httplib.", "urllib2.", "grpc.", "zmq.",
               "scapy.", "dns.resolver.", "boto3.", "wsgiref.simple_server.", "asyncssh.",
               "http.server.", "asyncore.", "asynchat."),
        harmless=("socket.gethostname", "socket.htons", "socket.htonl", "socket.ntohs",
                  "socket.ntohl", "socket.inet_aton", "socket.inet_ntoa", "socket.inet_pton",
                  "socket.inet_ntop", "socket.error", "socket.timeout", "socket.gaierror",
                  "socket.herror", "socket.AddressFamily", "socket.SocketKind",
                  "socket.getdefaulttimeout", "requests.exceptions", "requests.codes",
                  "requests.structures", "requests.utils", "requests.RequestException",
                  "requests.HTTPError", "requests.Timeout", "requests.ConnectionError",
                  "requests.Response", "requests.Request", "httpx.HTTPError", "httpx.Request",
                  "httpx.Response", "httpx.Timeout", "httpx.URL", "httpx.Headers",
                  "http.client.HTTPException", "http.client.parse_headers",
                  "http.client.HTTPMessage", "urllib.request.pathname2url",
                  "urllib.request.url2pathname", "urllib.request.Request",
                  "urllib.request.parse_http_list", "urllib.request.parse_keqv_list",
                  "xmlrpc.client.dumps", "xmlrpc.client.loads", "xmlrpc.client.Fault",
                  "urllib3.exceptions", "urllib3.util"),
        js_names=("fetch", "WebSocket", "XMLHttpRequest", "EventSource", "navigator.sendBeacon",
                  "RTCPeerConnection", "axios", "axios.default", "node-fetch", "node-fetch.default",
                  "got", "got.default", "undici.fetch", "undici.request", "superagent", "request",
                  "http.request", "http.get", "https.request", "https.get", "net.connect",
                  "net.Socket", "net.createConnection", "ws", "ws.WebSocket", "Deno.connect",
                  "Bun.serve", "Deno.serve"),
        js_calls=("net.", "http.", "https.", "http2.", "dgram.", "dns.", "dns/promises.", "tls.",
                  "axios.", "got.", "undici.", "superagent.", "ws.", "node-fetch.", "socket.io.",
                  "socket.io-client.", "nodemailer.", "ssh2.", "request."),
    ),
    Rule(
        "policy/deletion", "deletion", "deletes files",
        "Leave files alone, or return what to delete.",
        names=(*_below("os", "remove unlink rmdir removedirs truncate ftruncate"),
               "shutil.rmtree", "shutil.move", "pathlib.Path.unlink", "pathlib.Path.rmdir",
               "pathlib.Path().unlink", "pathlib.Path().rmdir", "send2trash.send2trash",
               "os.scandir()[].unlink"),
        js_names=(*_below("fs", _REMOVALS), *_below("fs.promises", _REMOVALS),
                  *_below("fs-extra", _REMOVALS), "rimraf", "rimraf.sync", "rimraf.rimraf", "del",
                  "Deno.remove", "shelljs.rm"),
    ),
    Rule(
        "policy/write-outside", "write-outside", "writes outside the project",
        "Write below the project, or to a temporary file.",
    ),
    Rule(
        "policy/ctypes", "ctypes", "reaches below Python", "Stay in Python.",
        imports=("ctypes", "cffi", "mmap", "_ctypes", "_cffi_backend", "gdb", "pymem", "frida"),
        names=("sys.addaudithook", "ctypes.CDLL", "sys.setdlopenflags"),
        js_names=("process.binding", "process.dlopen", "process._linkedBinding"),
        js_imports=("ffi-napi", "ffi", "ref-napi", "koffi", "v8", "inspector", "bun:ffi"),
    ),
    Rule(
        "policy/unpickle", "unpickle", "loads objects that may carry code", "Use JSON.",
        names=("pickle.load", "pickle.loads", "pickle.Unpickler", "pickle._load", "pickle._loads",
               "pickle._Unpickler", "marshal.load", "marshal.loads", "shelve.open",
               "shelve.DbfilenameShelf", "shelve.Shelf", "dill.load", "dill.loads",
               "dill.load_session", "cloudpickle.load", "cloudpickle.loads", "joblib.load",
               "pandas.read_pickle", "jsonpickle.decode", "yaml.unsafe_load", "yaml.full_load",
               "yaml.unsafe_load_all", "yaml.full_load_all", "torch.hub.load"),
        js_names=("node-serialize.unserialize", "serialize-javascript.deserialize",
                  "v8.deserialize"),
    ),
    Rule(
        "policy/import-trick", "import-trick", "imports by a computed name or alters importing",
        "Write a plain import.",
        names=("builtins.__import__", "importlib.import_module", "importlib.__import__",
               "importlib.reload", "importlib.util.spec_from_file_location",
               "importlib.util.module_from_spec", "importlib.machinery.SourceFileLoader",
               "importlib.machinery.ExtensionFileLoader", "zipimport.zipimporter",
               "imp.load_source",
               "imp.load_module", "pkgutil.resolve_name", "pydoc.locate", "pydoc.importfile",
               "site.addsitedir", "types.ModuleType().__loader__", "py_compile.compile",
               "sys.path.insert", "sys.path.append", "sys.path.extend", "sys.meta_path.insert",
               "sys.meta_path.append", "sys.path_hooks.append", "sys.path_hooks.insert",
               "sys.modules.pop", "sys.modules.update", "sys.modules.setdefault",
               "sys.modules.clear", "sys.modules.__setitem__", "sys.modules.popitem",
               "sys.modules.__delitem__"),
        calls=("importlib.", "imp."),
        harmless=("importlib.resources", "importlib.metadata", "importlib.abc",
                  "importlib.util.find_spec", "importlib.invalidate_caches",
                  "importlib.machinery.all_suffixes", "importlib.util.cache_from_source",
                  "importlib.util.decode_source", "importlib.util.MAGIC_NUMBER"),
        js_names=("module._load", "module.createRequire", "module.register", "require.cache",
                  "module.Module._load", "process.mainModule", "module.wrap"),
    ),
    Rule(
        "policy/dynamic-attribute", "dynamic", "takes a computed name from a dangerous module",
        "Write the attribute out.",
    ),
    Rule(
        "policy/encoding", "dynamic", "declares an encoding that can hide code",
        "Save the file as UTF-8.",
    ),
    Rule(
        "policy/introspection", "introspection", "looks into the running interpreter",
        "Pass what is needed as an argument.",
        names=("sys._getframe", "sys._current_frames", "sys._current_exceptions",
               "sys._getframemodulename", "sys.settrace", "sys.setprofile", "threading.settrace",
               "threading.setprofile", "inspect.currentframe", "inspect.stack", "inspect.trace",
               "inspect.getouterframes", "inspect.getinnerframes", "gc.get_objects",
               "gc.get_referrers", "gc.get_referents", "sys.monitoring.register_callback",
               "traceback.walk_stack", "threading.settrace_all_threads"),
    ),
    Rule(
        "policy/test-detection", "test-detection", "asks whether it is under test",
        "Behave the same whoever runs the code.",
    ),
    Rule(
        "policy/monkeypatch", "monkeypatch", "changes what others rely on",
        "Change your own objects only.",
        js_names=("Module.prototype.require", "module.prototype.require"),
    ),
    Rule(
        "policy/exit", "exit", "ends the process past its caller", "Raise an exception.",
        names=("os._exit", "os.abort", "faulthandler._sigsegv", "faulthandler._sigabrt"),
        js_names=("process.exit", "process.reallyExit", "Deno.exit"),
    ),
    Rule(
        "policy/at-exit", "exit", "runs when the process ends or is signalled",
        "Do the work where it is asked for.", severity="warn",
        names=("atexit.register", "signal.signal", "signal.alarm", "signal.setitimer",
               "signal.siginterrupt", "signal.set_wakeup_fd"),
    ),
    Rule(
        "policy/dependency", "dependency", "is imported and not part of the project",
        "Use what is installed, or allow it: --allow-import NAME, or `checks.allow_imports`.",
    ),
    Rule(
        "policy/undeclared", "dependency", "is installed but not declared by the project",
        "Declare it where the project lists its dependencies.", severity="warn",
    ),
    Rule("policy/syntax", "", "does not parse", "Write code that parses."),
)  # fmt: skip
BY_ID = {rule.id: rule for rule in RULES}

WHOLE_MODULES = frozenset(
    ("os", "subprocess", "socket", "builtins", "ctypes", "importlib", "sys", "shutil", "pty",
     "pickle", "marshal")
)  # fmt: skip
"""Modules from which a computed name may be anything."""
