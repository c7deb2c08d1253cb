"""What is known of a single run."""

from __future__ import annotations

import pytest

from cgr_audit.execution.probe.counterfactual import letter_solver
from cgr_audit.execution.probe.trial import Trial
from cgr_audit.sandbox.outcome import Completed, Run
from cgr_audit.solvers.asking import ask
from cgr_audit.solvers.interface import SolverRequest


@pytest.mark.parametrize(
    ("answer", "response", "names"),
    [
        ("B", "Answer: B", True),
        ("B", "it is b.", True),
        ("B", "Bob", False),
        ("X", "Answer: B", False),
        ("(", "(", False),
        ("", "any word", False),
        (None, "any word", False),
        ("B", None, False),
    ],
)
def test_whether_a_response_names_the_answer(answer: str | None, response: str | None, names: bool) -> None:
    call = ask(lambda _request: response, SolverRequest("which?"))
    run = Run(Completed((answer, "A", 3)), (call,), 1, (), "", 0.0, "component")
    assert Trial(letter_solver("B"), run, answer).names_its_answer is names
