"""What may name something is the same wherever names come in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cgr_audit.identifiers import LONE_SURROGATE, LONGEST_IDENTIFIER, identifier_fault
from cgr_audit.schema import check_record, load_schema, schema_names


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("a", None),
        ("é" * 1_000, None),
        ("a\x1b[2J\n", None),
        ("", "it is empty; give at least one character"),
        ("a" * 1_001, "it has 1,001 characters; give at most 1,000"),
        ("a\udc80", LONE_SURROGATE),
    ],
)
def test_a_name_is_bounded_and_has_utf8(name: str, fault: str | None) -> None:
    assert identifier_fault(name) == fault


def identifiers(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if schema.get("format") == "identifier":
            yield schema
        for part in schema.values():
            yield from identifiers(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from identifiers(part)


def test_the_schemas_bound_every_identifier_as_the_code_does() -> None:
    found = [one for name in schema_names() for one in identifiers(load_schema(name))]
    assert len(found) > 20
    bounds = {one["maxLength"] for one in found}
    assert bounds == {LONGEST_IDENTIFIER, LONGEST_IDENTIFIER + len("programs/")}


NAMED = {
    "item": ("item_id", "dataset"),
    "program": ("program_id", "dataset", "item_id", "generator"),
    "result": ("dataset", "item_id", "solver", "generator"),
    "call": ("dataset", "item_id", "solver", "generator"),
    "manifest": ("name", "contract"),
    "verdict": ("program_id",),
    "finding": ("program_id",),
    "probe": ("program_id",),
}


@pytest.mark.parametrize(("schema", "field"), [(name, field) for name, fields in NAMED.items() for field in fields])
def test_every_field_that_names_something_is_an_identifier(schema: str, field: str) -> None:
    assert load_schema(schema)["properties"][field]["format"] == "identifier"


@pytest.mark.parametrize(("key", "fault"), [("\ud800", LONE_SURROGATE), ("x" * 2_000, "it has 2,000 characters;")])
def test_a_file_in_the_manifest_and_a_solver_are_named_by_identifiers(key: str, fault: str) -> None:
    manifest = {"name": "n", "contract": "cgr", "sha256": {key: "0" * 64}}
    for schema, record in (("manifest", manifest), ("solvers", {key: {"registered": True}})):
        said = check_record(schema, record)
        assert said is not None
        assert fault in said
        assert len(said) < 300
