"""Every output format, in the order in which they are offered. A new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cgr_audit.errors import UsageError
from cgr_audit.formats.concise import ConciseFormat
from cgr_audit.formats.csv_table import CsvFormat
from cgr_audit.formats.github import GitHubFormat
from cgr_audit.formats.gitlab import GitLabFormat
from cgr_audit.formats.html_page import HtmlFormat
from cgr_audit.formats.interface import Format
from cgr_audit.formats.json_document import JsonFormat
from cgr_audit.formats.junit import JUnitFormat
from cgr_audit.formats.markdown_summary import MarkdownFormat
from cgr_audit.formats.sarif import SarifFormat
from cgr_audit.formats.terminal import TerminalFormat
from cgr_audit.value_words import meant

__all__ = ["FORMATS", "find_format"]

FORMATS: Mapping[str, type[Format]] = MappingProxyType(
    {
        format_.name: format_
        for format_ in (
            TerminalFormat,
            ConciseFormat,
            JsonFormat,
            SarifFormat,
            CsvFormat,
            GitHubFormat,
            GitLabFormat,
            JUnitFormat,
            HtmlFormat,
            MarkdownFormat,
        )
    }
)
"""Name to format."""


def find_format(name: str) -> Format:
    """The format of a name.

    Raises:
        UsageError: there is none.
    """
    if name not in FORMATS:
        raise UsageError(f"no format {name!r}; {meant(name, FORMATS)}there are {', '.join(FORMATS)}")
    return FORMATS[name]()
