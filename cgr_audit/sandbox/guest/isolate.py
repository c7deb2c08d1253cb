"""Taking away what the interpreter cannot do in here, so that asking for it is an ordinary exception and not a trap."""

import _imp
import _queue
import _thread
import builtins
import os
import posix
import queue
import random
import sys
import time

from .clock import virtual_clock
from .entropy import seeded_entropy
from .locks import lock_type
from .namespaces import namespace_functions
from .untouched import BUILTINS
from .veil import veil

__builtins__ = BUILTINS

KEPT_IN_POSIX = frozenset({"fspath", "strerror", "_path_normpath", "_path_splitroot_ex", "cpu_count"})
DENIED_EVENTS = (
    "open", "os.", "socket.", "subprocess.", "ctypes.", "shutil.", "tempfile.", "glob.", "urllib.", "http.",
    "mmap.", "signal.", "fcntl.", "pty.", "sqlite3.", "webbrowser.", "gc.", "sys.addaudithook",
    "sys.settrace", "sys.setprofile", "sys._current_frames", "sys._current_exceptions", "cpython.", "pdb.", "syslog.",
)  # fmt: skip
HIDDEN_MODULES = (
    "_imp", "_posixsubprocess", "_signal", "_testcapi", "_tracemalloc", "componentize_py_async_support",
    "componentize_py_runtime", "componentize_py_types", "faulthandler", "gc", "marshal", "poll_loop", "signal", "site",
)  # fmt: skip

KEPT_IN_IMP = frozenset({"acquire_lock", "extension_suffixes", "lock_held", "release_lock", "source_hash"})
"""What of ``_imp`` is harmless; ``importlib`` still holds it when it is hidden."""


NOT_IN_SYS = ("_baserepl", "_debugmallocstats", "remote_exec")
"""What in ``sys`` uses the process's own streams or other processes without asking the audit hook."""


def isolate(profile, on_copy):
    """Cut the interpreter off; every import must be done.

    ``on_copy`` is called where a program copies code. Gives the function that seals a run with its seed. What that does
    comes too early before the snapshot: the runtime that makes the snapshot still looks for the modules that were
    imported.
    """
    os.environ.clear()
    posix.environ.clear()
    urandom, seed, start_entropy = seeded_entropy()
    clock = virtual_clock()
    replaced = {id(getattr(time, name)): new for name, new in clock.items() if hasattr(time, name)}
    replaced |= {id(getattr(posix, name)): _denied("os." + name) for name in _functions(posix, KEPT_IN_POSIX)}
    replaced |= {id(getattr(_imp, name)): _unknown(name) for name in _functions(_imp, KEPT_IN_IMP)}
    replaced[id(sys._getframe)] = getframe = veil(_own_files())
    functions = namespace_functions(getframe)
    replaced |= {id(getattr(builtins, name)): new for name, new in functions.items()}
    replaced[id(posix.urandom)] = urandom
    replaced[id(posix.getpid)] = lambda: 1
    for name in ("start_new_thread", "start_new", "start_joinable_thread"):
        replaced[id(getattr(_thread, name))] = _no_threads
    for name in NOT_IN_SYS:
        replaced[id(getattr(sys, name))] = _denied("sys." + name)
    lock = lock_type(clock["sleep"])
    replaced[id(_thread.lock)] = replaced[id(_thread.allocate_lock)] = lock
    replaced[id(_queue.SimpleQueue)] = queue._PySimpleQueue
    _replace_everywhere(replaced)
    random.Random.seed = seed
    random.seed = random._inst.seed
    _forget_hidden_modules()
    hook = _audit_hook(DENIED_EVENTS, on_copy)
    hidden = [name for name in sys.modules if name in HIDDEN_MODULES or _is_own(name)]
    finder = _Absent(profile)
    kept = []
    """Modules out of sight: to throw them away would touch all that is in them, in every run."""

    def seal(run_seed):
        kept.extend([modules.pop(name, None) for name in hidden])
        meta_path[:] = [finder]
        add_audit_hook(hook)
        start_entropy(run_seed)

    modules, meta_path, add_audit_hook = sys.modules, sys.meta_path, sys.addaudithook
    sys.path.clear()
    sys.path_hooks.clear()
    sys.path_importer_cache.clear()
    del sys.monitoring
    return seal


def _functions(module, kept):
    """The names of a module's functions but those that are kept."""
    names = [name for name in dir(module) if not name.startswith("__") and name not in kept]
    return [name for name in names if type(getattr(module, name)) is type(len)]


def _denied(name):
    def denied(*_arguments, **_named):
        raise PermissionError(1, "not available in the sandbox: " + name)

    denied.__name__ = denied.__qualname__ = name.rpartition(".")[2]
    return denied


def _unknown(name):
    def unknown(*_arguments, **_named):
        raise ImportError("not available in the sandbox: _imp." + name)

    unknown.__name__ = unknown.__qualname__ = name
    return unknown


def _own_files():
    """The files whose code is the runner's."""
    names = [
        name for name in sys.modules if _is_own(name) or name.startswith("componentize_py_") or name == "poll_loop"
    ]
    return [getattr(sys.modules[name], "__file__", None) for name in names]


def _no_threads(*_arguments, **_named):
    raise RuntimeError("can't start new thread: the sandbox has none")


def _replace_everywhere(replaced):
    """Put the replacements wherever a module has taken the original: by name, in a class, in a set, or as a lock."""
    for module in list(sys.modules.values()):
        names = getattr(module, "__dict__", None)
        if type(names) is dict and not _is_own(module.__name__):
            for name, value in list(names.items()):
                if id(value) in replaced:
                    names[name] = replaced[id(value)]
                elif id(type(value)) in replaced:
                    names[name] = replaced[id(type(value))]()
                elif type(value) is set:
                    value |= {replaced[id(member)] for member in value if id(member) in replaced}
                    value -= {member for member in value if id(member) in replaced}
                elif isinstance(value, type):
                    _replace_in_class(value, replaced)


def _replace_in_class(kind, replaced):
    """What was no Python function must not become a method for being one."""
    for name, value in list(vars(kind).items()):
        if id(value) in replaced:
            setattr(kind, name, staticmethod(replaced[id(value)]))


def _forget_hidden_modules():
    """Take hidden modules out of the modules that imported them; ``importlib`` cannot do without ``_imp``."""
    for module in list(sys.modules.values()):
        names = getattr(module, "__dict__", None)
        if type(names) is dict and not _is_own(module.__name__) and module.__name__ not in HIDDEN_MODULES:
            for name, value in list(names.items()):
                if type(value) is type(sys) and value.__name__ in HIDDEN_MODULES and value is not _imp:
                    del names[name]


def _is_own(name):
    return name.partition(".")[0] in (__name__.partition(".")[0], "wit_world")


class _Absent:
    """The only finder: it finds nothing and says why."""

    def __init__(self, profile):
        self._profile = profile

    def find_spec(self, name, path=None, target=None):
        text = f"No module named {name!r}: the sandbox's profile {self._profile!r} does not hold it"
        raise ModuleNotFoundError(text, name=name)


def _audit_hook(denied, on_copy):
    def hook(event, _arguments):
        if event == "code.__new__":
            on_copy()
        if event.startswith(denied):
            raise PermissionError(1, "not available in the sandbox: " + event)

    return hook
