"""What contradicts a claim, shown with claims that are wrong on purpose."""

from __future__ import annotations

import ast
from collections import Counter

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.queries.provenance import Provenance
from cgr_audit.source.contract import load_contract
from corpus.random_scaffolds.claims import (
    Claim,
    Contradiction,
    bound_contradiction,
    flow_contradiction,
    provenance_contradictions,
)
from corpus.random_scaffolds.execution import Case, Observation

SOME, OTHERS = ("sun", "moon"), ("sun", "moon", "stars")


def facts(*body: str) -> Facts:
    text = "def solve(question, options, exp_config):\n" + "".join(f"    {line}\n" for line in body)
    return Facts(ast.parse(text), load_contract("cgr"))


def run(
    answer: str, *, line: int, script: str | None = "A", options: tuple[str, ...] = SOME, calls: int = 0
) -> Observation:
    return Observation(Case((script,), "q?", options), calls, "completed", (repr(answer), "None", "2"), line)


def against(provenance: Provenance, *runs: Observation) -> list[Contradiction]:
    return list(provenance_contradictions(provenance, runs, Counter()))


def test_more_calls_than_the_bound_at_the_number_of_options_contradict_it() -> None:
    bound = facts("for o in options:", "    llm_model(question, {})", "return 'A', None, 2").call_bound
    fits, exceeds = run("A", line=4, calls=2), run("A", line=4, calls=3)
    assert bound_contradiction(bound, [fits]) is None
    assert bound_contradiction(bound, [fits, exceeds]) == Contradiction(
        Claim.BOUND, "at most options calls", (exceeds,)
    )


def test_a_return_of_which_nothing_is_said_is_a_contradiction() -> None:
    provenance = facts("return 'A', None, 2").provenance
    (solver, *_) = against(provenance, run("A", line=9))
    assert solver == Contradiction(
        Claim.RETURN, "solverLLM_answer: nothing is said to be returned in line 9", (run("A", line=9),)
    )


def test_a_constant_that_is_not_among_those_of_its_return_is_a_contradiction() -> None:
    provenance = facts("return 'A', None, 2").provenance
    claim = "solverLLM_answer: only 'A' is said to be returned in line 2"
    assert against(provenance, run("A", line=2)) == []
    assert against(provenance, run("B", line=2))[0] == Contradiction(Claim.CONSTANT, claim, (run("B", line=2),))


def test_an_answer_of_the_item_must_not_follow_the_solver() -> None:
    provenance = facts("return question[:1], None, 2").provenance
    first, second = run("q", line=2), run("r", line=2, script="B")
    assert provenance.answer == ("item",)
    assert against(provenance, first, run("q", line=2, script="B")) == []
    assert against(provenance, first, second) == [
        Contradiction(Claim.SOLVER, "provenance item, but the answer is another", (first, second))
    ]


def test_a_literal_answer_must_not_follow_the_item() -> None:
    provenance = facts("return 'A', None, 2").provenance
    first, second = run("A", line=2), run("B", line=2, options=OTHERS)
    assert Claim.ITEM in {found.kind for found in against(provenance, first, second)}


def test_an_answer_of_the_solver_may_follow_everything() -> None:
    provenance = facts("return extract_answer(llm_model(question, {})), None, 2").provenance
    assert against(provenance, run("A", line=2), run("B", line=2, options=OTHERS)) == []


def test_a_fallback_is_compared_only_where_every_reply_is_a_letter() -> None:
    provenance = facts(
        "try:", "    llm_model(question, {})", "except Exception:", "    return 'B', None, 2", "return 'A', None, 2"
    ).provenance
    assert provenance.answer == ("fallback", "literal")
    assert against(provenance, run("A", line=6), run("B", line=5, script=None)) == []


def test_an_item_where_something_failed_is_compared_only_where_every_reply_is_a_letter() -> None:
    provenance = facts(
        "if extract_answer(llm_model(question, {})) in 'ABCD':",
        "    return 'A', None, 2",
        "return question[:1], None, 2",
    ).provenance
    assert provenance.answer == ("literal", "item")
    assert against(provenance, run("A", line=3), run("q", line=4, script="nothing")) == []
    assert against(provenance, run("A", line=3), run("q", line=4, script="B")) != []


def test_a_reply_that_only_flows_must_be_called_the_solvers() -> None:
    literal, solver = facts("return 'A', None, 2").provenance, facts("return llm_model('', {}), None, 2").provenance
    seen = run("A", line=2)
    assert flow_contradiction(solver, [seen], Counter()) is None
    assert flow_contradiction(literal, [seen], Counter()) == Contradiction(
        Claim.FLOW, "provenance literal, but the answer is the reply", (seen,)
    )


def test_every_test_is_counted() -> None:
    tested: Counter[Claim] = Counter()
    provenance = facts("return 'A', None, 2").provenance
    list(provenance_contradictions(provenance, [run("A", line=2), run("A", line=2, script="B")], tested))
    assert tested == {Claim.RETURN: 6, Claim.CONSTANT: 6, Claim.SOLVER: 1, Claim.LITERAL: 2}
