"""``csv``: rows for spreadsheets."""

from __future__ import annotations

import csv
import io

import pytest

from cgr_audit.audit.fingerprints import fingerprint
from cgr_audit.formats.csv_table import COLUMNS, CsvFormat
from tests.formats.conftest import Make, make_finding, make_program


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_row_holds_everything_about_a_finding(make_audit: Make) -> None:
    text = "".join(CsvFormat().render(make_audit(make_program(make_finding('a "quoted", thing')))))
    assert text.splitlines()[0] == ",".join(COLUMNS)
    assert rows(text) == [
        {
            "program_id": "a.py",
            "path": "programs/a.py",
            "sha256": "a" * 64,
            "code": "CGR403",
            "slug": "file-or-network-access",
            "severity": "error",
            "confidence": "high",
            "line": "2",
            "column": "5",
            "end_line": "2",
            "end_column": "10",
            "message": 'a "quoted", thing',
            "evidence": "1:1 because",
            "fingerprint": fingerprint(make_finding(), "a.py"),
            "status": "active",
            "reason": "",
        }
    ]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_cell_that_looks_like_a_formula_is_text(make_audit: Make, start: str) -> None:
    finding = make_finding(f"{start}cmd|' /C calc'!A0")
    audit = make_audit(make_program(finding, program_id=f"{start}1+1"))
    (row,) = rows("".join(CsvFormat().render(audit)))
    assert row["message"].startswith("'")
    assert row["program_id"].startswith("'")


def test_no_findings_are_a_header_alone(make_audit: Make) -> None:
    assert "".join(CsvFormat().render(make_audit(make_program()))) == ",".join(COLUMNS) + "\n"
