"""What the end of a run says of a program that is tested."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from cgr_audit.sandbox.outcome import (
    Completed,
    GuestError,
    HostFailure,
    Limit,
    LimitExceeded,
    Outcome,
    describe_outcome,
)

__all__ = ["Failure", "TestResult", "Unknown", "failed", "one_line", "result_of_end", "unknown"]

_LACKING = (
    (re.compile(r"No module named '([\w.]+)': the sandbox's profile"), "module {}"),
    # What ends a process is not lacking: where it is to be had, such a program fails all the same.
    (re.compile(r"not available in the sandbox: (?!os\.(?:_exit|abort)\b)([\w.]+)"), "{}"),
    (re.compile(r"can't start new thread: the sandbox has none"), "threads"),
)


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
    INPUT_UNUSABLE = "input_unusable"
    """What a function is to be called with is not an argument list, or one that cannot be evaluated."""
    OUTPUT_NOT_FIXED = "output_not_fixed"
    """The output is another one in every run: it holds the address of an object, or a set of texts in any order."""


@dataclass(frozen=True, slots=True)
class TestResult:
    """What the tests say of a program."""

    __test__ = False  # for pytest

    passed: bool
    """Whether it passes every test; false where nothing is known."""
    failure: Failure | None = None
    reason: str | None = None
    """In one line: which test, and what came instead."""
    unknown: Unknown | None = None
    lacks: str | None = None
    """What a failed program wanted that the sandbox does not have, such as ``module numpy``."""
    assertions_inside: int = 0
    """How many assertions of the tests are decided in the program's own instance, as they compare with no literal."""


def failed(failure: Failure, reason: str) -> TestResult:
    """A program that fails."""
    return TestResult(passed=False, failure=failure, reason=one_line(reason))


def unknown(why: Unknown, reason: str) -> TestResult:
    """A program of which nothing is known."""
    return TestResult(passed=False, unknown=why, reason=one_line(reason))


def result_of_end(outcome: Outcome, test: str) -> TestResult | None:
    """What a run that gave no output says; nothing for one that did. ``test`` is what was being tried: ``case 2``."""
    said = f"{test}: {describe_outcome(outcome)}"
    match outcome:
        case Completed():
            return None
        case HostFailure():
            return unknown(Unknown.SANDBOX_FAILED, said)
        case LimitExceeded(Limit.RESULT):
            # There is room for every value that is expected.
            return failed(Failure.SEMANTIC_ERROR, f"{test}: a value is far larger than what is expected")
        case LimitExceeded(Limit.FUEL | Limit.WALL):
            return failed(Failure.TIMEOUT, said)
        case GuestError(message=message):
            is_too_deep = "nested too deeply or contains itself" in message
            failure = Failure.SEMANTIC_ERROR if is_too_deep else Failure.RUNTIME_ERROR
            return TestResult(passed=False, failure=failure, reason=one_line(said), lacks=_lacking(message))
        case _:  # another limit, or an interpreter that died
            return failed(Failure.RUNTIME_ERROR, said)


def _lacking(message: str) -> str | None:
    found = ((pattern.search(message), wording) for pattern, wording in _LACKING)
    return next((wording.format(*match.groups()) for match, wording in found if match), None)


def one_line(text: str, longest: int = 300) -> str:
    """A text without line ends, cut."""
    folded = " ".join(text.split())
    return folded if len(folded) <= longest else folded[: longest - 1] + "…"
