"""Controls: what each asks, how many calls it makes, and what it makes of the answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.execution.control_plan import chosen_controls
from cgr_audit.execution.controls import ControlChoice, control_parameters, control_path, parse_control
from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.paths import direct_prompt
from cgr_audit.records.rows import CallStatus, ControlName, Item, RowKey
from cgr_audit.solvers.interface import SolverFailure, SolverReply
from cgr_audit.source.contract import Contract, load_contract
from cgr_audit.source.contract_types import Control
from tests.execution.script import Script

CGR = load_contract("cgr")
KEY = RowKey("d", "i", "s", "", 0)
OPTIONS = tuple({"id": letter, "text": f"option {letter.lower()}"} for letter in "ABCD")
ITEM = Item("i", "d", "Which?", OPTIONS, ("B",))


def asked(control: str, calls: int, solver: Script, contract: Contract = CGR, item: Item = ITEM) -> PathResult:
    name = ControlName(control)
    parameters = control_parameters(contract, name, {"temperature": 0.0, "max_tokens": 2000})
    return control_path(contract, name, calls, item, solver, KEY, parameters=parameters)


@pytest.mark.parametrize(
    ("replies", "answer"),
    [
        ("ABB", "B"),
        ("CAAC", "C"),
        ("ACCA", "A"),
        ("?C?", "C"),
        ("??", "X"),
        ("D", "D"),
    ],
)
def test_self_consistency_is_the_majority_of_samples_and_the_first_seen_of_equals(replies: str, answer: str) -> None:
    solver = Script(*replies)
    result = asked("self-consistency", len(replies), solver)
    assert (result.answer, result.extraction_failed, len(result.calls)) == (answer, answer == "X", len(replies))
    assert {request.prompt for request in solver.asked} == {direct_prompt(CGR, ITEM)}
    assert [request.call_index for request in solver.asked] == list(range(len(replies)))
    assert {request.parameters["temperature"] for request in solver.asked} == {0.7}
    assert {call.channel for call in result.calls} == {"self-consistency"}


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A man has two. I think C fits.\nAnswer: B", "B"),
        ("The answer is A? No: option D fails.\n**Answer: (C)**", "C"),
        ("A man has two, so D", "D"),
        ("I do not know", "X"),
    ],
)
def test_after_reasoning_the_last_named_answer_counts_and_not_the_first_capital(text: str, answer: str) -> None:
    solver = Script(text)
    result = asked("cot", 1, solver)
    assert (result.answer, len(result.calls)) == (answer, 1)
    assert 'a line that reads "Answer: X"' in solver.asked[0].prompt
    assert solver.asked[0].parameters == {"temperature": 0.0, "max_tokens": 2000}


@pytest.mark.parametrize("status", [CallStatus.TRUNCATED, CallStatus.NO_TEXT, CallStatus.FILTERED])
@pytest.mark.parametrize("control", ["cot", "self-consistency", "repeated-call", "generator-alone"])
def test_what_is_no_whole_text_is_a_failed_extraction_that_costs_its_call(control: str, status: CallStatus) -> None:
    solver = Script(SolverReply("Answer: B", status=status), "C")
    assert asked(control, 1, solver).extraction_failed
    assert len(solver.asked) == 1


@pytest.mark.parametrize(
    ("replies", "steps", "answer"),
    [
        ("BBBB", ["answer", "verify B", "answer", "verify B"], "B"),
        ("ABB", ["answer", "verify A", "decide A B"], "B"),
        ("ACD", ["answer", "verify A", "decide A C"], "A"),
        ("AB", ["answer", "verify A"], "A"),
        ("?B?C", ["answer", "answer", "verify B", "answer"], "B"),
        ("ABBDD", ["answer", "verify A", "decide A B", "answer", "verify D"], "B"),
    ],
)
def test_the_repeated_controller_answers_verifies_and_breaks_ties_to_its_budget(
    replies: str, steps: list[str], answer: str
) -> None:
    solver = Script(*replies)
    result = asked("repeated-call", len(replies), solver)
    assert [step(request.prompt) for request in solver.asked] == steps
    assert result.answer == answer


def step(prompt: str) -> str:
    if "Proposed answer: " in prompt:
        return "verify " + prompt.partition("Proposed answer: ")[2][0]
    named = prompt.partition("Two answers were given: ")[2]
    return f"decide {named[0]} {named[6]}" if named else "answer"


def test_a_fault_of_the_service_is_no_answer_and_ends_the_control() -> None:
    result = asked("self-consistency", 3, Script("B", SolverFailure("gone")))
    assert (result.is_complete, result.answer, result.error, len(result.calls)) == (False, None, "gone", 2)
    hidden = asked("cot", 1, Script(), item=replace(ITEM, question=None))
    assert (hidden.is_complete, hidden.error) == (False, "the item's question was left out of the package")


def test_the_contract_words_prompts_and_sets_parameters() -> None:
    controls = {"cot": Control("Think: {question}", 64, 0.2), "self-consistency": Control("Say: {question}")}
    contract = replace(CGR, controls=controls)
    for control, prompt, sent in (
        ("cot", "Think: Which?", {"temperature": 0.2, "max_tokens": 64}),
        ("self-consistency", "Say: Which?", {"temperature": 0.7, "max_tokens": 2000}),
    ):
        solver = Script("B")
        asked(control, 1, solver, contract)
        assert (solver.asked[0].prompt, solver.asked[0].parameters) == (prompt, sent)


def test_a_control_is_named_with_or_without_a_number_of_calls() -> None:
    assert parse_control("self-consistency:5") == ControlChoice(ControlName.SELF_CONSISTENCY, 5)
    assert [parse_control(text).is_matched for text in ("repeated-call", "repeated-call:3", "cot")] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["vote"], "--control 'vote': no control 'vote'; there are direct, cot, "),
        (["cots"], "--control 'cots': no control 'cots'; did you mean 'cot'? there are direct, cot, "),
        (["cot:3"], "--control 'cot:3': cot takes no number of calls; self-consistency and repeated-call do"),
        (["self-consistency:0"], "--control 'self-consistency:0': '0' is not a number of calls from 1 to 1,000"),
        (["repeated-call:²"], "'²' is not a number of calls"),
        (["cot", "cot"], "--control cot: given twice"),
        (["repeated-call:2", "repeated-call:3"], "--control repeated-call: given twice"),
        (["generator-alone"], "--control generator-alone: give the generator's model with --generator SPEC"),
    ],
)
def test_controls_that_cannot_be_asked_are_refused_in_one_line(texts: list[str], said: str) -> None:
    with pytest.raises(UsageError) as refused:
        chosen_controls(CGR, map(parse_control, texts), has_generator=False)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_without_a_direct_prompt_nothing_is_asked_beside_programs() -> None:
    bare = replace(CGR, direct=replace(CGR.direct, prompt=""))
    assert chosen_controls(bare, (), has_generator=False) == ()
    with pytest.raises(UsageError, match="has no direct prompt, which controls need"):
        chosen_controls(bare, [parse_control("cot")], has_generator=False)
