"""Whether programs pass their tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cgr_audit.sandbox.limits import Limits

__all__ = ["Failure", "Judgement", "TestCase", "Tested", "Unknown", "judge"]


class Failure(StrEnum):
    """Why a program fails its tests; the first test that it fails decides."""

    SYNTAX_ERROR = "syntax_error"
    """It does not compile."""
    SEMANTIC_ERROR = "semantic_error"
    """It gives another output than the test expects."""
    TIMEOUT = "timeout"
    """It used up its fuel or its time."""
    RUNTIME_ERROR = "runtime_error"
    """It raised, ended itself, or used up memory."""


class Unknown(StrEnum):
    """Why nothing is known of a program; a reason to drop its row."""

    SANDBOX_FAILED = "sandbox_failed"
    TESTS_UNUSABLE = "tests_unusable"
    """There are none, or they are no Python."""


@dataclass(frozen=True, slots=True)
class TestCase:
    """An input, and the output that is right for it."""

    input: str
    """The argument list as Python text; of a program that reads standard input, what it reads."""
    output: str
    """The returned value as Python text; of a program that reads standard input, what it prints."""
    is_json: bool = False
    """Whether the output was JSON, which has no tuples: then a returned tuple equals a list."""


@dataclass(frozen=True, slots=True)
class Tested:
    """A program and its tests."""

    program: str
    tests: tuple[TestCase, ...] | str
    """Cases, or Python text with ``assert`` statements, such as MBPP's, or a ``check(candidate)``, as HumanEval's."""
    entry: str | None = None
    """The function that is tested; by default found as in ``FunctionCall``."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the tests say of a program."""

    passed: bool
    """Whether it passes every test; false where nothing is known."""
    failure: Failure | None = None
    reason: str | None = None
    """In one line: which test, and what came instead."""
    unknown: Unknown | None = None
    lacks: str | None = None
    """What a failed program wanted that the sandbox does not have, such as ``module numpy``."""


def judge(
    programs: Sequence[Tested],
    *,
    jobs: int,
    limits: Limits | None = None,
    report: Callable[[str], None] | None = None,
) -> list[Judgement]:
    """Run each program with its tests in fresh instances of the sandbox; results in order, equal ones are run once.

    Args:
        programs: what is judged.
        jobs: how many at a time.
        limits: of one run, which is one case, or all ``assert`` statements together; ``DEFAULT_LIMITS`` without.
        report: takes a line where getting ready takes long; silent without.

    Raises:
        SandboxError: there is no sandbox to run anything in.
    """
    raise NotImplementedError
