from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.accuracy.measures import closure, gain, percent

percents = st.floats(0, 100)


def test_closure_holds_on_the_papers_macro_figures() -> None:
    """Direct 38.11, assisted 66.21 and closure 64.7 % mean a generator of 81.54 ± 0.03."""
    for generator in (81.51, 81.54, 81.57):
        assert closure(38.11, 66.21, generator) == pytest.approx(64.7, abs=0.06)
    assert closure(38.11, 66.21, 81.54) == pytest.approx(64.7, abs=0.005)


def test_closure_holds_on_the_papers_micro_figures() -> None:
    assert closure(23.27, 62.41, 79.19) == pytest.approx(69.99, abs=0.005)
    assert gain(23.27, 62.41) == pytest.approx(39.14)


@given(percents, percents, percents)
def test_closure_is_undefined_exactly_where_the_generator_is_not_better(d: float, a: float, g: float) -> None:
    assert (closure(d, a, g) is None) == (g <= d)


def test_nothing_is_no_number() -> None:
    assert percent(0, 0) is None
    assert percent(1, 3) == pytest.approx(33.333333)
    assert gain(None, 1.0) is None
    assert gain(1.0, None) is None
    assert closure(1.0, 2.0, None) is None
