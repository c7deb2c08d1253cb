"""The assisted answers against a control on the same rows: accuracies, paired differences, McNemar's test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.aggregates import rounded
from cgr_audit.accuracy.comparison.mcnemar import ClusteredTest, McNemar, clustered_test, holm, mcnemar
from cgr_audit.accuracy.controls.answers import Arm
from cgr_audit.accuracy.intervals.estimates import Estimate, Resampling, estimates
from cgr_audit.accuracy.partitions import Partition, partition_rows
from cgr_audit.accuracy.treated import TreatedRows
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MEASURES", "ControlComparison", "compare_controls"]

MEASURES = {"direct": "control", "assisted": "assisted", "gain": "difference"}
"""What the control is put in the place of, and what the figure is then called: paired figures are those of a gain."""
_FIGURES = tuple((average, measure) for average in ("micro", "macro") for measure in MEASURES)


@dataclass(frozen=True, slots=True)
class ControlComparison:
    """The assisted answers against one control, on the rows that have both."""

    treatment: Treatment
    partition: Partition
    control: str
    is_matched: bool
    label: str
    """How tables call the control."""
    rows: int
    pairs: int
    items: int
    without_control: int
    """Rows that count and for which the package has no such control."""
    unanswered: int
    """Rows whose control has no answer that could be right or wrong, because the service failed or there is no gold."""
    known_calls: int
    """Rows of which the calls of both are known."""
    equal_calls: int
    """Of these, rows in which both made the same number."""
    calls_control: float | None
    """Mean over the rows with known calls."""
    calls_assisted: float | None
    both: int
    only_control: int
    """Rows that only the control got right."""
    only_assisted: int
    test: McNemar
    adjusted: float
    """The exact p value adjusted by Holm over the controls of the same treatment and partition."""
    clustered: ClusteredTest
    """The test that counts an item once, however many rows it has."""
    estimates: tuple[Estimate, ...]
    """Micro and macro accuracy of the control and of the assisted answers, and assisted less control; empty where
    fewer than ten rows have both."""

    @property
    def is_too_few(self) -> bool:
        """Whether it rests on so few rows that no percentage is given."""
        return self.rows < FEWEST_ROWS

    def estimate(self, average: str, measure: str) -> Estimate | None:
        """One figure; nothing if too few rows have both answers."""
        wanted = (average, measure)
        return next((one for one in self.estimates if (one.average, one.measure) == wanted), None)

    def to_record(self) -> dict[str, Any]:
        """Fields in order, numbers rounded to six decimals."""
        names = ("rows", "pairs", "items", "without_control", "unanswered", "known_calls", "equal_calls")
        return {
            "treatment": self.treatment.value,
            "partition": self.partition.value,
            "control": self.control,
            "is_matched": self.is_matched,
            "label": self.label,
            **{name: getattr(self, name) for name in names},
            **rounded({"calls_control": self.calls_control, "calls_assisted": self.calls_assisted}),
            "both": self.both,
            "only_control": self.only_control,
            "only_assisted": self.only_assisted,
            "neither": self.rows - self.both - self.only_control - self.only_assisted,
            TOO_FEW: self.is_too_few,
            "test": {name: value for name, value in rounded(asdict(self.test)).items() if not name.startswith("only")},
            **rounded({"adjusted": self.adjusted}),
            "clustered": rounded(asdict(self.clustered)),
            "estimates": [estimate.to_record() for estimate in self.estimates],
        }


def compare_controls(
    treated: TreatedRows, found: Sequence[Arm], zero_pairs: Sequence[tuple[str, str]], resampling: Resampling
) -> Iterator[ControlComparison]:
    """Compare the assisted answers of rows under a treatment with every control, in every partition.

    Args:
        treated: the rows; nothing is compared where they have no assisted channel.
        found: the controls, next to the same rows.
        zero_pairs: the pairs without a correct direct answer, which make up the zero-baseline partition.
        resampling: of the intervals.
    """
    counted = treated.counted()
    if counted["assisted_correct"].isna().all():
        return
    for partition, rows in partition_rows(counted, zero_pairs):
        compared = [_compared(treated.treatment, partition, rows, arm, resampling) for arm in found]
        adjusted = holm([one.test.exact for one in compared])
        yield from (replace(one, adjusted=value) for one, value in zip(compared, adjusted, strict=True))


def _compared(
    treatment: Treatment, partition: Partition, rows: pd.DataFrame, arm: Arm, resampling: Resampling
) -> ControlComparison:
    answers = arm.answers.loc[rows.index]
    has_both = answers["right"].notna()
    paired, control = rows[has_both], answers[has_both]
    right = control["right"].astype(bool)
    assisted = paired["assisted_correct"].astype("boolean").fillna(value=False).astype(bool)
    table = paired.assign(direct_correct=right.astype("boolean"), assisted_correct=assisted.astype("boolean"))
    balance = (assisted.astype(int) - right.astype(int)).groupby(
        [table["dataset"].astype("string"), table["item_id"].astype("string")]
    )
    only_control, only_assisted = int((right & ~assisted).sum()), int((~right & assisted).sum())
    known = control["calls"].notna() & paired["assisted_calls"].notna()
    calls, made = control["calls"][known].astype(int), paired["assisted_calls"][known].astype(int)
    test = mcnemar(only_control, only_assisted)
    by_item = balance.sum()
    return ControlComparison(
        treatment=treatment,
        partition=partition,
        control=arm.control,
        is_matched=arm.is_matched,
        label=arm.label,
        rows=len(table),
        pairs=len(table[["dataset", "solver"]].drop_duplicates()),
        items=len(by_item),
        without_control=int((~answers["is_there"].astype(bool)).sum()),
        unanswered=int((answers["is_there"].astype(bool) & ~has_both).sum()),
        known_calls=len(calls),
        equal_calls=int((calls == made).sum()),
        calls_control=float(calls.mean()) if len(calls) else None,
        calls_assisted=float(made.mean()) if len(made) else None,
        both=int((right & assisted).sum()),
        only_control=only_control,
        only_assisted=only_assisted,
        test=test,
        adjusted=test.exact,
        clustered=clustered_test(by_item.tolist()),
        estimates=_estimates(table, resampling),
    )


def _estimates(table: pd.DataFrame, resampling: Resampling) -> tuple[Estimate, ...]:
    if len(table) < FEWEST_ROWS:
        return ()
    found = estimates(table, resampling, figures=_FIGURES)
    return tuple(replace(estimate, measure=MEASURES[estimate.measure]) for estimate in found)
