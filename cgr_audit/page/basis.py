"""What a report's figures rest on: what there is, what a reader must know first, and the digests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cgr_audit.accuracy.join import Joined
from cgr_audit.records.notes import NoteKind
from cgr_audit.records.package import TracePackage
from cgr_audit.tables.cells import counted
from cgr_audit.version import VERSION
from cgr_audit.visible import visible

__all__ = ["digests", "facts", "notes"]

_SAID_ABOVE = frozenset({NoteKind.SOLVER_UNKNOWN, NoteKind.SOLVER_UNREGISTERED})
"""What the notes about solvers say with their rows."""


def facts(package: TracePackage, joined: Joined) -> tuple[tuple[str, int], ...]:
    """What there is: noun and number."""
    population = joined.summary.population
    return (
        ("program", len(package.programs)),
        ("generator", len({program.generator for program in package.programs})),
        ("item", len(package.items)),
        ("dataset", len({key.dataset for key in package.items})),
        ("solver", int(joined.table["solver"].nunique())),
        ("row", population.total),
    )


def notes(package: TracePackage, joined: Joined) -> Iterator[str]:
    """What a reader must know before any figure, a sentence each."""
    population = joined.summary.population
    if not population.judged:
        yield "Nothing was judged: there are no verdicts, so every row is kept."
    if population.harness_failures:
        rows = population.harness_failures
        yield f"No outcome because of a fault of the harness: {counted(rows, 'row')}, left out of every figure."
    for solver, rows in population.excluded_solvers.items():
        yield f"Not registered, so left out of every figure: solver {solver}, {counted(rows, 'row')}."
    disagreeing = {record["program_id"] for record in package.probes() if record.get("disagreement")}
    if disagreeing:
        said = f"{counted(len(disagreeing), 'program')}, such as {min(disagreeing)}"
        yield f"Audit and probe disagree on whether the solver decides the answer: {visible(said)}."
    for note in package.consistency.notes:
        if note.kind not in _SAID_ABOVE:
            yield visible(str(note))


def digests(package: TracePackage, verdicts: Mapping[str, Mapping[str, Any]]) -> tuple[tuple[str, str], ...]:
    """What the figures rest on, so that they can be made again."""
    found = [
        ("cgr-audit", VERSION),
        ("contract", package.manifest.contract),
        ("manifest sha256", package.manifest.digest),
    ]
    derived = package.manifest.record.get("derived_from")
    if derived:
        found.append(("made from", f"{derived.get('name')} ({derived.get('manifest_sha256')})"))
    for what in ("rules", "contract", "policy"):
        found += [(f"{what} digest", digest) for digest in sorted({record[what] for record in verdicts.values()})]
    kept = ("component", "seed", "solver_identity")
    found += [(name.replace("_", " "), str(package.config[name])) for name in kept if name in package.config]
    limits = package.config.get("limits") or {}
    if limits:
        found.append(("limits", ", ".join(f"{name} {value}" for name, value in limits.items() if value is not None)))
    return tuple((name, visible(value)) for name, value in found)
