"""Auditing in the process that asks, program by program: no child is started, and none is there to be lost.

The findings are those of a child: the same stack, the same depth of recursion. What a child adds is missing: a
deadline, a limit of memory, and a process of its own to lose. Budgets of steps end an analysis long before a deadline
would; who audits an adversary's programs in a process that must outlive them asks for children.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator, Sequence

from cgr_audit.audit.children import RECURSION, STACK, audit_one
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.rule import BaseRule
from cgr_audit.audit.unanalysed import SYNTAX_ERROR, TAKES_TOO_MUCH, not_analysable
from cgr_audit.source.contract import Contract
from cgr_audit.source.parse import Accepts
from cgr_audit.source.program import Program
from cgr_audit.thread_stack import call_with_stack

__all__ = ["InProcessWorkers"]

_one_at_a_time = threading.Lock()
"""The depth of recursion is a setting of the whole process."""


class InProcessWorkers:
    """Workers that are this process."""

    def __init__(self, contract: Contract, rules: Sequence[BaseRule], accepts: Accepts) -> None:
        """Set up.

        Args:
            contract: what programs are held to.
            rules: the rules to run, in the registry's order.
            accepts: the compiler inside the sandbox, asked where the host's own compiler objects.
        """
        self._contract = contract
        self._rules = rules
        self._accepts = accepts

    def map(self, programs: Iterable[Program]) -> Iterator[ProgramAudit]:
        """Audit programs as they come; results come in the same order."""
        for program in programs:
            yield self._audit(program)

    def _audit(self, program: Program) -> ProgramAudit:
        try:
            return call_with_stack(lambda: self._audit_deeply(program), STACK, "cgr-audit-analysis")
        except MemoryError:
            reported = any(rule.meta.code == SYNTAX_ERROR[0] for rule in self._rules)
            return not_analysable(program, TAKES_TOO_MUCH, reported=reported)

    def _audit_deeply(self, program: Program) -> ProgramAudit:
        with _one_at_a_time:  # on this thread, which goes on where the one that waits is interrupted
            before = sys.getrecursionlimit()
            sys.setrecursionlimit(RECURSION)
            try:
                return audit_one(program, self._contract, self._rules, self._accepts)
            finally:
                sys.setrecursionlimit(before)
