"""Generating programs from beginning to end: the folder it writes is a package of the same items.

What the package held of programs and their generations is kept; a program of this generator that it has already, or has
asked for already, is not asked for again. Rows, calls, verdicts, findings and probes are left behind: they are about
less than the new package holds. The manifest is written last, so a folder without one is unfinished.
"""

from __future__ import annotations

import importlib.metadata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from cgr_audit.audit.workers import Workers
from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.execution.configuration import settle_configuration
from cgr_audit.execution.generation.attempts import Draft, Requests
from cgr_audit.execution.generation.next_prompt import found_errors
from cgr_audit.execution.generation.order import GenerationOrder
from cgr_audit.execution.generation.response import program_of
from cgr_audit.execution.ledger import Ledger
from cgr_audit.execution.progress import NoProgress, RunProgress
from cgr_audit.execution.session import LEDGER, check_out_folder, keep_contract
from cgr_audit.records.generations import FILE, Generation
from cgr_audit.records.lines import remove_unfinished, write_lines
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import ProgramKey, ProgramRecord, to_record
from cgr_audit.records.warning_kinds import PackageWarning
from cgr_audit.records.writing import program_id_of, write_items, write_manifest, write_programs, write_solvers
from cgr_audit.solvers.service import service_behind
from cgr_audit.version import VERSION

__all__ = ["GenerationOutcome", "generate_package"]


@dataclass(frozen=True, slots=True)
class GenerationOutcome:
    """What was generated."""

    folder: Path
    asked: int
    """Programs that were asked for."""
    kept: int
    """Programs that the package had before."""
    with_errors: int
    """New programs whose last audit still shows errors among the findings that are fed back."""
    missing: tuple[tuple[ProgramKey, str], ...]
    """What is without a program, and the status of its last attempt."""
    attempts: int
    prompt_tokens: int
    response_tokens: int
    failures: tuple[str, ...]
    """The faults of service and toolkit, a line each."""

    @property
    def written(self) -> int:
        """New programs."""
        return self.asked - len(self.missing)

    @property
    def statuses(self) -> Counter[str]:
        """How many are without a program, by the status of the last attempt."""
        return Counter(status for _, status in self.missing)


def generate_package(
    package: TracePackage,
    order: GenerationOrder,
    workers: Workers,
    out: Path,
    *,
    contract_origin: str | None = None,
    warnings: Sequence[PackageWarning] = (),
    connections: int = 1,
    progress: RunProgress | None = None,
) -> GenerationOutcome:
    """Have a program written for every item and sample, into a folder that is a package, or go on there.

    Args:
        package: with the items.
        order: what is asked of whom.
        workers: who audits responses, under the rules whose findings are shown.
        out: the folder.
        contract_origin: what the contract was loaded from; nothing if it is the package's own.
        warnings: what the new package's manifest has to warn of.
        connections: requests in flight; nothing that is written depends on it but measured times.
        progress: told how it goes.

    Raises:
        NothingCollectedError: there are no items.
        UsageError: an item's question was left out; the folder is the package's own, in use, or holds other work.
        UsageError: the generator's service refuses every request, as with a wrong key.
        IncompleteError: it cannot be reached, or does not answer any more; what was answered is kept.
        LedgerWriteError: the ledger cannot be written; what was answered is kept.
        LedgerChangedError: something else changed the ledger.
    """
    check_out_folder(out, package)
    progress = progress or NoProgress()
    drafts = list(_drafts(package, order))
    out.mkdir(parents=True, exist_ok=True)
    with Ledger(out / LEDGER, interval_s=0) as ledger:
        remove_unfinished(out)
        is_begun = len(ledger) > 0 or (out / "manifest.json").is_file()
        settle_configuration(out / "config.json", _configuration(order), is_begun=is_begun)
        (out / "manifest.json").unlink(missing_ok=True)
        service = service_behind(order.choice.solver)
        if service is not None:
            service.report = progress.retrying
        progress.started(len(drafts), 0)
        requests = Requests(order, ledger, workers, connections, progress.finished)
        settled = requests.settle(drafts)
        written = _Written(order, ledger)
        write_items(out, package.items.values())
        write_programs(out, written.programs(package, settled))
        write_lines(out / FILE, map(to_record, written.generations(package, settled)))
    write_solvers(out, package.solvers)
    contract = keep_contract(out, order.contract, contract_origin, package.manifest.contract)
    write_manifest(
        out,
        name=package.manifest.name,
        contract=contract,
        created=package.manifest.created,
        derived_from=package.manifest,
        warnings=warnings,
    )
    return GenerationOutcome(
        folder=out,
        asked=len(settled),
        kept=len(package.programs),
        with_errors=sum(one.chosen is not None and found_errors(one.chosen.found) for one in settled),
        missing=tuple((one.key, one.attempts[-1].examined.status.value) for one in settled if one.chosen is None),
        attempts=sum(len(one.attempts) for one in settled),
        prompt_tokens=written.prompt_tokens,
        response_tokens=written.response_tokens,
        failures=tuple(requests.failures),
    )


def _drafts(package: TracePackage, order: GenerationOrder) -> Iterator[Draft]:
    """What there is to ask for, sorted."""
    if not package.items:
        raise NothingCollectedError(f"{package.folder / 'items.jsonl'}: no items, so that there is nothing to ask for")
    known = {program.key for program in package.programs}
    known.update(generation.program_key for generation in package.generations())
    for (dataset, item_id), item in sorted(package.items.items()):
        if item.question is None:
            where = f"{package.folder / 'items.jsonl'}: {item_id!r} of {dataset!r}"
            raise UsageError(f"{where}: its question was left out, so that no program can be asked for; take it out")
        for sample in range(order.samples):
            key = ProgramKey(dataset, item_id, order.choice.spec, sample)
            if key not in known:
                yield Draft(item, key)


def _configuration(order: GenerationOrder) -> dict[str, Any]:
    return {
        "versions": {"cgr-audit": VERSION, "libcst": importlib.metadata.version("libcst")},
        **order.configuration(),
    }


class _Written:
    """Puts programs and attempts into records; the tokens of the new attempts are counted on the way."""

    def __init__(self, order: GenerationOrder, ledger: Ledger) -> None:
        self._order = order
        self._ledger = ledger
        self.prompt_tokens = 0
        self.response_tokens = 0

    def programs(self, package: TracePackage, drafts: Sequence[Draft]) -> Iterator[tuple[ProgramRecord, bytes]]:
        """The programs there were, and the new ones with their bytes."""
        for program in package.programs:
            yield program, package.program_bytes(program)
        for draft in drafts:
            chosen = draft.chosen
            if chosen is None or chosen.examined.sha256 is None:
                continue
            result = self._ledger.get(chosen.digest) or {}
            key, taken = draft.key, chosen.examined.taken
            record = ProgramRecord(
                program_id_of(key),
                *key,
                sha256=chosen.examined.sha256,
                derived_from=None if taken is None else sha256(result["response"].encode()).hexdigest(),
                extra={"attempt": chosen.number},
            )
            yield record, program_of(result["response"], taken)

    def generations(self, package: TracePackage, drafts: Sequence[Draft]) -> Iterator[Generation]:
        """The attempts there were, and the new ones, sorted."""
        before = {one.key: one for one in package.generations()}
        new = {}
        for draft in drafts:
            new.update({(draft.key, attempt.number): attempt for attempt in draft.attempts})
        for key in sorted({*before, *new}):
            if key in before:
                yield before[key]
                continue
            attempt = new[key]
            result = self._ledger.get(attempt.digest) or {}
            self.prompt_tokens += result["prompt_tokens"] or 0
            self.response_tokens += result["response_tokens"] or 0
            yield Generation(
                *key[0],
                attempt=attempt.number,
                feedback=self._order.feedback.value,
                findings=attempt.shown,
                sha256=attempt.examined.sha256,
                **{**result, "status": attempt.examined.status.value},
            )
