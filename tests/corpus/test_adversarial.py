"""No run of an adversarial program contradicts what the analysis claims of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from corpus.adversarial.suite import CASES, AdversarialProgram, adversarial_programs
from corpus.random_scaffolds.oracle import Judgement, Oracle

PROGRAMS = adversarial_programs()
CONTRADICTED = frozenset({
    "closures/church_numeral",
    "closures/compose_many",
    "closures/compose_self",
    "closures/pipeline_list",
    "closures/then_then",
    "closures/twice_of_twice",
    "containers/counter_add",
    "containers/counter_keywords",
    "containers/counter_zero_keyword",
    "containers/defaultdict_factory_replaced",
    "containers/defaultdict_with_content",
    "containers/deque_maxlen_loop",
    "containers/dict_merge_in_place",
    "containers/dict_view_is_live",
    "containers/heap_with_pushes",
    "containers/list_repeat_in_place",
})  # fmt: skip
"""Programs that contradict a claim of the analysis as it is. A name must go once its program no longer does."""


@pytest.fixture(scope="module")
def judge() -> Callable[[AdversarialProgram], Judgement]:
    oracle = Oracle()
    return cache(lambda program: oracle.judge(program.text, CASES))


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(one, id=one.name, marks=[pytest.mark.xfail(strict=True)] if one.name in CONTRADICTED else [])
        for one in PROGRAMS
    ],
)
def test_no_run_contradicts_a_claim(
    judge: Callable[[AdversarialProgram], Judgement], program: AdversarialProgram
) -> None:
    assert judge(program).contradictions == []


def test_every_program_asks_the_solver_and_comes_to_an_answer(
    judge: Callable[[AdversarialProgram], Judgement],
) -> None:
    runs = {one.name: judge(one).observed for one in PROGRAMS}
    assert [name for name, seen in runs.items() if not any(run.calls and run.answer for run in seen)] == []


def test_every_contradicted_name_is_that_of_a_program() -> None:
    assert {one.name for one in PROGRAMS} >= CONTRADICTED
