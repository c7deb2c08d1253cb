"""A number with its noun."""

from __future__ import annotations

import pytest

from cgr_audit.plural import counted


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 pairs"), (1, "1 pair"), (2, "2 pairs"), (999, "999 pairs"), (20498, "20,498 pairs")]
)
def test_only_one_has_the_noun_in_the_singular(count: int, said: str) -> None:
    assert counted(count, "pair") == said


@pytest.mark.parametrize(("count", "said"), [(0, "0 rows are"), (1, "1 row is"), (21, "21 rows are")])
def test_what_no_s_makes_plural_is_given(count: int, said: str) -> None:
    assert counted(count, "row is", "rows are") == said
