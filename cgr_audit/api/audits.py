"""``audit``, ``audit_many`` and ``gate``: programs that are read and judged, from Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import tee
from pathlib import Path

from cgr_audit.api.programs import TEXT, Source, collected, compiler, interpreter, refuse_name_of_file, rules, terms_of
from cgr_audit.audit.collection_audit import audit_all
from cgr_audit.audit.in_process import InProcessWorkers
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit
from cgr_audit.audit.workers import Assignment, GuestCheck, ProcessWorkers, Workers
from cgr_audit.errors import UsageError
from cgr_audit.execution.probe.program_probe import ProgramProbe
from cgr_audit.execution.probe.verdicts import probe_results
from cgr_audit.gate.policy import load_policy
from cgr_audit.gate.verdict import Gate, Verdict
from cgr_audit.source.contract import Contract
from cgr_audit.source.parse import Accepts
from cgr_audit.source.program import Program

__all__ = ["audit", "audit_many", "gate"]

_DEFAULT = "cgr"


def audit(source: Source, *, contract: Contract | str | Path = _DEFAULT, jobs: int | None = None) -> Audit:
    r"""What every rule finds in a program, or in all programs below a path.

    Iterate over the result for the programs' records; ``findings`` holds all findings, ``sole`` is the only record.

    >>> import cgr_audit
    >>> found = cgr_audit.audit("def solve(question, options):\n    return 'B', 'B', 1\n")
    >>> [(finding.code, finding.span.line) for finding in found.findings]
    [('CGR108', 1), ('CGR201', 2)]
    >>> found.sole.call_bound.max
    0

    Args:
        source: a program. A ``str`` is its text and never a path; a ``Path`` may also lead to a folder, an archive,
            rows or a trace package.
        contract: what programs are held to: a ``Contract``, the name of a built-in one, or a TOML file.
        jobs: how many child processes audit side by side, each program with a deadline, so that none can end or hold
            up this process. By default this process itself audits, and starts none.

    Raises:
        UsageError: there is no such contract or path, or a ``str`` is the name of a file.
    """
    refuse_name_of_file(source)
    return next(audit_many({TEXT: source}, contract=contract, jobs=jobs))


def audit_many(
    sources: Iterable[Source] | Mapping[str, Source],
    *,
    contract: Contract | str | Path = _DEFAULT,
    jobs: int | None = None,
) -> Iterator[Audit]:
    """An audit of each source, in their order, as they come.

    >>> import cgr_audit
    >>> texts = {"first": "x = (", "second": "def solve(question, options): ..."}
    >>> for done in cgr_audit.audit_many(texts):
    ...     print(done.sole.program_id, done.sole.status)
    first not_analysable
    second analysed

    Args:
        sources: programs, as :func:`audit` takes them. The keys of a mapping are the ids of texts, which else are
            named by their place, from 1.
        contract: as for :func:`audit`.
        jobs: as for :func:`audit`.

    Raises:
        UsageError: there is no such contract or path.
    """
    terms, registry = terms_of(contract), rules()
    named = sources.items() if isinstance(sources, Mapping) else enumerate(sources, 1)
    groups, ahead = tee(tuple(collected(source, str(name))) for name, source in named)
    records = _workers(terms, jobs).map(one for found in ahead for one in found if isinstance(one, Program))
    for found in groups:
        yield audit_all(found, _InTurn(records), Audit(terms, registry.rules, registry.digest))


def gate(
    source: Source | Audit,
    *,
    contract: Contract | str | Path | None = None,
    policy: str | Path | None = None,
    option_count: int | None = None,
    probe: ProgramProbe | None = None,
) -> Verdict:
    r"""Whether a program may run: approved, observe or refused, and why.

    >>> import cgr_audit
    >>> verdict = cgr_audit.gate("import os\ndef solve(question, options):\n    return os.environ['KEY'], 'B', 1\n")
    >>> print(verdict.verdict, *verdict.reasons)
    refused CGR403

    Args:
        source: a program, as :func:`audit` takes it, or its audit.
        contract: as for :func:`audit`; that of the audit, where one is given.
        policy: a TOML file instead of the built-in policy.
        option_count: how many options the program's item has, where that is known.
        probe: what :func:`probe` showed of the same program; without it, whether the answer follows the solver is not
            judged.

    Raises:
        UsageError: there is not exactly one program, the audit left rules out, the probe is of another program, or a
            contract or policy cannot be used.
    """
    registry = rules()
    if isinstance(source, Audit):
        if contract is not None and terms_of(contract).digest != source.contract.digest:
            raise UsageError(f"the audit was made under the contract {source.contract.name!r}; leave out contract")
        if {rule.meta.code for rule in source.rules} != set(registry.metas) or source.rules_digest != registry.digest:
            raise UsageError("the audit was not made with every rule; give the program, or audit it again")
        done = source
    else:
        done = audit(source, contract=contract or _DEFAULT)
    record = done.sole
    if probe is not None and probe.program.sha256 != record.sha256:
        raise UsageError(f"the probe is of another program, {probe.program.program_id!r}; probe the one to be judged")
    probed = None if probe is None else next(iter(probe_results([probe], registry.metas, 0).values()))
    judge = Gate(load_policy(None if policy is None else Path(policy), registry), registry.digest, done.contract.digest)
    return judge.judge(record, option_count, probed)


class _InTurn:
    """Workers whose records come from a stream that is under way."""

    def __init__(self, records: Iterator[ProgramAudit]) -> None:
        self._records = records

    def map(self, programs: Iterable[Program]) -> Iterator[ProgramAudit]:
        """The next record for each program."""
        for _ in programs:
            yield next(self._records)


def _workers(contract: Contract, jobs: int | None) -> Workers:
    registry, profile = rules(), contract.imports.profile
    if jobs is None:
        return InProcessWorkers(contract, registry.rules, compiler(profile))

    def prepare() -> Accepts:
        interpreter(profile)  # compiled here for this machine, if nobody has, and not by each child
        return compiler(profile)

    return ProcessWorkers(Assignment(contract, tuple(registry.metas), guest=GuestCheck(prepare)), jobs)
