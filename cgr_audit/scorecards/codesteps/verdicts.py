"""Which samples pass: as their rows say, else as running them with the row's test cases says."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.plural import counted
from cgr_audit.scorecards.running.judgement import Judgement, TestCase, Tested

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NOT_SAID", "Unjudged", "Verdict", "Verdicts", "verdicts"]

NOT_SAID = "not_said"
"""The failure of a sample whose row says that it fails, and not why."""

Judge = Callable[[Sequence[Tested]], list[Judgement]]

_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*[<\"]", re.MULTILINE)
"""What begins most programs in C and C++, and stands in no Python program but as a comment."""


class Unjudged(StrEnum):
    """Why it is not known of a sample whether it passes."""

    NO_VERDICT = "no_verdict"
    """The row does not say, and has no code or no test cases."""
    NOT_PYTHON = "not_python"
    """The row does not say, and only Python is run."""
    SANDBOX_FAILED = "sandbox_failed"
    TESTS_UNUSABLE = "tests_unusable"
    INPUT_UNUSABLE = "input_unusable"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one sample passes."""

    passed: bool | None
    """Null where it is not known."""
    failure: str | None = None
    """Of a sample that fails a kind of failure, or ``NOT_SAID``."""
    unjudged: Unjudged | None = None
    lacks: str | None = None
    """What code that was run wanted and the sandbox does not have."""


_PASSED = Verdict(True)
_NO_VERDICT = Verdict(None, unjudged=Unjudged.NO_VERDICT)
_NOT_PYTHON = Verdict(None, unjudged=Unjudged.NOT_PYTHON)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdicts on all samples."""

    of_rows: list[tuple[Verdict, ...]]
    """Of each row, in the order of its samples."""
    run: int
    """How many samples were run."""

    def counts(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Of each row how many samples have a verdict, and how many of these pass."""
        known = [[one.passed for one in row if one.passed is not None] for row in self.of_rows]
        return (
            np.array([len(passed) for passed in known], dtype=np.int64),
            np.array([sum(passed) for passed in known], dtype=np.int64),
        )

    def columns(self) -> dict[str, list[Any]]:
        """What was found of each row: whether each of its samples passes, and how it fails."""
        return {
            "sample_passed": [[one.passed for one in row] for row in self.of_rows],
            "sample_failure": [[one.failure for one in row] for row in self.of_rows],
        }

    def to_record(self) -> dict[str, Any]:
        """How many samples there are, pass, fail in which way, and have no verdict for which reason."""
        every = [one for row in self.of_rows for one in row]
        return {
            "samples": len(every),
            "passed": sum(one.passed is True for one in every),
            "failed": sum(one.passed is False for one in every),
            "run": self.run,
            "failures": dict(sorted(Counter(one.failure for one in every if one.failure is not None).items())),
            "unjudged": {reason.value: count for reason, count in sorted(self.unjudged().items())},
            "lacking": dict(sorted(self.lacking().items())),
        }

    def unjudged(self) -> Counter[Unjudged]:
        """How many samples have no verdict, by reason."""
        return Counter(one.unjudged for row in self.of_rows for one in row if one.unjudged is not None)

    def lacking(self) -> Counter[str]:
        """How many samples failed for want of what, such as ``module numpy``."""
        return Counter(one.lacks for row in self.of_rows for one in row if one.lacks is not None)

    def notes(self) -> tuple[str, ...]:
        """What a reader must know of them, a sentence each."""
        found = (
            [f"{counted(self.run, 'sample')} without a verdict in the rows: run in the sandbox."] if self.run else []
        )
        unjudged = self.unjudged()
        for reason, why in (
            (Unjudged.NO_VERDICT, "with neither a verdict nor code and test cases"),
            (Unjudged.NOT_PYTHON, "without a verdict and in another language than Python, which alone is run"),
            (Unjudged.TESTS_UNUSABLE, "without a verdict, and with test cases that cannot be used"),
            (Unjudged.INPUT_UNUSABLE, "without a verdict, and with a test case whose input cannot be used"),
        ):
            if unjudged[reason]:
                found.append(f"{counted(unjudged[reason], 'sample')} {why}: not in pass@k.")
        lacking = self.lacking()
        if lacking:
            named = ", ".join(f"{what} ({count})" for what, count in sorted(lacking.items()))
            found.append(f"{counted(lacking.total(), 'sample')} failed for want of what the sandbox lacks: {named}.")
        return tuple(found)

    def incomplete(self) -> tuple[str, ...]:
        """What could not be done, a sentence each."""
        failed = self.unjudged()[Unjudged.SANDBOX_FAILED]
        return (
            (f"{counted(failed, 'sample')} not judged, because the sandbox failed: not in pass@k.",) if failed else ()
        )


def verdicts(records: Sequence[Mapping[str, Any]], judge: Judge) -> Verdicts:
    """The verdict on each sample of each row.

    Args:
        records: rows by ``schemas/codesteps_row.json``.
        judge: runs programs with their tests; it is called at most once, and not where rows say all there is to say.
    """
    known = [[_said(record, sample) for sample in record["samples"]] for record in records]
    places = [(row, at) for row, found in enumerate(known) for at, verdict in enumerate(found) if verdict is None]
    tested = [_tested(records[row], records[row]["samples"][at]) for row, at in places]
    judged = judge(tested) if tested else []
    for (row, at), judgement in zip(places, judged, strict=True):
        known[row][at] = _judged(judgement)
    return Verdicts([tuple(one for one in found if one is not None) for found in known], len(places))


def _said(record: Mapping[str, Any], sample: Mapping[str, Any]) -> Verdict | None:
    """What is known of a sample without running it; nothing where it can be run."""
    passed = sample.get("passed")
    if passed is not None:
        return _PASSED if passed else _failed(sample.get("failure") or NOT_SAID)
    if sample.get("failure") is not None:
        return _failed(sample["failure"])
    code = sample.get("code")
    if code is None or not record.get("test_cases"):
        return _NO_VERDICT
    return None if _is_python(record.get("language"), code) else _NOT_PYTHON


@cache
def _failed(failure: str) -> Verdict:
    return Verdict(False, failure)


def _is_python(language: str | None, code: str) -> bool:
    if language is None:
        return _INCLUDE.search(code) is None
    return re.fullmatch(r"py(thon)?[\s\d.]*", language.strip().lower()) is not None


def _tested(record: Mapping[str, Any], sample: Mapping[str, Any]) -> Tested:
    return Tested(sample["code"], tuple(map(_case, record["test_cases"])), record.get("entry"))


def _case(case: Mapping[str, Any]) -> TestCase:
    given, expected = case["input"], case["output"]
    is_json = not (isinstance(given, str) and isinstance(expected, str))
    arguments = given if isinstance(given, str) else ", ".join(map(repr, given))
    return TestCase(arguments, expected if not is_json else json.dumps(expected), is_json)


def _judged(judgement: Judgement) -> Verdict:
    if judgement.unknown is not None:
        return Verdict(None, unjudged=Unjudged(judgement.unknown.value))
    if judgement.passed:
        return _PASSED
    return Verdict(False, judgement.failure.value if judgement.failure else NOT_SAID, lacks=judgement.lacks)
