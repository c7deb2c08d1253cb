"""How labelled programs are scored."""

from __future__ import annotations

import pytest

from benchmarks.baselines.regular_expressions import scan
from benchmarks.detection import Score, _is_exact, _is_sound, score


def test_a_code_counts_once_per_program() -> None:
    expected = {"a.py": frozenset({"CGR201"}), "b.py": frozenset({"CGR201"}), "c.py": frozenset()}
    found = {"a.py": frozenset({"CGR201"}), "b.py": frozenset(), "c.py": frozenset({"CGR201", "CGR306"})}
    assert score(expected, found) == {
        "CGR201": Score(hits=1, false_alarms=1, misses=1),
        "CGR306": Score(hits=0, false_alarms=1, misses=0),
    }


def test_there_is_no_precision_where_nothing_was_found() -> None:
    assert Score(hits=0, false_alarms=0, misses=2).precision is None
    assert Score(hits=0, false_alarms=0, misses=2).recall == 0.0


@pytest.mark.parametrize(
    ("claim", "label", "is_sound", "is_exact"),
    [
        ("3", "3", True, True),
        ("4", "3", True, False),
        ("2", "3", False, False),
        ("2*options", "options + options", True, True),
        ("min(3, options)", "3", False, False),
        ("options*(options-1)/2", "options*(options-1)//2", True, True),
        ("unbounded", "7", True, False),
        ("item", "item", True, True),
        ("item", "unbounded", False, False),
        ("7", "item", False, False),
        ("unknown", "unbounded", True, False),
        ("7", "unbounded", False, False),
        ("unbounded", "unbounded", True, True),
    ],
)
def test_a_bound_is_sound_where_it_is_never_below_the_label(
    claim: str, label: str, is_sound: bool, is_exact: bool
) -> None:
    assert (_is_sound(claim, label), _is_exact(claim, label)) == (is_sound, is_exact)


def test_a_regular_expression_sees_the_letter_after_a_return() -> None:
    assert set(scan("def solve(question):\n    return 'B', 'B', 3\n")) == {"CGR108", "CGR201"}


def test_a_long_program_of_blanks_is_scanned_in_no_time() -> None:
    assert list(scan("def solve(question):\n" + "    \n" * 5_000 + "    x = llm_model(question, {})\n")) == []
