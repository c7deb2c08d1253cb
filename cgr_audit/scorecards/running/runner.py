"""Running the programs of rows: what they give, and whether they pass their tests."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from cgr_audit.sandbox.limits import Limits
from cgr_audit.scorecards.fenced import taken_out
from cgr_audit.scorecards.running.assertion_runs import fault_of_tests, run_assertions
from cgr_audit.scorecards.running.cases import TestCase, run_cases
from cgr_audit.scorecards.running.outcomes import Failure, TestResult, Unknown
from cgr_audit.scorecards.running.output import FunctionCall, Output, ScriptRun, outputs
from cgr_audit.scorecards.running.program_form import ProgramForm, program_forms
from cgr_audit.scorecards.running.sandboxes import DEFAULT_LIMITS, Sandboxes

__all__ = ["Failure", "ProgramRunner", "TestCase", "TestResult", "Tested", "Unknown", "run_tests"]


@dataclass(frozen=True, slots=True)
class Tested:
    """A program and its tests."""

    __test__ = False  # for pytest

    program: str
    tests: tuple[TestCase, ...] | str
    """Cases, or Python text with ``assert`` statements, such as MBPP's, or a ``check(candidate)``, as HumanEval's."""
    entry: str | None = None
    """The function that is tested; by default found as in ``FunctionCall``."""


@dataclass(frozen=True, slots=True)
class ProgramRunner:
    """Runs programs in the sandbox, as a scorecard's options say; ``SandboxError`` where there is none."""

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
        return outputs(calls, Sandboxes(self.limits, self.report, self.jobs))

    def run_tests(self, programs: Sequence[Tested]) -> list[TestResult]:
        """Whether programs pass their tests, in order; see ``run_tests``."""
        return run_tests(programs, Sandboxes(self.limits, self.report, self.jobs))


def run_tests(programs: Sequence[Tested], sandboxes: Sandboxes) -> list[TestResult]:
    """Run each program with its tests in fresh instances of the sandbox; results in order, equal ones are run once."""
    forms = program_forms((tested.program for tested in programs), sandboxes)
    judged = sandboxes.map(lambda tested: _judged(tested, forms[tested.program], sandboxes), programs)
    blamed = ((one.tests, one.entry) for one in programs if judged[one].failure)
    # Of programs that fail where the tests let no program pass nothing is known.
    faults = sandboxes.map(lambda blame: fault_of_tests(*blame, sandboxes), blamed)
    return [(judged[one].failure and faults[one.tests, one.entry]) or judged[one] for one in programs]


def _judged(tested: Tested, form: ProgramForm, sandboxes: Sandboxes) -> TestResult:
    if tested.entry is not None:
        form = replace(form, entry=tested.entry, is_script=False)
    if isinstance(tested.tests, str):
        return run_assertions(form, tested.tests, sandboxes)
    return run_cases(form, tested.tests, sandboxes, is_named=tested.entry is not None)
