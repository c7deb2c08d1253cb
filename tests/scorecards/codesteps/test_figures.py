"""Every figure of all rows and of each group is that of plain loops, whatever the steps are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz import fuzz

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.codesteps.alignment import Pointer
from cgr_audit.scorecards.codesteps.scorer import CodeSteps
from cgr_audit.scorecards.row_source import Rows
from cgr_audit.scorecards.scorecard import Scored, score
from tests.scorecards.codesteps.plain_figures import figures

CURVE = (0.0, 0.5, 0.6, 0.75, 0.8, 0.95, 1.0)

TIED = ("aaaab", "aaaac", "aaabb", "aaacc", "ab", "ac")
"""Pairs of these are alike by exactly 0.8, 0.6, 0.5 and 0.0."""
UNICODE = ("é", "e\u0301", "\ufb01", "fi", "日本", "日", "𝒳", "\U0001f600", "\ud800", "İ", "\u00a0", "\u200b", "ß")
BLANK = ("", " ", "\t", "\n")
STEPS = st.lists(
    st.one_of(
        st.sampled_from((*TIED, *UNICODE, *BLANK)),
        st.lists(st.sampled_from((*TIED, *UNICODE, "sort", "Sort", "the", "list")), max_size=4).map(" ".join),
    ),
    min_size=1,
    max_size=5,
)


@st.composite
def records(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Up to five rows with up to eight samples each; some without steps, some samples without a verdict."""
    found: list[dict[str, Any]] = []
    for number in range(draw(st.integers(1, 5))):
        reference = draw(st.none() | STEPS)
        samples = [
            {
                "predicted_steps": draw(STEPS) if reference else None,
                "passed": draw(st.sampled_from((True, False, None))),
            }
            for _ in range(draw(st.integers(1, 8)))
        ]
        # A step that is said word for word, so that some match and pointers move.
        if reference and draw(st.booleans()):
            samples[0]["predicted_steps"] = [*samples[0]["predicted_steps"], *reference, reference[0]]
        row = {"id": number, "model": draw(st.sampled_from("ab")), "reference_steps": reference, "samples": samples}
        found.append(row)
    return found


def scored(rows: Sequence[dict[str, Any]], threshold: float, pointer: Pointer) -> Scored:
    scorer = CodeSteps(threshold=threshold, thresholds=CURVE, pointer=pointer)
    assert [scorer.fault(record) for record in rows] == [None] * len(rows)
    places = [f"rows.jsonl:{number}" for number, _ in enumerate(rows, start=1)]
    return score(scorer, Rows(list(rows), places, (), ()), resampling=Resampling(10))


def rates(group: Any) -> dict[str, float]:
    """Those that are defined, without kinds of failures, which are counts, and overlaps, which libraries measure."""
    return {
        figure.key: figure.rate
        for figure in group.figures
        if figure.rate is not None and not figure.key.startswith(("failure_", "bleu", "rouge_l"))
    }


@given(records(), st.sampled_from(CURVE), st.sampled_from(Pointer))
@settings(deadline=None)
def test_figures_are_those_of_plain_loops(rows: list[dict[str, Any]], threshold: float, pointer: Pointer) -> None:
    found = scored(rows, threshold, pointer)
    reset = pointer is Pointer.RESET
    assert rates(found.overall) == pytest.approx(figures(rows, threshold, CURVE, reset=reset), abs=1e-12)
    (by_model,) = (division for division in found.divisions if division.name == "by-model")
    for group in by_model.groups:
        chosen = [row for row in rows if row["model"] == group.labels[0][1]]
        expected = figures(chosen, threshold, (), reset=reset)
        assert {key: value for key, value in rates(group).items() if key in expected} == pytest.approx(
            {key: expected[key] for key in rates(group)}, abs=1e-12
        )


def test_ties_are_ties() -> None:
    """The steps that the figures are tried with are alike by thresholds of the curve exactly."""
    alike = {fuzz.token_set_ratio(one, other) / 100 for one in TIED for other in TIED}
    assert alike >= {0.5, 0.6, 0.8, 1.0}


@pytest.mark.parametrize("pointer", Pointer)
def test_a_tie_matches_and_the_next_float_above_it_does_not(pointer: Pointer) -> None:
    row = {
        "id": 1,
        "model": "m",
        "reference_steps": ["aaaab"],
        "samples": [{"predicted_steps": ["aaaac"], "passed": True}],
    }
    assert rates(scored([row], 0.8, pointer).overall)["sws"] == 0.8
    assert rates(scored([row], 0.8000000000000002, pointer).overall)["sws"] == 0.0


def test_without_the_samples_for_it_there_is_no_figure_at_k() -> None:
    row = {"id": 1, "model": "m", "reference_steps": ["a"], "samples": [{"predicted_steps": ["a"], "passed": True}] * 3}
    found = rates(scored([row], 0.8, Pointer.PRINTED).overall)
    assert [key for key in found if "@" in key] == [
        "pass@1", "pass@2", "pass@3", "sws@1", "sws@2", "sws@3", "f1@1", "f1@2", "f1@3",
    ]  # fmt: skip
