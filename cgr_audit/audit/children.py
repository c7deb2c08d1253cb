"""What happens inside the processes that analyse programs, and how they are started.

A child is told its duties with every chunk of programs and unpacks them once. What is needed only to analyse is
imported there, and not in the process that waits.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from enum import Enum, auto
from functools import cache
from multiprocessing import context
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cgr_audit.audit.program_audit import ProgramAudit, packed
from cgr_audit.audit.unanalysed import failed
from cgr_audit.errors import IncompleteError
from cgr_audit.safe_start import starting_safely
from cgr_audit.source.program import Program

if TYPE_CHECKING:
    from cgr_audit.audit.rule import BaseRule
    from cgr_audit.source.contract import Contract
    from cgr_audit.source.parse import Accepts, CompileError

__all__ = [
    "Guest",
    "GuestNeededError",
    "audit_chunk",
    "audit_one",
    "children_context",
    "pack_duties",
    "prepare_child",
    "silence",
    "spawned_children",
    "start_server",
]

STACK = 16 * 1024 * 1024
"""The stack that programs are analysed on, in bytes: the same on every machine, whatever its limits are. A deeper one
would let libcst, whose time and memory grow with the square of the nesting, take minutes where it now ends at once."""

RECURSION = 4_000
"""How deep Python functions may call each other on that stack."""

_FILES = 16
_FILES_OF_A_CHILD = 2
"""How many files are open while children work: by the command, the server of children, and the pool."""
MEMORY = 2 * 1024**3
"""The bytes of data that a child may hold, where the system can say so: a program that takes more is too large."""

PRELOADED = ["cgr_audit.audit.preload"]
"""What the server that children are forked from has imported."""


class GuestNeededError(Exception):
    """A program in a chunk needs the compiler inside the sandbox, which is not prepared yet."""


class Guest(Enum):
    """Whether a child has the compiler inside the sandbox at hand."""

    NONE = auto()
    LATER = auto()
    """There is one, to be asked for by :class:`GuestNeededError`."""
    READY = auto()


def start_server() -> None:
    """Start the server that children are forked from, if any, so that it gets ready beside this process."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        children_context()


def spawned_children() -> BaseContext:
    """How children are started that analyse nothing: each is a new interpreter; this main module is not run in it."""
    return _SpawnedChildren()


def children_context(jobs: int = 1) -> BaseContext:
    """How children are started: they inherit nothing of this process, and its main module is not run in them again.

    Raises:
        IncompleteError: this process may not open as many files as ``jobs`` children take.
    """
    _check_open_files(_FILES + jobs * _FILES_OF_A_CHILD)
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return _SpawnedChildren()
    from multiprocessing import forkserver, resource_tracker  # noqa: PLC0415  not on every system

    children = _ForkedChildren()
    children.set_forkserver_preload(PRELOADED)
    with starting_safely():
        resource_tracker.ensure_running()  # or else it is started when the first lock is made
        with _without_interrupts():
            forkserver.ensure_running()
    return children


def _check_open_files(needed: int) -> None:
    """See that children can be started: the server that forks them dies with tracebacks where files run out."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  not on every system

    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY != allowed < needed:
        raise IncompleteError(
            f"the processes that analyse programs need {needed} open files, and {allowed} are allowed; raise the limit "
            f"with `ulimit -n {max(needed, 256)}`"
        )


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """What is started meanwhile never gets an interrupt, which is this process's to handle; here it comes later."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _WithoutMain:
    """A process that starts without importing this process's main module, which may be a script without a guard."""

    def start(self) -> None:
        main = sys.modules["__main__"]
        hidden: dict[str, Any] = {
            name: main.__dict__[name] for name in ("__spec__", "__file__") if name in main.__dict__
        }
        main.__dict__.pop("__file__", None)
        main.__spec__ = None
        try:
            with starting_safely():
                super().start()  # type: ignore[misc]
        finally:
            main.__dict__.update(hidden)


class _SpawnedChild(_WithoutMain, context.SpawnProcess):
    pass


class _SpawnedChildren(context.SpawnContext):
    Process = _SpawnedChild


if sys.platform != "win32":

    class _ForkedChild(_WithoutMain, context.ForkServerProcess):
        pass

    class _ForkedChildren(context.ForkServerContext):
        Process = _ForkedChild


def prepare_child() -> None:
    """Make a child end at once when told to, also inside a parser, and keep what it prints out of the data."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.setrecursionlimit(RECURSION)
    _limit_memory()
    gc.set_threshold(50_000, 20, 100)  # trees are large and soon dropped; looking for cycles in them costs a fifth
    silence()


def silence() -> None:
    """Print nothing any more: a parser that overflows its stack says so where the summary goes."""
    if not os.environ.get("CGR_AUDIT_DEBUG"):
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)


def _limit_memory() -> None:
    """Hold this process to :data:`MEMORY`; address space that is only reserved, as the sandbox's is, does not count."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  not on every system

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def pack_duties(contract: Contract, codes: tuple[str, ...], rules_folder: Path | None) -> bytes:
    """What a child must know beside the programs."""
    return pickle.dumps((contract, codes, rules_folder))


def audit_chunk(duties: bytes, guest: Guest, packed_accepts: bytes | None, programs: Sequence[Program]) -> list[bytes]:
    """Audit programs in a child, on a stack of known size; the records come packed, which travel lightly.

    Raises:
        UsageError: the rules cannot be loaded here.
        GuestNeededError: the compiler inside the sandbox is to be prepared first.
        MemoryError: this machine has too little memory for one of the programs.
    """
    threading.stack_size(STACK)
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(_audit_each, duties, guest, packed_accepts, programs).result()


def _audit_each(duties: bytes, guest: Guest, packed_accepts: bytes | None, programs: Sequence[Program]) -> list[bytes]:
    contract, rules = _unpacked_duties(duties)
    accepts: Accepts | None = None
    if guest is Guest.LATER:
        accepts = _ask_for_guest
    elif packed_accepts is not None:
        accepts = _unpacked_accepts(packed_accepts)
    return [packed(audit_one(program, contract, rules, accepts)) for program in programs]


def audit_one(program: Program, contract: Contract, rules: Sequence[BaseRule], accepts: Accepts | None) -> ProgramAudit:
    """Audit one program; a fault of the toolkit is its record.

    Raises:
        GuestNeededError: by ``accepts``, where the compiler inside the sandbox is to be prepared first.
        MemoryError: this machine has too little memory for it.
    """
    from cgr_audit.audit.engine import audit_program  # noqa: PLC0415  only children analyse

    try:
        return audit_program(program, contract, rules, accepts)
    except (GuestNeededError, MemoryError):
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001  as said
        return failed(program, error)


def _ask_for_guest(_source: bytes) -> CompileError | None:
    raise GuestNeededError


@cache
def _unpacked_duties(packed: bytes) -> tuple[Contract, tuple[BaseRule, ...]]:
    from cgr_audit.audit.registry import load_rules  # noqa: PLC0415  only children analyse

    contract, codes, folder = pickle.loads(packed)  # noqa: S301  packed by the process that started this one
    return contract, tuple(rule for rule in load_rules(folder) if rule.meta.code in codes)


@cache
def _unpacked_accepts(packed: bytes) -> Accepts:
    accepts: Accepts = pickle.loads(packed)  # noqa: S301  packed by the process that started this one
    return accepts
