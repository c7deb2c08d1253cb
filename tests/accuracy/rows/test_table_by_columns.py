"""The rows table built by columns against one built row by row, and its CSV against the one that pandas writes."""

from __future__ import annotations

import io
from typing import Any

import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from cgr_audit.accuracy.rows.files import rows_csv, rows_parquet
from cgr_audit.accuracy.rows.table import rows_table
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.records.rows import Item, ProgramRecord, ResultRow, SolverEntry
from tests.accuracy.rows.one_by_one import answer_status, status_by_outcome

names = st.sampled_from(["a", "b", "é", "ab", 'c"', "d,", "e\n", " "])
answers = st.sampled_from([None, "A", "B", "C", "X", "b", " B", "\ud800", "two words", 'q"', "x,\r\ny"])
counts = st.none() | st.integers(0, 2**63 - 1)
outcomes = st.sampled_from([None, "completed", "guest_error", "host_failure", "refused", "not_run"])
FAILED = ({}, None, {"direct": True}, {"assisted": None, "generator": True}, {"direct": False, "assisted": True})

rows = st.builds(
    ResultRow, names, names, names, names, st.integers(0, 2),
    solverLLM_baseline_ans=answers, solverLLM_assisted_ans=answers, genLLM_ans=answers,
    genLLM_difficulty=st.sampled_from([None, 1, 2.5, "hard", ""]), outcome=outcomes, attempts=counts, fuel=counts,
    wall_s=st.none() | st.floats(0, 1e300) | st.integers(0, 2**53), error=answers, program_sha256=answers,
    extraction_failed=st.sampled_from(FAILED), recorded_assisted_ans=answers,
)  # fmt: skip
items = st.builds(
    Item, st.just("i"), st.just("d"), st.none(),
    options=st.sampled_from(["", "AB", "ABCX", "b"]).map(lambda ids: tuple({"id": one, "text": one} for one in ids)),
    correct_ids=st.sampled_from([(), ("A",), ("A", "C"), ("\ud800",), ("x,\r\ny",)]),
)  # fmt: skip
ANSWERS = {"direct": "solverLLM_baseline_ans", "assisted": "solverLLM_assisted_ans", "generator": "genLLM_ans"}


@settings(deadline=None)
@given(st.lists(rows, max_size=12, unique_by=lambda row: row.key), items, st.sampled_from([None, "X"]), st.data())
def test_the_table_is_what_looking_at_each_row_gives(
    found: list[ResultRow], item: Item, failure_value: str | None, data: st.DataObject
) -> None:
    known = {row.item_key: item for row in found}
    solvers = {row.solver: SolverEntry(registered=data.draw(st.booleans())) for row in found}
    programs = {
        (row.dataset, row.item_id, row.generator, row.sample): ProgramRecord(
            f"p{n}", row.dataset, row.item_id, row.generator, row.sample, "0" * 64
        )
        for n, row in enumerate(found)
        if data.draw(st.booleans())
    }
    verdicts = [
        {"program_id": one.program_id, "verdict": "observe", "reasons": ["C2", "C1"]} for one in programs.values()
    ]
    findings = [
        {"program_id": one.program_id, "code": code} for one in programs.values() for code in ("C3", "C1", "C3")
    ]
    table = rows_table(
        found, items=known, solvers=solvers, programs=programs.values(), verdicts=verdicts[::2], findings=findings[2:],
        failure_value=failure_value,
    )  # fmt: skip
    expected = [
        expected_row(row, item, solvers, programs, verdicts[::2], findings[2:], failure_value)
        for row in sorted(found, key=lambda row: row.key)
    ]
    for name in expected[0] if expected else ():
        assert [None if value is pd.NA else value for value in table[name]] == [row[name] for row in expected], name
    assert len(table) == len(found)
    written = b"".join(rows_csv(table)).decode()
    spelled = table.copy()
    for name in table.select_dtypes(include=["string", "category", "object"]):
        spelled[name] = [escape_control_characters(value) if isinstance(value, str) else value for value in table[name]]
    assert written == spelled.to_csv(index=False, lineterminator="\n")
    back = pd.read_parquet(io.BytesIO(b"".join(rows_parquet(table))), dtype_backend="numpy_nullable")
    assert back.astype(table.dtypes.to_dict()).equals(table)


def expected_row(
    row: ResultRow,
    item: Item,
    solvers: dict[str, SolverEntry],
    programs: dict[Any, ProgramRecord],
    verdicts: list[dict[str, Any]],
    findings: list[dict[str, Any]],
    failure_value: str | None,
) -> dict[str, Any]:
    program = programs.get((row.dataset, row.item_id, row.generator, row.sample))
    program_id = program.program_id if program else None
    judged = [verdict for verdict in verdicts if verdict["program_id"] == program_id]
    codes = sorted({finding["code"] for finding in findings if finding["program_id"] == program_id})
    line: dict[str, Any] = {
        "dataset": row.dataset, "item_id": row.item_id, "solver": row.solver, "generator": row.generator,
        "sample": row.sample, "program_id": program_id, "registered": solvers[row.solver].registered,
        "verdict": judged[0]["verdict"] if judged else None, "reasons": "C2 C1" if judged else None,
        "codes": " ".join(codes) or None, "correct_ans": " ".join(item.correct_ids) or None,
        "genLLM_difficulty": None if row.genLLM_difficulty is None else str(row.genLLM_difficulty),
        "outcome": row.outcome, "attempts": row.attempts, "fuel": row.fuel, "wall_s": row.wall_s, "error": row.error,
        "program_sha256": row.program_sha256, "recorded_assisted_ans": row.recorded_assisted_ans,
        "recorded_assisted_correct":
            None if row.recorded_assisted_ans is None else row.recorded_assisted_ans in item.correct_ids,
    }  # fmt: skip
    for channel, field in ANSWERS.items():
        answer, failed = getattr(row, field), (row.extraction_failed or {}).get(channel)
        status = status_by_outcome(channel, row.outcome, answer) or answer_status(
            answer, item.option_ids, failure_value, extraction_failed=failed
        )
        line |= {field: answer, f"{channel}_status": status.value}
        line[f"{channel}_correct"] = status.value == "answered" and answer in item.correct_ids
    return {
        name: value.replace("\ud800", "\\ud800") if isinstance(value, str) else value for name, value in line.items()
    }
