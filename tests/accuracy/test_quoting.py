"""Which interval is to be quoted follows from those that there are."""

from __future__ import annotations

from collections.abc import Mapping

from cgr_audit.accuracy.intervals.estimates import Estimate, Method
from cgr_audit.accuracy.intervals.interval import Interval
from cgr_audit.accuracy.quoting import which_to_quote

CROSSED = "To claim a gain for other datasets and solvers, quote the interval of crossed effects"
PAIRS = "the bootstrap over pairs is there to compare with the paper, and takes pairs as unrelated"
ITEMS = "quote the interval of items within pairs"
FEW = "2 solvers: fewer than 3"


def gain(refused: Mapping[Method, str], measure: str = "gain") -> Estimate:
    """An estimate with an interval by every method, but for those that are refused."""
    intervals = tuple(
        Interval(method, 0.95, None, None, 2, 0, refused[method], None)
        if method in refused
        else Interval(method, 0.95, 1.0, 2.0, 5, 0, None, None)
        for method in Method
    )
    return Estimate("micro", measure, 1.5, intervals)


def test_crossed_effects_are_quoted_where_there_is_such_an_interval() -> None:
    assert which_to_quote([gain({})]) == f"{CROSSED}; {PAIRS} (docs/intervals.md)."


def test_a_table_without_the_bootstrap_over_pairs_says_nothing_of_it() -> None:
    assert which_to_quote([gain({})], [Method.CROSSED]) == f"{CROSSED} (docs/intervals.md)."


def test_where_there_is_none_the_reason_is_told_and_which_claim_is_left() -> None:
    said = which_to_quote([gain({Method.CROSSED: FEW})])
    assert said == (
        f"No interval supports a claim for other datasets and solvers ({FEW}). {PAIRS.capitalize()}: no claim rests on "
        f"it. For these datasets and solvers alone, {ITEMS} (table gain-intervals; docs/intervals.md)."
    )


def test_an_interval_that_is_refused_too_is_not_recommended() -> None:
    said = which_to_quote([gain({Method.CROSSED: FEW, Method.ITEMS: "1 pair with a single item"})])
    assert ITEMS not in said
    assert which_to_quote([gain(dict.fromkeys(Method, "no direct answers"))]) == (
        "No interval supports a claim for other datasets and solvers (no direct answers)."
    )


def test_where_only_some_have_it_the_others_support_no_such_claim() -> None:
    some = [gain({}), gain({Method.CROSSED: FEW})]
    assert which_to_quote(some).endswith(f" Where there is none ({FEW}), nothing supports such a claim.")


def test_only_gains_count() -> None:
    others = [gain({}, measure) for measure in ("direct", "assisted", "generator", "closure")]
    assert which_to_quote([gain({Method.CROSSED: FEW}), *others]).startswith("No interval supports a claim")
