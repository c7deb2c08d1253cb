"""What the quick types accept, the schemas accept; and what is read quickly is what ``json.loads`` reads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cgr_audit.records.blocks import read_blocks
from cgr_audit.records.fast_validation import REFUSED_BY_TYPE, fast_validator, type_of_schema
from cgr_audit.records.json_text import RecordError, checked_record, parsed_record
from cgr_audit.records.package import FILES
from cgr_audit.schema import load_schema, schema_names

ROWS = [name for name in schema_names() if name.endswith("_row")]
SCHEMAS = sorted({*FILES.values(), "config", "manifest", "solvers", *ROWS})
DEMO = Path(__file__).resolve().parent.parent.parent / "corpus" / "demo"

numbers = (
    st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from([1.0, 0.5, 0.0])
)
scalars = st.none() | st.booleans() | numbers | st.text(max_size=3) | st.sampled_from(["\ud800", "0" * 64, " ", '":'])
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
)


@st.composite
def of_schema(draw: st.DrawFn, schema: dict[str, Any], root: dict[str, Any]) -> Any:
    """A value that satisfies a schema, or, now and then, one that does so nearly."""
    if draw(st.integers(0, 14)) == 0:
        return draw(values)
    if "$ref" in schema:
        return draw(of_schema(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root))
    if "anyOf" in schema:
        return draw(of_schema(draw(st.sampled_from(schema["anyOf"])), root))
    if "enum" in schema or "const" in schema:
        return draw(st.sampled_from(schema.get("enum", [schema.get("const")])))
    kinds = schema.get("type", "any")
    kind = kinds if isinstance(kinds, str) else draw(st.sampled_from(kinds))
    if kind == "object":
        properties = schema.get("properties", {})
        names = [name for name in properties if name in schema.get("required", ()) or draw(st.booleans())]
        record = {name: draw(of_schema(properties[name], root)) for name in names}
        if isinstance(schema.get("additionalProperties"), dict):
            name = draw(st.sampled_from(schema.get("propertyNames", {}).get("enum", ["a", "b"])) | st.text(max_size=2))
            record[name] = draw(of_schema(schema["additionalProperties"], root))
        elif draw(st.integers(0, 9)) == 0:
            record[draw(st.text(max_size=3))] = draw(values)
        return record
    if kind == "array":
        return draw(st.lists(of_schema(schema.get("items", {}), root), max_size=3))
    if kind == "string":
        pattern = schema.get("pattern")
        return draw(st.from_regex(pattern) if pattern else st.text(max_size=4))
    plain = {"integer": st.integers(-1, 3) | numbers, "number": numbers, "boolean": st.booleans(), "null": st.none()}
    return draw(plain.get(kind, values))


@pytest.mark.parametrize("name", SCHEMAS)
@settings(deadline=None)
@given(data=st.data())
def test_what_the_type_accepts_the_schema_accepts(name: str, data: st.DataObject) -> None:
    schema = load_schema(name)
    record = data.draw(of_schema(schema, schema))
    text = json.dumps(record).encode()
    try:
        fast_validator(name)(text)
    except REFUSED_BY_TYPE:
        return
    assert list(Draft202012Validator(schema).iter_errors(json.loads(text))) == []


@pytest.mark.parametrize("name", SCHEMAS)
@settings(deadline=None)
@given(data=st.data())
def test_a_line_is_refused_exactly_if_its_schema_refuses_it(name: str, data: st.DataObject) -> None:
    schema = load_schema(name)
    record = data.draw(of_schema(schema, schema).filter(lambda value: isinstance(value, dict)))
    text = json.dumps(record, ensure_ascii=data.draw(st.booleans()) or not encodable(record)).encode()
    faults = list(Draft202012Validator(schema).iter_errors(record))
    if faults:
        with pytest.raises(RecordError, match=re.escape("f:1: /")):
            checked_record(text, name, "f:1")
    else:
        assert same(checked_record(text, name, "f:1"), json.loads(text))


@settings(deadline=None)
@given(st.dictionaries(st.text(max_size=3), values, max_size=4), st.sampled_from([None, 2]))
def test_records_are_read_as_json_loads_reads_them(record: dict[str, Any], indent: int | None) -> None:
    text = json.dumps(record, indent=indent)
    assert same(parsed_record(text.encode(), "f:1"), json.loads(text))


@settings(deadline=None)
@given(st.text(alphabet='{}[]":, \\u01aén-eE.\t\r\n', max_size=24))
def test_texts_that_are_hardly_json_are_refused_where_json_loads_refuses_them(text: str) -> None:
    repeated = False

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeated
        repeated = repeated or len(dict(found)) != len(found)
        return dict(found)

    try:
        expected = json.loads(f'{{"a":{text}}}', object_pairs_hook=pairs)
        expected = None if "Infinity" in json.dumps(expected) else expected
    except ValueError:
        expected = None
    try:
        record = parsed_record(f'{{"a":{text}}}'.encode(), "f:1")
    except RecordError:
        assert expected is None or repeated
    else:
        assert not repeated
        assert same(record, expected)


@pytest.mark.parametrize("file", ["results.jsonl", "calls.jsonl", "items.jsonl", "programs.jsonl"])
@settings(deadline=None)
@given(data=st.data())
def test_a_line_that_was_changed_by_one_letter_is_read_alike_by_columns_and_by_itself(
    tmp_path_factory: pytest.TempPathFactory, file: str, data: st.DataObject
) -> None:
    schema = FILES[file]
    lines = (DEMO / file).read_bytes().splitlines()[:4]
    place = data.draw(st.integers(0, len(lines[2]) - 1))
    letter = data.draw(st.sampled_from([b"", b'"', b":", b",", b" ", b"1", b"}", b"\xff", b"null", b"\r", b"e5"]))
    lines[2] = lines[2][:place] + letter + lines[2][place + data.draw(st.integers(0, 1)) :]
    path = tmp_path_factory.mktemp("changed") / file
    path.write_bytes(b"\n".join(lines))
    names = tuple(load_schema(schema)["properties"])
    try:
        expected = [
            checked_record(line, schema, f"{path}:{n}", line=n) for n, line in enumerate(lines, start=1) if line.strip()
        ]
    except RecordError as error:
        with pytest.raises(RecordError, match=re.escape(str(error))):
            list(read_blocks(path, schema, names))
        return
    columns = [block.columns for block in read_blocks(path, schema, names)]
    for name in ("dataset", "item_id", "sample", "solver", "attempt", "fuel", "sha256"):
        if name in names:
            read = [value for block in columns for value in block[name]]
            assert same(read, [record.get(name) for record in expected])


def test_a_keyword_that_the_types_do_not_know_is_never_passed_over() -> None:
    other_condition = {"type": "object", "properties": {"a": {}}, "if": {"properties": {"a": {"enum": [1]}}}}
    for schema in (
        {"type": "string", "format": "date"},
        {"minItems": 1},
        {"type": "object", "minProperties": 1},
        other_condition | {"then": {"required": ["a"], "properties": {}}},
        other_condition | {"then": {"properties": {}}, "else": {"properties": {}}},
    ):
        with pytest.raises(NotImplementedError):
            type_of_schema(schema)


@pytest.mark.parametrize("before", [0, 1, 3])
def test_a_condition_on_two_fields_holds_for_lines_read_by_columns(tmp_path: Path, before: int) -> None:
    digest = "sha256:" + "0" * 64
    record = {"program_id": "a", "sha256": "0" * 64, "verdict": "approved", "reasons": [], "option_count": None}
    record |= dict.fromkeys(("rules", "contract", "policy"), digest)
    lines = [*[record] * before, record | {"verdict": "observe"}]
    path = tmp_path / "verdicts.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with pytest.raises(RecordError, match=f"{before + 1}: /reasons: the list is empty"):
        list(read_blocks(path, "verdict", ("reasons",)))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines[:-1]), "utf-8")
    assert [
        reasons for block in read_blocks(path, "verdict", ("reasons",)) for reasons in block.columns["reasons"]
    ] == [[]] * before


def encodable(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def same(one: Any, other: Any) -> bool:
    """Equal, and of the same types."""
    return json.dumps(one) == json.dumps(other)
