"""Whatever a program calls with whatever arguments, what is not available is an exception and never a trap."""

from __future__ import annotations

import pytest

from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import OutcomeKind, kind_of
from cgr_audit.sandbox.threads import map_in_order

from .conftest import RunProgram

LIMITS = Limits(fuel=2 * 10**9)
MODULES = "import sys\ndef solve():\n    return sorted(set(sys.modules) - {'program'})\n"
CALL_EVERYTHING = """
import sys

class Thing:
    pass

ARGUMENTS = [
    (), (0,), ("a",), (b"a",), ([1],), (None,), (-1,), (Thing(),), ("a", "b"), (0, 0), (1, 2, 3), ("",),
    ({},), (1.5,), ((),), (0, "a"), ("a", 0), (Thing,), (len,), (lambda *_: 1, [3, 2, 1]), (sys,), (1j,), (10**30,),
    ("a",) * 4,
]

def attributes(thing):
    for name in sorted(dir(thing)):
        try:
            yield name, getattr(thing, name)
        except BaseException:
            pass

def instances(kind):
    made = []
    for values in ARGUMENTS:
        if len(made) < 3:
            try:
                made.append(kind(*values))
            except BaseException:
                pass
    return made

def callables(thing):
    if callable(thing):
        yield thing
    if isinstance(thing, (set, frozenset, tuple, list)):
        yield from filter(callable, thing)
    holders = [thing, *instances(thing)] if isinstance(thing, type) else [thing]
    for holder in holders:
        for name, value in attributes(holder):
            if callable(value) and name not in ("__class__", "__subclasses__", "mro"):
                yield value

def solve():
    for name, thing in list(attributes(sys.modules[MODULE])):
        if name != "__builtins__" and thing is not solve and type(thing) is not type(sys):
            for function in callables(thing):
                for values in ARGUMENTS:
                    try:
                        function(*values)
                    except BaseException:
                        pass
"""


@pytest.mark.slow
def test_no_function_of_any_module_ends_in_a_trap(run: RunProgram) -> None:
    modules = run(MODULES).value
    assert len(modules) > 200
    programs = [f"MODULE = {name!r}\n{CALL_EVERYTHING}" for name in modules if not name.startswith("encodings.")]
    runs = list(map_in_order(lambda program: run(program, limits=LIMITS), programs, 2))
    trapped = [
        program.partition("\n")[0]
        for program, one in zip(programs, runs, strict=True)
        if kind_of(one.outcome) is OutcomeKind.CRASHED
    ]
    assert trapped == []
    completed = [one for one in runs if kind_of(one.outcome) is OutcomeKind.COMPLETED]
    assert len(completed) > 80
