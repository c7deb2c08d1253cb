"""One construct again and again, up to a megabyte of it: each program is audited soon, and no rule crashes on it."""

from __future__ import annotations

import sys
import threading
import time

import pytest

from cgr_audit.audit.children import RECURSION, STACK
from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.registry import load_registry
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program
from corpus.hostile_shapes import SHAPES


@pytest.mark.parametrize("shape", SHAPES)
def test_a_small_one_is_audited_soon(shape: str) -> None:
    audit, seconds = audited(shape, 3_000)
    assert audit.failures == ()
    assert seconds < 3


@pytest.mark.slow
@pytest.mark.parametrize("size", [60_000, 300_000, 950_000])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_large_one_is_audited_within_the_deadline(shape: str, size: int) -> None:
    audit, seconds = audited(shape, size)
    assert audit.failures == ()
    assert seconds < 5


def audited(shape: str, size: int) -> tuple[ProgramAudit, float]:
    """The audit on the stack that children use, and the processor time that it took."""
    program = Program("p", "p.py", SHAPES[shape].text(size).encode())
    contract, rules = load_contract("cgr"), load_registry().rules
    done: list[tuple[ProgramAudit, float]] = []

    def work() -> None:
        started = time.thread_time()
        audit = audit_program(program, contract, rules)
        done.append((audit, time.thread_time() - started))

    before_stack, before_limit = threading.stack_size(STACK), sys.getrecursionlimit()
    sys.setrecursionlimit(RECURSION)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before_stack)
        sys.setrecursionlimit(before_limit)
    return done[0]
