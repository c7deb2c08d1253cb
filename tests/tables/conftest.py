"""A table with a value of every kind, and texts that try to mean more than themselves."""

from __future__ import annotations

import pytest

from cgr_audit.tables.table import Column, Kind, Table

HOSTILE = "a|b_c\\*`<i>&%$#{~^}\"' -- é 中 \u202e\x1b[2J"


@pytest.fixture
def table() -> Table:
    columns = (
        Column("name", "who & what"),
        Column("rows", "rows", Kind.COUNT),
        Column("accuracy", "accuracy %", Kind.PERCENT),
        Column("gain", "gain pp", Kind.POINTS),
        Column("gain_pairs", "95 %", Kind.POINTS_RANGE),
        Column("p", "p", Kind.P_VALUE),
        Column("held", "held", Kind.FLAG),
    )
    records = (
        {
            "name": HOSTILE,
            "rows": 20,
            "accuracy": 100 / 3,
            "gain": -1.005,
            "gain_pairs_low": -2.5,
            "gain_pairs_high": 0.0,
            "p": 0.0001,
            "held": True,
            "too_few": False,
        },
        {"name": "b", "rows": 9, "accuracy": None, "gain": None, "p": None, "held": None, "too_few": True},
        {"name": "c", "rows": 10, "accuracy": -0.001, "gain": 0.001, "p": 0.05, "held": False, "too_few": False},
    )
    return Table("all-kinds", "All kinds", "A note: 5 % of _it_.", columns, records)
