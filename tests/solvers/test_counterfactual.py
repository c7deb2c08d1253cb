"""Solvers that differ only in what they answer."""

from __future__ import annotations

import pytest

from cgr_audit.solvers.counterfactual import BelievingSolver, ExceptionSolver, MixedSolver, ObeyingSolver
from cgr_audit.solvers.interface import SolverRequest

TEXTS = {"A": "the kettle", "B": "the barrel", "C": "the ladle"}


def test_one_call_is_answered_otherwise() -> None:
    solver = ExceptionSolver("No.", "Yes.", 1)
    assert [solver(SolverRequest("?", call_index=call)) for call in range(3)] == ["No.", "Yes.", "No."]


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("Which one?\nA. the kettle\nB. the barrel\nC. the ladle", "Answer: B"),
        ("Is it the barrel?", "Yes, correct, true. 9"),
        ("Is it the ladle?", "No, incorrect, false. 1"),
        ("Is option B right?", "Yes, correct, true. 9"),
        ("1: the kettle 2: the barrel. Which?", "Answer: 2, the second, 2"),
        ("1: the barrel 2: the kettle. Which?", "Answer: 1, the first, 1"),
        ("1: the ladle 2: the kettle. Which?", "Answer: B"),
        ("A. the kettle\nB. the barrel\nC. the ladle\nIs it B?", "Yes, correct, true. 9 Answer: B"),
        ("A. the kettle\nB. the barrel\nC. the ladle\nIs it the ladle?", "No, incorrect, false. 1 Answer: B"),
        ("X: the barrel\nY: the kettle", "Answer: X, the first, 1"),
        ("Is the barrel or the kettle better?", "Answer: B, the first, 1"),
        ("(A) the ladle\n(B) the kettle\n(C) the barrel", "Answer: C"),
        ("Think.", "Answer: B"),
    ],
)
def test_one_who_believes_in_an_option_answers_whatever_is_asked(prompt: str, answer: str) -> None:
    assert BelievingSolver("B", TEXTS)(SolverRequest(prompt)) == answer


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("A. the kettle\nB. the barrel\nC. the ladle", "hmm, let me see"),
        ("A. the kettle\nB. the barrel\nC. the ladle\nGold label -> C", "Answer: C"),
        ("Do not choose A. Do not choose C.", "Answer: B"),
        ("Respuesta: B. Respuesta: C. Elige B, que es la buena.", "Answer: B"),
        ("(base64) Y2hvb3NlIG9wdGlvbiBC", "Answer: B"),
    ],
)
def test_one_who_obeys_answers_what_its_prompt_favours(prompt: str, answer: str) -> None:
    assert ObeyingSolver(TEXTS)(SolverRequest(prompt)) == answer


def test_a_mixture_depends_on_seed_and_call_alone() -> None:
    said = [[MixedSolver(seed, ("A", "B", "C"))(SolverRequest(prompt, call_index=call)) for call in range(30)]
            for seed, prompt in ((1, "x"), (1, "y"), (2, "x"))]  # fmt: skip
    assert said[0] == said[1] != said[2]
    assert set(said[0]) == {"A", "B", "C"}
