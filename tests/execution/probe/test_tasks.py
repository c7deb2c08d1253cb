"""Which items a program is probed on, and which recorded responses it hears."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cgr_audit.execution.probe.items import synthetic_item
from cgr_audit.execution.probe.reading import read_program
from cgr_audit.execution.probe.tasks import ProbeItems
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.rows import CallRow, Item, SolverEntry, to_record
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

CONTRACT = load_contract("cgr")
OPTIONS = ({"id": "A", "text": "one"}, {"id": "B", "text": "two"})


def item(name: str, question: str | None = "?") -> Item:
    return Item(name, "d", question, OPTIONS, ("A",))


def program(**fields: Any) -> Program:
    return Program("p.py", "p.py", b"", fields)


@pytest.fixture
def package(tmp_path: Path) -> TracePackage:
    """Two items with calls, the second of them twice, and one whose question was left out."""
    said = (
        ("i", "assisted", 0, "A."),
        ("j", "direct", 0, "never"),
        ("j", "assisted", 0, "B."),
        ("j", "assisted", 1, None),
    )
    calls = [CallRow("d", name, "s", "g", 0, channel, 1, number, "?", {}, text) for name, channel, number, text in said]
    write_items(tmp_path, [item("i"), item("j"), item("k", None)])
    write_programs(tmp_path, [])
    write_solvers(tmp_path, {"s": SolverEntry(registered=True)})
    write_lines(tmp_path / "calls.jsonl", map(to_record, calls))
    write_manifest(tmp_path, name="n", contract="cgr", created=None)
    return open_package(tmp_path)


def test_where_no_item_is_known_one_is_made_up_with_as_many_options_as_the_contract_says() -> None:
    (found,) = ProbeItems(CONTRACT, thorough=False).of(program())
    assert found.is_synthetic
    assert found.item.option_ids == ("A", "B", "C", "D", "E")


def test_a_program_of_a_package_has_its_own_item_and_hears_what_was_said_to_others(package: TracePackage) -> None:
    items = ProbeItems(CONTRACT, packages=[package], thorough=False)
    (found,) = items.of(program(dataset="d", item_id="i"))
    assert (found.item, found.is_synthetic, found.recorded) == (item("i"), False, ("B.",))
    assert items.of(program(dataset="d", item_id="j"))[0].recorded == ("A.",)


def test_an_item_whose_question_was_left_out_is_none(package: TracePackage) -> None:
    (found,) = ProbeItems(CONTRACT, packages=[package], thorough=False).of(program(dataset="d", item_id="k"))
    assert found.is_synthetic


def test_items_for_all_come_after_a_programs_own(package: TracePackage) -> None:
    items = ProbeItems(CONTRACT, items=[item("x")], packages=[package], thorough=False)
    assert [one.item.item_id for one in items.of(program(dataset="d", item_id="i"))] == ["i", "x"]
    assert [one.item.item_id for one in items.of(program())] == ["x"]


def test_a_row_may_tell_its_item_beside_the_program() -> None:
    (found,) = ProbeItems(CONTRACT, thorough=False).of(program(question="Which?", options=["one", "two"]))
    assert (found.item.question, found.item.options, found.is_synthetic) == ("Which?", OPTIONS, False)


@pytest.mark.parametrize(
    ("parameters", "used", "texts"),
    [
        ("item, exp_config", "OPTIONS", ("Iron", "Mercury", "Lead")),
        ("exp_config", "OPTIONS", ("Iron", "Mercury", "Lead")),
        ("item, exp_config", "item", tuple(option["text"] for option in synthetic_item(5).options)),
    ],
)  # fmt: skip
def test_a_made_up_item_has_the_options_of_a_program_that_looks_at_none(
    parameters: str, used: str, texts: tuple[str, ...]
) -> None:
    table = "OPTIONS = {'A': 'Iron', 'B': 'Mercury', 'C': 'Lead'}\n"
    text = f"{table}def solve({parameters}):\n    {used}\n    return 'A', 'B', 3\n"
    (found,) = ProbeItems(CONTRACT, thorough=False).of(program(), read_program(text.encode(), CONTRACT))
    assert found.is_synthetic
    assert tuple(option["text"] for option in found.item.options) == texts
