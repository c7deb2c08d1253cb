"""The simulated solvers read prompts as they are meant, and the same request always gets the same reply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from prompt_reading import PromptReading, Task
from simulated_solvers import PROFILES, SimulatedSolver

from cgr_audit.records.rows import RowKey
from cgr_audit.solvers.interface import CallOrigin, SolverRequest

TEXTS = {"A": "4", "B": "47", "C": "a thing", "D": "another thing"}


def asked(prompt: str, dataset: str = "everyday_physics", item_id: str = "ep-07", call_index: int = 0) -> SolverRequest:
    return SolverRequest(prompt, origin=CallOrigin(RowKey(dataset, item_id, "s", "g", 0)), call_index=call_index)


@pytest.mark.parametrize(
    ("prompt", "task"),
    [
        ("Q?\nA. 4\nReply with a single letter.", Task.LETTER),
        ("Q: one?\nAnswer: B\n\nQ: two?\nAnswer:", Task.LETTER),
        ("Which can be ruled out? Answer with a single letter.", Task.ELIMINATE),
        ("Proposed answer: A. Is it right? Reply yes or no.", Task.CHECK),
        ("How many? Reply with the number only.", Task.NUMBER),
        ("Write one line of Python that sets x.", Task.CODE),
        ("Explain what happens.", Task.RATIONALE),
        ("", Task.RATIONALE),
    ],
)
def test_the_task_is_read_from_the_prompt(prompt: str, task: Task) -> None:
    assert PromptReading(prompt, TEXTS).task is task


@pytest.mark.parametrize(
    ("prompt", "shown"),
    [
        ("A. 4\nB. 47\nC. a thing\nD. another thing", {"A": "A", "B": "B", "C": "C", "D": "D"}),
        ("A. 47\nB. 4", {"A": "B", "B": "A"}),
        ("(C) a thing", {"C": "C"}),
        ("D = another thing; A: 4", {"A": "A", "D": "D"}),
        ("[('A', '4'), ('B', '47')]", {"A": "A", "B": "B"}),
        ("no options at all", {"A": "A", "B": "B", "C": "C", "D": "D"}),
    ],
)
def test_the_lettering_is_the_prompts_own(prompt: str, shown: dict[str, str]) -> None:
    assert PromptReading(prompt, TEXTS).shown == shown


@pytest.mark.parametrize(
    ("prompt", "proposed"),
    [
        ("Claim: a thing\nIs it so?", "C"),
        ("A. 47\nB. 4\nProposed answer: B. Is it right?", "A"),
        ("Proposed: 47. Is this right?", "B"),
        ("Does 'another thing' mean the same?", "D"),
        ("Is it right?", None),
    ],
)
def test_the_proposal_under_check_is_found(prompt: str, proposed: str | None) -> None:
    assert PromptReading(prompt, TEXTS).proposed == proposed


def test_only_an_answer_called_correct_is_a_hint() -> None:
    assert PromptReading("For comparison, the reference answer is C.", TEXTS).hint == "C"
    assert PromptReading("Q: another one\nAnswer: B\n\nQ: this one", TEXTS).hint is None


@pytest.mark.parametrize("name", PROFILES)
def test_the_same_request_always_gets_the_same_reply(
    name: str, demo_lines: Callable[[str], list[dict[str, Any]]]
) -> None:
    items = demo_lines("items.jsonl")
    replies = [
        [SimulatedSolver(PROFILES[name], items)(asked("Letter?", call_index=call)) for call in range(40)]
        for _ in range(2)
    ]
    assert replies[0] == replies[1]
    assert len(set(replies[0])) > 3


def test_the_larger_solver_is_right_more_often(demo_lines: Callable[[str], list[dict[str, Any]]]) -> None:
    items = demo_lines("items.jsonl")
    right = {}
    for name, profile in PROFILES.items():
        solver = SimulatedSolver(profile, items)
        right[name] = sum(
            solver(asked("Reply with a single letter.", item["dataset"], item["item_id"], call_index=call))
            == f"Answer: {item['correct_ids'][0]}"
            for item in items
            for call in range(20)
        )
    assert right["small-3b"] > 1.2 * right["tiny-1b"] > 0


def test_an_item_that_the_solver_was_not_given_is_an_error() -> None:
    with pytest.raises(KeyError):
        SimulatedSolver(PROFILES["tiny-1b"], [])(asked("Letter?"))
