"""What CodeMind's rows add up to: predictions, programs, and what is dropped."""

from __future__ import annotations

from typing import Any

import pytest

from cgr_audit.schema import check_record
from cgr_audit.scorecards.codemind.scorer import CodeMind
from cgr_audit.scorecards.codemind.traits import LookInto
from cgr_audit.scorecards.running import runner
from cgr_audit.scorecards.running.output import Output
from cgr_audit.scorecards.running.runner import TestResult, Unknown
from cgr_audit.scorecards.scorecard_files import scorecard_record
from cgr_audit.scorecards.tables import scorecard_tables
from tests.scorecards.codemind.conftest import ADD, DOUBLE, differences, figure, row, scored_of

ASSERTS = "assert f(1) == 2\nassert f(5) == 6\n"


def der(**fields: Any) -> dict[str, Any]:
    return row(task="der", generated_program=ADD, tests=ASSERTS, input="1", expected="2", predicted="2") | fields


def sr(setting: str | None, program: str | None, **fields: Any) -> dict[str, Any]:
    return {
        "benchmark": "b", "model": "m", "task": "sr", "setting": setting, "generated_program": program,
        "tests": ASSERTS, **fields,
    }  # fmt: skip


def test_crr_is_the_share_of_right_predictions() -> None:
    scored = scored_of(row(), row(predicted=" 1\n"), row(predicted="2"), row(predicted="1.0"))
    assert figure(scored, "crr") == (4, 2, 0.5)


def test_a_row_without_a_prediction_is_wrong() -> None:
    missing = row()
    del missing["predicted"]
    assert figure(scored_of(row(), row(predicted=None), missing), "crr") == (3, 1, pytest.approx(1 / 3))


def test_a_row_without_a_task_is_ier() -> None:
    scored = scored_of(row(task=None), {name: value for name, value in row().items() if name != "task"})
    assert figure(scored, "crr") == (2, 2, 1)
    assert scored.scored.notes == ("2 rows without a task taken as ier.",)
    assert [group.labels for group in scored.divisions[0].groups] == [(("task", "ier"),)]


def test_the_expected_output_comes_from_the_sandbox_where_none_is_given() -> None:
    scored = scored_of(
        row(expected=None, program=ADD, input="1", predicted="2"),
        row(expected=None, program=ADD, input="'a'", predicted="2"),
        row(expected=None, program=ADD, input=None, predicted="2"),
        row(expected=None, program="def f(:", input="1", predicted="2"),
        row(expected=None, program=None, input="1", predicted="2"),
        row(expected=None, program="def f(x):\n    while True: pass\n", input="1", predicted="2"),
        row(expected=None, program="print(int(input()) + 1)\n", input="1\n", predicted="2"),
        row(expected=None, program="def count(x):\n    return sum(x)\n", input="count([1, 1])", predicted="2"),
        row(expected=None, program="def f(x):\n    return f'{x}!'\n", input="'a'", predicted="a!"),
    )
    assert figure(scored, "crr") == (4, 4, 1)
    assert scored.overall.dropped == (("no_expected_output", 5),)
    assert list(scored.scored.rows["expected"]) == ["2", None, None, None, None, None, "2\n", "2", "'a!'"]
    assert "The sandbox computed the expected output of 4 rows." in scored.scored.notes
    assert scored.scored.incomplete == ()


def test_what_prints_nothing_has_no_output_to_predict() -> None:
    scored = scored_of(row(expected=None, program="def f():\n    return input()\n", input="1", predicted=""))
    assert scored.overall.dropped == (("no_expected_output", 1),)


def test_an_input_that_is_no_argument_list_is_told_apart() -> None:
    scored = scored_of(row(expected=None, program=ADD, input="1 +", predicted="2"))
    assert scored.overall.dropped == (("input_unusable", 1),)
    assert scored.scored.incomplete == ()


def test_where_the_sandbox_fails_nothing_is_said_of_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    failing = Output(unknown=Unknown.SANDBOX_FAILED, reason="no memory")
    monkeypatch.setattr(runner, "outputs", lambda calls, _sandboxes: [failing for _ in calls])
    judgement = TestResult(passed=False, unknown=Unknown.SANDBOX_FAILED)
    monkeypatch.setattr(runner, "run_tests", lambda programs, _sandboxes: [judgement for _ in programs])
    scored = scored_of(row(expected=None, program=ADD, input="1"), sr("no_test", ADD), row(), look=LookInto.NONE)
    assert scored.overall.dropped == (("sandbox_failed", 2),)
    assert figure(scored, "crr") == (1, 1, 1)
    assert scored.scored.incomplete == ("the sandbox failed on 2 rows: nothing is known of them",)


def test_a_program_that_wants_what_the_sandbox_lacks_is_told() -> None:
    scored = scored_of(sr("no_test", "import numpy\n" + ADD))
    assert figure(scored, "pass_rate") == (1, 0, 0)
    assert scored.scored.notes == (
        "1 generated program failed for want of module numpy, which the sandbox does not have.",
    )


def test_of_der_only_rows_count_whose_own_program_passes_its_tests() -> None:
    scored = scored_of(
        der(),
        der(predicted="3"),
        der(generated_program=DOUBLE),
        der(generated_program="def f(x) return"),
        der(generated_program=None),
    )
    assert figure(scored, "crr") == (2, 1, 0.5)
    assert scored.overall.dropped == (("no_generated_program", 1), ("tests_not_passed", 2))
    assert list(scored.scored.table()["failure"]) == [None, None, "semantic_error", "syntax_error", None]


def test_of_der_the_output_is_that_of_the_models_own_program() -> None:
    scored = scored_of(der(expected=None, input="10", predicted="11"), der(expected=None, input="10", predicted="12"))
    assert figure(scored, "crr") == (2, 1, 0.5)
    assert list(scored.scored.rows["expected"]) == ["11", "11"]


def test_without_tests_the_input_and_its_output_are_the_one_test() -> None:
    scored = scored_of(
        der(tests=None),
        der(tests=None, generated_program="def f(x):\n    return 3\n"),
        der(tests=None, expected=None, program=ADD),
        der(tests=None, expected=None, program=ADD, generated_program="def f(x):\n    return 3\n"),
        der(tests=None, expected=None),
        der(tests=None, input="add(1)", generated_program="def add(x):\n    return x + 1\n"),
        der(tests=None, input="add(1)", generated_program="def other(x):\n    return x + 1\n"),
    )
    assert figure(scored, "crr") == (3, 3, 1)
    assert list(scored.scored.rows["passed"]) == [True, False, True, False, None, True, False]
    assert scored.overall.dropped == (("no_tests", 1), ("tests_not_passed", 3))


def test_tests_may_be_cases() -> None:
    cases = [{"input": "1", "output": "2"}, {"input": "5", "output": "6"}]
    scored = scored_of(der(tests=cases), der(tests=cases, generated_program=DOUBLE))
    assert figure(scored, "crr") == (1, 1, 1)


def test_a_row_may_say_itself_whether_its_program_passes() -> None:
    scored = scored_of(der(passed=True), der(passed=False), sr("no_test", DOUBLE, passed=True))
    assert figure(scored, "crr") == (1, 1, 1)
    assert figure(scored, "pass_rate") == (1, 1, 1)


def test_sr_is_the_pass_rate_by_what_was_shown_and_the_differences() -> None:
    programs = {
        "with_test": (ADD, ADD, ADD, DOUBLE),
        "no_test": (ADD, ADD, DOUBLE, DOUBLE),
        "misleading_test": (ADD, None, None, None),
    }
    scored = scored_of(*(sr(shown, one, id=number) for shown, of in programs.items() for number, one in enumerate(of)))
    assert scored.overall.figures[0].key == "pass_rate"
    assert figure(scored, "pass_rate") == (12, 6, 0.5)
    assert figure(scored, "pass_rate_with_test") == (4, 3, 0.75)
    assert figure(scored, "pass_rate_no_test") == (4, 2, 0.5)
    assert figure(scored, "pass_rate_misleading_test") == (4, 1, 0.25)
    assert differences(scored, "settings") == {
        "with tests − without tests": (0.25, 0.75, 0.5, 4),
        "with tests − misleading": (0.5, 0.75, 0.25, 4),
        "without tests − misleading": (0.25, 0.5, 0.25, 4),
    }


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("with_test", "with_test"), ("with tests", "with_test"), ("oneTest", "with_test"), ("use_test", "with_test"),
        ("no_test", "no_test"), ("noTest", "no_test"), ("without-tests", "no_test"), ("none", "no_test"),
        ("misleading_test", "misleading_test"), ("misleadingTest", "misleading_test"),
        ("Misleading", "misleading_test"),
        ("greedy", None), ("", None), (None, None), ("notation", None),
    ],
)  # fmt: skip
def test_a_setting_is_read_however_it_is_written(written: str | None, read: str | None) -> None:
    scored = scored_of(sr(written, None))
    assert list(scored.scored.table()["setting_read"]) == [read]
    assert figure(scored, "pass_rate") == (1, 0, 0)
    assert any("with a setting that is none of" in note for note in scored.scored.notes) is (read is None)


def test_tasks_side_by_side_have_a_figure_each() -> None:
    scored = scored_of(row(), row(predicted="2"), der(), sr("no_test", ADD))
    assert [one.key for one in scored.overall.figures] == [
        "crr", "ier", "der", "type_match", "value_given_type", "pass_rate", "pass_rate_no_test",
    ]  # fmt: skip
    assert figure(scored, "crr") == (3, 2, pytest.approx(2 / 3))
    assert figure(scored, "ier") == (2, 1, 0.5)
    assert figure(scored, "der") == (1, 1, 1)


def test_type_and_value_match_apart() -> None:
    scored = scored_of(
        row(expected="[1, 2]", predicted="[1, 3]"),
        row(expected="[1, 2]", predicted="(1, 2)"),
        row(expected="[1, 2]", predicted="[1,2]"),
        row(expected="'1'", predicted="1"),
        row(expected="[1, 2]", predicted=None),
    )
    assert figure(scored, "crr") == (5, 2, 0.4)
    assert figure(scored, "type_match") == (5, 2, 0.4)
    assert figure(scored, "value_given_type") == (2, 1, 0.5)
    division = next(one for one in scored.divisions if one.name == "by-output-type")
    assert [(group.labels[0][1], group.figures[0].rows) for group in division.groups] == [("string", 1), ("list", 4)]


@pytest.mark.parametrize("task", ["der", "sr"])
@pytest.mark.parametrize("program", [None, "", " \n"])
def test_no_program_passes_no_tests(task: str, program: str | None) -> None:
    told = "/passed: true, although generated_program says that the model wrote none"
    assert CodeMind().fault({"task": task, "generated_program": program, "passed": True}) == told
    assert CodeMind().fault({"task": task, "generated_program": program, "passed": False}) is None
    assert CodeMind().fault({"task": task, "generated_program": ADD, "passed": True}) is None
    assert CodeMind().fault({"task": task, "passed": True}) is None


@pytest.mark.parametrize("program", [None, "", " \n"])
def test_of_sr_a_model_that_wrote_no_program_has_failed(program: str | None) -> None:
    scored = scored_of(sr("no_test", program), sr("no_test", ADD), der(generated_program=program))
    assert figure(scored, "pass_rate") == (2, 1, 0.5)
    assert scored.scored.found["failures"][0]["no_program"] == 2


@pytest.mark.parametrize("task", ["der", "sr"])
def test_a_row_about_a_generated_program_must_say_which(task: str) -> None:
    told = f"/generated_program: missing; a row of {task} needs it, null where the model wrote none"
    assert CodeMind().fault({"task": task}) == told
    assert CodeMind().fault({"task": task, "generated_program": None}) is None
    assert CodeMind().fault({"task": task, "passed": False}) is None
    assert CodeMind().fault({"task": "ier"}) is None


def test_the_document_is_what_its_schema_says_and_holds_the_correlations() -> None:
    rows = [row(program=f"def f(x):\n{'    if x: pass' * (at % 2)}\n    return 1\n", id=at) for at in range(8)]
    record = scorecard_record(scored_of(*rows))
    assert check_record("scorecard", record) is None
    assert {one["of"] for one in record["found"]["correlations"]} == {"complexity", "lines of code"}
    assert record["settings"]["look_into"] == "auto"


def test_programs_are_left_alone_where_nobody_is_to_look() -> None:
    scored = scored_of(row(program=ADD, input="1"), look=LookInto.NONE)
    assert [one.name for one in scored.divisions if one.name.startswith("by-co")] == []
    assert scored.scored.found["correlations"] == []


def test_programs_and_tests_in_fences_are_read_without_them() -> None:
    scored = scored_of(
        row(expected=None, program=f"```python\n{ADD}```", input="1", predicted="2"),
        sr("no_test", f"Here it is:\n```python\n{ADD}```\n"),
        sr("no_test", f"```python\n{ADD}```", tests=f"```\n{ASSERTS}```"),
        sr("no_test", "```python\ndef f(:\n```"),
        sr("no_test", ADD),
    )
    assert figure(scored, "crr") == (1, 1, 1)
    assert figure(scored, "pass_rate") == (4, 3, 0.75)
    assert list(scored.scored.table()["failure"]) == [None, None, None, "syntax_error", None]
    assert list(scored.scored.table()["complexity"]) == [1, 1, 1, None, 1]
    assert scored.scored.notes[0] == "3 rows with a program in Markdown fences: read without them."


COUNTING = "from collections import Counter\ndef f(x):\n    return Counter(x)\n"


def test_computed_outputs_are_what_python_writes() -> None:
    scored = scored_of(
        row(expected=None, program=COUNTING, input="'aba'", predicted="Counter({'a': 2, 'b': 1})"),
        row(expected=None, program=COUNTING, input="'aba'", predicted="{'a': 2, 'b': 1}"),
        row(expected=None, program="def f(x):\n    return [x / 2]\n", input="float('inf')", predicted="[inf]"),
    )
    assert list(scored.scored.rows["expected"]) == ["Counter({'a': 2, 'b': 1})"] * 2 + ["[inf]"]
    assert list(scored.scored.table()["crs"]) == [1, 0, 1]
    assert list(scored.scored.table()["expected_type"]) == ["dict", "dict", "list"]


def test_an_output_that_differs_from_run_to_run_drops_its_row() -> None:
    scored = scored_of(
        row(expected=None, program="def f(x):\n    return set(x)\n", input="'ab'", predicted="{'a', 'b'}"),
        row(expected=None, program="def f(x):\n    return object()\n", input="1", predicted="1"),
        row(),
    )
    assert scored.overall.dropped == (("output_not_fixed", 2),)
    assert list(scored.scored.table()["crs"]) == [None, None, 1]


def test_of_der_the_output_is_written_as_the_models_own_program_gives_it() -> None:
    own = "def f(x):\n    return {k: x.count(k) for k in x}\n"
    fields = {"tests": None, "expected": None, "program": COUNTING, "generated_program": own, "input": "'aba'"}
    scored = scored_of(
        der(**fields, predicted="{'a': 2, 'b': 1}"), der(**fields, predicted="Counter({'a': 2, 'b': 1})")
    )
    assert list(scored.scored.table()["crs"]) == [1, 0]
    assert list(scored.scored.rows["passed"]) == [True, True]


def test_a_reference_whose_output_no_test_can_compare_makes_no_test() -> None:
    program = "from collections import deque\ndef f(x):\n    return deque([x])\n"
    scored = scored_of(sr("no_test", program, tests=None, input="1") | {"program": program})
    assert scored.overall.dropped == (("no_tests", 1),)


def test_rows_and_a_note_say_how_many_assertions_compare_with_no_literal() -> None:
    tests = "assert f(1) == 2\nassert f(2) == 2 + 1\nassert f(3)"
    scored = scored_of(sr("no_test", ADD, tests=tests), sr("with_test", ADD), row())
    assert list(scored.scored.table()["assertions_inside"]) == [2, 0, None]
    assert scored.scored.notes == (
        "2 assertions of the tests of 1 row compare with no literal: decided in the program's own instance of the "
        "sandbox, where a program that sets out to deceive could see what they expect.",
    )


def test_each_row_says_why_its_program_failed_or_gave_nothing() -> None:
    scored = scored_of(
        row(expected=None, program=ADD, input="'a'"),
        row(expected=None, program="def f():\n    return input()\n", input="1"),
        row(expected=None, program=ADD, input="1 +"),
        sr("no_test", DOUBLE),
        sr("no_test", "import numpy\n" + ADD),
        sr("no_test", ADD, tests="assert"),
        sr("no_test", ADD),
        der(generated_program="def f(x) return"),
        row(),
    )
    rows = scored.scored.table()
    assert list(rows["reason"]) == [
        'line 2: TypeError: can only concatenate str (not "int") to str',
        "it printed nothing",
        "the input is not an argument list",
        "line 2: f(5) == 6: got 10",
        "running the tests: line 1: ModuleNotFoundError: No module named 'numpy': "
        "the sandbox's profile 'standard' does not hold it",
        "the tests are not Python: line 1: invalid syntax",
        None,
        "line 1: SyntaxError: expected ':'",
        None,
    ]
    assert list(rows["lacks"]) == [None] * 4 + ["module numpy"] + [None] * 4
    assert list(rows["crs"]) == [None] * 8 + [1]


def test_each_group_of_a_mixed_file_is_about_a_figure_that_it_has() -> None:
    scored = scored_of(
        row(), row(predicted="2"), der(), sr("no_test", ADD), sr("no_test", DOUBLE, model="writer")
    )  # fmt: skip
    record = scorecard_record(scored)
    by_task, _, by_model = record["divisions"][:3]
    assert [
        (group["group"]["task"], group["figure"], group["rows"], group["correct"], group["rate"])
        for group in by_task["groups"]
    ] == [("ier", "crr", 2, 1, 0.5), ("der", "crr", 1, 1, 1), ("sr", "pass_rate", 2, 1, 0.5)]
    assert [(group["figure"], group["rows"]) for group in by_model["groups"]] == [("crr", 3), ("pass_rate", 1)]
    assert (record["overall"]["figure"], record["overall"]["rows"]) == ("crr", 3)
    zero = [
        (division["name"], group["group"])
        for division in record["divisions"]
        for group in division["groups"]
        if group["rows"] == 0
    ]
    assert zero == []


def test_a_table_of_groups_about_different_figures_says_which() -> None:
    scored = scored_of(row(), row(predicted="2"), sr("no_test", ADD))
    tables = {table.name: table for table in scorecard_tables(scored)}
    by_task = tables["by-task"]
    assert [column.label for column in by_task.columns] == [
        "task", "figure", "rows", "correct", "%", "interval, %", "type match %", "value, given the type %",
        "without tests %",
    ]  # fmt: skip
    assert [(line["figure"], line["rows"], line["rate"]) for line in by_task.records] == [
        ("CRR", 2, 0.5), ("passing", 1, 1),
    ]  # fmt: skip
    by_model = tables["by-model"]
    assert [column.label for column in by_model.columns][:5] == ["model", "rows", "correct", "CRR %", "interval, %"]
    assert "passing %" in [column.label for column in by_model.columns]


def test_where_no_prediction_counts_the_pass_rate_is_the_main_figure() -> None:
    scored = scored_of(row(expected=None), sr("no_test", ADD))
    assert (scored.overall.main.key, scored.overall.main.rows) == ("pass_rate", 1)


JAVA = "public class Main {\n    public static int f(int x) {\n        return x + 1;\n    }\n}\n"


def test_programs_in_another_language_are_not_judged_as_python() -> None:
    scored = scored_of(
        sr("no_test", JAVA),
        sr("no_test", f"```java\n{JAVA}```"),
        sr("no_test", "int f(int x) {\n    return x + 1;\n}\n", language="C"),
        der(generated_program=JAVA),
        row(expected=None, program=JAVA, input="1"),
        row(expected=None, program="f x = x + 1", input="1", language="Haskell"),
        row(program=JAVA, language="java"),
        sr("no_test", JAVA, passed=True, language="java"),
        sr("no_test", ADD, language="Python 3"),
        sr("no_test", "def f(x):\n    return x + 1;\n}\n"),
    )
    assert scored.overall.dropped == (("not_python", 6),)
    assert figure(scored, "crr") == (1, 1, 1)
    assert figure(scored, "pass_rate") == (3, 2, pytest.approx(2 / 3))
    assert scored.scored.table()["failure"][9] == "syntax_error"


def test_how_generated_programs_fail_is_told_by_kind() -> None:
    scored = scored_of(
        sr("no_test", ADD),
        sr("no_test", DOUBLE),
        sr("no_test", "def f(:"),
        sr("no_test", "def f(x):\n    return x.y\n"),
        sr("no_test", None),
        sr("no_test", ADD, passed=False),
        sr("no_test", JAVA),
        der(generated_program="def f(x):\n    while True: pass\n"),
        der(generated_program=None),
        row(),
    )
    everything, of_der, of_sr = scored.scored.found["failures"]
    assert everything == {
        "task": "all", "benchmark": "all", "model": "all", "programs": 8, "passed": 1,
        "syntax_error": 1, "semantic_error": 1, "timeout": 1, "runtime_error": 1, "not_said": 1, "no_program": 2,
    }  # fmt: skip
    assert (of_der["task"], of_der["programs"], of_der["timeout"], of_der["no_program"]) == ("der", 2, 1, 1)
    assert (of_sr["task"], of_sr["programs"], of_sr["passed"]) == ("sr", 6, 1)
    table = next(table for table in scorecard_tables(scored) if table.name == "failures")
    assert [column.label for column in table.columns][3:] == [
        "programs", "passing", "syntax error", "semantic error", "timeout", "runtime error", "not said", "no program",
    ]  # fmt: skip
    assert scored_of(row()).scored.found["failures"] == []
