"""The table of result rows as columns, small enough to travel in a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.rows.answer_status import CHANNELS
from cgr_audit.control_characters import escape_control_characters

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["levelled", "row_columns"]

ANSWERS = {"direct": "solverLLM_baseline_ans", "assisted": "solverLLM_assisted_ans", "generator": "genLLM_ans"}


def row_columns(table: pd.DataFrame) -> dict[str, Any]:
    """Columns by name; each is a list of numbers, or ``levels`` (texts) with ``codes`` (which of them, by row).

    ``dataset``, ``item``, ``solver``, ``generator``, ``sample``, ``verdict``, ``codes`` (of findings), ``gold``,
    ``provenance``, ``in figures``, and of each channel ``CHANNEL answer`` and ``CHANNEL result`` (right, wrong, or why
    there is none that could be right); ``direct calls``, ``assisted calls`` (-1 where it is not known).

    Args:
        table: the rows table, or its first rows.
    """
    columns: dict[str, Any] = {
        "item": levelled(_texts(table["item_id"])),
        "dataset": levelled(_texts(table["dataset"])),
        "solver": levelled(_texts(table["solver"])),
        "generator": levelled(_texts(table["generator"])),
        "sample": [int(value) for value in table["sample"]],
        "verdict": levelled(_texts(table["verdict"], "not judged")),
        "codes": levelled(_texts(table["codes"])),
        "gold": levelled(_texts(table["correct_ans"])),
        "provenance": levelled(_texts(table["executed_provenance"])),
        "in figures": levelled(_standing(table)),
    }
    for channel in CHANNELS:
        columns[f"{channel} answer"] = levelled(_texts(table[ANSWERS[channel]]))
        columns[f"{channel} result"] = levelled(_states(table, channel))
    for channel in ("direct", "assisted"):
        columns[f"{channel} calls"] = [int(value) for value in table[f"{channel}_calls"].fillna(-1)]
    return columns


def levelled(texts: Sequence[str]) -> dict[str, Any]:
    """A column of texts as its distinct ones, sorted, and of each row which it is."""
    levels = sorted(set(texts))
    numbers = {text: number for number, text in enumerate(levels)}
    return {"levels": levels, "codes": [numbers[text] for text in texts]}


def _texts(column: pd.Series[str], absent: str = "") -> list[str]:
    return [escape_control_characters(str(value)) for value in column.astype("string").fillna(absent)]


def _states(table: pd.DataFrame, channel: str) -> list[str]:
    correct = table[f"{channel}_correct"].fillna(value=False).astype(bool)
    status = table[f"{channel}_status"].astype(str).str.replace("_", " ")
    wrong = status.where(status != "answered", "wrong")
    return [str(value) for value in wrong.where(~correct, "right")]


def _standing(table: pd.DataFrame) -> list[str]:
    registered = table["registered"].astype(bool)
    failed = (table["outcome"] == "host_failure").fillna(value=False).astype(bool)
    return [
        "solver not registered" if not known else "harness failure" if harness else "yes"
        for known, harness in zip(registered, failed, strict=True)
    ]
