"""Loops written for the purpose, each with what was said of it before the analysis looked at it."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract

CONTRACT = load_contract("function")
FOLDER = Path(__file__).parent


def programs(file: str) -> dict[str, str]:
    """The bodies in a file, by their headings."""
    _, *parts = (FOLDER / file).read_text().split("\n== ")
    return {name: body for name, _, body in (part.partition("\n") for part in parts)}


def is_unbounded(body: str) -> bool:
    """Whether some loop in the body of a function may run without end."""
    lines = body.splitlines()
    imports = "\n".join(line for line in lines if line.startswith(("import ", "from ")))
    rest = "\n".join(line for line in lines if not line.startswith(("import ", "from ")))
    source = f"{imports}\ndef f(a, b, n, m, s, w, grid):\n{textwrap.indent(rest, '    ')}\n"
    return bool(Facts(ast.parse(source), CONTRACT).unbounded_loops)


@pytest.mark.parametrize(("file", "unbounded"), [("ending.txt", False), ("endless.txt", True)])
def test_a_loop_is_unbounded_exactly_if_it_has_no_measure(file: str, unbounded: bool) -> None:
    bodies = programs(file)
    assert len(bodies) > 150
    assert [name for name, body in bodies.items() if is_unbounded(body) is not unbounded] == []
