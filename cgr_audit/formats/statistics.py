"""``--statistics``: how often each rule found something, instead of the findings."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.audit.report import Audit
from cgr_audit.formats.interface import PLAIN, Format, View

__all__ = ["StatisticsFormat"]


class StatisticsFormat(Format):
    """A line for each rule that found something, most findings first; findings that do not count are left out."""

    name = "statistics"

    def render(self, audit: Audit, view: View = PLAIN) -> Iterator[str]:  # noqa: ARG002  one signature
        """Count, code and slug."""
        counts = sorted(audit.summary.by_code.items(), key=lambda pair: (-pair[1], pair[0]))
        slugs = {rule.meta.code: rule.meta.slug for rule in audit.rules}
        width = max((len(f"{count:,}") for _, count in counts), default=0)
        for code, count in counts:
            yield f"{count:>{width},}  {code}  {slugs[code]}\n"
