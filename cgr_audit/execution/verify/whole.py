"""What a package says of itself as a whole, compared with what it holds: counts, coverage, missing rows, verdicts.

A package that a run wrote says all of it, so that what it leaves out is a difference too; of any other, only what is
stated is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from cgr_audit.execution.control_prompts import control_prompts
from cgr_audit.execution.verdict_checks import Digests
from cgr_audit.execution.verify.files import CALLS, CONFIG, MANIFEST, RESULTS, VERDICTS
from cgr_audit.execution.verify.recorded import expected_origin, is_of_a_run, recorded_controls
from cgr_audit.execution.verify.verification import Difference
from cgr_audit.records.package import FILES, TracePackage
from cgr_audit.records.rows import CallRow, ControlName, Origin, ResultRow, RowKey
from cgr_audit.records.shards import record_count
from cgr_audit.records.writing import coverage
from cgr_audit.source.contract import Contract

__all__ = ["compare_verdicts", "compare_whole", "judged_alike", "named"]

_COVERED = ("items", "items_with_rows", "rows")
_OF_VERDICT = ("verdict", "reasons", "explanations", "option_count")


def named(key: RowKey) -> str:
    """A row's key for people."""
    return f"{key.dataset}/{key.item_id} under {key.solver}, {key.generator} sample {key.sample}"


def compare_whole(
    package: TracePackage,
    contract: Contract,
    rows: Mapping[RowKey, ResultRow],
    calls: Mapping[RowKey, Sequence[CallRow]],
) -> Iterator[Difference]:
    """Yield what contradicts the package's own manifest and configuration, rows that are missing, and calls of none.

    Args:
        package: the recording.
        contract: the one that it was recorded under.
        rows: its result rows.
        calls: its calls by the row that they belong to.
    """
    yield from _configuration(package, contract)
    yield from _counts(package)
    yield from _coverage(package, rows.values())
    yield from _missing_rows(package, rows)
    for key in sorted(calls.keys() - rows.keys()):
        yield Difference(CALLS, "calls of no row", len(calls[key]), None, about=named(key))


def judged_alike(record: Mapping[str, Any], digests: Digests) -> bool:
    """Whether a verdict rests on today's rules, contract and policy, so that today's must be the same."""
    return all(record[name] == getattr(digests, name) for name in ("rules", "contract", "policy"))


def compare_verdicts(
    package: TracePackage,
    recorded: Mapping[str, Mapping[str, Any]],
    now: Mapping[str, Mapping[str, Any]],
    digests: Digests,
) -> Iterator[Difference]:
    """Yield what differs between the recorded verdicts and today's, as far as they rest on the same.

    Args:
        package: with its programs.
        recorded: records of ``verdicts.jsonl`` by program id.
        now: today's.
        digests: what today's rest on.
    """
    for program in package.programs:
        name = program.program_id
        then = recorded.get(name)
        if then is None:
            yield Difference(VERDICTS, "verdict", None, now[name]["verdict"], about=name)
            continue
        for digest in ("rules", "contract", "policy"):
            said = package.config.get(digest)
            if said is not None and then[digest] != said:
                yield Difference(VERDICTS, digest, then[digest], said, about=name)
        if judged_alike(then, digests):
            for field in _OF_VERDICT:
                is_said = field in then or is_of_a_run(package)
                if is_said and then.get(field) != now[name].get(field):
                    yield Difference(VERDICTS, field, then.get(field), now[name].get(field), about=name)


def _configuration(package: TracePackage, contract: Contract) -> Iterator[Difference]:
    attempts = {"max": contract.attempts.max, "retry_on": list(contract.attempts.retry_on)}
    prompts = {"direct": contract.direct.prompt}
    for control in recorded_controls(package.folder):
        prompts |= {} if control.name is ControlName.DIRECT else control_prompts(contract, control.name)
    for field, now in (("attempts", attempts), ("prompts", prompts)):
        recorded = package.config.get(field)
        if recorded != now and (recorded is not None or is_of_a_run(package)):
            yield Difference(CONFIG, field, recorded, now)


def _counts(package: TracePackage) -> Iterator[Difference]:
    counts = package.manifest.record.get("counts", {})
    for file in sorted(FILES):
        name = file.removesuffix(".jsonl")
        stated, held = counts.get(name), record_count(package.folder / file) if package.has(file) else None
        if held != stated and (name in counts or is_of_a_run(package)):
            yield Difference(MANIFEST, f"counts/{name}", stated, held)


def _coverage(package: TracePackage, rows: Iterable[ResultRow]) -> Iterator[Difference]:
    stated = {(one["dataset"], one["solver"]): one for one in package.manifest.record.get("coverage", ())}
    held = {(one["dataset"], one["solver"]): one for one in coverage(package.items, rows)}
    states_all = is_of_a_run(package)
    for pair in sorted(stated.keys() | held.keys()) if stated or states_all else ():
        then, now = stated.get(pair, {"rows": 0}), held.get(pair, {"rows": 0})
        for name in _COVERED:
            is_said = (name in then and name in now) or (states_all and pair in stated and pair in held)
            if is_said and then.get(name) != now.get(name):
                about = f"{pair[0]} under {pair[1]}"
                yield Difference(MANIFEST, f"coverage/{name}", then.get(name), now.get(name), about=about)


def _missing_rows(package: TracePackage, rows: Collection[RowKey]) -> Iterator[Difference]:
    """A run gives every program a row under its solver. How many rows a replayed recording had is not known."""
    if expected_origin(package) != Origin.EXECUTED:
        return
    solvers = Counter(key.solver for key in rows)
    for program in package.programs:
        for solver in sorted(solvers):
            if program.row_key(solver) not in rows:
                yield Difference(RESULTS, "row", None, program.sha256, about=named(program.row_key(solver)))
