"""Every kind of node of 3.14 goes through the command in a process of its own: the same records on every host.

The records are committed, so that each host checks alone. Where they change for good, write them again with
``python -m tests.audit.hosts.test_every_field``.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.source.lowering.grammar import NODE_FIELDS, TOKENS
from cgr_audit.source.parse import Trees, parse
from tests.audit.hosts.every_field import PLACES, program

RECORDS = Path(__file__).parent / "every_field.json"
PLAIN = {
    "arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "kwd_attrs", "level", "lineno", "module",
    "rest", "simple", "str", "tag", "type_comment", "type_ignores",
}  # fmt: skip
"""Fields that never hold a node to walk, whatever their kind."""
_NAMED = ("FunctionDef", "AsyncFunctionDef", "ClassDef", "ExceptHandler", "MatchAs", "MatchStar", "alias")
_PARAMETERS = ("TypeVar", "ParamSpec", "TypeVarTuple")
HERE_PLAIN: dict[type[ast.AST], set[str]] = {
    **{getattr(ast, kind): {"name"} for kind in (*_NAMED, *_PARAMETERS) if hasattr(ast, kind)},
    ast.Constant: {"value"}, ast.MatchSingleton: {"value"},
}  # fmt: skip
NOT_IN_MODULES = {"Interactive", "Expression", "FunctionType", "TypeIgnore"}


def audited(folder: Path) -> dict[str, dict[str, Any]]:
    """The status and findings of every program, by its place, as the command writes them."""
    places = dict(enumerate(PLACES))
    for number, place in places.items():
        (folder / f"p{number:03}.py").write_text(program(place), "utf-8")
    out = folder / "audit.json"
    command = [sys.executable, "-m", "cgr_audit", "audit", str(folder), "--contract", "function", "--format", "json"]
    subprocess.run([*command, "--out", str(out), "--no-cache", "--fail-on", "never"], check=True, capture_output=True)
    audit = json.loads(out.read_text("utf-8"))
    found: dict[str, dict[str, Any]] = {place: {"findings": []} for place in PLACES}
    for record in audit["programs"]:
        found[places[int(Path(record["path"]).stem[1:])]]["status"] = record["status"]
    for record in audit["findings"]:
        span = record["span"]
        described = f"{record['code']} {span['line']}:{span['column']} {record['message']}"
        found[places[int(Path(record["path"]).stem[1:])]]["findings"].append(described)
    return found


def test_the_programs_hold_every_kind_of_node_and_every_field_that_holds_an_expression() -> None:
    kinds: set[type[ast.AST]] = set()
    for place in PLACES:
        trees = parse(program(place), lambda _source: None)
        assert isinstance(trees, Trees), place
        kinds.update(map(type, ast.walk(trees.tree)))
    assert {kind.__name__ for kind in NODE_FIELDS.keys() - kinds} == NOT_IN_MODULES


@pytest.mark.parametrize("kind", [kind for kind in NODE_FIELDS if kind.__module__ == "ast"])
def test_a_class_of_the_host_has_no_field_that_the_grammar_does_not_know(kind: type[ast.AST]) -> None:
    assert set(NODE_FIELDS[kind]) <= {*kind._fields, "type_params", "default_value"}
    fields = {*kind._fields} - {"names"} if kind in (ast.Global, ast.Nonlocal) else {*kind._fields}
    assert fields - PLAIN - HERE_PLAIN.get(kind, set()) <= set(NODE_FIELDS[kind])


def test_tokens_are_all_that_the_host_has() -> None:
    bases = (ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
    assert {kind for base in bases for kind in base.__subclasses__()} <= TOKENS


def test_every_place_is_read_alike_on_every_host(tmp_path: Path) -> None:
    found = audited(tmp_path)
    expected = json.loads(RECORDS.read_text("utf-8"))
    assert found == expected
    for place, record in found.items():
        assert record["status"] == "analysed", place
        assert any(finding.startswith("CGR403") for finding in record["findings"]), place


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        RECORDS.write_text(json.dumps(audited(Path(folder)), indent=1) + "\n", "utf-8")
