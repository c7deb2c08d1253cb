"""How programs of rows are run: how many at a time, and within which limits."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from cgr_audit.sandbox.limits import Limits
from cgr_audit.scorecards.running.fenced import taken_out
from cgr_audit.scorecards.running.limits import DEFAULT_LIMITS
from cgr_audit.scorecards.running.output import FunctionCall, Output, ScriptRun, outputs
from cgr_audit.scorecards.running.program_tests import Tested, TestResult, run_tests

__all__ = ["ProgramRunner"]


@dataclass(frozen=True, slots=True)
class ProgramRunner:
    """Runs programs in the sandbox, as a scorecard's options say."""

    jobs: int = field(default_factory=lambda: os.cpu_count() or 1)
    """How many run at a time."""
    limits: Limits = DEFAULT_LIMITS
    """Of each run."""
    report: Callable[[str], None] | None = None
    """Takes a line where getting the sandbox ready takes long."""

    def taken_out(self, texts: Iterable[str]) -> dict[str, str]:
        """The programs of texts that hold one in Markdown fences; see ``fenced.taken_out``."""
        return taken_out(texts, jobs=self.jobs, report=self.report)

    def outputs(self, calls: Sequence[FunctionCall | ScriptRun]) -> list[Output]:
        """What programs give, in order; see ``output.outputs``."""
        return outputs(calls, jobs=self.jobs, limits=self.limits, report=self.report)

    def run_tests(self, programs: Sequence[Tested]) -> list[TestResult]:
        """Whether programs pass their tests, in order; see ``program_tests.run_tests``."""
        return run_tests(programs, jobs=self.jobs, limits=self.limits, report=self.report)
