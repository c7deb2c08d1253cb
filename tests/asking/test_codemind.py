"""What an item must have, which test a model is shown, how it is made wrong, and what counts as a response."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Any
from unittest.mock import Mock

import pytest

from cgr_audit.asking import clr_bench, codemind, codesteps
from cgr_audit.asking.asker import Answer, RowStatus
from cgr_audit.asking.code_block import code_block
from cgr_audit.asking.codemind import CodeMindItem, CodeMindTasks
from cgr_audit.asking.shown_test import mutated, shown_test
from cgr_audit.schema import load_schema
from cgr_audit.scorecards.codemind.case import Case, Setting, Task
from cgr_audit.scorecards.codemind.comparison import parsed_response
from cgr_audit.scorecards.codemind.resolved import resolve
from cgr_audit.scorecards.running.runner import ProgramRunner, TestCase


@pytest.mark.parametrize(
    ("expected", "rule", "shown"),
    [
        ("True", "negate", "False"),
        ("3", "add-one", "4"),
        ("-1", "add-one", "0"),
        ("2.5", "add-one", "3.5"),
        ("1e300", "to-zero", "0"),
        ("None", "to-zero", "0"),
        ("'ab'", "append-letter", "'abx'"),
        ('""', "append-letter", "'x'"),
        ("b'a'", "append-letter", "b'ax'"),
        ("YES\n", "append-letter", "YESx"),
        ("5\n", "add-one", "6"),
        ("[1, [2, 3]]", "drop-last", "[1]"),
        ("[]", "insert-zero", "[0]"),
        ("(1, 2)", "drop-last", "(1,)"),
        ("()", "insert-zero", "(0,)"),
        ("{'b', 'a'}", "drop-last", "{'b'}"),
        ("{1}", "drop-last", "set()"),
        ("{'a': 1, 'b': 2}", "drop-last", "{'a': 1}"),
        ("{}", "insert-zero", "{0: 0}"),
    ],
)
def test_an_expected_output_is_made_wrong_by_a_rule_that_has_a_name(expected: str, rule: str, shown: str) -> None:
    mutation = mutated(expected)
    assert mutation is not None
    assert mutation.to_record() == {"rule": rule, "original": expected, "shown": shown}


def test_what_stays_equal_or_cannot_be_written_is_no_mutation() -> None:
    assert mutated("{1, 1}") is None
    assert mutated("9" * 4300) is None


@pytest.mark.parametrize(
    ("tests", "text", "misleading"),
    [
        ("assert f(1) == 2\nassert f(2) == 3", "assert f(1) == 2", "assert f(1) == 3"),
        ("assert f(1) == [1], 'wrong'", "assert f(1) == [1]", "assert f(1) == []"),
        ("assert f(1) > 0\nassert f(2) == 3", "assert f(2) == 3", "assert f(2) == 4"),
        ("assert abs(f(1) - 2) < 1e-6", "assert abs(f(1) - 2) < 1e-6", None),
        (
            "def check(candidate):\n    assert candidate(1) == -2\n",
            "assert candidate(1) == -2",
            "assert candidate(1) == -1",
        ),
        ((TestCase("1", "2"), TestCase("3", "4")), "Input:\n1\nOutput:\n2", "Input:\n1\nOutput:\n3"),
        ("assert", None, None),
        ((), None, None),
    ],
)
def test_the_first_test_with_a_literal_is_shown(
    tests: str | tuple[TestCase, ...], text: str | None, misleading: str | None
) -> None:
    shown = shown_test(tests)
    assert (None if shown is None else shown.text) == text
    wrong = None if shown is None else shown.misleading()
    assert (None if wrong is None else wrong[0].text) == misleading
    if misleading is not None and misleading.startswith("assert"):
        ast.parse(misleading)


ITEM: dict[str, Any] = {"id": 1, "benchmark": "b"}
PROGRAM = {"program": "def f(x): return x", "input": "1"}


@pytest.mark.parametrize(
    ("task", "fields", "fault"),
    [
        ("ier", PROGRAM, None),
        ("ier", {"program": "x"}, "/input: missing; ier needs it"),
        ("ier", {**PROGRAM, "language": "java"}, "/expected: missing; ier needs it"),
        ("ier", {**PROGRAM, "language": "java", "expected": "1"}, None),
        ("der", {"description": "d", "input": "1", "tests": "assert f(1) == 1"}, None),
        ("der", {"description": "d", "input": "1", "expected": "1"}, None),
        ("der", {"description": "d", "input": "1"}, "/tests: missing; der needs it"),
        ("der", {"description": "d", "tests": "assert f(1) == 1"}, "/input: missing; der needs it"),
        ("sr", {"tests": "assert f(1) == 1"}, "/description: missing; sr needs it"),
        (
            "sr",
            {"description": "d", "language": "java"},
            "/language: programs of sr are run, and only Python is; ask for ier",
        ),
        ("ier", {**PROGRAM, "model": "m"}, "/model: rows have a field of that name; give it another one"),
    ],
)
def test_an_item_has_what_its_tasks_need(task: str, fields: dict[str, Any], fault: str | None) -> None:
    assert CodeMindItem((Task(task),)).fault(ITEM | fields) == fault


@pytest.mark.parametrize(
    ("response", "predicted"),
    [
        ("<<<Output>>>\n4\n[END-OF-RESPONSE]", "\n4\n"),
        ("So <<<Output>>> it is.\n<<<Output>>>4[END-OF-RESPONSE] Done.", "4"),
        ("<<<Output>>>[END-OF-RESPONSE]", ""),
        ("<<<Output>>>4[END-OF-RESPONSE] Next: <<<Output>>>5[END-OF-RESPONSE] <<<Out", "4"),
        ("<<<Output>>>4", None),
        ("4[END-OF-RESPONSE]", None),
        ("[END-OF-RESPONSE]<<<Output>>>4", None),
        ("4", None),
    ],
)
def test_a_prediction_stands_between_both_marks(response: str, predicted: str | None) -> None:
    assert parsed_response(response) == predicted


def test_a_response_that_does_not_have_the_form_is_never_right() -> None:
    row = {**ITEM, "task": "ier", "predicted": None, "response": "4"}
    assert Case.of(row).predicted == "4"
    assert Case.of(row | {"status": "unparsed"}).predicted is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("```\nx = 1\n```", "x = 1\n"),
        ("Here:\n```python\nx = 1\n\ny = 2\n```\nDone.", "x = 1\n\ny = 2\n"),
        ("```\nx = 1", None),
        ("x = 1", None),
        ("```\n \n```", None),
        ("```\nx = 1\n```\n```\ny = 1\n```", None),
        ("```\nx = 1\n```python", None),
        ("```\r\nx = '\u2028\x0c\x1c'\r\n```", "x = '\u2028\x0c\x1c'\n"),
        ("", None),
    ],
)
def test_a_program_stands_in_one_closed_block(text: str, code: str | None) -> None:
    assert code_block(text) == code


@pytest.mark.parametrize(
    ("system", "of_rows"),
    [("codemind", codemind.OF_ROWS), ("codesteps", codesteps.OF_ROWS), ("clr_bench", clr_bench.OF_ROWS)],
)
def test_what_an_item_may_have_its_rows_may_have(system: str, of_rows: Collection[str]) -> None:
    """Else a row that was paid for breaks its schema."""
    item, row = (load_schema(f"{system}_{kind}")["properties"] for kind in ("item", "row"))
    assert set(row) - set(item) <= set(of_rows)
    for name in item.keys() & row.keys():
        assert _types(item[name]) <= _types(row[name])


def _types(schema: Any) -> set[str]:
    if "anyOf" in schema:
        return set().union(*map(_types, schema["anyOf"]))
    types = schema.get("type", schema.get("enum", ()))
    return {types} if isinstance(types, str) else set(types)


def test_tests_in_fences_are_shown_and_judged_by() -> None:
    fields = {"description": "d", "program": "```\ndef f(x):\n    return x\n```", "tests": "```\nassert f(1) == 1\n```"}
    asked = CodeMindTasks((Task.SR,), (), (Setting.WITH_TEST,))
    (task,) = asked.of([ITEM | fields])
    asker = Mock()
    asker.ask.return_value = Answer("```\ndef f(x): return x\n```", RowStatus.ANSWERED)
    row = task.write(asker)
    assert asker.ask.call_args.args[1]["test"] == "assert f(1) == 1"
    assert (row["tests"], row["program"]) == ("assert f(1) == 1\n", "def f(x):\n    return x\n")


def test_an_own_program_whose_output_was_not_asked_for_is_in_no_figure() -> None:
    row = {**ITEM, "task": "der", "generated_program": "x", "passed": True, "expected": "1", "predicted": None}
    (found, asked) = resolve([Case.of({**row, "synthesis": one}) for one in ("fails_tests", "passes")], ProgramRunner())
    assert (found.dropped, asked.dropped) == ("output_not_asked", None)
