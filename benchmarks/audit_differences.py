"""Prints how two records of ``python -m benchmarks.audit_record`` differ; the exit code is 1 if they do.

    python -m benchmarks.audit_differences BEFORE AFTER [--set NAME ...] [--code CODE] [--ids N] [--show ID]

Two findings are the same if their code and start are. Those gone and new are listed by code and set, as
``program id@line:column``; where the severity, the message or the end changed, they are counted as reworded. Then
follow outcome, verdict, call bound and provenance, each from what to what, and time and memory per program, which do
not count as differences. ``--code`` lists every finding of that code and nothing else; ``--show`` prints both records
of a program.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["percentiles"]

Row = Mapping[str, Any]
Rows = dict[tuple[str, str], Row]
"""By set and program id."""


def main() -> int:
    """Print the differences; 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--set", nargs="+", metavar="NAME", help="compare these sets alone")
    parser.add_argument("--code", help="list the findings of this code alone")
    parser.add_argument("--ids", type=int, default=5, metavar="N", help="how many programs a line names (0: all)")
    parser.add_argument("--show", metavar="ID", help="print both records of a program")
    options = parser.parse_args()
    before, after = (read(path, options.set) for path in (options.before, options.after))
    if options.show is not None:
        return show(before, after, options.show)
    listed = None if options.code or not options.ids else options.ids
    both = before.keys() & after.keys()
    rewritten = {key for key in both if before[key]["sha256"] != after[key]["sha256"]}
    compared = both - rewritten
    pairs = Pairs([(key, before[key], after[key]) for key in before if key in compared])
    print(f"{len(pairs.pairs)} programs compared")
    differences = print_apart("only before", before.keys() - both, listed)
    differences += print_apart("only after", after.keys() - both, listed)
    differences += print_apart("rewritten in between, not compared", rewritten, listed)
    differences += pairs.print_findings(options.code, listed)
    if options.code is None:
        differences += pairs.print_moves("outcome", lambda row: row["outcome"], listed)
        differences += pairs.print_moves("verdict", lambda row: row["verdict"], listed)
        differences += pairs.print_moves("call bound", bound_kind, listed)
        same_kind = Pairs([pair for pair in pairs.pairs if bound_kind(pair[1]) == bound_kind(pair[2])])
        differences += same_kind.print_moves("call bound, of the same kind", bound_text, listed)
        differences += pairs.print_moves("provenance", lambda row: " and ".join(row["provenance"]) or "none", listed)
        pairs.print_costs()
    print(f"{differences} differences")
    return 1 if differences else 0


def read(path: Path, only: Sequence[str] | None) -> Rows:
    """The rows of a record, or those of some sets."""
    try:
        with path.open(encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
            return {(row["set"], row["program_id"]): row for row in rows if only is None or row["set"] in only}
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{path}: not a record of `python -m benchmarks.audit_record`: {error}")


def print_apart(title: str, keys: Set[tuple[str, str]], listed: int | None) -> int:
    """Print the programs that cannot be compared, set by set; how many these are."""
    for name in sorted({name for name, _ in keys}):
        ids = sorted(program_id for other, program_id in keys if other == name)
        print(f"  {name}: {len(ids)} {title}: {_some(ids, listed)}")
    return len(keys)


def show(before: Rows, after: Rows, program_id: str) -> int:
    """Print both records of a program; 1 if they differ, time and memory aside."""
    keys = [key for key in sorted(before.keys() | after.keys()) if key[1] == program_id]
    if not keys:
        sys.exit(f"{program_id}: in neither record")
    differ = 0
    for key in keys:
        old, new = ({**rows.get(key, {})} for rows in (before, after))
        for field in {**old, **new}:
            was, now = old.get(field), new.get(field)
            differ += was != now and field not in {"ms", "mb"}
            for mark, value in [("  ", was)] if was == now else [("- ", was), ("+ ", now)]:
                for part in value if isinstance(value, list) and value else [value]:
                    print(f"{mark}{field}: {part if isinstance(part, str) else json.dumps(part, ensure_ascii=False)}")
    return 1 if differ else 0


@dataclass(frozen=True, slots=True)
class Pairs:
    """The programs that both records have, each with its key and its two rows."""

    pairs: Sequence[tuple[tuple[str, str], Row, Row]]

    def print_findings(self, code: str | None, listed: int | None) -> int:
        """Print the findings that are gone, new or changed; how many these are."""
        gone: dict[tuple[str, str], list[str]] = defaultdict(list)
        new: dict[tuple[str, str], list[str]] = defaultdict(list)
        changed: Counter[tuple[str, str]] = Counter()
        for (name, program_id), old, now in self.pairs:
            were, are = _by_place(old), _by_place(now)
            for found, others, into in ((were, are, gone), (are, were, new)):
                for (found_code, place), ones in found.items():
                    surplus = len(ones) - len(others.get((found_code, place), ()))
                    into[found_code, name] += [f"{program_id}@{place}"] * max(0, surplus)
            for key in were.keys() & are.keys():
                changed[key[0], name] += len(were[key]) == len(are[key]) and were[key] != are[key]
        total = 0
        for key in sorted(gone.keys() | new.keys() | changed.keys()):
            counts = len(gone[key]), len(new[key]), changed[key]
            if any(counts) and code in (None, key[0]):
                if not total:
                    print("findings")
                total += sum(counts)
                print(f"  {key[0]} {key[1]}: {counts[0]} gone, {counts[1]} new, {counts[2]} reworded")
                for title, places in (("gone", gone[key]), ("new", new[key])):
                    if places:
                        print(f"    {title}: {_some(places, listed)}")
        return total

    def print_moves(self, title: str, value: Callable[[Row], str], listed: int | None) -> int:
        """Print which programs have another value, set by set, from what to what; how many these are."""
        moves: dict[str, dict[tuple[str, str], list[str]]] = defaultdict(lambda: defaultdict(list))
        for (name, program_id), old, new in self.pairs:
            moves[name][value(old), value(new)].append(program_id)
        total = 0
        for name, ids in sorted(moves.items()):
            changed = sorted((move for move in ids if move[0] != move[1]), key=lambda move: (-len(ids[move]), move))
            if changed:
                if not total:
                    print(title)
                total += sum(len(ids[move]) for move in changed)
                same = Counter({old: len(ids[old, new]) for old, new in ids if old == new})
                few = ", ".join(f"{count} {kept}" for kept, count in sorted(same.items())) if len(same) < 8 else ""
                print(f"  {name}: {same.total()} the same{few and f' ({few})'}")
            for move in changed:
                print(f"    {move[0]} → {move[1]}: {len(ids[move])}: {_some(ids[move], listed)}")
        return total

    def print_costs(self) -> None:
        """Print time and memory per program in each set, before and after."""
        for field, title in (("ms", "milliseconds"), ("mb", "megabytes")):
            print(f"{title} per program")
            for name in [*sorted({key[0] for key, _, _ in self.pairs}), "all"]:
                some = [(old, new) for key, old, new in self.pairs if name in (key[0], "all")]
                print(f"  {name} before: {percentiles(old[field] for old, _ in some)}")
                print(f"  {name} after:  {percentiles(new[field] for _, new in some)}")


def percentiles(values: Iterable[float | None]) -> str:
    """Median, 99th percentile and maximum of the values that are known, each an observed value (nearest rank)."""
    known = sorted(value for value in values if value is not None)
    if not known:
        return "not known"
    median, late = (known[math.ceil(share * len(known)) - 1] for share in (0.5, 0.99))
    return f"median {median:.2f}, 99th percentile {late:.2f}, maximum {known[-1]:.2f}"


def bound_kind(row: Row) -> str:
    """The kind of a call bound."""
    return row["call_bound"]["kind"] if row["call_bound"] else "none"


def bound_text(row: Row) -> str:
    """A call bound as it is written."""
    return row["call_bound"]["text"] if row["call_bound"] else "none"


def _by_place(row: Row) -> dict[tuple[str, str], list[tuple[str, ...]]]:
    found: dict[tuple[str, str], list[tuple[str, ...]]] = defaultdict(list)
    for one in row["findings"]:
        span = one["span"] or "-"
        found[one["code"], span.partition("-")[0]].append((span, one["severity"], one["message"]))
    return {key: sorted(ones) for key, ones in found.items()}


def _some(ids: Sequence[str], listed: int | None) -> str:
    rest = 0 if listed is None else len(ids) - listed
    return ", ".join(ids[:listed]) + (f" and {rest} more" if rest > 0 else "")


if __name__ == "__main__":
    sys.exit(main())
