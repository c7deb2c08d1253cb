"""Generated programs: one passes tests made of what it does, and fails them as soon as one of its answers differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgr_audit.sandbox.values import value_literal
from cgr_audit.scorecards.running.runner import Failure, TestCase, Tested
from tests.scorecards.running.tested_programs import run_tests

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@dataclass(frozen=True)
class Table:
    """A program that looks its answers up, and tests of it."""

    answers: Sequence[object]
    spoilt: int
    """The place of the answer that a mutated program gets wrong."""
    wrong: object

    def program(self, *, is_mutated: bool) -> str:
        answers = list(self.answers)
        if is_mutated:
            answers[self.spoilt] = self.wrong
        return f"inf = float('inf')\nANSWERS = {answers!r}\ndef answer(place):\n    return ANSWERS[place]\n"

    def cases(self) -> tuple[TestCase, ...]:
        return tuple(TestCase(str(place), value_literal(answer) or "") for place, answer in enumerate(self.answers))

    def assertions(self) -> str:
        return "\n".join(f"assert answer({case.input}) == {case.output}" for case in self.cases())

    def check(self) -> str:
        rows = ", ".join(f"({case.input}, {case.output})" for case in self.cases())
        return f"def check(f):\n    for given, wanted in [{rows}]:\n        assert f(given) == wanted, given\n"


@st.composite
def tables(draw: st.DrawFn) -> Table:
    answers = draw(st.lists(VALUES, min_size=1, max_size=4))
    spoilt = draw(st.integers(0, len(answers) - 1))
    return Table(answers, spoilt, draw(VALUES.filter(lambda value: value != answers[spoilt])))


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(tables(), min_size=4, max_size=4))
def test_a_correct_program_passes_and_a_mutated_one_fails_however_it_is_tested(generated: list[Table]) -> None:
    right, mutated = (
        [
            Tested(table.program(is_mutated=is_mutated), tests)
            for table in generated
            for tests in (table.cases(), table.assertions(), table.check())
        ]
        for is_mutated in (False, True)
    )
    judgements = run_tests([*right, *mutated], jobs=2)
    assert [judgement.reason for judgement in judgements[: len(right)]] == [None] * len(right)
    assert [judgement.failure for judgement in judgements[len(right) :]] == [Failure.SEMANTIC_ERROR] * len(mutated)
