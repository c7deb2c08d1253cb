"""What a report says, gathered before anything is laid out: the page and its Markdown twin show the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cgr_audit.accuracy.answer import Answer
from cgr_audit.accuracy.controls.tables import HOW_TO_MAKE
from cgr_audit.accuracy.intervals.interval import Method
from cgr_audit.accuracy.intervals.pair_gains import pair_gains
from cgr_audit.accuracy.join import Joined, joined_tables
from cgr_audit.audit.registry import Registry
from cgr_audit.page.basis import digests, facts, in_brief, notes, run
from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.charts.controls import NAME as CONTROLS
from cgr_audit.page.charts.headline import NAME as HEADLINE
from cgr_audit.page.charts.selection import charts, undrawn
from cgr_audit.page.listed_programs import ListedProgram, listed_programs
from cgr_audit.page.rows.browser import Room, RowBrowser, row_browser
from cgr_audit.page.rule_texts import RuleText, rule_texts
from cgr_audit.records.package import TracePackage
from cgr_audit.tables.table import Table

__all__ = ["Report", "gather"]


@dataclass(frozen=True)
class Report:
    """Everything a report says."""

    title: str
    description: str | None
    facts: tuple[tuple[str, int], ...]
    """What there is: noun and number."""
    answer: Answer
    notes: tuple[str, ...]
    """What a reader must know before any figure."""
    warned_of: str
    """The same in brief."""
    verdicts: tuple[tuple[str, int, int], ...]
    """Verdict, programs, rows."""
    joined: Joined
    tables: tuple[Table, ...]
    methods: tuple[tuple[str, str], ...]
    """Of each method for intervals its name, and what an interval by it means."""
    slugs: Mapping[str, str]
    """Of each rule that found something, by its code."""
    listed: tuple[ListedProgram, ...]
    denied: int
    """How many programs are not approved; of very many only some are listed."""
    rules: tuple[RuleText, ...]
    browser: RowBrowser
    run: tuple[str, ...]
    """How the rows came about."""
    digests: tuple[tuple[str, str], ...]

    @cached_property
    def charts(self) -> tuple[Chart, ...]:
        """Every chart of the page; Markdown has none, and drawing them takes longer than the rest."""
        summary = self.joined.summary
        gains = pair_gains(summary.kept.counted(), summary.settings.resampling.level)
        pairs = [dict(zip(map(str, gains.columns), line, strict=True)) for line in gains.itertuples(index=False)]
        return charts(summary.to_record(), pairs, self.slugs)

    @property
    def controls_chart(self) -> Chart | None:
        """The chart that comes first; none where there are no controls, or too few rows have one."""
        return next((chart for chart in self.charts if chart.name == CONTROLS), None)

    @property
    def without_controls(self) -> str | None:
        """What to say in place of the comparison with controls; nothing if there is one."""
        return None if self.joined.summary.controls.comparisons else HOW_TO_MAKE

    @property
    def headline_chart(self) -> Chart | None:
        """The chart that stands with the headline; none where too few rows count for a percentage."""
        return next((chart for chart in self.charts if chart.name == HEADLINE), None)

    @property
    def further_charts(self) -> tuple[Chart, ...]:
        """The other charts."""
        return tuple(chart for chart in self.charts if chart.name not in {HEADLINE, CONTROLS})

    @property
    def undrawn(self) -> tuple[str, ...]:
        """What there is no chart of, for want of rows, of a channel or of findings."""
        return undrawn(self.charts)


def gather(package: TracePackage, joined: Joined, registry: Registry, room: Room | None = None) -> Report:
    """Gather what a report says about a package.

    Args:
        package: with verdicts and findings, if it was judged.
        joined: its rows and figures.
        registry: the rules, to explain those that found something.
        room: how much of the rows the page takes; by default ``Room()``.
    """
    verdicts = {record["program_id"]: record for record in package.verdicts()}
    findings: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for finding in package.findings():
        findings[finding["program_id"]].append(finding)
    description = package.manifest.record.get("description")
    listed, denied = listed_programs(package, verdicts, findings)
    return Report(
        title=package.manifest.name,
        description=description if isinstance(description, str) else None,
        facts=facts(package, joined),
        answer=Answer.of(joined.summary),
        notes=tuple(notes(joined)),
        warned_of=in_brief(joined),
        verdicts=_verdict_counts(joined),
        joined=joined,
        tables=tuple(joined_tables(joined)),
        methods=tuple((method.label, method.meaning) for method in Method),
        slugs={finding["code"]: finding["slug"] for found in findings.values() for finding in found},
        listed=listed,
        denied=denied,
        rules=rule_texts(findings, registry),
        browser=row_browser(package, joined.table, findings, room or Room()),
        run=tuple(run(joined, verdicts)),
        digests=digests(package, joined, verdicts),
    )


def _verdict_counts(joined: Joined) -> tuple[tuple[str, int, int], ...]:
    return tuple(
        (record["verdict"] or "not judged", record["programs"], record["rows"]) for record in joined.summary.verdicts
    )
