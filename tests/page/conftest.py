"""A package that was judged and run, with texts that try to break out of a page."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.chromium import chromium, missing_programs
from cgr_audit.accuracy.join import join_package
from cgr_audit.audit.registry import load_registry
from cgr_audit.page.content import Report, gather
from cgr_audit.page.html import html_report
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import Item, ProgramRecord, ResultRow, SolverEntry, to_record
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from cgr_audit.source.contract import load_contract

HOSTILE = "</script><script>alert(1)</script>\u202e`|*_<img src=x onerror=alert(2)>&quot;"
HOSTILE_SHOWN = HOSTILE.replace("\u202e", "\\u202e")
OPTIONS = tuple({"id": letter, "text": HOSTILE} for letter in "ABC")
REFUSED = 'import os  # <b>"\u202ehi</b>\ndef solve(question):\n    return "B", "B", 1\n'.encode()
APPROVED = b"def solve(question):\n    return extract_answer(llm_model(question, {})), 'B', 1\n"


def write_package(folder: Path, *, judged: bool = True, name: str = HOSTILE) -> Path:
    sources = {"<i>1</i>": REFUSED, "2": APPROVED, "3": APPROVED}
    write_items(folder, [Item(item_id, "d & d", HOSTILE, OPTIONS, ("B",)) for item_id in sources])
    programs = [
        (ProgramRecord(f"g/d/{number}<img src=x>.py", "d & d", item_id, "g", 0, hashlib.sha256(data).hexdigest()), data)
        for number, (item_id, data) in enumerate(sources.items())
    ]
    write_programs(folder, programs)
    write_solvers(folder, {"s<s>": SolverEntry(registered=True), "t": SolverEntry(registered=False)})
    rows = [
        ResultRow(
            "d & d", item_id, solver, "g", 0, solverLLM_baseline_ans="A", solverLLM_assisted_ans=answer, genLLM_ans="B",
            outcome="refused" if answer is None else "completed", attempts=1, direct_calls=1, assisted_calls=1,
        )
        for solver in ("s<s>", "t")
        for item_id, answer in (("<i>1</i>", None), ("2", "B"), ("3", HOSTILE))
    ]  # fmt: skip
    write_lines(folder / "results.jsonl", map(to_record, rows))
    if judged:
        write_lines(folder / "verdicts.jsonl", [verdict(program) for program, _ in programs])
        write_lines(folder / "findings.jsonl", [finding(programs[0][0].program_id)])
    write_manifest(folder, name=name, contract="cgr", created=None)
    return folder


def verdict(program: ProgramRecord) -> dict[str, Any]:
    refused = program.item_id == "<i>1</i>"
    return {
        "program_id": program.program_id,
        "sha256": program.sha256,
        "verdict": "refused" if refused else "approved",
        "reasons": ["CGR401"] if refused else [],
        "explanations": [f"CGR401 forbidden-import in line 1: {HOSTILE}"] if refused else [],
        "rules": "sha256:" + "1" * 64,
        "contract": "sha256:" + "2" * 64,
        "policy": "sha256:" + "3" * 64,
        "option_count": 3,
    }


def finding(program_id: str) -> dict[str, Any]:
    return {
        "code": "CGR401",
        "slug": "forbidden-import",
        "severity": "error",
        "confidence": "high",
        "program_id": program_id,
        "path": f"programs/{program_id}",
        "span": {"line": 1, "column": 8, "end_line": 1, "end_column": 10},
        "message": f"imports {HOSTILE}",
        "evidence": [],
        "fingerprint": "0" * 32,
        "status": "active",
    }


def report_of(folder: Path) -> Report:
    package = open_package(folder)
    return gather(package, join_package(package, load_contract("cgr")), load_registry())


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return report_of(write_package(tmp_path_factory.mktemp("judged")))


@pytest.fixture(scope="module")
def page(report: Report) -> str:
    return html_report(report)


@pytest.fixture
def unjudged_report(tmp_path: Path) -> Report:
    return report_of(write_package(tmp_path / "package", judged=False))


WIDE_SOURCE = "import os\ndef solve(question):\n\treturn 'é𝄞', llm_model(question, {})\n".encode()
WIDE_CALLS = (("assisted", 2, 0), ("assisted", 1, 1), ("assisted", 1, 0), ("direct", 1, 0))
"""Channel, attempt and index, not in the order in which calls are made."""


def write_wide_package(folder: Path) -> Path:
    """Three datasets of twenty items, three solvers, 180 rows; every tenth item's program is refused."""
    datasets = ("history", "music", "physics")
    keys = [(dataset, f"item-{number:03d}") for dataset in datasets for number in range(20)]
    options = tuple({"id": letter, "text": f"option {letter}"} for letter in "ABC")
    write_items(folder, [Item(item_id, dataset, "which?", options, ("B",)) for dataset, item_id in keys])
    digest = hashlib.sha256(WIDE_SOURCE).hexdigest()
    programs = [
        ProgramRecord(f"g/{dataset}/{item_id}.py", dataset, item_id, "g", 0, digest) for dataset, item_id in keys
    ]
    write_programs(folder, [(program, WIDE_SOURCE) for program in programs])
    solvers = [f"solver-{number}" for number in range(3)]
    write_solvers(folder, {solver: SolverEntry(registered=True) for solver in solvers})
    rows = [_wide_row(dataset, item_id, solver) for dataset, item_id in keys for solver in solvers]
    write_lines(folder / "results.jsonl", map(to_record, rows))
    write_lines(folder / "calls.jsonl", [call for row in rows for call in _wide_calls(row)])
    write_lines(folder / "verdicts.jsonl", [_wide_verdict(program) for program in programs])
    write_lines(folder / "findings.jsonl", [one for program in programs for one in _wide_findings(program.program_id)])
    write_manifest(folder, name="wide", contract="cgr", created=None)
    return folder


def _wide_row(dataset: str, item_id: str, solver: str) -> ResultRow:
    number, rank = int(item_id[-3:]), int(solver[-1])
    refused = number % 10 == 0
    return ResultRow(
        dataset, item_id, solver, "g", 0,
        solverLLM_baseline_ans="B" if number % (4 + rank + len(dataset)) == 0 else "A",
        solverLLM_assisted_ans=None if refused else "B" if number % (2 + rank) else "C",
        genLLM_ans="B", outcome="refused" if refused else "completed", attempts=2, direct_calls=1, assisted_calls=3,
        runs=({"outcome": "completed", "limit": None, "error": None, "fuel": 1, "lines": [1, 2]},),
    )  # fmt: skip


def _wide_calls(row: ResultRow) -> list[dict[str, Any]]:
    return [
        {
            **dict(zip(row.key._fields, row.key, strict=True)), "channel": channel, "attempt": attempt,
            "call_index": index, "config": {},
            "prompt": f"{channel} {attempt} {index} {hashlib.sha256(repr(row.key).encode()).hexdigest()}?",
            "response": None if attempt == 2 else "B", "error": "timed out" if attempt == 2 else None,
            "prompt_tokens": None, "response_tokens": None, "latency_s": 0.5,
        }
        for channel, attempt, index in WIDE_CALLS
    ]  # fmt: skip


def _wide_verdict(program: ProgramRecord) -> dict[str, Any]:
    refused = int(program.item_id[-3:]) % 10 == 0
    return verdict(program) | {
        "verdict": "refused" if refused else "approved",
        "reasons": ["CGR401"] if refused else [],
        "explanations": ["CGR401 forbidden-import in line 1"] if refused else [],
    }


def _wide_findings(program_id: str) -> list[dict[str, Any]]:
    first = finding(program_id) | {"message": "imports os"}
    second = first | {
        "code": "CGR109",
        "slug": "ignored-response",
        "severity": "warning",
        "span": {"line": 3, "column": 15, "end_line": 3, "end_column": 38},
        "message": "nobody reads it",
        "evidence": [{"span": {"line": 2, "column": 1, "end_line": 2, "end_column": 4}, "message": "here"}],
    }
    return [first, second]


def write_long_package(folder: Path) -> Path:
    """The wide package with names and texts that nothing breaks: 180 letters without a blank."""
    write_wide_package(folder)
    words = ("history", "solver-0", "which?", "imports os", "nobody reads it", "here", "timed out")
    for path in (folder / "solvers.json", *folder.glob("*.jsonl")):
        text = path.read_text("utf-8")
        for word in words:
            text = text.replace(f'"{word}"', f'"{word}{"x" * 180}"')
        path.write_text(text, "utf-8")
    write_manifest(folder, name="x" * 180, contract="cgr", created=None)
    return folder


PACKAGES = {"hostile": write_package, "wide": write_wide_package, "long": write_long_package}


class Pages(dict[str, Path]):
    """Pages to open in a browser, each written when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def __missing__(self, name: str) -> Path:
        self[name] = self.folder / f"{name}.html"
        self[name].write_text(html_report(report_of(PACKAGES[name](self.folder / name))), "utf-8")
        return self[name]


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    return Pages(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser to look at pages with; tests that need it skip where there is none."""
    if missing := missing_programs():
        if "CGR_AUDIT_CHROMIUM" in os.environ:
            pytest.fail(f"{' and '.join(missing)} missing, although CGR_AUDIT_CHROMIUM asks for a browser")
        pytest.skip(f"no browser to look at the page with: {' and '.join(missing)} missing")
    with chromium(tmp_path_factory.mktemp("profile")) as opened:
        yield opened
