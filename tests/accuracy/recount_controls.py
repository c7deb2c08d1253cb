"""Controls, partitions and source items once more, in plain Python over records; see ``recount``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import Any

__all__ = ["difficulty_key", "partitions", "recount_controls", "recount_sources"]

CONTROLS = ("self-consistency", "repeated-call", "direct", "cot", "generator-alone")
FEWEST = 10
Row = dict[str, Any]


def difficulty_key(stated: Any) -> tuple[Any, str | None]:
    """What difficulties are sorted by, and how they are written: numbers, then texts, then none."""
    if stated is None:
        return (2, 0, ""), None
    try:
        return (0, float(stated), ""), f"{float(stated):g}"
    except ValueError:
        return (1, 0, stated), stated


def partitions(counting: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """All rows; where a pair has no right direct answer, also the rows of such pairs, and the others if there are."""
    yield "all", list(counting)
    by_pair = defaultdict(list)
    for row in counting:
        by_pair[row["dataset"], row["solver"]].append(row["right"]["direct"])
    zero = {pair for pair, right in by_pair.items() if right.count(None) < len(right) and not any(right)}
    if zero:
        inside = [row for row in counting if (row["dataset"], row["solver"]) in zero]
        outside = [row for row in counting if (row["dataset"], row["solver"]) not in zero]
        yield from ((name, part) for name, part in (("non_zero_baseline", outside), ("zero_baseline", inside)) if part)


def recount_controls(
    controls: Sequence[Row],
    solvers: Mapping[str, Mapping[str, Any]],
    registered: Sequence[Row],
    counting: Mapping[str, Sequence[Row]],
) -> dict[str, Any]:
    """What accuracy.json says of controls, intervals aside."""
    if not controls:
        return {"answers": [], "comparisons": []}
    arms = [
        (control, is_matched)
        for control in CONTROLS
        for is_matched in (True, False)
        if any((one["control"], one["is_matched"]) == (control, is_matched) for one in controls) and control != "direct"
    ]
    if any(row["right"]["direct"] is not None for row in registered):
        arms.append(("direct", False))
        arms.sort(key=lambda arm: (CONTROLS.index(arm[0]), not arm[1]))
    comparisons = []
    for treatment, rows in counting.items():
        if all(row["right"]["assisted"] is None for row in rows):
            continue
        for partition, part in partitions(rows):
            found = [_comparison(arm, part, controls) for arm in arms]
            adjusted = _holm([one["test"]["exact"] for one in found])
            comparisons += [
                {"treatment": treatment, "partition": partition, **one, "adjusted": value}
                for one, value in zip(found, adjusted, strict=True)
            ]
    with_rows = {(row["dataset"], row["item_id"]) for row in registered}
    answers = []
    for control in CONTROLS:
        for is_matched in (True, False):
            chosen = [
                one
                for one in controls
                if (one["control"], one["is_matched"]) == (control, is_matched)
                and (solvers.get(one["solver"], {}).get("registered"))
            ]
            alone = [one for one in chosen if (one["dataset"], one["item_id"]) not in with_rows]
            if chosen:
                calls = sum(one["calls"] for one in chosen) / len(chosen)
                said = {f"without_program_{name}": value for name, value in _said(alone).items() if name != "too_few"}
                answers.append({"control": control, "is_matched": is_matched, "calls": calls, **_said(chosen), **said})
    return {"answers": answers, "comparisons": comparisons}


def _said(chosen: Sequence[Row]) -> dict[str, Any]:
    right = sum(one["right"] is True for one in chosen)
    known = sum(one["right"] is not None for one in chosen)
    few = known < FEWEST
    return {"rows": len(chosen), "right": right, "percent": None if few else 100 * right / known, "too_few": few}


def _comparison(arm: tuple[str, bool], rows: Sequence[Row], controls: Sequence[Row]) -> dict[str, Any]:
    beside = [_beside(arm, row, controls) for row in rows]
    both = [(row, one) for row, one in zip(rows, beside, strict=True) if one is not None and one["right"] is not None]
    pairs = [(bool(one["right"]), bool(row["right"]["assisted"])) for row, one in both]
    calls = [
        (one["calls"], row["assisted_calls"])
        for row, one in both
        if one["calls"] is not None and row["assisted_calls"] is not None
    ]
    only_control, only_assisted = pairs.count((True, False)), pairs.count((False, True))
    by_pair: dict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
    for (row, _), pair in zip(both, pairs, strict=True):
        by_pair[row["dataset"], row["solver"]].append(pair)
    shares = {
        "micro": [_mean([pair[place] for pair in pairs]) for place in (0, 1)],
        "macro": [_mean([_mean([pair[place] for pair in part]) for part in by_pair.values()]) for place in (0, 1)],
    }
    return {
        "control": arm[0],
        "is_matched": arm[1],
        "rows": len(both),
        "pairs": len(by_pair),
        "items": len({(row["dataset"], row["item_id"]) for row, _ in both}),
        "without_control": beside.count(None),
        "unanswered": len(rows) - beside.count(None) - len(both),
        "known_calls": len(calls),
        "equal_calls": sum(one == other for one, other in calls),
        "calls_control": sum(one for one, _ in calls) / len(calls) if calls else None,
        "calls_assisted": sum(other for _, other in calls) / len(calls) if calls else None,
        "both": pairs.count((True, True)),
        "only_control": only_control,
        "only_assisted": only_assisted,
        "neither": pairs.count((False, False)),
        "test": {"exact": _exact(only_control, only_assisted)},
        "estimates": [
            {"average": average, "measure": measure, "value": 100 * value}
            for average, (control, assisted) in shares.items()
            for measure, value in (("control", control), ("assisted", assisted), ("difference", assisted - control))
        ]
        if len(both) >= FEWEST
        else [],
    }


def _beside(arm: tuple[str, bool], row: Row, controls: Sequence[Row]) -> Row | None:
    """The control row that a result row is compared with."""
    if arm[0] == "direct":
        return {"right": row["right"]["direct"] if row["has_gold"] else None, "calls": row["direct_calls"]}
    own = ["dataset", "item_id", "solver", *(("generator", "sample") if arm[1] else ())]
    for one in controls:
        if (one["control"], one["is_matched"]) == arm and all(one[name] == row[name] for name in own):
            return one
    return None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _exact(one: int, other: int) -> float:
    """Twice the binomial tail, at most 1."""
    number = one + other
    return min(1.0, 2 * sum(comb(number, count) for count in range(min(one, other) + 1)) / 2**number)


def _holm(p_values: Sequence[float]) -> list[float]:
    adjusted, highest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted


def recount_sources(items: Sequence[Row], programs: Sequence[Row], registered: Sequence[Row]) -> list[dict[str, Any]]:
    """Source items against retained rows, for everything, each dataset, and each solver in it."""
    lines = []
    datasets = sorted({item["dataset"] for item in items})
    for dataset in (None, *datasets):
        own = [row for row in registered if dataset in {None, row["dataset"]}]
        size = sum(dataset in {None, item["dataset"]} for item in items)
        written = {(one["dataset"], one["item_id"]) for one in programs if dataset in {None, one["dataset"]}}
        for solver in (None, *sorted({row["solver"] for row in own} if dataset is not None else ())):
            part = [row for row in own if solver in {None, row["solver"]}]
            retained = [row for row in part if not row["failed"]]
            lines.append(
                {
                    "dataset": dataset,
                    "solver": solver,
                    "items": size,
                    "items_with_program": len(written),
                    "items_with_rows": len({(row["dataset"], row["item_id"]) for row in part}),
                    "rows": len(part),
                    "retained": len(retained),
                    "approved": sum(row["verdict"] == "approved" for row in retained)
                    if any(row["verdict"] for row in registered)
                    else None,
                    "items_retained": len({(row["dataset"], row["item_id"]) for row in retained}),
                }
            )
    return lines
