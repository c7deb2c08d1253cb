"""What `pipeline` ends with."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from cgr_audit.accuracy.partitions import Partition
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.cli.closing_lines import closing_lines

VERDICTS = [{"verdict": "approved", "programs": 89, "rows": 178}, {"verdict": "refused", "programs": 1, "rows": 34}]


def headline(treatment: Treatment, gain: float | None, *, few: bool = False) -> Any:
    micro = SimpleNamespace(direct=38.38, assisted=None if gain is None else 38.38 + gain, gain=gain, rows=1284)
    return SimpleNamespace(treatment=treatment, micro=micro, is_too_few=few)


def violation(code: str, rows: int, gain: float | None, *, few: bool = False) -> Any:
    without = SimpleNamespace(figures={"gain": gain, "too_few": few})
    return SimpleNamespace(code=code, with_finding=SimpleNamespace(figures={"rows": rows}), without=without)


def comparison(name: str, treatment: Treatment, *figures: float, is_matched: bool = True) -> Any:
    values = dict(zip(("control", "difference"), figures, strict=False))
    return SimpleNamespace(
        control=name,
        treatment=treatment,
        is_matched=is_matched,
        partition=Partition.ALL,
        rows=1280,
        estimate=lambda _average, measure: SimpleNamespace(value=values[measure]) if measure in values else None,
    )


def lines(
    headlines: list[Any],
    violations: list[Any] = [],  # noqa: B006
    verdicts: list[Any] = VERDICTS,
    controls: Sequence[Any] = (),
) -> list[str]:
    summary: Any = SimpleNamespace(
        verdicts=verdicts, headlines=headlines, violations=violations, controls=SimpleNamespace(comparisons=controls)
    )
    return list(closing_lines(summary, {"CGR201": "literal-answer"}))


def test_they_say_verdicts_accuracy_the_range_of_the_gain_and_what_would_change_it_most() -> None:
    headlines = [
        headline(Treatment.DROPPED, 10.674), headline(Treatment.DIRECT_INSTEAD, 6.69),
        headline(Treatment.COUNTED_WRONG, -8.1), headline(Treatment.KEPT, 13.38),
    ]  # fmt: skip
    violations = [
        violation("CGR502", 90, 14.0),
        violation("CGR201", 40, 5.2),
        violation("CGR301", 280, -60.0, few=True),
    ]
    assert lines(headlines, violations) == [
        "90 programs: 89 approved, 1 refused (--list lists them)",
        "accuracy: direct 38.38 %, assisted 51.76 % (1,284 rows, all programs kept)",
        "gain: −8.10 pp (counted wrong) to +13.38 pp (kept) over 4 treatments",
        "largest effect: without the 40 rows with CGR201 literal-answer, gain +5.20 instead of +13.38 pp",
    ]


def test_with_controls_they_say_what_the_same_calls_buy_without_code() -> None:
    controls = [
        comparison("self-consistency", Treatment.DROPPED, 70.0, 1.0),
        comparison("self-consistency", Treatment.KEPT, 60.0, -10.0),
        comparison("repeated-call", Treatment.KEPT, 55.5, 5.5),
        comparison("cot", Treatment.KEPT, 50.0, 0.0, is_matched=False),
    ]
    assert lines([headline(Treatment.KEPT, 5.0)], controls=controls)[2] == (
        "same calls without code: self-consistency 60.00 %, assisted −10.00 pp (1,280 rows); "
        "repeated-call 55.50 %, assisted +5.50 pp (1,280 rows)"
    )
    too_few = lines([headline(Treatment.KEPT, 5.0)], controls=[comparison("self-consistency", Treatment.KEPT)])
    assert too_few[2] == "gain: +5.00 pp (kept)"


def test_what_cannot_be_said_is_not_made_up() -> None:
    absent = lines([headline(Treatment.KEPT, None)], [violation("CGR201", 4, None)], [])
    assert absent[0] == "0 programs: none (--list lists them)"
    assert absent[1] == "accuracy: direct 38.38 %, assisted – (1,284 rows, all programs kept)"
    assert absent[2:] == ["gain: undefined", "largest effect: no finding changes the gain"]
    few = lines([headline(Treatment.KEPT, 5.0, few=True)], [violation("CGR201", 4, 1.0)])
    assert few[1] == "accuracy: direct –, assisted – (1,284 rows, too few for a percentage, all programs kept)"
    assert few[2:] == ["gain: undefined", "largest effect: no finding changes the gain"]
    assert lines([headline(Treatment.KEPT, 5.0)])[2] == "gain: +5.00 pp (kept)"
    same = [headline(Treatment.DROPPED, 5.0), headline(Treatment.KEPT, 5.001)]
    assert lines(same)[2] == "gain: +5.00 pp under each of 2 treatments"
