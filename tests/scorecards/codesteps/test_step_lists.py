"""Lists of steps as numbers."""

from __future__ import annotations

from cgr_audit.scorecards.codesteps.step_lists import number_steps


def test_a_step_has_one_number_wherever_it_is_said() -> None:
    steps, (wanted, offered) = number_steps([["a", "b"], ["a"]], [["b", "c", "c"], []])
    assert steps == ["a", "b", "c"]
    assert (wanted.numbers.tolist(), wanted.counts.tolist(), wanted.starts.tolist()) == ([0, 1, 0], [2, 1], [0, 2])
    assert (offered.numbers.tolist(), offered.counts.tolist(), offered.starts.tolist()) == ([1, 2, 2], [3, 0], [0, 3])


def test_some_of_the_lists_keep_their_steps() -> None:
    _, (lists,) = number_steps([["a"], ["b", "c"], ["a", "c"]])
    some = lists.of(slice(1, 3))
    found = [
        some.numbers[start : start + count].tolist() for start, count in zip(some.starts, some.counts, strict=True)
    ]
    assert found == [[1, 2], [0, 2]]


def test_steps_that_differ_in_case_or_blanks_or_accents_are_different_ones() -> None:
    texts = ["é", "e\u0301", "a", "A", " a", ""]
    assert number_steps([texts])[0] == texts
