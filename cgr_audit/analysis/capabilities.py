"""What a dotted name gives a program access to: files, processes, interpreter internals, code made at run time, chance.

For members of the modules that the sandbox holds the table of capabilities decides. Of the names that it does not list,
private ones and those of modules are ``UNLISTED``; any other does not exist there. For other modules, which a contract
must name to allow them, the lists here decide: a module that exists to reach outside is listed whole, a mixed module by
its members.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from cgr_audit.analysis.capability_table import HARMLESS, UNREVIEWED, classified, is_dubious, owner_of

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
    UNLISTED = "unlisted"
    """A member of a module of the sandbox that the table of capabilities does not allow."""


INTROSPECTIVE_ATTRIBUTES = frozenset(
    {
        "__base__", "__bases__", "__builtins__", "__closure__", "__code__", "__func__", "__getattribute__",
        "__globals__", "__import__", "__kwdefaults__", "__loader__", "__mro__", "__reduce__", "__reduce_ex__",
        "__self__", "__spec__", "__subclasses__", "__wrapped__", "_convert_", "ag_code", "ag_frame", "co_code",
        "co_consts", "co_names", "cr_code", "cr_frame", "f_back", "f_builtins", "f_code", "f_globals", "f_locals",
        "func_code", "func_globals", "gi_code", "gi_frame", "tb_frame", "tb_next",
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
        "_io.open", "_io.FileIO", "json.tool", "logging.config", "logging.handlers", "tokenize.main",
        "asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell", "asyncio.open_connection",
        "asyncio.start_server", "concurrent.futures.ProcessPoolExecutor", "platform.node", "platform.uname",
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
        "sys.getobjects", "sys.last_exc", "sys.last_traceback", "sys.last_type", "sys.last_value", "sys.monitoring",
        "importlib.machinery", "importlib.reload", "importlib.util", "threading.setprofile", "threading.settrace",
        "threading._shutdown",
    }
)  # fmt: skip

_DYNAMIC_MODULES = frozenset(
    {"code", "codeop", "marshal", "pickle", "_pickle", "cloudpickle", "dill", "py_compile", "compileall", "runpy"}
)
_DYNAMIC_MEMBERS = frozenset(
    {
        "pandas.eval", "numexpr.evaluate", "timeit.Timer", "timeit.repeat", "timeit.timeit",
    }
)  # fmt: skip

_CHANCE_MEMBERS = frozenset(
    {
        "os.getrandom", "os.urandom",
    }
)  # fmt: skip
_NO_CHANCE = frozenset({"Generator", "RandomState", "default_rng", "get_state", "seed", "set_state"})
_CLOCKS = frozenset({"time.clock", "time.thread_time", "time.thread_time_ns"})
_BLOCKING = frozenset(
    {
        "asyncio.sleep", "code.interact", "pdb.set_trace", "trio.sleep",
    }
)  # fmt: skip


_BY_NAME = {str(kind): kind for kind in Capability}


@lru_cache(maxsize=4_096)
def capability(name: str) -> Capability | None:
    """What a dotted name such as ``os.system`` gives access to; nothing for harmless and unknown ones."""
    owner = owner_of(name)
    if owner is None or _within(name, _PURE_MEMBERS):
        return _of_other_module(name)
    module, member = owner
    if not member:
        return Capability.INTROSPECTION if module == "builtins" else None
    kind = classified(module, member)
    if kind == HARMLESS:
        return None
    if kind in _BY_NAME:
        return _BY_NAME[kind]
    found = _of_other_module(name)  # other interpreters may have it
    return Capability.UNLISTED if found is None and (kind == UNREVIEWED or is_dubious(member)) else found


def _of_other_module(name: str) -> Capability | None:
    """A member of a module that the table does not know, or that only other interpreters have."""
    top = name.partition(".")[0]
    if name == "os.path" or _within(name, _PURE_OS) or _within(name, _PURE_MEMBERS):
        return None
    if _within(name, _BLOCKING):
        return Capability.BLOCKING
    if _within(name, _CHANCE_MEMBERS):
        return Capability.CHANCE
    if name in _CLOCKS:
        return Capability.CLOCK
    if top == "numpy":
        return _shared_chance(name)
    if _within(name, _DYNAMIC_MEMBERS) or (top in _DYNAMIC_MODULES and name != top):
        return Capability.DYNAMIC_CODE
    if _within(name, _INTROSPECTION_MEMBERS) or (top in _INTROSPECTION_MODULES and name != top):
        return Capability.INTROSPECTION
    outside = _within(name, _OUTSIDE_MEMBERS) or name.startswith(_OUTSIDE_PREFIXES)
    if outside or (top in _OUTSIDE_MODULES and name != top) or (top == "os" and name != "os"):
        return Capability.OUTSIDE
    return None


def _shared_chance(name: str) -> Capability | None:
    """Functions of numpy's shared random generator: ``numpy.random.rand``."""
    _, _, member = name.partition(".random.")
    function = member.partition(".")[0]
    if not function or function in _NO_CHANCE:
        return Capability.OUTSIDE if _within(name, _OUTSIDE_MEMBERS) else None
    return Capability.SEEDED_CHANCE if function[0].islower() else None


def _within(name: str, names: frozenset[str]) -> bool:
    """Whether a dotted name is one of ``names``, or a member of one."""
    if name in names:
        return True
    head = name.rpartition(".")[0]
    return bool(head) and _within(head, names)
