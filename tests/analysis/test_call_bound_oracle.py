"""Call bounds against execution: no run of a random scaffold ever makes more calls than its bound."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract
from tests.analysis.scaffold_grammar import Grammar

CONTRACT = load_contract("cgr")
CAP = 200
REPLIES = ("yes", "no", "X", "3", "a b c", "0")


class Stopped(BaseException):
    """The run has gone on for long enough; no handler of a program catches this."""


def calls_made(program: str, options: int, reply: Callable[[], str]) -> int:
    """Run a program that this file's grammar wrote, and count its solver calls."""
    calls = rounds = 0

    def llm_model(prompt: str, exp_config: object) -> str:
        nonlocal calls
        calls += 1
        if calls >= CAP:
            raise Stopped
        return reply()

    def tick() -> None:
        nonlocal rounds
        rounds += 1
        if rounds > 10 * CAP:
            raise Stopped

    names: dict[str, object] = {"llm_model": llm_model, "tick": tick}
    try:
        exec(program, names)
        names["solve"]("q?", [f"option {number}" for number in range(options)])  # type: ignore[operator]
    except (Exception, Stopped):  # noqa: BLE001  whatever a random program raises
        return calls
    return calls


def scripted(seed: str) -> Callable[[], str]:
    """Replies that are always the same, or mixed, some of which fail."""
    source = random.Random(seed)
    mode = source.choice(("mixed", *REPLIES))
    fails = source.random() < 0.3

    def reply() -> str:
        if fails and source.random() < 0.3:
            raise ValueError("the solver failed")
        return source.choice(REPLIES) if mode == "mixed" else mode

    return reply


def assert_sound(program: str, label: str) -> bool:
    """Check one program under several numbers of options and scripts; says whether it has a bound."""
    bound = Facts(ast.parse(program), CONTRACT).call_bound
    if bound.bound is None:
        assert bound.reasons
        return False
    for options in (1, 2, 4):
        for trial in range(4):
            made = calls_made(program, options, scripted(f"{label} {options} {trial}"))
            limit = bound.at(options)
            assert limit is not None
            assert made <= limit, f"{made} calls with {options} options, bound {bound.expression}\n{program}"
    return True


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_run_exceeds_the_bound(data: st.DataObject) -> None:
    program = Grammar(lambda texts: data.draw(st.sampled_from(texts))).program()
    assume(len(program) < 4000)
    assert_sound(program, "hypothesis")


@pytest.mark.parametrize("block", range(4))
def test_most_random_scaffolds_have_a_bound_and_none_is_exceeded(block: int) -> None:
    bounded = 0
    for number in range(15):
        label = f"{block}.{number}"
        bounded += assert_sound(Grammar(random.Random(label).choice).program(), label)
    assert bounded >= 5


@pytest.mark.slow
@pytest.mark.parametrize("block", range(40))
def test_thousands_of_random_scaffolds_stay_within_their_bounds(block: int) -> None:
    for number in range(50):
        label = f"slow {block}.{number}"
        assert_sound(Grammar(random.Random(label).choice).program(), label)
