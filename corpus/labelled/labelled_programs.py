"""The labelled programs: what each file of ``labels.jsonl`` says, with the bytes it is about."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cgr_audit.source.unwrap import unwrap

__all__ = ["FOLDER", "ExpectedFinding", "LabelledProgram", "bound_at", "labelled_programs"]

FOLDER = Path(__file__).resolve().parent
NO_NUMBER = ("item", "unbounded", "unknown")


@dataclass(frozen=True, slots=True)
class ExpectedFinding:
    """One finding that a program deserves."""

    code: str
    lines: tuple[int, ...]
    """Where it may begin; one line where only one will do."""


@dataclass(frozen=True, slots=True)
class LabelledProgram:
    """One program and everything that was said about it by hand."""

    program: str
    """Its path below ``programs/``."""
    contract: str
    findings: tuple[ExpectedFinding, ...]
    call_bound: str | None
    """Canonical text, ``unbounded`` or ``unknown``; nothing where there is no entry to count for."""
    provenance: frozenset[str] | None
    """Nothing where the specification leaves it open."""
    clean: bool
    tricky: bool
    note: str
    arguments: str | None
    """The entry's arguments as Python source, for the contract `function`."""
    open_codes: frozenset[str]
    """Codes on which the specification leaves a choice: neither their presence nor their absence is a fault."""
    is_run: bool
    """Whether execution can say anything about it."""

    @property
    def source(self) -> bytes:
        """The file's bytes."""
        return (FOLDER / "programs" / self.program).read_bytes()

    @property
    def runnable(self) -> bytes:
        """What is executed: the file's bytes, or the one program inside a wrapped text."""
        taken = unwrap(self.source.decode(), _parses).sole if "CGR002" in self.codes else None
        return self.source if taken is None else taken.text.encode()

    @property
    def codes(self) -> frozenset[str]:
        """The codes that hold."""
        return frozenset(finding.code for finding in self.findings)


def labelled_programs(folder: Path = FOLDER) -> Iterator[LabelledProgram]:
    """Every labelled program, sorted by its path."""
    for line in (folder / "labels.jsonl").read_text("utf-8").splitlines():
        yield _program(json.loads(line))


def bound_at(text: str, options: int) -> int | None:
    """The value of a call bound at a number of options; nothing for a bound without a number."""
    return None if text in NO_NUMBER else _value(ast.parse(text, mode="eval").body, options)


def _parses(piece: str) -> bool:
    try:
        ast.parse(piece)
    except SyntaxError:
        return False
    return True


def _program(record: dict[str, Any]) -> LabelledProgram:
    provenance = record["provenance"]
    return LabelledProgram(
        program=record["program"],
        contract=record["contract"],
        findings=tuple(_finding(found) for found in record["codes"]),
        call_bound=record["call_bound"],
        provenance=None if provenance is None else frozenset(provenance),
        clean=record["clean"],
        tricky=record["tricky"],
        note=record["note"],
        arguments=record.get("arguments"),
        open_codes=frozenset(record.get("open", ())),
        is_run=not record.get("not_run", False),
    )


def _finding(record: dict[str, Any]) -> ExpectedFinding:
    return ExpectedFinding(record["code"], tuple(record.get("lines") or [record["line"]]))


def _value(node: ast.expr, options: int) -> int:
    match node:
        case ast.Constant(value=int() as number):
            return number
        case ast.Name(id="options"):
            return options
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, options)
        case ast.BinOp(left=left, op=operator, right=right):
            return _combined(operator, _value(left, options), _value(right, options))
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=parts):
            values = [_value(part, options) for part in parts]
            return min(values) if name == "min" else max(values)
    raise ValueError(f"no call bound: {ast.unparse(node)}")


def _combined(operator: ast.operator, left: int, right: int) -> int:
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left // right
    raise ValueError("a call bound has no other operators")
