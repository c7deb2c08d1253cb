"""Which samples pass: as their rows say, else as running them with the row's test cases says."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.plural import counted
from cgr_audit.scorecards.codesteps.languages import named_python, not_python
from cgr_audit.scorecards.running.runner import Failure, TestCase, Tested, TestResult

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NOT_SAID", "NO_CODE", "Unjudged", "Verdict", "Verdicts", "verdicts"]

NOT_SAID = "not_said"
"""The failure of a sample whose row says that it fails, and not why."""
NO_CODE = "no_code"
"""The failure of a sample without code, in a row with test cases, where another sample has some or it was asked for."""

RunTests = Callable[[Sequence[Tested]], list[TestResult]]
Unwrap = Callable[[Iterable[str]], dict[str, str]]


class Unjudged(StrEnum):
    """Why it is not known of a sample whether it passes."""

    NO_VERDICT = "no_verdict"
    """The row does not say, and has no code or no test cases."""
    NOT_PYTHON = "not_python"
    """The row does not say, and only Python is run."""
    SANDBOX_FAILED = "sandbox_failed"
    TESTS_UNUSABLE = "tests_unusable"
    INPUT_UNUSABLE = "input_unusable"
    OUTPUT_NOT_FIXED = "output_not_fixed"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one sample passes."""

    passed: bool | None
    """Null where it is not known."""
    failure: str | None = None
    """Of a sample that fails a kind of failure, or ``NOT_SAID``."""
    unjudged: Unjudged | None = None
    reason: str | None = None
    """Of code that was run, in one line: which test it failed and what came instead, or why nothing is known of it."""
    lacks: str | None = None
    """What code that was run wanted and the sandbox does not have."""


_PASSED = Verdict(True)
_NO_CODE = Verdict(False, NO_CODE)
_NO_VERDICT = Verdict(None, unjudged=Unjudged.NO_VERDICT)
_NOT_PYTHON = Verdict(None, unjudged=Unjudged.NOT_PYTHON)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdicts on all samples."""

    of_rows: list[tuple[Verdict, ...]]
    """Of each row, in the order of its samples."""
    run: int
    """How many samples were run."""
    unwrapped: int = 0
    """How many of these stood in Markdown fences."""

    def counts(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Of each row how many samples have a verdict, and how many of these pass."""
        known = [[one.passed for one in row if one.passed is not None] for row in self.of_rows]
        return (
            np.array([len(passed) for passed in known], dtype=np.int64),
            np.array([sum(passed) for passed in known], dtype=np.int64),
        )

    def columns(self) -> dict[str, list[Any]]:
        """What was found of each row: whether each of its samples passes, how it fails, and what is known of why.

        The reason of a sample without a verdict is why there is none.
        """
        return {
            "sample_passed": [[one.passed for one in row] for row in self.of_rows],
            "sample_failure": [[one.failure for one in row] for row in self.of_rows],
            "sample_reason": [[one.reason or one.unjudged for one in row] for row in self.of_rows],
        }

    def to_record(self) -> dict[str, Any]:
        """How many samples there are, pass, fail in which way, and have no verdict for which reason."""
        every = [one for row in self.of_rows for one in row]
        return {
            "samples": len(every),
            "passed": sum(one.passed is True for one in every),
            "failed": sum(one.passed is False for one in every),
            "run": self.run,
            "unwrapped": self.unwrapped,
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
        if self.unwrapped:
            found.append(f"{counted(self.unwrapped, 'sample')} with code in Markdown fences: run without them.")
        unjudged = self.unjudged()
        for reason, why in (
            (Unjudged.NO_VERDICT, "with neither a verdict nor code and test cases"),
            (Unjudged.NOT_PYTHON, "without a verdict and in another language than Python, which alone is run"),
            (Unjudged.TESTS_UNUSABLE, "without a verdict, and with test cases that cannot be used"),
            (Unjudged.INPUT_UNUSABLE, "without a verdict, and with a test case whose input cannot be used"),
            (Unjudged.OUTPUT_NOT_FIXED, "without a verdict, and with an output that differs from run to run"),
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


def verdicts(records: Sequence[Mapping[str, Any]], run_tests: RunTests, unwrap: Unwrap) -> Verdicts:
    """The verdict on each sample of each row.

    Args:
        records: rows by ``schemas/codesteps_row.json``.
        run_tests: runs programs with their tests; called at most once, and not where rows say all there is to say.
        unwrap: finds the programs of texts that hold one in Markdown fences; likewise.

    Raises:
        IncompleteError: no process can be started to read fences in.
    """
    known = [[_said(record, sample) for sample in record["samples"]] for record in records]
    places = [(row, at) for row, found in enumerate(known) for at, verdict in enumerate(found) if verdict is None]
    if not places:
        return _verdicts(known, 0, 0)
    codes = {(row, at): records[row]["samples"][at]["code"] for row, at in places}
    programs = unwrap(codes.values())
    judged = run_tests([_tested(records[row], programs.get(code, code)) for (row, _), code in codes.items()])
    of_rows: dict[int, dict[int, Verdict]] = defaultdict(dict)
    for (row, at), result in zip(codes, judged, strict=True):
        of_rows[row][at] = _judged(result)
    for row, found in of_rows.items():
        for at, verdict in _without_others(records[row], found).items():
            known[row][at] = verdict
        known[row] = _alike(known[row], found.keys())
    run = [place for place in places if known[place[0]][place[1]] is not _NOT_PYTHON]
    return _verdicts(known, len(run), sum(codes[place] in programs for place in run))


def _verdicts(known: Sequence[Sequence[Verdict | None]], run: int, unwrapped: int) -> Verdicts:
    return Verdicts([tuple(one for one in found if one is not None) for found in known], run, unwrapped)


def _without_others(record: Mapping[str, Any], judged: Mapping[int, Verdict]) -> dict[int, Verdict]:
    """The verdicts of samples that were run, of which those in another language than Python have none."""
    if named_python(record.get("language")):
        return dict(judged)
    broken = {at for at, verdict in judged.items() if verdict.failure == Failure.SYNTAX_ERROR}
    others = not_python([sample.get("code") for sample in record["samples"]], broken, judged.keys() - broken)
    return {at: _NOT_PYTHON if at in others else verdict for at, verdict in judged.items()}


def _alike(known: Sequence[Verdict | None], run: Collection[int]) -> list[Verdict | None]:
    """The verdicts of a row: samples without code have none where nothing is known of any sample that was run."""
    reasons = [one.unjudged for at in run if (one := known[at]) is not None]
    reason = next(iter(reasons), None) if all(reasons) else None
    if reason is None:
        return list(known)
    return [Verdict(None, unjudged=reason) if one is _NO_CODE else one for one in known]


def _said(record: Mapping[str, Any], sample: Mapping[str, Any]) -> Verdict | None:
    """What is known of a sample without running it; nothing if it can be run."""
    passed = sample.get("passed")
    if passed is not None:
        return _PASSED if passed else Verdict(False, sample.get("failure") or NOT_SAID)
    if sample.get("failure") is not None:
        return Verdict(False, sample["failure"])
    if not record.get("test_cases"):
        return _NO_VERDICT
    is_asked = sample.get("status") is not None
    if not is_asked and not _has_code(sample) and not any(map(_has_code, record["samples"])):
        return _NO_VERDICT
    if named_python(record.get("language")) is False:
        return _NOT_PYTHON
    return None if _has_code(sample) else _NO_CODE


def _has_code(sample: Mapping[str, Any]) -> bool:
    return bool((sample.get("code") or "").strip())


def _tested(record: Mapping[str, Any], program: str) -> Tested:
    return Tested(program, tuple(map(_case, record["test_cases"])), record.get("entry"))


def _case(case: Mapping[str, Any]) -> TestCase:
    given, expected = case["input"], case["output"]
    is_json = not (isinstance(given, str) and isinstance(expected, str))
    arguments = given if isinstance(given, str) else ", ".join(map(repr, given))
    return TestCase(arguments, expected if not is_json else json.dumps(expected), is_json)


def _judged(result: TestResult) -> Verdict:
    if result.unknown is not None:
        return Verdict(None, unjudged=Unjudged(result.unknown.value), reason=result.reason)
    if result.passed:
        return _PASSED
    failure = result.failure.value if result.failure else NOT_SAID
    return Verdict(False, failure, reason=result.reason, lacks=result.lacks)
