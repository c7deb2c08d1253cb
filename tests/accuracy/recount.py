"""Every figure of ``accuracy.json`` that rests on counting, once more: plain Python over a package's files.

Nothing of what is tested is imported, and neither pandas nor numpy: what it says follows from the definitions in
schema's descriptions alone. Intervals, labels and sentences are not counted and not here.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from tests.accuracy.recount_controls import difficulty_key, partitions, recount_controls, recount_sources

__all__ = ["CHANNELS", "recount"]

CHANNELS = ("direct", "assisted", "generator")
STATUSES = ("answered", "extraction_failed", "no_option", "missing", "harness_failure", "refused", "not_run")
TREATMENTS = ("dropped", "direct_instead", "counted_wrong", "kept")
FIELDS = {"direct": "solverLLM_baseline_ans", "assisted": "solverLLM_assisted_ans", "generator": "genLLM_ans"}
LACKING = {"direct": {"missing"}, "assisted": {"missing"}, "generator": {"missing", "refused", "not_run"}}
"""What all rows are where there is no such channel."""
FEWEST = 10
NOT_THE_SOLVERS = ("fallback", "literal", "item", "generator")
Row = dict[str, Any]
Group = Mapping[str, Any]


def recount(folder: Path, *, missing: str = "wrong", budget: int | None = 10, failure: str = "X") -> dict[str, Any]:
    """The countable figures of a package, under the names that ``accuracy.json`` gives them.

    Args:
        folder: the package.
        missing: ``wrong`` or ``left-out``.
        budget: the contract's calls per attempt.
        failure: what the contract's extraction gives where it finds nothing.
    """
    rows = _rows(folder, failure)
    registered = [row for row in rows if row["registered"]]
    counted = [row for row in registered if not row["failed"]]
    absent = [
        channel
        for channel in CHANNELS
        if counted and all(row["status"][channel] in LACKING[channel] for row in counted)
    ]
    for row in registered:
        row["right"] |= dict.fromkeys(absent)
    judged = any(row["verdict"] for row in rows)
    names = [name for name in TREATMENTS if judged or name == "kept"]
    names = [name for name in names if name != "direct_instead" or "direct" not in absent]
    treated = {name: _treated(registered, name, missing, absent) for name in names}
    kept = treated["kept"]
    attempts = _attempts(folder)
    return {
        "population": _population(rows, counted, absent, judged),
        "verdicts": _verdicts(counted),
        "answers": [_answers(registered, channel) for channel in CHANNELS],
        "headline": [_headline(name, treated[name]) for name in names],
        **{
            f"by_{what}": [
                {"treatment": name, **dict(zip(keys, group, strict=True)), **_figures(part)}
                for name in names
                for group, part in _grouped(treated[name], lambda row, keys=keys: tuple(row[key] for key in keys))
            ]
            for what, keys in {"dataset": ["dataset"], "solver": ["solver"], "pair": ["dataset", "solver"]}.items()
        },
        "thresholds": [
            _threshold(name, treated[name], limit) for name in names for limit in (0, 5, 10, 20, 30, 40, 50)
        ],
        "by_generator": [
            {"treatment": name, "generator_name": generator, **_figures(part)}
            for name in names
            for generator, part in _grouped(treated[name], lambda row: row["generator"])
        ],
        "by_difficulty": [
            {"treatment": name, "difficulty": difficulty, **_figures(part)}
            for name in names
            for (_, difficulty), part in _grouped(treated[name], lambda row: difficulty_key(row["difficulty"]))
        ],
        "overlap": {
            (name, partition): _overlap(part)
            for name in names
            for partition, part in partitions(_counting(treated[name]))
        },
        "one_sided": [{"treatment": name, **_one_sided(treated[name])} for name in names],
        "regressions": [line for name in names for line in _regressions(name, treated[name])],
        "violations": _violations(kept),
        "calls_spent": _calls_spent([row for row in kept if row["outcome"] not in {"refused", "not_run"}]),
        "executed_provenance": _provenance([row for row in kept if _ran(row)]),
        "fallback_share": _fallback_share([row for row in _counting(kept) if _ran(row)]),
        "budgets": [
            line for channel in ("direct", "assisted") for line in _budgets(counted, channel, attempts, budget)
        ],
        "not_audited": _not_audited(kept),
        "coverage": _coverage(counted),
        "controls": recount_controls(
            _lines(folder, "controls.jsonl"),
            json.loads((folder / "solvers.json").read_text("utf-8")),
            registered,
            {name: _counting(treated[name]) for name in names},
        ),
        "sources": recount_sources(_lines(folder, "items.jsonl"), _lines(folder, "programs.jsonl"), registered),
        "rules": _rules(counted),
    }


def _ran(row: Row) -> bool:
    return row["outcome"] not in {"refused", "not_run"}


def _lines(folder: Path, name: str) -> list[dict[str, Any]]:
    path = folder / name
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()] if path.is_file() else []


def _rows(folder: Path, failure: str) -> list[Row]:
    items = {(item["dataset"], item["item_id"]): item for item in _lines(folder, "items.jsonl")}
    solvers = json.loads((folder / "solvers.json").read_text("utf-8"))
    programs = {
        (it["dataset"], it["item_id"], it["generator"], it["sample"]): it["program_id"]
        for it in _lines(folder, "programs.jsonl")
    }
    verdicts = {one["program_id"]: one["verdict"] for one in _lines(folder, "verdicts.jsonl")}
    codes: defaultdict[str, set[str]] = defaultdict(set)
    for finding in _lines(folder, "findings.jsonl"):
        codes[finding["program_id"]].add(finding["code"])
    rows: list[Row] = []
    for record in _lines(folder, "results.jsonl"):
        item = items[record["dataset"], record["item_id"]]
        program = programs.get((record["dataset"], record["item_id"], record["generator"], record["sample"]))
        status = {channel: _status(record, channel, item, failure) for channel in CHANNELS}
        recorded = record.get("recorded_assisted_ans")
        rows.append(
            {
                **{name: record[name] for name in ("dataset", "item_id", "solver", "generator", "sample")},
                **{name: record.get(name) for name in ("outcome", "attempts", "direct_calls", "assisted_calls")},
                "difficulty": record.get("genLLM_difficulty"),
                "provenance": record.get("executed_provenance"),
                "program": program,
                "verdict": verdicts.get(program or ""),
                "codes": codes.get(program or "", set()),
                "registered": solvers.get(record["solver"], {}).get("registered", False),
                "failed": record.get("outcome") == "host_failure",
                "status": status,
                "has_gold": bool(item["correct_ids"]),
                "right": {
                    channel: status[channel] == "answered" and record[FIELDS[channel]] in item["correct_ids"]
                    for channel in CHANNELS
                },
                "recorded": None if recorded is None else _kind(recorded, item, failure, flagged=False),
                "recorded_right": None if recorded is None else recorded in item["correct_ids"],
            }
        )
    only_audited = any(row["codes"] for row in rows) and not any(row["verdict"] for row in rows)
    for row in rows:
        known = bool(row["verdict"] or row["codes"] or only_audited)
        row["audited"] = row["program"] is not None and known
    return rows


def _status(record: Mapping[str, Any], channel: str, item: Mapping[str, Any], failure: str) -> str:
    outcome, answer = record.get("outcome"), record[FIELDS[channel]]
    if outcome == "host_failure":
        return "harness_failure"
    of_the_program = channel == "assisted" or (channel == "generator" and answer is None)
    if outcome in {"refused", "not_run"} and of_the_program:
        return str(outcome)
    return _kind(answer, item, failure, flagged=bool((record.get("extraction_failed") or {}).get(channel)))


def _kind(answer: str | None, item: Mapping[str, Any], failure: str, *, flagged: bool) -> str:
    options = [option["id"] for option in item["options"]]
    if flagged or (answer == failure and failure not in options):
        return "extraction_failed"
    if answer is None:
        return "missing"
    return "answered" if not options or answer in options else "no_option"


def _treated(rows: Iterable[Row], treatment: str, missing: str, absent: Sequence[str]) -> list[Row]:
    """The rows under a treatment, harness failures among them; ``left_out`` says which lack an answer."""
    rows, changed = list(rows), []
    for row in rows:
        approved = row["verdict"] == "approved"
        if treatment == "dropped" and not approved:
            continue
        status, right, unrecorded = dict(row["status"]), dict(row["right"]), False
        if treatment == "direct_instead" and not approved and "assisted" not in absent:
            status["assisted"], right["assisted"] = status["direct"], right["direct"]
        if treatment == "counted_wrong" and not approved and right["assisted"] is not None:
            right["assisted"] = False
        if treatment == "kept" and not _ran(row):
            unrecorded = row["recorded"] is None
            if not unrecorded:
                status["assisted"], right["assisted"] = row["recorded"], row["recorded_right"]
        lacking = [channel for channel in CHANNELS if channel not in absent and status[channel] == "missing"]
        if treatment == "counted_wrong" and not approved:
            lacking = [channel for channel in lacking if channel != "assisted"]
        left_out = missing == "left-out" and bool(lacking) and not row["failed"]
        changed.append({**row, "status": status, "right": right, "left_out": left_out, "unrecorded": unrecorded})
    return changed


def _counting(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if not row["failed"] and not row["left_out"]]


def _grouped(rows: Iterable[Row], key: Callable[[Row], Any]) -> list[tuple[Any, list[Row]]]:
    groups: defaultdict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return sorted(groups.items())


def _pairs(rows: Iterable[Row]) -> list[tuple[tuple[str, str], list[Row]]]:
    return _grouped(rows, lambda row: (row["dataset"], row["solver"]))


def _percent(part: float | None, whole: float) -> float | None:
    return 100 * part / whole if whole and part is not None else None


def _right(rows: Sequence[Row], channel: str) -> int | None:
    """How many are right; null where the channel is absent."""
    if rows and all(row["right"][channel] is None for row in rows):
        return None
    return sum(bool(row["right"][channel]) for row in rows)


def _derived(figures: Mapping[str, float | None]) -> dict[str, float | None]:
    direct, assisted, generator = (figures[channel] for channel in CHANNELS)
    gain = None if direct is None or assisted is None else assisted - direct
    gap = None if direct is None or generator is None else generator - direct
    return {**figures, "gain": gain, "closure": 100 * gain / gap if gain is not None and gap and gap > 0 else None}


def _micro(rows: Sequence[Row]) -> Group:
    right = {channel: _right(rows, channel) for channel in CHANNELS}
    shares = {channel: _percent(right[channel], len(rows)) for channel in CHANNELS}
    return {"rows": len(rows), **{f"{name}_correct": number for name, number in right.items()}, **_derived(shares)}


def _macro(rows: Sequence[Row]) -> Group:
    pairs = [_micro(part) for _, part in _pairs(rows)]
    means: dict[str, float | None] = {}
    for channel in CHANNELS:
        known = [pair[channel] for pair in pairs if pair[channel] is not None]
        means[channel] = sum(known) / len(pairs) if pairs and len(known) == len(pairs) else None
    return {"pairs": len(pairs), **_derived(means)}


def _figures(rows: Sequence[Row]) -> Group:
    """What every split says of its rows; fewer than ten have no percentages."""
    counting = _counting(rows)
    figures = dict(_micro(counting))
    if not counting:
        # Where all rows are left out an absent channel still is absent, and the others have no right answer.
        figures |= {f"{channel}_correct": _right(rows, channel) and 0 for channel in CHANNELS}
    too_few = len(counting) < FEWEST
    if too_few:
        figures |= dict.fromkeys((*CHANNELS, "gain", "closure"))
    return {**_basis(rows), **figures}


def _basis(rows: Sequence[Row]) -> Group:
    """What figures rest on."""
    counting = _counting(rows)
    return {
        "rows": len(counting),
        "pairs": len(_pairs(counting)),
        "left_out": sum(row["left_out"] for row in rows),
        "harness_failures": sum(row["failed"] for row in rows),
        "answers": {channel: _kinds(counting, channel) for channel in CHANNELS},
        "generator_not_executed": sum(row["status"]["generator"] in {"refused", "not_run"} for row in counting),
        "too_few": len(counting) < FEWEST,
    }


def _group(rows: Sequence[Row]) -> Group:
    """A group of the split by findings."""
    counting = _counting(rows)
    unrecorded = sum(row["unrecorded"] for row in counting)
    return {**_figures(rows), "programs": _programs(counting), "unrecorded": unrecorded}


def _programs(rows: Iterable[Row]) -> int:
    return len({row["program"] for row in rows} - {None})


def _kinds(rows: Iterable[Row], channel: str) -> dict[str, int]:
    kinds = Counter(row["status"][channel] for row in rows)
    return {kind: kinds[kind] for kind in STATUSES if kind != "harness_failure"}


def _population(rows: Sequence[Row], counted: Sequence[Row], absent: Sequence[str], judged: bool) -> Group:
    excluded = Counter(row["solver"] for row in rows if not row["registered"])
    return {
        "total": len(rows),
        "counted": len(counted),
        "excluded_solvers": [{"solver": name, "rows": number} for name, number in sorted(excluded.items())],
        "harness_failures": sum(row["registered"] and row["failed"] for row in rows),
        "judged": judged,
        "absent_channels": list(absent),
        "datasets": len({row["dataset"] for row in counted}),
        "solvers": len({row["solver"] for row in counted}),
        "pairs": len(_pairs(counted)),
        "items": len({(row["dataset"], row["item_id"]) for row in counted}),
        "programs": len({row["program"] for row in counted} - {None}),
    }


def _verdicts(counted: Sequence[Row]) -> list[Group]:
    found = []
    for verdict in ("approved", "observe", "refused", None):
        rows = [row for row in counted if row["verdict"] == verdict]
        if rows or verdict is not None:
            programs = {row["program"] for row in rows} - {None}
            found.append({"verdict": verdict, "programs": len(programs), "rows": len(rows)})
    return found


def _answers(registered: Sequence[Row], channel: str) -> Group:
    kinds = Counter(row["status"][channel] for row in registered)
    return {
        "channel": channel,
        "rows": len(registered),
        "counted": len(registered) - kinds["harness_failure"],
        **{kind: kinds[kind] for kind in STATUSES},
    }


def _headline(treatment: str, rows: Sequence[Row]) -> Group:
    counting = _counting(rows)
    zero = [pair for pair, part in _pairs(counting) if _right(part, "direct") == 0]
    partitioned = not counting or _right(counting, "direct") is not None
    non_zero = [row for row in counting if partitioned and (row["dataset"], row["solver"]) not in zero]
    in_zero = [row for row in counting if (row["dataset"], row["solver"]) in zero]
    unanswered = [
        {"dataset": dataset, "solver": solver, "channels": channels}
        for (dataset, solver), part in _pairs(counting)
        if (
            channels := [
                channel
                for channel in CHANNELS
                if _right(counting, channel) is not None
                and all(row["status"][channel] in LACKING[channel] for row in part)
            ]
        )
    ]
    return {
        "treatment": treatment,
        **_basis(rows),
        "unrecorded": sum(row["unrecorded"] for row in counting),
        "micro": _micro(counting),
        "macro": _macro(counting),
        "non_zero_baseline": {
            **_basis(_of_their_pairs(non_zero, rows)),
            "micro": _micro(non_zero),
            "macro": _macro(non_zero),
        },
        "zero_baseline": {
            **_basis(_of_their_pairs(in_zero, rows)),
            "micro": _micro(in_zero),
            "macro": _macro(in_zero),
        },
        "zero_baseline_pairs": [{"dataset": dataset, "solver": solver} for dataset, solver in zero],
        "unanswered_pairs": unanswered,
    }


def _of_their_pairs(chosen: Iterable[Row], rows: Iterable[Row]) -> list[Row]:
    """Those of the rows that belong to a pair of the chosen ones."""
    pairs = {(row["dataset"], row["solver"]) for row in chosen}
    return [row for row in rows if (row["dataset"], row["solver"]) in pairs]


def _threshold(treatment: str, rows: Sequence[Row], limit: int) -> Group:
    above = []
    for _, part in _pairs(_counting(rows)):
        right = _right(part, "direct")
        if right is not None and 100 * right > limit * len(part):
            above += part
    too_few = len(above) < FEWEST
    hidden = dict.fromkeys((*CHANNELS, "gain", "closure")) if too_few else {}
    return {
        "treatment": treatment,
        "direct_above": limit,
        **_basis(_of_their_pairs(above, rows)),
        "micro": {**_micro(above), **hidden},
        "macro": {**_macro(above), **hidden},
    }


def _overlap(counting: Sequence[Row]) -> Mapping[tuple[bool | None, ...], int]:
    """How many rows have each combination of the channels being right; those without a row are left out."""
    return Counter(tuple(row["right"][channel] for channel in CHANNELS) for row in counting)


def _one_sided(rows: Sequence[Row]) -> Group:
    counting = _counting(rows)
    names = ("both", "assisted_right_generator_wrong", "generator_right_assisted_wrong", "neither")
    if any(_right(counting, channel) is None for channel in ("assisted", "generator")):
        return {**_basis(rows), **dict.fromkeys(names)}
    pairs = Counter((row["right"]["assisted"], row["right"]["generator"]) for row in counting)
    sides = ((True, True), (True, False), (False, True), (False, False))
    return {**_basis(rows), **{name: pairs[side] for name, side in zip(names, sides, strict=True)}}


def _regressions(treatment: str, rows: Sequence[Row]) -> list[Group]:
    """The largest loss first, in percentage points."""
    lost = []
    for (dataset, solver), part in _pairs(_counting(rows)):
        figures = _micro(part)
        if figures["gain"] is not None and figures["gain"] < 0:
            lost.append((figures["gain"], dataset, solver, figures))
    found = []
    by_pair = dict(_pairs(rows))
    for _, dataset, solver, figures in sorted(lost, key=lambda one: one[:3]):
        few = figures["rows"] < FEWEST
        here = by_pair[dataset, solver]
        basis = {name: value for name, value in _basis(here).items() if name != "pairs"}
        counts = {**basis, **{name: figures[name] for name in ("direct_correct", "assisted_correct")}}
        shown = {name: None if few else figures[name] for name in ("direct", "assisted", "gain")}
        found.append({"treatment": treatment, "dataset": dataset, "solver": solver, **counts, **shown})
    return found


def _violations(kept: Sequence[Row]) -> Mapping[str, Group]:
    """By rule: the rows with a finding of it and those without."""
    audited = [row for row in kept if row["audited"]]
    codes = sorted({code for row in _counting(audited) for code in row["codes"]})
    found = {}
    for code in codes:
        groups = {
            "with": [row for row in audited if code in row["codes"]],
            "without": [row for row in audited if code not in row["codes"]],
        }
        found[code] = {name: _group(rows) for name, rows in groups.items()}
    return found


def _not_audited(kept: Sequence[Row]) -> Group | None:
    if not any(row["audited"] for row in kept):
        return None
    rest = [row for row in kept if not row["audited"]]
    absent = {f"{channel}_correct": None for channel in CHANNELS if _right(kept, channel) is None}
    return _group(rest) | (absent if not rest else {})


def _calls_spent(executed: Sequence[Row]) -> list[Group]:
    bins = ((0, 0), (1, 1), (2, 2), (3, 3), (4, 5), (6, 10), (11, 20), (21, 50), (51, None), (None, None))
    found = []
    for first, last in bins:
        rows = [row for row in executed if _is_in(row["assisted_calls"], first, last)]
        if rows:
            found.append({"calls_from": first, "calls_to": last, **_figures(rows)})
    return found


def _is_in(calls: int | None, first: int | None, last: int | None) -> bool:
    if calls is None or first is None:
        return calls is None and first is None
    return first <= calls and (last is None or calls <= last)


def _provenance(executed: Sequence[Row]) -> Mapping[str | None, Group]:
    known = [row for row in _counting(executed) if row["provenance"] is not None]
    right = sum(bool(row["right"]["assisted"]) for row in known)
    found: dict[str | None, Group] = {}
    for provenance in {row["provenance"] for row in _counting(executed)}:
        rows = [row for row in executed if row["provenance"] == provenance]
        found[provenance] = {
            **_basis(rows),
            "treatment": "kept",
            "too_few": right < FEWEST,
            "correct": sum(bool(row["right"]["assisted"]) for row in _counting(rows)),
            "of_correct": None if provenance is None else right,
        }
    return found


def _fallback_share(executed: Sequence[Row]) -> Group:
    right = [row for row in executed if row["provenance"] is not None and row["right"]["assisted"]]
    others = sum(row["provenance"] in NOT_THE_SOLVERS for row in right)
    undetermined = sum(row["provenance"] == "undetermined" for row in right)
    few = len(right) < FEWEST
    return {
        "rows": len(right),
        "pairs": len(_pairs(right)),
        "not_the_solvers": others,
        "undetermined": undetermined,
        "percent": None if few else _percent(others, len(right)),
        "percent_at_most": None if few else _percent(others + undetermined, len(right)),
        "too_few": few,
    }


def _attempts(folder: Path) -> Mapping[tuple[Any, ...], Counter[int]]:
    """Row and channel to the calls of each attempt that made any."""
    counts: defaultdict[tuple[Any, ...], Counter[int]] = defaultdict(Counter)
    for call in _lines(folder, "calls.jsonl"):
        key = (*(call[name] for name in ("dataset", "item_id", "solver", "generator", "sample")), call["channel"])
        counts[key][call["attempt"]] += 1
    return counts


def _budgets(
    counted: Sequence[Row], channel: str, attempts: Mapping[tuple[Any, ...], Counter[int]], budget: int | None
) -> list[Group]:
    known = [row for row in counted if row[f"{channel}_calls"] is not None]
    per_row = [row[f"{channel}_calls"] for row in known]
    per_attempt: list[int] = []
    of_attempts = 0
    for row in known:
        key = (*(row[name] for name in ("dataset", "item_id", "solver", "generator", "sample")), channel)
        made, total = attempts.get(key, Counter()), row[f"{channel}_calls"]
        tried = row["attempts"] if channel == "assisted" and row["attempts"] is not None else len(made)
        if sum(made.values()) == total:
            of_attempts += 1
            per_attempt += [*made.values(), *[0] * (tried - len(made))]
        elif tried == 1 and channel == "assisted":
            of_attempts += 1
            per_attempt.append(total)
    allowed = budget if channel == "assisted" else None
    idle = [row for row in counted if not _ran(row) and row["assisted_calls"] is None] if channel == "assisted" else []
    lines = (("row", len(known), per_row, None), ("attempt", of_attempts, per_attempt, allowed))
    return [
        {
            "channel": channel,
            "per": per,
            "rows": rows,
            "rows_left_out": len(counted) - rows,
            "rows_not_executed": len(idle),
            **_described(values, limit),
        }
        for per, rows, values, limit in lines
    ]


def _described(values: Sequence[int], budget: int | None) -> Group:
    above = None if budget is None else sum(value > budget for value in values)
    return {
        "count": len(values),
        "mean": sum(values) / len(values) if values else None,
        "median": _quantile(values, 0.5),
        "p95": _quantile(values, 0.95),
        "max": max(values, default=None),
        "budget": budget,
        "above_budget": above,
        "above_budget_percent": None if above is None or len(values) < FEWEST else _percent(above, len(values)),
        "too_few": len(values) < FEWEST,
    }


def _quantile(values: Sequence[int], share: float) -> float | None:
    """By linear interpolation between the two values that the place lies between."""
    if not values:
        return None
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def _rules(counted: Sequence[Row]) -> list[Group]:
    """By rule: everything, each dataset, each solver (those without a finding too), and the pairs with a finding."""
    audited = [row for row in counted if row["audited"]]
    places = {place for row in audited for place in product((None, row["dataset"]), (None, row["solver"]))}
    found = []
    for code in sorted({code for row in audited for code in row["codes"]}):
        for dataset, solver in sorted(places, key=lambda place: (place[0] or "", place[1] or "")):
            of = [row for row in audited if row["dataset"] == (dataset or row["dataset"])]
            of = [row for row in of if row["solver"] == (solver or row["solver"])]
            rows = [row for row in of if code in row["codes"]]
            if rows or dataset is None or solver is None:
                named = {"code": code, "dataset": dataset, "solver": solver}
                counts = {"programs": _programs(rows), "rows": len(rows)}
                found.append({**named, **counts, "of_programs": _programs(of), "of_rows": len(of)})
    return found


def _coverage(counted: Sequence[Row]) -> list[Group]:
    """Of the channels' answers alone; nothing else in the table of coverage rests on what an answer is."""
    found = []
    for channel in CHANNELS:
        known = sum(row["status"][channel] not in LACKING["generator"] for row in counted)
        few = len(counted) < FEWEST
        share = None if few else _percent(known, len(counted))
        found.append({"channel": channel, "known": known, "total": len(counted), "percent": share, "too_few": few})
    return found
