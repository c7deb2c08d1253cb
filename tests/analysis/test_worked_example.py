"""The program that ``docs/analyses.md`` follows through the interpreter has the values that the page gives."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from cgr_audit.analysis.domains.bound_text import write
from cgr_audit.analysis.domains.intervals import Interval
from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.interpreter.heap import length_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.objects import Mapped
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import Value, interval_of, places_of
from cgr_audit.analysis.interpreter.watch import Watch
from cgr_audit.analysis.queries.provenance import find_provenance
from cgr_audit.source.contract import load_contract

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "analyses.md").read_text("utf-8")
PROGRAM = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]


class _Recorder(Watch):
    """Keeps the last intervals of the tally's entries and the size of the slice, as the page writes them."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[str, str] = {}

    def attach(self, interp: Interpreter) -> None:
        evaluate = interp.evaluate

        def recorded(node: ast.expr, frame: Frame, state: State) -> Value:
            value = evaluate(node, frame, state)
            if isinstance(node, ast.Name) and node.id == "tally":
                found = state.heap[places_of(value)[0]]
                assert isinstance(found, Mapped)
                self.seen |= {key: _written(interval_of(held)) for key, held in found.entries.items()}
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
                self.seen["slice"] = _written(length_of(value, state))
            return value

        interp.evaluate = recorded


def _written(interval: Interval | None) -> str:
    assert interval is not None
    low, high = ("open" if end is None else write(end) for end in (interval.low, interval.high))
    return f"[{low}, {high}]"


def test_the_answer_and_the_bound_are_those_of_the_page() -> None:
    facts = Facts(ast.parse(PROGRAM), load_contract("cgr"))
    assert facts.provenance.answer == ("literal",)
    assert facts.call_bound.expression == "min(3, options)"


def test_the_intervals_are_those_of_the_page() -> None:
    facts = Facts(ast.parse(PROGRAM), load_contract("cgr"))
    recorder = _Recorder()
    find_provenance(facts.index, facts.scopes, facts.contract, facts.entry, recorder)
    text = " ".join(PAGE.split())
    assert f"`options[:3]` {recorder.seen['slice']}" in text
    assert f'after the loop in {recorder.seen["B"]}; `tally["A"]` then in {recorder.seen["A"]}' in text
