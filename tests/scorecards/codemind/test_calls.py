"""What the sandbox is asked to run for a program and an input."""

from __future__ import annotations

import pytest

from cgr_audit.scorecards.codemind.calls import counting_call, one_test, output_call, rounds
from cgr_audit.scorecards.codemind.study import study_chunk
from cgr_audit.scorecards.running.output import FunctionCall, ScriptRun
from cgr_audit.scorecards.running.runner import TestCase as Pair

COUNT = "def count(values):\n    return sum(values)\n"


@pytest.mark.parametrize(
    "given", ["[1, 2]", "", "(1, 2), 'a'", "range(3)", "'count(1)'", "values=[1]", "{'count': (1)}"]
)
def test_an_argument_list_goes_to_the_program_as_it_is(given: str) -> None:
    assert output_call(COUNT, given) == FunctionCall(COUNT, given)


@pytest.mark.parametrize("given", ["count([1, 2])", " count([1])\n", "tuple(count([1]) for x in 'ab')", "count (1)"])
def test_a_whole_call_is_made_by_a_function_behind_the_program(given: str) -> None:
    call = output_call(COUNT, given)
    assert isinstance(call, FunctionCall)
    assert call.program == f"{COUNT}\n\n\ndef cgr_audit_call():\n    return (\n{given.strip()}\n)\n"
    assert (call.arguments, call.entry) == ("", "cgr_audit_call")


@pytest.mark.parametrize(
    "program",
    ["print(int(input()) + 1)", "def main():\n    print(input())\nmain()\n", "import sys\nx = sys.stdin.read()"],
)
def test_a_program_that_reads_standard_input_is_a_script(program: str) -> None:
    assert output_call(program, "3\n") == ScriptRun(program, "3\n")


@pytest.mark.parametrize(
    "program",
    [
        "def f(x):\n    return 'input()'\n",
        "def f(x):\n    return x  # as input() gives it\n",
        "def f(x):\n    return x.input()\n",
        "def input(x):\n    return x\n\ndef f(x):\n    return input(x)\n",
        "def f(stdin):\n    return stdin\n",
        'def f(x):\n    """input(), sys.stdin"""\n    return x\n',
    ],
)
def test_a_program_that_only_speaks_of_input_is_none(program: str) -> None:
    assert output_call(program, "1") == FunctionCall(program, "1")


def test_an_object_of_the_programs_own_class_is_an_argument_and_a_method_of_it_a_whole_call() -> None:
    program = "class Node:\n    def size(self): return 1\n\ndef f(node):\n    return node.size()\n"
    assert output_call(program, "Node(), [Node()]") == FunctionCall(program, "Node(), [Node()]")
    for given in ("Node().size()", "f(Node())"):
        call = output_call(program, given)
        assert isinstance(call, FunctionCall)
        assert call.entry == "cgr_audit_call"


def test_rounds_are_counted_from_a_function_that_calls_the_entry() -> None:
    program = "def f(n):\n    for i in range(n): pass\n"
    (study,) = study_chunk([program], True)
    call = counting_call(program, "3", study)
    assert isinstance(call, FunctionCall)
    names: dict[str, object] = {}
    exec(call.program, names)
    assert (eval(f"{call.entry}({call.arguments})", names), call.entry) == (3, "cgr_audit_call")
    whole = counting_call(program, "f(4)", study)
    assert isinstance(whole, FunctionCall)
    exec(whole.program, names)
    assert eval(f"{whole.entry}({whole.arguments})", names) == 4


def test_a_script_prints_its_rounds_last() -> None:
    program = "for i in range(int(input())):\n    print(i)\n"
    (study,) = study_chunk([program], True)
    call = counting_call(program, "2", study)
    assert isinstance(call, ScriptRun)
    assert call.program.endswith("\nprint()\nprint(__cgr_rounds__[0])\n")


@pytest.mark.parametrize(
    ("literal", "count"),
    [("3", 3), ("0\n1\n\n2\n", 2), ("", None), (None, None), ("-1", None), ("x", None), ("9" * 30, None)],
)
def test_rounds_are_the_last_number(literal: str | None, count: int | None) -> None:
    assert rounds(literal) == count


def test_an_input_and_an_output_make_a_case_a_whole_call_makes_an_assertion() -> None:
    assert one_test(COUNT, "[1, 2]", "3") == (Pair("[1, 2]", "3"),)
    assert one_test(COUNT, "range(3)", "3") == (Pair("range(3)", "3"),)
    assert one_test(COUNT, "count([1, 2]) ", " 3\n") == "assert (count([1, 2])) == (3)"
    assert one_test("def other(): pass\n", "count([1, 2])", "3") == "assert (count([1, 2])) == (3)"


def test_a_text_that_nothing_ends_is_read_once() -> None:
    """Read again from each of its quotes, this one would take minutes."""
    program = "def f(x):\n    return x\n" + "\\'" * 100_000
    assert output_call(program, "1") == FunctionCall(program, "1")
    assert output_call("def f(x):\n    return x\n'input()", "1") == FunctionCall(
        "def f(x):\n    return x\n'input()", "1"
    )
