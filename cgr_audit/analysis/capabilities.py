"""What a dotted name gives a program access to: files, processes, interpreter internals, code made at run time, chance.

The tables name classes of things, not examples: a module that exists to reach outside is listed whole, a mixed module
by its members. What is in no table is harmless or unknown; an unknown module is a matter for the list of allowed
imports.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

__all__ = ["INTROSPECTIVE_ATTRIBUTES", "Capability", "capability"]


class Capability(StrEnum):
    """What a name lets a program do."""

    OUTSIDE = "outside"
    """Files, sockets, processes, the environment."""
    INTROSPECTION = "introspection"
    """Interpreter internals."""
    DYNAMIC_CODE = "dynamic_code"
    """Code made at run time."""
    CHANCE = "chance"
    """Randomness that a seed does not govern."""
    SEEDED_CHANCE = "seeded_chance"
    """Randomness from a shared generator, which a seed may govern."""
    CLOCK = "clock"
    BLOCKING = "blocking"
    """Waits for a person or for time to pass."""


INTROSPECTIVE_ATTRIBUTES = frozenset(
    {
        "__base__", "__bases__", "__builtins__", "__closure__", "__code__", "__func__", "__getattribute__",
        "__globals__", "__import__", "__kwdefaults__", "__loader__", "__mro__", "__reduce__", "__reduce_ex__",
        "__self__", "__spec__", "__subclasses__", "__wrapped__", "ag_code", "ag_frame", "co_code", "co_consts",
        "co_names", "cr_code", "cr_frame", "f_back", "f_builtins", "f_code", "f_globals", "f_locals", "func_code",
        "func_globals", "gi_code", "gi_frame", "tb_frame", "tb_next",
    }
)  # fmt: skip
"""Attributes that lead from an ordinary object to classes, code, frames or namespaces that are not the program's
own."""

_PURE_OS = frozenset(
    {
        "os.PathLike", "os.altsep", "os.curdir", "os.extsep", "os.fsdecode", "os.fsencode", "os.fspath",
        "os.linesep", "os.name", "os.pardir", "os.pathsep", "os.sep", "os.path.basename", "os.path.commonpath",
        "os.path.commonprefix", "os.path.dirname", "os.path.isabs", "os.path.join", "os.path.normcase",
        "os.path.normpath", "os.path.sep", "os.path.split", "os.path.splitdrive", "os.path.splitext", "os.error",
    }
)  # fmt: skip
_PURE_MEMBERS = frozenset(
    {
        "pathlib.PurePath", "pathlib.PurePosixPath", "pathlib.PureWindowsPath", "urllib.parse", "http.HTTPStatus",
        "ssl.SSLError", "socket.timeout", "subprocess.CalledProcessError", "subprocess.TimeoutExpired",
        "requests.exceptions", "inspect.cleandoc", "importlib.import_module", "importlib.__import__",
        "builtins.__import__", "multiprocessing.TimeoutError",
    }
)  # fmt: skip

_OUTSIDE_MODULES = frozenset(
    {
        # files
        "bz2", "dbm", "fcntl", "filecmp", "fileinput", "glob", "gzip", "lzma", "mmap", "pathlib", "shelve", "shutil",
        "sqlite3", "tarfile", "tempfile", "zipfile", "zipimport", "linecache",
        # processes, terminals and users
        "_posixsubprocess", "getpass", "grp", "multiprocessing", "nt", "posix", "pty", "pwd", "resource", "select",
        "selectors", "signal", "spwd", "subprocess", "syslog", "termios", "tty", "winreg", "curses", "readline",
        # networks
        "_socket", "aiohttp", "anthropic", "boto3", "ftplib", "grpc", "http", "httplib", "httpx", "imaplib",
        "nntplib", "openai", "paramiko", "poplib", "requests", "selenium", "smtplib", "socket", "socketserver",
        "ssl", "telnetlib", "urllib", "urllib2", "urllib3", "webbrowser", "websocket", "websockets", "xmlrpc",
        "pycurl", "wget", "huggingface_hub", "google",
    }
)  # fmt: skip
_OUTSIDE_MEMBERS = frozenset(
    {
        "builtins.open", "io.FileIO", "io.open", "io.open_code", "_io.open", "_io.FileIO", "codecs.open",
        "codecs.EncodedFile", "logging.FileHandler", "logging.config", "logging.handlers", "sys.argv",
        "sys.executable", "sys.flags", "sys.orig_argv", "sys.__interactivehook__", "sys._xoptions", "sys.warnoptions",
        "asyncio.create_subprocess_exec",
        "asyncio.create_subprocess_shell", "asyncio.open_connection", "asyncio.start_server",
        "concurrent.futures.ProcessPoolExecutor", "platform.node", "platform.uname", "random._os", "tokenize.open",
        "tokenize._builtin_open", "tokenize.main", "ast.main", "shlex.shlex",
        "numpy.fromfile", "numpy.genfromtxt", "numpy.load", "numpy.loadtxt", "numpy.memmap", "numpy.save",
        "numpy.savetxt", "numpy.savez", "pandas.ExcelFile", "pandas.ExcelWriter", "pandas.HDFStore",
    }
)  # fmt: skip
_OUTSIDE_PREFIXES = ("pandas.read_",)

_INTROSPECTION_MODULES = frozenset(
    {"_ctypes", "cffi", "ctypes", "gc", "inspect", "tracemalloc", "faulthandler", "_thread", "_testcapi"}
)
_INTROSPECTION_MEMBERS = frozenset(
    {
        "builtins.__loader__", "builtins.__spec__", "builtins.__build_class__", "importlib.machinery",
        "importlib.reload", "importlib.util", "sys._current_frames", "sys._getframe", "sys._getframemodulename",
        "sys.addaudithook", "sys.getrefcount", "sys.meta_path", "sys.modules", "sys.monitoring", "sys.path",
        "sys.path_hooks", "sys.setprofile", "sys.settrace", "sys._current_exceptions", "sys.call_tracing",
        "sys.getobjects", "sys.getprofile", "sys.gettrace", "sys.last_exc", "sys.last_traceback",
        "sys.path_importer_cache", "sys.remote_exec", "threading.setprofile", "threading.settrace",
        "types.FrameType", "types.TracebackType", "sys.__stdout__", "sys.__stdin__", "sys.__stderr__",
        "threading._shutdown",
    }
)  # fmt: skip

_DYNAMIC_MODULES = frozenset(
    {"code", "codeop", "marshal", "pickle", "_pickle", "cloudpickle", "dill", "py_compile", "compileall", "runpy"}
)
_DYNAMIC_MEMBERS = frozenset(
    {
        "builtins.compile", "builtins.eval", "builtins.exec", "pandas.eval", "numexpr.evaluate", "sympy.lambdify",
        "timeit.Timer", "timeit.repeat", "timeit.timeit", "typing.ForwardRef", "typing.get_type_hints",
        "types.CodeType", "types.FunctionType", "types.LambdaType",
    }
)  # fmt: skip

_CHANCE_MODULES = frozenset({"secrets"})
_CHANCE_MEMBERS = frozenset(
    {
        "os.getrandom", "os.urandom", "random.SystemRandom", "uuid.getnode", "uuid.uuid1", "uuid.uuid4",
        "uuid.uuid6", "uuid.uuid7", "builtins.hash", "builtins.id",
    }
)  # fmt: skip
_NO_CHANCE = frozenset({"random.Random", "random.seed", "random.getstate", "random.setstate", "secrets.compare_digest"})
_CLOCKS = frozenset(
    {
        "datetime.date.today", "datetime.datetime.now", "datetime.datetime.today", "datetime.datetime.utcnow",
        "time.asctime", "time.clock", "time.clock_gettime", "time.clock_gettime_ns", "time.ctime", "time.gmtime",
        "time.localtime", "time.monotonic", "time.monotonic_ns", "time.perf_counter", "time.perf_counter_ns",
        "time.process_time", "time.process_time_ns", "time.strftime", "time.thread_time", "time.thread_time_ns",
        "time.time", "time.time_ns",
    }
)  # fmt: skip
_BLOCKING = frozenset(
    {
        "asyncio.sleep", "builtins.breakpoint", "builtins.help", "builtins.input", "code.interact", "pdb.set_trace",
        "sys.__breakpointhook__", "sys.breakpointhook", "sys.stdin", "time.sleep", "trio.sleep",
    }
)  # fmt: skip


@lru_cache(maxsize=4_096)
def capability(name: str) -> Capability | None:
    """What a dotted name such as ``os.system`` gives access to; nothing for harmless and unknown ones."""
    top = name.partition(".")[0]
    if name == "os.path" or _within(name, _PURE_OS) or _within(name, _PURE_MEMBERS):
        return None
    if _within(name, _BLOCKING):
        return Capability.BLOCKING
    if _within(name, _CHANCE_MEMBERS) or (top in _CHANCE_MODULES and name not in _NO_CHANCE and name != top):
        return Capability.CHANCE
    if name in _CLOCKS:
        return Capability.CLOCK
    if top in {"random", "numpy"}:
        return _shared_chance(name)
    if _within(name, _DYNAMIC_MEMBERS) or (top in _DYNAMIC_MODULES and name != top):
        return Capability.DYNAMIC_CODE
    if name == "builtins" or _within(name, _INTROSPECTION_MEMBERS) or (top in _INTROSPECTION_MODULES and name != top):
        return Capability.INTROSPECTION
    outside = _within(name, _OUTSIDE_MEMBERS) or name.startswith(_OUTSIDE_PREFIXES)
    if outside or (top in _OUTSIDE_MODULES and name != top) or (top == "os" and name != "os"):
        return Capability.OUTSIDE
    return None


def _shared_chance(name: str) -> Capability | None:
    """Functions of a module-wide random generator: ``random.choice``, ``numpy.random.rand``."""
    _, _, member = name.removeprefix("numpy.").partition("random.")
    function = member.partition(".")[0]
    if not function or f"random.{function}" in _NO_CHANCE or function in {"RandomState", "default_rng", "Generator"}:
        return Capability.OUTSIDE if _within(name, _OUTSIDE_MEMBERS) else None
    return Capability.SEEDED_CHANCE if function[0].islower() else None


def _within(name: str, names: frozenset[str]) -> bool:
    """Whether a dotted name is one of ``names``, or a member of one."""
    if name in names:
        return True
    head = name.rpartition(".")[0]
    return bool(head) and _within(head, names)
