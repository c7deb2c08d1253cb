"""Result rows and calls out of the ledger, in the order of their keys, whatever the order they were finished in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from cgr_audit.execution.ledger import FinishedWork, Ledger
from cgr_audit.execution.path_result import AttemptRun, PathResult
from cgr_audit.execution.plan import PackageRun, Plan, PlannedRow
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import CallRow, Origin, ProgramRecord, ResultRow, RowKey
from cgr_audit.sandbox.outcome import OutcomeKind

__all__ = ["DIRECT_PATH", "NOT_RUN", "REFUSED", "FinishedRow", "ProvenanceOfRun", "finished_rows", "undetermined"]

REFUSED, NOT_RUN = "refused", "not_run"

DIRECT_PATH = "direct path: "
"""How the error of a row begins whose direct path the harness failed."""

ProvenanceOfRun = Callable[[ProgramRecord, PathResult], str]
"""Says where the answer of a completed run comes from; ``undetermined`` where that is not decided."""


def undetermined(program: ProgramRecord, result: PathResult) -> str:
    """Decide nothing."""
    del program, result
    return "undetermined"


@dataclass(frozen=True, slots=True)
class FinishedRow:
    """A result row with its calls: direct before assisted, by attempt and number."""

    row: ResultRow
    calls: tuple[CallRow, ...]


def finished_rows(
    run: PackageRun, plan: Plan, ledger: Ledger | FinishedWork, provenance: ProvenanceOfRun
) -> Iterator[FinishedRow]:
    """Yield every planned row, sorted by key, one at a time.

    The generator's answer is the one that the program returned, or where it returned none the one that the package has
    recorded; what the package has recorded for the other channels is kept next to what the run gave.
    """
    recorded = _recorded(run.package)
    for planned in plan.rows:
        ends = _Ends(_result(ledger, planned.direct), _result(ledger, planned.assisted))
        direct, assisted = ends.direct, ends.assisted
        row = _row(run, planned, ends, recorded)
        if assisted is not None and assisted.outcome == OutcomeKind.COMPLETED and assisted.answer is not None:
            row = replace(row, executed_provenance=provenance(planned.program, assisted))
        made = [call for result in (direct, assisted) if result is not None for call in result.calls]
        # Rows of one item share a direct path, whose calls name the row that asked first.
        yield FinishedRow(row, tuple(replace(call, **planned.key._asdict()) for call in made))


@dataclass(frozen=True, slots=True)
class _Ends:
    """How the two paths of a row ended; null for one that was not followed."""

    direct: PathResult | None
    assisted: PathResult | None


@dataclass(frozen=True, slots=True)
class _Recorded:
    """What a package says of its rows, as far as a run needs it."""

    rows: dict[RowKey, tuple[str | None, str | None]]
    """Baseline and assisted answer."""
    generator: dict[tuple[str, str, str, int], tuple[str | None, float | str | None]]
    """Generator answer and difficulty: the same under every solver."""


def _recorded(package: TracePackage) -> _Recorded:
    found = _Recorded({}, {})
    for row in package.results():
        found.rows[row.key] = (row.solverLLM_baseline_ans, row.solverLLM_assisted_ans)
        if row.genLLM_ans is not None:
            program = (row.dataset, row.item_id, row.generator, row.sample)
            found.generator.setdefault(program, (row.genLLM_ans, row.genLLM_difficulty))
    return found


def _result(ledger: Ledger | FinishedWork, digest: str | None) -> PathResult | None:
    record = ledger.get(digest) if digest is not None else None
    return PathResult.from_record(record) if record is not None else None


def _row(run: PackageRun, planned: PlannedRow, ends: _Ends, recorded: _Recorded) -> ResultRow:
    direct, assisted = ends.direct, ends.assisted
    failure_value = run.settings.contract.extraction.failure_value
    key, program = planned.key, planned.program
    baseline_then, assisted_then = recorded.rows.get(key, (None, None))
    generator, difficulty = recorded.generator.get(
        (program.dataset, program.item_id, program.generator, program.sample), (None, None)
    )
    if assisted is not None and assisted.generator_answer is not None:
        generator, difficulty = assisted.generator_answer, assisted.difficulty
    outcome, error = _outcome(planned, direct, assisted)
    return ResultRow(
        *key,
        program_sha256=program.sha256,
        correct_ans=run.package.items[program.item_key].correct_answer,
        solverLLM_baseline_ans=direct.answer if direct is not None else None,
        solverLLM_assisted_ans=assisted.answer if assisted is not None else None,
        genLLM_ans=generator,
        genLLM_difficulty=difficulty,
        origin=(Origin.REPLAYED if run.is_replay else Origin.EXECUTED).value,
        outcome=outcome,
        attempts=assisted.attempts if assisted is not None else None,
        direct_calls=len(direct.calls) if direct is not None else None,
        assisted_calls=len(assisted.calls) if assisted is not None else None,
        fuel=assisted.fuel if assisted is not None else None,
        wall_s=assisted.wall_s if assisted is not None else None,
        component=assisted.component if assisted is not None else None,
        extraction_failed={
            "direct": direct.extraction_failed if direct is not None else None,
            "assisted": assisted.extraction_failed if assisted is not None else None,
            "generator": generator == failure_value if generator is not None else None,
        },
        verdict=planned.judged.verdict,
        error=error,
        value_literal=assisted.value_literal if assisted is not None else None,
        contract_broken=assisted.contract_broken if assisted is not None else None,
        runs=tuple(map(AttemptRun.to_record, assisted.runs)) if assisted is not None else None,
        recorded_baseline_ans=baseline_then,
        recorded_assisted_ans=assisted_then,
    )


def _outcome(planned: PlannedRow, direct: PathResult | None, assisted: PathResult | None) -> tuple[str, str | None]:
    """How the row ended. A service or internal error on either path leaves the row incomplete."""
    if direct is not None and not direct.is_complete:
        return OutcomeKind.HOST_FAILURE.value, f"{DIRECT_PATH}{direct.error}"
    if assisted is not None:
        return assisted.outcome, assisted.error
    refused = planned.judged.verdict == REFUSED
    reasons = "; ".join(planned.judged.explanations or planned.judged.reasons) or "no reason given"
    return (REFUSED if refused else NOT_RUN), f"{planned.judged.verdict}: {reasons}"
