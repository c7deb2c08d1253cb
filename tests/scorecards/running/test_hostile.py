"""No hostile program passes, and each fails in the way that was decided before it was run."""

from __future__ import annotations

import pytest

from cgr_audit.sandbox.limits import Limits
from cgr_audit.scorecards.running.runner import Tested, TestResult
from tests.scorecards.running.hostile_programs import HOSTILE, Hostile
from tests.scorecards.running.tested_programs import run_tests

QUICK = Limits(fuel=3 * 10**9, memory=128 << 20)


@pytest.fixture(scope="module")
def judgements() -> dict[str, TestResult]:
    found = run_tests([Tested(one.program, one.tests) for one in HOSTILE], jobs=2, limits=QUICK)
    return {one.name: judgement for one, judgement in zip(HOSTILE, found, strict=True)}


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda hostile: hostile.name.replace(" ", "-"))
def test_a_hostile_program_fails_as_decided(hostile: Hostile, judgements: dict[str, TestResult]) -> None:
    judgement = judgements[hostile.name]
    assert (judgement.passed, judgement.unknown, judgement.failure) == (False, None, hostile.failure), judgement.reason


def test_every_failure_has_a_reason_in_one_line(judgements: dict[str, TestResult]) -> None:
    reasons = [judgement.reason or "" for judgement in judgements.values()]
    assert all(reason and "\n" not in reason and len(reason) <= 300 for reason in reasons)
