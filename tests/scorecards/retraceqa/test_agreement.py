"""Fleiss' kappa of annotators, against statsmodels."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.rates import figures
from cgr_audit.scorecards.resampled import Summed
from cgr_audit.scorecards.retraceqa.agreement import agreement
from cgr_audit.scorecards.retraceqa.traces import Annotation, Trace


def rated(*first_errors: int, dataset: str = "csqa", settled: int | None = None) -> Trace:
    annotations: dict[str | None, Annotation] = {
        f"annotator-{number}": Annotation(step, None) for number, step in enumerate(first_errors)
    }
    if settled is not None:
        annotations[None] = Annotation(settled, None)
    return Trace(dataset, ("a", "b", "c"), True, annotations)


def kappas(*traces: Trace) -> dict[tuple[str, str], dict[str, float | None]]:
    comparison = agreement(traces)
    assert comparison is not None
    summed = Summed.of(comparison.sums)
    found = {}
    for part in comparison.parts:
        labels = dict(part.labels)
        rates = figures(summed, np.flatnonzero(part.cases), part.measures, Resampling(20, 0, 0.95))
        found[labels["dataset"], labels["annotators"]] = {figure.key: figure.rate for figure in rates}
    return found


@pytest.mark.parametrize("raters", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_kappa_on_error_and_on_step_is_that_of_statsmodels(raters: int, seed: int) -> None:
    generator = np.random.default_rng(seed)
    truth = generator.integers(-1, 4, size=40)
    said = np.where(generator.random((40, raters)) < 0.7, truth[:, None], generator.integers(-1, 4, size=(40, raters)))
    (found,) = kappas(*(rated(*map(int, line)) for line in said)).values()
    assert found["kappa_step"] == pytest.approx(fleiss_kappa(aggregate_raters(said)[0]), abs=1e-12)
    assert found["kappa_error"] == pytest.approx(fleiss_kappa(aggregate_raters(said >= 0)[0]), abs=1e-12)


def test_the_published_example_of_fleiss() -> None:
    """Ten subjects, fourteen raters, five categories (Fleiss 1971): kappa is 0.210."""
    table = [
        (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
    ]  # fmt: skip
    traces = [rated(*(step for step, times in enumerate(line) for _ in range(times))) for line in table]
    (found,) = kappas(*traces).values()
    assert found["kappa_step"] == pytest.approx(0.210, abs=0.0005)


def test_two_annotators_that_agree_on_three_of_four_traces_by_hand() -> None:
    # Whether there is an error: pairs agree 3/4; 5 of 8 say there is none, so chance is (5/8)**2 + (3/8)**2 = 34/64.
    found = kappas(rated(-1, -1), rated(-1, -1), rated(0, 2), rated(-1, 1))["csqa", "2"]
    assert found["agreed_error"] == 0.75
    assert found["kappa_error"] == pytest.approx((3 / 4 - 34 / 64) / (1 - 34 / 64), abs=1e-12)
    # The step: pairs agree 2/4; -1 five times of eight, 0, 1 and 2 once each.
    assert found["agreed_step"] == 0.5
    assert found["kappa_step"] == pytest.approx((1 / 2 - 28 / 64) / (1 - 28 / 64), abs=1e-12)


def test_kappa_of_annotations_that_are_all_the_same_is_not_defined_although_all_agree() -> None:
    found = kappas(rated(-1, -1), rated(-1, -1), rated(-1, -1))["csqa", "2"]
    assert (found["kappa_error"], found["kappa_step"], found["agreed_step"]) == (None, None, 1)


def test_disagreement_beyond_chance_is_below_zero() -> None:
    found = kappas(rated(-1, 0), rated(0, -1), rated(-1, 0))["csqa", "2"]
    assert found["kappa_error"] == pytest.approx(-1)


def test_traces_with_as_many_annotators_are_taken_together_and_those_with_one_left_out() -> None:
    found = kappas(
        rated(-1, -1, 0, dataset="csqa"),
        rated(0, 0, 0, dataset="qasc"),
        rated(0, -1, dataset="qasc"),
        rated(1, dataset="qasc"),
    )
    assert list(found) == [
        ("all datasets", "3"), ("csqa", "3"), ("qasc", "3"), ("all datasets", "2"), ("qasc", "2"),
    ]  # fmt: skip


def test_the_annotation_that_was_settled_on_is_nobodys() -> None:
    assert agreement([rated(-1, settled=0), rated(0, settled=0)]) is None
    assert list(kappas(rated(-1, 0, settled=0))) == [("csqa", "2")]
