"""McNemar's test of two right-or-wrong answers to the same questions, and Holm's adjustment of several tests.

Only *discordant* rows, which one of the two got right and the other wrong, say anything about a difference. If the two
are equally good, each is as likely to be the one that is right: the count is binomial with probability one half.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["ClusteredTest", "McNemar", "clustered_test", "holm", "mcnemar"]


@dataclass(frozen=True, slots=True)
class McNemar:
    """Three two-sided p values of the same discordant rows. Without any discordant row each is 1."""

    only_first: int
    only_second: int
    exact: float
    """The binomial test: never too small, and rather too large for few rows."""
    mid_p: float
    """The same with half the weight on what was observed; close to the nominal level for few rows."""
    corrected_statistic: float
    """Chi-square with one degree of freedom and continuity correction."""
    corrected: float

    @property
    def discordant(self) -> int:
        """The rows that only one of the two got right."""
        return self.only_first + self.only_second

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ClusteredTest:
    """A test of the same question in which the rows of one item count as one observation."""

    items: int
    """Those whose rows do not balance; the others say nothing."""
    statistic: float
    """Standard normal where the two are equally good; positive where the second is better."""
    p_value: float
    """Two-sided, and approximate: it needs some ten items that do not balance. 1 where there is none."""


def mcnemar(only_first: int, only_second: int) -> McNemar:
    """Test whether two sets of answers to the same rows are equally often right.

    The exact test is McNemar's (1947) in its conditional binomial form, the mid-p that of Fagerland, Lydersen and Laake
    (2013, BMC Medical Research Methodology 13:91), the correction Edwards's (1948). The correction moves the two counts
    towards each other and never past each other: where they are equal the statistic is 0, as in R's ``mcnemar.test``
    (statsmodels gives 1/n there, and with it a p value below 1 for no difference at all).

    Args:
        only_first: rows that only the first got right.
        only_second: rows that only the second got right.

    Raises:
        ValueError: a count is negative.
    """
    from scipy import stats  # noqa: PLC0415  scipy costs start-up time

    if only_first < 0 or only_second < 0:
        raise ValueError(f"counts are not negative: {only_first}, {only_second}")
    discordant = only_first + only_second
    if not discordant:
        return McNemar(0, 0, 1.0, 1.0, 0.0, 1.0)
    fewer = min(only_first, only_second)
    observed = float(stats.binom.pmf(fewer, discordant, 0.5))
    equal = only_first == only_second
    exact = float(stats.binomtest(fewer, discordant, 0.5).pvalue)
    mid_p = 1 - observed / 2 if equal else 2 * float(stats.binom.cdf(fewer, discordant, 0.5)) - observed
    statistic = max(abs(only_first - only_second) - 1, 0) ** 2 / discordant
    return McNemar(only_first, only_second, exact, mid_p, statistic, float(stats.chi2.sf(statistic, 1)))


def clustered_test(balances: Sequence[int]) -> ClusteredTest:
    """McNemar's test where rows come in clusters: several solvers, samples or generators on the same item.

    Obuchowski (1998, Statistics in Medicine 17:1495): the sum of the clusters' balances over the root of the sum of
    their squares. With one row to a cluster its square is McNemar's statistic without correction.

    Args:
        balances: per item, rows that only the second got right less those that only the first did.
    """
    from scipy import stats  # noqa: PLC0415

    squares = sum(balance * balance for balance in balances)
    if not squares:
        return ClusteredTest(0, 0.0, 1.0)
    statistic = sum(balances) / math.sqrt(squares)
    items = sum(balance != 0 for balance in balances)
    return ClusteredTest(items, statistic, 2 * float(stats.norm.sf(abs(statistic))))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """P values adjusted by Holm's step-down method (1979), in the order given.

    An adjusted value below a level means that the test rejects while the chance of any false rejection among all tests
    stays below that level, however the tests depend on each other.
    """
    count = len(p_values)
    adjusted = [0.0] * count
    largest = 0.0
    for rank, place in enumerate(sorted(range(count), key=lambda place: p_values[place])):
        largest = max(largest, min(1.0, (count - rank) * p_values[place]))
        adjusted[place] = largest
    return tuple(adjusted)
