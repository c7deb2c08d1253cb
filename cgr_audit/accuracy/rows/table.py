"""The rows table: result rows joined with gold, verdicts and findings, one line per key.

Nothing here reads files: records come in, a pandas table goes out. Missing values are ``NA`` of pandas'
nullable types, so that they are null in Parquet and JSON and an empty field in CSV; never NaN, never an empty string.
The table is built by columns: what is known of a program is looked up once and taken for each of its rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from operator import lt
from typing import TYPE_CHECKING, Any

from cgr_audit.records.rows import Item, ItemKey, ProgramKey, ProgramRecord, ResultRow, SolverEntry

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from cgr_audit.records.facts import ItemFacts, ProgramFacts
    from cgr_audit.records.result_columns import Numbers, ResultColumns

__all__ = ["coded_rows", "rows_table", "with_texts"]

_COLUMNS: Mapping[str, str] = {
    "dataset": "string",
    "item_id": "string",
    "solver": "string",
    "generator": "string",
    "sample": "Int64",
    "program_id": "string",
    "program_sha256": "string",
    "registered": "boolean",
    "verdict": "string",
    "reasons": "string",
    "codes": "string",
    "correct_ans": "string",
    "solverLLM_baseline_ans": "string",
    "solverLLM_assisted_ans": "string",
    "genLLM_ans": "string",
    "genLLM_difficulty": "string",
    "direct_status": "string",
    "assisted_status": "string",
    "generator_status": "string",
    "direct_correct": "boolean",
    "assisted_correct": "boolean",
    "generator_correct": "boolean",
    "origin": "string",
    "outcome": "string",
    "attempts": "Int64",
    "direct_calls": "Int64",
    "assisted_calls": "Int64",
    "fuel": "Int64",
    "wall_s": "Float64",
    "executed_provenance": "string",
    "sensitivity": "string",
    "probe_fallback": "string",
    "recorded_assisted_ans": "string",
    "recorded_assisted_correct": "boolean",
    "recorded_assisted_status": "string",
    "error": "string",
}
"""The columns in order, and the pandas type of each.

Lists (``reasons``, ``codes``, several right answers) are joined with a blank.
"""


def rows_table(
    results: ResultColumns | Iterable[ResultRow],
    *,
    items: Mapping[ItemKey, Item] | Mapping[ItemKey, ItemFacts],
    solvers: Mapping[str, SolverEntry],
    programs: Iterable[ProgramRecord | ProgramFacts],
    verdicts: Iterable[Mapping[str, Any]],
    findings: Iterable[Mapping[str, Any]],
    failure_value: str | None,
    probes: Iterable[Mapping[str, Any]] = (),
) -> pd.DataFrame:
    """Join result rows with what is known of their item, program and solver, sorted by key; see ``coded_rows``."""
    return with_texts(
        coded_rows(
            results,
            items=items,
            solvers=solvers,
            programs=programs,
            verdicts=verdicts,
            findings=findings,
            failure_value=failure_value,
            probes=probes,
        )
    )


def with_texts(coded: pd.DataFrame) -> pd.DataFrame:
    """A rows table with texts in place of categories."""
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    texts = coded.dtypes.index[coded.dtypes == "category"]
    return coded.astype(dict.fromkeys(texts, pd.StringDtype("pyarrow")))


def coded_rows(
    results: ResultColumns | Iterable[ResultRow],
    *,
    items: Mapping[ItemKey, Item] | Mapping[ItemKey, ItemFacts],
    solvers: Mapping[str, SolverEntry],
    programs: Iterable[ProgramRecord | ProgramFacts],
    verdicts: Iterable[Mapping[str, Any]],
    findings: Iterable[Mapping[str, Any]],
    failure_value: str | None,
    probes: Iterable[Mapping[str, Any]] = (),
) -> pd.DataFrame:
    """The rows table with texts as categories, which are sorted: a million rows that share them hold each text once.

    Args:
        results: the result rows.
        items: with the gold answers.
        solvers: which of them are registered.
        programs: to find a row's program by its key.
        verdicts: records of ``verdicts.jsonl``; empty where nothing was judged.
        findings: records of ``findings.jsonl``.
        failure_value: what the contract's extraction helper returns where it finds nothing.
        probes: records of ``probes.jsonl``; empty where nothing was probed.
    """
    import pandas as pd  # noqa: PLC0415  these cost start-up time
    import pyarrow as pa  # noqa: PLC0415

    from cgr_audit.accuracy.rows.answer_columns import answer_columns  # noqa: PLC0415
    from cgr_audit.records.result_columns import ResultColumns, encoded, ordered  # noqa: PLC0415
    from cgr_audit.records.result_reading import of_rows  # noqa: PLC0415

    rows = results if isinstance(results, ResultColumns) else of_rows(results)
    order = _order(rows)
    if order is not None:
        rows = ordered(rows, order)
    judged = _of_programs(rows.programs, programs, verdicts, findings, probes)
    registered = [name in solvers and solvers[name].registered for name in rows.solvers]
    columns: dict[str, pa.Array | pa.ChunkedArray] = {
        "dataset": encoded(rows.program, [key.dataset for key in rows.programs]),
        "item_id": encoded(rows.program, [key.item_id for key in rows.programs]),
        "generator": encoded(rows.program, [key.generator for key in rows.programs]),
        "solver": encoded(rows.solver, rows.solvers),
        "sample": pa.array([key.sample for key in rows.programs], pa.int64()).take(rows.program),
        "registered": pa.array(registered, pa.bool_()).take(rows.solver),
        **{name: encoded(rows.program, values) for name, values in judged.items()},
        **{name: rows.fields[name] for name in rows.fields.column_names if name in _COLUMNS},
        **answer_columns(rows, [items[key.item_key] for key in rows.programs], failure_value),
    }
    del rows
    nullable = {pa.int64(): pd.Int64Dtype(), pa.bool_(): pd.BooleanDtype(), pa.float64(): pd.Float64Dtype()}
    texts = {name for name in _COLUMNS if pa.types.is_dictionary(columns[name].type)}
    plain: pd.DataFrame = pa.table({name: columns[name] for name in _COLUMNS if name not in texts}).to_pandas(
        types_mapper=nullable.get
    )
    return pd.DataFrame(
        {name: _categories(columns.pop(name)) if name in texts else plain[name] for name in _COLUMNS}, copy=False
    )


def _categories(column: pa.DictionaryArray | pa.ChunkedArray) -> pd.Categorical[Any]:
    """Texts as categories: those that occur, each once, sorted."""
    import numpy as np  # noqa: PLC0415
    import pandas as pd  # noqa: PLC0415
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    places = column.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    occurs = np.zeros(len(column.dictionary) + 1, dtype=bool)  # the last place is that of null, which -1 leads to
    occurs[places] = True
    texts = pc.if_else(pa.array(occurs[:-1]), column.dictionary, pa.scalar(None, column.dictionary.type))
    coded = texts.dictionary_encode()
    order = pc.array_sort_indices(coded.dictionary)
    rank = np.full(len(order) + 1, -1, dtype=np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    code = np.append(rank[coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)], np.int32(-1))
    categories = pd.Index(pd.array(coded.dictionary.take(order), dtype=pd.StringDtype("pyarrow")))
    found: pd.Categorical[Any] = pd.Categorical.from_codes(code[places], dtype=pd.CategoricalDtype(categories))
    return found


def _of_programs(
    keys: Sequence[ProgramKey],
    programs: Iterable[ProgramRecord | ProgramFacts],
    verdicts: Iterable[Mapping[str, Any]],
    findings: Iterable[Mapping[str, Any]],
    probes: Iterable[Mapping[str, Any]],
) -> dict[str, list[str | None]]:
    """What rows take over from their program: one element for each of the programs that rows are about."""
    program_ids = {program.key: program.program_id for program in programs}
    ids = [program_ids.get(key) for key in keys]
    verdict_of = {record["program_id"]: record for record in verdicts}
    probe_of = {(record["program_id"], record.get("item_id")): record for record in probes}
    codes_of: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        codes_of[finding["program_id"]].add(finding["code"])
    codes = {program_id: " ".join(sorted(found)) for program_id, found in codes_of.items()}
    nothing: Mapping[str, Any] = {}
    judged = [verdict_of.get(program_id or "", nothing) for program_id in ids]
    probed = [nothing] * len(ids)
    if probe_of:
        probed = [
            probe_of.get((program_id or "", key.item_id), nothing) for program_id, key in zip(ids, keys, strict=True)
        ]
    return {
        "program_id": ids,
        "verdict": [verdict.get("verdict") for verdict in judged],
        "reasons": [" ".join(verdict.get("reasons") or ()) or None for verdict in judged],
        "codes": [codes.get(program_id or "") for program_id in ids],
        "sensitivity": [probe.get("sensitivity") for probe in probed],
        "probe_fallback": [probe.get("fallback") for probe in probed],
    }


def _order(rows: ResultColumns) -> Numbers | None:
    """The places of the rows in the order of their keys; nothing if they stand in it already."""
    import numpy as np  # noqa: PLC0415

    item = _ranks([key[:2] for key in rows.programs])[rows.program]
    solver = _ranks(rows.solvers)[rows.solver]
    rest = _ranks([key[2:] for key in rows.programs])
    codes = (item * max(len(rows.solvers), 1) + solver) * (int(rest.max(initial=0)) + 1) + rest[rows.program]
    return None if bool(np.all(np.diff(codes) > 0)) else np.argsort(codes, kind="stable")


def _ranks(values: Sequence[Any]) -> Numbers:
    """For each value its place among the different ones, sorted."""
    import numpy as np  # noqa: PLC0415

    different = list(dict.fromkeys(values))
    if not all(map(lt, different, different[1:])):
        different.sort()
    place = {value: number for number, value in enumerate(different)}
    return np.array([place[value] for value in values], dtype=np.int64)
