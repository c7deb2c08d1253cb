"""What a schema objects to is said in plain words, for every keyword that the schemas use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cgr_audit.schema import check_record, load_schema, record_faults, schema_names
from cgr_audit.schema_faults import WORDED, described_fault

NO_FAULT = {
    "$schema", "$defs", "$ref", "title", "description", "properties", "items", "propertyNames",
    "if", "then"
}  # fmt: skip
"""Keywords that cannot fail by themselves."""
SHA256 = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
KINDS = {"type": ["integer", "null"]}
CLOSED = {"properties": {"sample": {}, "solver": {}}, "additionalProperties": False}


def keywords(schema: Any) -> Iterator[str]:
    if isinstance(schema, bool):
        return
    for name, value in schema.items():
        yield name
        if name in {"properties", "$defs"}:
            for part in value.values():
                yield from keywords(part)
        elif name in {"items", "additionalProperties", "propertyNames"}:
            yield from keywords(value)
        elif name == "anyOf":
            for part in value:
                yield from keywords(part)


def test_every_keyword_of_the_schemas_has_words() -> None:
    used = {keyword for name in schema_names() for keyword in keywords(load_schema(name))}
    assert used - NO_FAULT == set(WORDED)


@pytest.mark.parametrize(
    ("schema", "value", "said"),
    [
        ({"type": "string"}, None, "text is expected, not null"),
        ({"type": "string"}, 5, "text is expected, not 5"),
        (KINDS, "5", "a whole number or null is expected, not the text '5'"),
        (KINDS, "", "a whole number or null is expected, not an empty text"),
        (KINDS, True, "a whole number or null is expected, not true"),
        ({"type": ["number", "string", "null"]}, {}, "a number, text or null is expected, not an object"),
        ({"type": "boolean"}, [1], "true or false is expected, not a list"),
        ({"type": "array"}, 1.5, "a list is expected, not 1.5"),
        ({"required": ["a", "b"]}, {"a": 1}, "the field 'b' is missing; add it"),
        (
            {"required": ["correct_ids"], "properties": {"correct_ids": {}}},
            {"correct_id": 1},
            "the field 'correct_ids' is missing; add it, or is it what is called 'correct_id' here?",
        ),
        ({"required": ["a", "b", "c"]}, {"b": 1}, "the fields 'a' and 'c' are missing; add them"),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, "'a' requires 'b'; add it, or leave 'a' out"),
        (CLOSED, {"sampel": 1}, "the field 'sampel' is unknown here; did you mean 'sample'?"),
        (CLOSED, {"x": 1}, "the field 'x' is unknown here; there are 'sample' and 'solver'"),
        (CLOSED, {"x": 1, "y": 2}, "the fields 'x' and 'y' are unknown here; there are 'sample' and 'solver'"),
        (
            {"propertyNames": {"enum": ["direct", "assisted"]}},
            {"assited": 1},
            "the field 'assited' is unknown here; did you mean 'assisted'?",
        ),
        ({"propertyNames": {"minLength": 1}}, {"": 1}, "a name is empty; give it at least one character"),
        ({"enum": ["a", "b", None]}, "c", "'a', 'b' or null is expected, not the text 'c'"),
        ({"const": "1.0"}, "2.0", "'1.0' is expected, not the text '2.0'"),
        ({"type": "string", "minLength": 1}, "", "the text is empty; give at least one character"),
        (
            {"type": ["string", "null"], "minLength": 1},
            "",
            "the text is empty; give at least one character, or null where there is none",
        ),
        ({"minLength": 4}, "abc", "'abc' is too short; give at least 4 characters"),
        ({"minimum": 0}, -1, "-1 is too small; the smallest is 0"),
        ({"maximum": 9}, 10, "10 is too large; the largest is 9"),
        ({"multipleOf": 0.5}, 0.3, "0.3 is not a multiple of 0.5"),
        ({"exclusiveMinimum": 0}, 0, "0 is too small; it must be above 0"),
        ({"exclusiveMaximum": 1}, 1, "1 is too large; it must be below 1"),
        (SHA256, "AB", "'AB' is not a sha256: 64 hexadecimal digits in lower case"),
        (SHA256, "F" * 64, f"'{'F' * 56}... is not a sha256: 64 hexadecimal digits in lower case"),
        ({"pattern": "^x$"}, "y", "'y' is not text of the form ^x$"),
        ({"uniqueItems": True}, ["B", "A", "B"], "'B' is in the list twice; leave one out"),
        ({"minItems": 1}, [], "the list is empty; give at least one element"),
        ({"minItems": 2}, [], "the list is empty; give at least 2 elements"),
        ({"minItems": 2}, [1], "the list has 1 of at least 2 elements; add what is missing"),
        ({"maxItems": 1}, [1, 2], "the list has 2 elements; give at most 1"),
        ({"anyOf": [SHA256, {"type": "null"}]}, "x", "'x' is not a sha256: 64 hexadecimal digits in lower case"),
        ({"anyOf": [SHA256, {"type": "null"}]}, 5, "text or null is expected, not 5"),
        (
            {"anyOf": [{"type": ["string", "null"], "minLength": 1}, {"type": "array", "items": {"type": "string"}}]},
            ["a", 5],
            "text is expected, not 5",
        ),
        (
            {"anyOf": [{"required": ["codes"]}, {"required": ["sha256"]}]},
            {},
            "one of the fields 'codes' and 'sha256' is needed; add one",
        ),
    ],
)  # fmt: skip
def test_each_fault_is_said_in_words(schema: Any, value: Any, said: str) -> None:
    errors = Draft202012Validator(schema).iter_errors(value)
    assert {described_fault(error)[1] for error in errors} == {said}


ALTERNATIVES = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/case"}}]}
CASE = {
    "type": "object",
    "properties": {"input": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}},
}


def test_the_place_of_a_fault_within_an_alternative_is_one_pointer() -> None:
    schema = {"$defs": {"case": CASE}, "properties": {"tests": ALTERNATIVES}}
    (error,) = Draft202012Validator(schema).iter_errors({"tests": [{}, {"input": [1, "a"]}]})
    assert described_fault(error) == (("tests", 1, "input", 1), "a whole number is expected, not the text 'a'")
    record = {"id": 1, "benchmark": "b", "model": "m", "tests": [{"input": 1, "output": ""}]}
    assert check_record("codemind_row", record) == "/tests/0/input: text is expected, not 1"


def test_the_place_is_a_pointer_and_every_fault_is_told_once() -> None:
    record = {"dataset": "", "item_id": "a", "question": 5, "options": [{"id": "A"}, {}]}
    faults = (
        "/: the field 'correct_ids' is missing; add it",
        "/dataset: the text is empty; give at least one character",
        "/options/0: the field 'text' is missing; add it",
        "/options/1: the fields 'id' and 'text' are missing; add them",
        "/question: text or null is expected, not 5",
    )
    assert record_faults("item", record) == faults
    assert check_record("item", record) == faults[0]
    assert record_faults("solvers", {"a/b": {"registered": 1}}) == (
        "/a~1b/registered: true or false is expected, not 1",
    )
    assert record_faults("solvers", {}) == ()
