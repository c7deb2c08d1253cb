"""What the end of a run says of a program that is tested."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from cgr_audit.sandbox.outcome import (
    Completed,
    Crashed,
    GuestError,
    HostFailure,
    Limit,
    LimitExceeded,
    Outcome,
    describe_outcome,
)

__all__ = ["Failure", "TestResult", "Unknown", "failed", "lacking", "result_of_end", "unknown"]

_LONGEST = 300
_LACKING = (
    (re.compile(r"No module named '([\w.]+)': the sandbox's profile"), "module {}"),
    (re.compile(r"not available in the sandbox: ([\w.]+)"), "{}"),
    (re.compile(r"can't start new thread: the sandbox has none"), "threads"),
)
_ENDING = frozenset((f"os.{name}",) for name in ("_exit", "abort"))
"""What ends a process: where it is to be had, such a program fails all the same."""


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
    """There are none, or they are not Python."""
    INPUT_UNUSABLE = "input_unusable"
    """What a function is to be called with is not an argument list, or one that cannot be evaluated."""
    OUTPUT_NOT_FIXED = "output_not_fixed"
    """The output is another one in every run: it holds the address of an object, or a set of texts in any order."""


@dataclass(frozen=True, slots=True)
class TestResult:
    """What the tests say of a program."""

    # By its name, pytest would take it for a class of tests.
    __test__ = False

    passed: bool
    """Whether it passes every test; false where nothing is known."""
    failure: Failure | None = None
    reason: str | None = None
    """In one line: which test, and what came instead."""
    unknown: Unknown | None = None
    lacks: str | None = None
    """What a failed program wanted that the sandbox does not have, such as ``module numpy``."""


def failed(failure: Failure, reason: str, *, lacks: str | None = None) -> TestResult:
    """A program that fails."""
    return TestResult(passed=False, failure=failure, reason=one_line(reason), lacks=lacks)


def unknown(why: Unknown, reason: str) -> TestResult:
    """A program of which nothing is known."""
    return TestResult(passed=False, unknown=why, reason=one_line(reason))


def result_of_end(outcome: Outcome, test: str) -> TestResult | None:
    """What a run that gave no output says; nothing for one that did.

    Args:
        outcome: how it ended.
        test: what was being tried, such as ``case 2``, for the reason.
    """
    said = f"{test}: {describe_outcome(outcome)}"
    match outcome:
        case Completed():
            return None
        case GuestError():
            return failed(Failure.RUNTIME_ERROR, said, lacks=lacking(outcome.message))
        case LimitExceeded(limit=Limit.FUEL | Limit.WALL):
            return failed(Failure.TIMEOUT, said)
        case LimitExceeded() | Crashed():
            return failed(Failure.RUNTIME_ERROR, said)
        case HostFailure():
            return unknown(Unknown.SANDBOX_FAILED, said)
        case _:
            assert_never(outcome)


def lacking(message: str) -> str | None:
    """What the sandbox does not have, where that is what an exception's message says."""
    for pattern, wording in _LACKING:
        found = pattern.search(message)
        if found is not None and found.groups() not in _ENDING:
            return wording.format(*found.groups())
    return None


def one_line(text: str) -> str:
    """A text without line ends, cut."""
    folded = " ".join(text.split())
    return folded if len(folded) <= _LONGEST else folded[: _LONGEST - 1] + "…"
