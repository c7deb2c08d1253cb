"""A path that ends because something raises costs what it has cost, wherever in a program the expression stands."""

from __future__ import annotations

import ast
import contextlib
import io
from pathlib import Path

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract

CONTRACT = load_contract("cgr")
RAISING = {
    "not callable": "1(llm_model('x', {}))",
    "function": "fails(llm_model('x', {}))",
    "item": "[llm_model('x', {})][3]",
    "attribute": "(llm_model('x', {}),).missing",
}
"""Expressions that query the solver once and then raise."""
PLACES = Path(__file__).with_name("raising_expressions.txt").read_text("utf-8").strip().split("\n\n")
PROGRAM = """\
def fails(text):
    raise ValueError

def solve(question, options, exp_config):
"""


class Stopped(BaseException):
    """The run has gone on for long enough."""


def calls_made(program: str, options: int) -> int:
    calls = 0

    def llm_model(prompt: str, exp_config: object = None) -> str:
        nonlocal calls
        calls += 1
        if calls > 50:
            raise Stopped
        return "A"

    names: dict[str, object] = {"llm_model": llm_model, "__name__": "program"}
    exec(program, names)
    items = [{"id": "ABCD"[number], "text": f"option {number}"} for number in range(options)]
    with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
        names["solve"]("which one?", items, {})  # type: ignore[operator]
    return calls


@pytest.mark.filterwarnings(
    "ignore::SyntaxWarning", "ignore::pytest.PytestUnraisableExceptionWarning", "ignore:coroutine"
)
@pytest.mark.parametrize("raising", RAISING.values(), ids=RAISING)
def test_no_run_makes_more_calls_than_the_bound(raising: str) -> None:
    too_low = []
    for place in PLACES:
        body = place.replace("RAISING", raising)
        program = PROGRAM + "".join(f"    {line}\n" for line in body.splitlines())
        bound = Facts(ast.parse(program), CONTRACT).call_bound
        for options in (0, 1, 4):
            limit, made = bound.at(options), calls_made(program, options)
            if limit is not None and made > limit:
                too_low.append((place, limit, made))
    assert len(PLACES) > 100
    assert too_low == []
