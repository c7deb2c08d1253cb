"""What a report says, gathered before anything is laid out: the page and its Markdown twin show the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.accuracy.join import Joined
from cgr_audit.accuracy.tables import tables
from cgr_audit.audit.documentation import documentation
from cgr_audit.audit.registry import Registry
from cgr_audit.errors import UsageError
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import ProgramRecord
from cgr_audit.source.text import decode, split_lines
from cgr_audit.tables.cells import counted
from cgr_audit.tables.table import Table
from cgr_audit.version import VERSION

__all__ = ["Excerpt", "ListedFinding", "ListedProgram", "Report", "RuleText", "gather", "visible"]

SEVERITIES = ("error", "warning", "info")
LONGEST_LINE = 240


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line of a program, cut in three at the marked columns."""

    line: int
    before: str
    marked: str
    after: str


@dataclass(frozen=True, slots=True)
class ListedFinding:
    """A finding with the line it is in."""

    code: str
    slug: str
    severity: str
    message: str
    excerpt: Excerpt | None


@dataclass(frozen=True, slots=True)
class ListedProgram:
    """A program that is not approved, and why."""

    program_id: str
    verdict: str
    reasons: tuple[str, ...]
    findings: tuple[ListedFinding, ...]
    """Those behind the verdict first, then the others."""


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule that found something, explained."""

    code: str
    slug: str
    severity: str
    summary: str
    sections: tuple[tuple[str, str], ...]
    programs: int
    findings: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a report says, as text."""

    title: str
    description: str | None
    facts: tuple[tuple[str, int], ...]
    """What there is: noun and number."""
    notes: tuple[str, ...]
    """What a reader must know before any figure."""
    verdicts: tuple[tuple[str, int, int], ...]
    """Verdict, programs, rows."""
    joined: Joined
    tables: tuple[Table, ...]
    listed: tuple[ListedProgram, ...]
    rules: tuple[RuleText, ...]
    digests: tuple[tuple[str, str], ...]


def gather(package: TracePackage, joined: Joined, registry: Registry) -> Report:
    """Gather what a report says about a package.

    Args:
        package: with verdicts and findings, if it was judged.
        joined: its rows and figures.
        registry: the rules, to explain those that found something.
    """
    verdicts = {record["program_id"]: record for record in package.verdicts()}
    findings: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for finding in package.findings():
        findings[finding["program_id"]].append(finding)
    description = package.manifest.record.get("description")
    return Report(
        title=package.manifest.name,
        description=description if isinstance(description, str) else None,
        facts=_facts(package, joined),
        notes=tuple(_notes(package, joined)),
        verdicts=_verdict_counts(joined),
        joined=joined,
        tables=tuple(tables(joined.summary)),
        listed=_listed(package, verdicts, findings),
        rules=tuple(_explained(findings, registry)),
        digests=_digests(package, verdicts),
    )


def visible(text: str) -> str:
    r"""Text in which everything that could hide or turn other text around is spelled out, as ``\u202e``."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def _facts(package: TracePackage, joined: Joined) -> tuple[tuple[str, int], ...]:
    population = joined.summary.population
    return (
        ("program", len(package.programs)),
        ("generator", len({program.generator for program in package.programs})),
        ("item", len(package.items)),
        ("dataset", len({key.dataset for key in package.items})),
        ("solver", int(joined.table["solver"].nunique())),
        ("row", population.total),
    )


def _notes(package: TracePackage, joined: Joined) -> list[str]:
    population, consistency = joined.summary.population, package.consistency
    notes = []
    if not population.judged:
        notes.append("Nothing was judged: there are no verdicts, so every row is kept.")
    if population.harness_failures:
        rows = population.harness_failures
        notes.append(f"No outcome because of a fault of the harness: {counted(rows, 'row')}, left out of every figure.")
    for solver, rows in population.excluded_solvers.items():
        notes.append(f"Not registered, so left out of every figure: solver {solver}, {counted(rows, 'row')}.")
    if consistency.results_without_program:
        rows = len(consistency.results_without_program)
        notes.append(f"About programs that the package does not hold: {counted(rows, 'row')}, counted as not approved.")
    disagreeing = {record["program_id"] for record in package.probes() if record.get("disagreement")}
    if disagreeing:
        said = f"{counted(len(disagreeing), 'program')}, such as {min(disagreeing)}"
        notes.append(f"Audit and probe disagree on whether the solver decides the answer: {visible(said)}.")
    if consistency.programs_without_result:
        notes.append(f"Without a row: {counted(len(consistency.programs_without_result), 'program')}.")
    return notes


def _verdict_counts(joined: Joined) -> tuple[tuple[str, int, int], ...]:
    return tuple(
        (record["verdict"] or "not judged", record["programs"], record["rows"]) for record in joined.summary.verdicts
    )


def _listed(
    package: TracePackage, verdicts: Mapping[str, Mapping[str, Any]], findings: Mapping[str, list[dict[str, Any]]]
) -> tuple[ListedProgram, ...]:
    """The programs that are not approved: refused ones first, then by id."""
    listed = []
    for program in package.programs:
        verdict = verdicts.get(program.program_id)
        if verdict is None or verdict["verdict"] == "approved":
            continue
        lines = split_lines(decode(package.program_bytes(program)).text)
        found = sorted(findings.get(program.program_id, []), key=lambda one: _weight(one, verdict["reasons"]))
        listed.append(_list_program(program, verdict, found, lines))
    return tuple(sorted(listed, key=lambda one: (one.verdict != "refused", one.program_id)))


def _weight(finding: Mapping[str, Any], reasons: Sequence[str]) -> tuple[bool, int, int, str]:
    line = (finding["span"] or {}).get("line", 0)
    return (finding["code"] not in reasons, SEVERITIES.index(finding["severity"]), line, finding["code"])


def _list_program(
    program: ProgramRecord, verdict: Mapping[str, Any], findings: Sequence[Mapping[str, Any]], lines: list[str]
) -> ListedProgram:
    reasons = verdict.get("explanations") or verdict["reasons"] or ["no reason given"]
    return ListedProgram(
        program_id=visible(program.program_id),
        verdict=verdict["verdict"],
        reasons=tuple(visible(reason) for reason in reasons),
        findings=tuple(
            ListedFinding(
                finding["code"],
                finding["slug"],
                finding["severity"],
                visible(finding["message"]),
                _excerpt(finding["span"], lines),
            )
            for finding in findings
        ),
    )


def _excerpt(span: Mapping[str, int] | None, lines: list[str]) -> Excerpt | None:
    """The first line of a span; a long one only around its mark."""
    if span is None or not 1 <= span["line"] <= len(lines):
        return None
    line = lines[span["line"] - 1]
    start = span["column"] - 1
    end = span["end_column"] - 1 if span["end_line"] == span["line"] else len(line)
    first = 0 if len(line) <= LONGEST_LINE else max(0, start - LONGEST_LINE // 3)
    last = min(len(line), first + LONGEST_LINE)
    before, marked, after = line[first:start], line[start : min(end, last)], line[end:last]
    return Excerpt(
        line=span["line"],
        before=("…" if first else "") + visible(before.expandtabs(4)),
        marked=visible(marked),
        after=visible(after) + ("…" if last < len(line) else ""),
    )


def _explained(findings: Mapping[str, list[dict[str, Any]]], registry: Registry) -> list[RuleText]:
    programs: dict[str, set[str]] = defaultdict(set)
    count: dict[str, int] = defaultdict(int)
    slugs = {}
    for program_id, found in findings.items():
        for finding in found:
            programs[finding["code"]].add(program_id)
            count[finding["code"]] += 1
            slugs[finding["code"]] = (finding["slug"], finding["severity"])
    texts = []
    for code in sorted(programs):
        slug, severity = slugs[code]
        summary, sections = _documented(code, registry)
        texts.append(RuleText(code, slug, severity, summary, sections, len(programs[code]), count[code]))
    return texts


def _documented(code: str, registry: Registry) -> tuple[str, tuple[tuple[str, str], ...]]:
    try:
        said = documentation(registry.find(code))
    except UsageError:
        return "A rule that is not installed here.", ()
    return said.summary, said.sections


def _digests(package: TracePackage, verdicts: Mapping[str, Mapping[str, Any]]) -> tuple[tuple[str, str], ...]:
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
