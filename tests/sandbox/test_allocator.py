"""Memory that crossed in large blocks is given back, however many threads it crossed on."""

from __future__ import annotations

import platform

import pytest

from cgr_audit.sandbox.allocator import give_memory_back
from cgr_audit.sandbox.conformance.back_end import ComponentBackEnd
from cgr_audit.sandbox.conformance.case_files import in_solve
from cgr_audit.sandbox.conformance.report import ITEM
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.solvers.constant import ConstantSolver

LIMITS = Limits(memory=64 << 20)


def resident() -> int:
    with open("/proc/self/statm") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * 4096


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the settings are glibc's")
def test_the_allocator_can_be_told() -> None:
    assert give_memory_back()


@pytest.mark.slow
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the settings are glibc's")
def test_large_responses_on_many_threads_leave_nothing_behind() -> None:
    interpreter = Interpreter(guests=8)
    interpreter.reserve(8, LIMITS.memory)
    back_end = ComponentBackEnd(interpreter)
    program = in_solve("return len(llm_model('x' * 1_000_000, {}))")

    def run(size: int) -> object:
        return back_end.run(program, ITEM, ConstantSolver("x" * size), 0, LIMITS).outcome

    sizes = [1_000_000 + 400_000 * (number % 20) for number in range(60)]
    list(map_in_order(run, sizes, 8))
    before = resident()
    for _ in range(4):
        list(map_in_order(run, sizes, 8))
    grown = resident() - before
    assert grown < 20 << 20, grown
