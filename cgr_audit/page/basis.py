"""What a report's figures rest on: what there is, what a reader must know first, and the digests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from cgr_audit.accuracy import table_warnings
from cgr_audit.accuracy.join import Joined
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.plural import counted
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import Origin
from cgr_audit.version import VERSION

__all__ = ["digests", "facts", "in_brief", "notes", "run"]

_ORIGINS: Mapping[Origin, str] = MappingProxyType(
    {
        Origin.EXECUTED: "executed here, if the program was not refused, in a sandbox whose only import is the solver "
        "call; the outcome, every call and the fuel are kept.",
        Origin.REPLAYED: "replayed here, if the program was not refused, in a sandbox whose only import is the solver "
        "call, answered from recorded calls.",
        Origin.RECORDED: "answers that were recorded elsewhere; what ran, and in what, is not known here.",
    }
)
_RUN = (
    ("component", "component"),
    ("seed", "seed of the run"),
    ("solver_identity", "solver identity"),
    ("solver_identities", "solver identities"),
)
"""What of a run's configuration is shown, and under which name."""


def facts(package: TracePackage, joined: Joined) -> tuple[tuple[str, int], ...]:
    """What there is: noun and number; a package of rows alone has no programs to count."""
    population = joined.summary.population
    found = (
        ("program", len(package.program_facts)),
        ("generator", len({program.key.generator for program in package.program_facts})),
        ("item", len(package.item_facts)),
        ("dataset", len({key.dataset for key in package.item_facts})),
        ("solver", int(joined.table["solver"].nunique())),
        ("row", population.total),
    )
    return tuple((noun, number) for noun, number in found if number)


def notes(joined: Joined) -> Iterator[str]:
    """What a reader must know before any figure, a sentence each."""
    if not joined.summary.population.judged:
        yield "No verdicts: every row is kept."
    for note in joined.summary.warnings:
        yield escape_control_characters(str(note))


def in_brief(joined: Joined) -> str:
    """What ``notes`` says, in one line."""
    judged = joined.summary.population.judged
    return "; ".join(
        filter(None, ("" if judged else "nothing was judged", table_warnings.in_brief(joined.summary.warnings)))
    )


def run(joined: Joined, verdicts: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """How the rows came about, a sentence each, of what the package says itself."""
    table = joined.table
    if joined.summary.population.judged:
        yield "Programs were audited without being run; findings and call bounds give each a verdict by the policy."
        probed = sum(record.get("probed") is not None for record in verdicts.values())
        if probed:
            how = "under counterfactual solvers, and judged by what that showed too"
            others = f"; {len(verdicts) - probed:,} were not" if len(verdicts) > probed else ""
            yield f"{counted(probed, 'program was', 'programs were')} probed {how}{others}."
        else:
            yield "No program was probed: a program that answers by its own prior may be approved."
    origins = table["origin"].astype("string").value_counts()
    for origin in Origin:
        rows = int(origins.get(origin.value, 0))
        if rows:
            yield f"{counted(rows, 'row')}: {_ORIGINS[origin]}"


def digests(
    package: TracePackage, joined: Joined, verdicts: Mapping[str, Mapping[str, Any]]
) -> tuple[tuple[str, str], ...]:
    """What the figures rest on, so that they can be made again."""
    settings = joined.summary.settings
    resampling = settings.resampling
    found = [
        ("cgr-audit", VERSION),
        ("missing answers", settings.missing.label),
        ("intervals", f"{100 * resampling.level:g} %, {resampling.resamples:,} resamples from seed {resampling.seed}"),
        ("contract", package.manifest.contract),
        ("manifest sha256", package.manifest.digest),
    ]
    derived = package.manifest.record.get("derived_from")
    if derived:
        found.append(("made from", f"{derived.get('name')} ({derived.get('manifest_sha256')})"))
    for what in ("rules", "contract", "policy"):
        found += [(f"{what} digest", digest) for digest in sorted({record[what] for record in verdicts.values()})]
    found += [(label, _shown(package.config[name])) for name, label in _RUN if package.config.get(name) is not None]
    limits = package.config.get("limits") or {}
    if limits:
        found.append(("limits", ", ".join(f"{name} {value}" for name, value in limits.items() if value is not None)))
    return tuple((name, escape_control_characters(value)) for name, value in found)


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
