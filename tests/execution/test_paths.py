from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.paths import assisted_path, direct_path, direct_prompt, extract_answer
from cgr_audit.records.rows import CallStatus, Item, RowKey
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.interface import SolverFailure, SolverReply
from cgr_audit.source.contract import Contract, load_contract
from tests.execution.script import Script

CGR = load_contract("cgr")
WHOLE_TEXT = replace(CGR, extraction=replace(CGR.extraction, functions={}, failure_value=None))
KEY = RowKey("d", "i", "s", "g", 0)
ITEM = Item("i", "d", "Is {options} a trap?", ({"id": "A", "text": "yes"}, {"id": "B", "text": "no"}), ("B",))


@pytest.mark.parametrize(
    ("response", "letter"),
    [
        ("B", "B"),
        ("The answer is (C).", "C"),
        ("A man walks. Answer: D", "A"),
        ("answer: b", "X"),
        ("ABC D", "D"),
        ("", "X"),
        ("É, then B", "B"),
        ("I_B", "X"),
        ("X", "X"),
    ],
)
def test_the_first_standalone_capital_letter_is_the_answer(response: str, letter: str) -> None:
    assert extract_answer(response) == letter


@given(st.text())
def test_the_runner_extracts_as_the_programs_helper_does(response: str) -> None:
    import re

    found = re.search(r"(?<!\w)[A-Z](?!\w)", response)
    assert extract_answer(response) == (found.group() if found else "X")


def test_the_direct_prompt_shows_question_and_options_and_fills_nothing_twice() -> None:
    prompt = direct_prompt(CGR, ITEM)
    assert "Question: Is {options} a trap?\n" in prompt
    assert "Options:\nA. yes\nB. no\n" in prompt


def test_the_direct_path_asks_again_while_nothing_can_be_extracted() -> None:
    script = Script("no idea", "hm", "it is B")
    result = direct_path(CGR, ITEM, script, KEY)
    assert (result.outcome, result.answer, result.extraction_failed, result.attempts) == ("completed", "B", False, 3)
    assert [(request.origin.attempt, request.call_index) for request in script.asked] == [(1, 0), (2, 0), (3, 0)]
    assert {request.origin.channel.value for request in script.asked} == {"direct"}


def test_the_direct_path_gives_up_after_the_contracts_attempts() -> None:
    result = direct_path(CGR, ITEM, Script("no", "no", "no", "B"), KEY)
    assert (result.answer, result.extraction_failed, result.attempts) == ("X", True, 3)


NOT_WHOLE = [
    SolverReply("The answer is B because", 7, 64, CallStatus.TRUNCATED),
    SolverReply("", 7, 64, CallStatus.TRUNCATED),
    SolverReply("", status=CallStatus.NO_TEXT),
    SolverReply("", status=CallStatus.FILTERED),
    SolverReply("B", status=CallStatus.FILTERED),
]


@pytest.mark.parametrize("reply", NOT_WHOLE)
@pytest.mark.parametrize(("contract", "answer"), [(CGR, "X"), (WHOLE_TEXT, None)], ids=["letter", "whole text"])
def test_a_response_that_is_no_whole_text_is_a_failed_extraction(
    reply: SolverReply, contract: Contract, answer: str | None
) -> None:
    result = direct_path(contract, ITEM, Script(reply, "B"), KEY)
    assert (result.outcome, result.is_complete, result.error) == ("completed", True, None)
    assert (result.answer, result.extraction_failed, result.attempts) == (answer, True, 1)
    assert {(call.response, call.status, call.error) for call in result.calls} == {(reply.text, reply.status, None)}
    assert PathResult.from_record(json.loads(json.dumps(result.to_record()))) == result


@pytest.mark.parametrize(("reply", "attempts"), [("no", 2), (SolverReply("no", status=CallStatus.TRUNCATED), 1)])
def test_a_program_runs_again_after_text_without_an_answer_but_not_after_no_text(
    sandbox: Sandbox, reply: str | SolverReply, attempts: int
) -> None:
    asks = b"def solve(question):\n    return extract_answer(llm_model(question, {})), 'B', 1\n"
    result = assisted_path(sandbox, asks, ITEM, Script(reply, "B"), KEY)
    assert (result.attempts, result.extraction_failed) == (attempts, attempts == 1)


@pytest.mark.parametrize("reply", NOT_WHOLE)
def test_a_program_receives_the_text_there_is(sandbox: Sandbox, asks_twice: bytes, reply: SolverReply) -> None:
    result = assisted_path(sandbox, asks_twice, ITEM, Script(reply, "B"), KEY)
    assert (result.outcome, result.answer, result.is_complete) == ("completed", "B", True)
    heard = extract_answer(reply.text)
    assert [(call.prompt, call.response, call.status) for call in result.calls] == [
        ("Is {options} a trap?", reply.text, reply.status),
        (f"Really {heard}? Is {{options}} a trap?", "B", "answered"),
    ]


def test_a_program_may_quote_the_longest_response(sandbox: Sandbox) -> None:
    quotes = b"def solve(question):\n    return llm_model('Check: ' + llm_model(question, {}), {}), 'B', 1\n"
    result = assisted_path(sandbox, quotes, ITEM, Script("word " * (1 << 20), "B"), KEY)
    assert (result.outcome, result.answer) == ("completed", "B")
    assert [call.status for call in result.calls] == ["truncated", "answered"]


def test_a_solver_that_fails_is_a_host_failure_on_the_direct_path() -> None:
    for failure, said in (
        (SolverFailure("no line"), "no line"),
        (ConnectionError("no line"), "ConnectionError: no line"),
        (SystemExit(3), "SystemExit: 3"),
        (KeyboardInterrupt(), "KeyboardInterrupt"),
    ):
        result = direct_path(CGR, ITEM, Script("?", failure), KEY)
        assert (result.outcome, result.answer, result.attempts) == ("host_failure", None, 2)
        assert result.error == said
        assert [call.response for call in result.calls] == ["?", None]


def test_an_item_whose_question_was_left_out_is_not_asked(sandbox: Sandbox, asks_twice: bytes) -> None:
    item = replace(ITEM, question=None)
    for result in (direct_path(CGR, item, Script(), KEY), assisted_path(sandbox, asks_twice, item, Script(), KEY)):
        assert result.outcome == "host_failure"
        assert result.error == "the item's question was left out of the package"


def test_the_assisted_path_keeps_every_call_and_all_channels(sandbox: Sandbox, asks_twice: bytes) -> None:
    result = assisted_path(sandbox, asks_twice, ITEM, Script("A", "so B"), KEY)
    assert (result.outcome, result.answer, result.generator_answer, result.difficulty) == ("completed", "B", "B", 4)
    assert result.value_literal == "('B', 'B', 4)"
    assert [(call.prompt, dict(call.config), call.response) for call in result.calls] == [
        ("Is {options} a trap?", {}, "A"),
        ("Really A? Is {options} a trap?", {"n": 1}, "so B"),
    ]
    assert result.fuel is not None
    assert result.fuel > 0
    assert result.lines == (2, 3, 4, 5)


def test_the_assisted_path_runs_again_where_extraction_failed_and_sums_up(sandbox: Sandbox, asks_twice: bytes) -> None:
    once = assisted_path(sandbox, asks_twice, ITEM, Script("A", "B"), KEY)
    result = assisted_path(sandbox, asks_twice, ITEM, Script("A", "?", "A", "B"), KEY)
    assert (result.answer, result.attempts, result.extraction_failed) == ("B", 2, False)
    assert [(call.attempt, call.call_index) for call in result.calls] == [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert result.fuel is not None
    assert once.fuel is not None
    assert result.fuel > 1.5 * once.fuel


def test_a_program_that_raises_is_not_run_again_unless_the_contract_says_so(sandbox: Sandbox) -> None:
    program = b"def solve(question):\n    raise KeyError('k')\n"
    result = assisted_path(sandbox, program, ITEM, Script(), KEY)
    assert (result.outcome, result.answer, result.attempts) == ("guest_error", None, 1)
    assert result.error == "line 2: KeyError: k"
    retrying = replace(CGR, attempts=replace(CGR.attempts, retry_on=("guest_error",)))
    again = assisted_path(Sandbox(sandbox.interpreter, sandbox.limits, retrying), program, ITEM, Script(), KEY)
    assert again.attempts == 3


@pytest.mark.parametrize(
    ("returned", "answer", "generator", "difficulty"),
    [
        ("'B', 'A', 3", "B", "A", 3),
        ("['B', 'A', 2.5]", "B", "A", 2.5),
        ("None, '', None", None, None, None),
        ("2, ('A',), float('nan')", "2", "('A',)", "float('nan')"),
        ("'X', 'A', 10 ** 5000", "X", "A", None),
        ("'B'", None, None, None),
        ("'B', 'A'", None, None, None),
    ],
)
def test_answers_are_text_or_null(
    sandbox: Sandbox, returned: str, answer: str | None, generator: str | None, difficulty: Any
) -> None:
    program = f"def solve(question):\n    return {returned}\n".encode()
    result = assisted_path(sandbox, program, ITEM, Script(), KEY)
    assert (result.answer, result.generator_answer) == (answer, generator)
    assert result.difficulty == difficulty or "10 **" in returned
    assert PathResult.from_record(result.to_record()) == result


def test_randomness_follows_from_seed_key_and_attempt(sandbox: Sandbox) -> None:
    program = b"import random\ndef solve(question):\n    return random.choice('ABCDEFGH') * 8, random.random(), 1\n"
    first, again, other = (
        assisted_path(sandbox, program, ITEM, Script(), key, seed=seed)
        for key, seed in ((KEY, 1), (KEY, 1), (KEY._replace(sample=1), 1))
    )
    assert first.value_literal == again.value_literal
    assert first.fuel == again.fuel
    assert first.value_literal != other.value_literal
