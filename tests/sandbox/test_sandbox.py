"""Programs that do what the contract asks for: every kind of entry, every way to take arguments."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, GuestError, HostFailure
from cgr_audit.solvers.cycle import CycleSolver
from cgr_audit.solvers.interface import SolverRequest
from cgr_audit.source.contract import parse_contract

from .conftest import ITEM, RunProgram

SCRIPT = 'name = "script"\n[entry]\nkind = "script"\n[returns]\nshape = "variable"\nvariable = "ans"\n'


def test_a_scaffold_asks_the_solver_and_returns_its_channels(run: RunProgram) -> None:
    source = """
def solve(item, exp_config):
    reply = llm_model("Q: " + item["question"], {"temperature": 0.5})
    return extract_answer(reply), None, 2
"""
    result = run(source, contract="cgr", solver=lambda _request: "The answer is B.")
    assert result.outcome == Completed(("B", None, 2), None)
    (call,) = result.calls
    expected = (0, "Q: Which one?", {"temperature": 0.5}, "The answer is B.", None)
    assert (call.call_index, call.prompt, call.config, call.response, call.error) == expected
    assert result.lines == (2, 3, 4)
    assert result.component.startswith("sha256:")
    assert 0 < result.fuel < 10_000_000


def test_the_solver_is_told_the_options_and_the_number_of_the_call(run: RunProgram) -> None:
    asked: list[SolverRequest] = []

    def solver(request: SolverRequest) -> str:
        asked.append(request)
        return "A"

    run("def solve(): return [llm_model(str(i), {}) for i in range(3)]", solver=solver)
    assert [(request.prompt, request.call_index) for request in asked] == [("0", 0), ("1", 1), ("2", 2)]
    assert asked[0].options == ("A", "B")


def test_an_entry_gets_those_of_the_offered_values_that_it_takes(run: RunProgram) -> None:
    signatures = {
        "question": "Which one?",
        "*, question": "Which one?",
        "question, /": "Which one?",
        "options, question": "Which one?",
        "question, unknown=1, **rest": "Which one?",
        "question='own'": "Which one?",
    }
    for signature, expected in signatures.items():
        result = run(f"def solve({signature}):\n    return question\n")
        assert result.outcome == Completed(expected), signature
    assert run("def solve(**named):\n    return sorted(named)\n").value == [
        "exp_config", "item", "options", "question",
    ]  # fmt: skip


def test_an_entry_without_parameters_is_called_with_none(run: RunProgram) -> None:
    assert run("def solve():\n    return 1\n").value == 1


def test_a_parameter_that_nobody_offers_is_an_error_of_the_program(run: RunProgram) -> None:
    outcome = run("def solve(text):\n    return text\n").outcome
    assert outcome == GuestError("TypeError", "solve() missing 1 required positional argument: 'text'", None)


def test_gold_is_never_passed_on(run: RunProgram) -> None:
    item = {**ITEM, "correct_ids": ["B"], "answer": "B", "options": [{"id": "A", "text": "one", "correct": True}]}
    seen = run("def solve(item, options):\n    return item, options\n", item=item).value
    options = [{"id": "A", "text": "one"}]
    assert seen == ({"item_id": "q1", "dataset": "tests", "question": "Which one?", "options": options}, options)


def test_the_entry_is_the_one_that_the_contract_means(run: RunProgram) -> None:
    source = "def solve_part(): return 'part'\ndef solve_all(): return solve_part(), None, 1\ndef helper(): return 1\n"
    assert run(source, contract="cgr").value == ("part", None, 1)


def test_a_program_that_only_the_guest_can_parse_finds_its_entry_inside(run: RunProgram) -> None:
    source = "def solve():\n    name = 'x'\n    return f'{'nested'} {t'{name}'.values[0]}'\n"
    assert run(source).outcome == Completed("nested x")


def test_a_program_cannot_change_how_its_entry_is_found(run: RunProgram) -> None:
    source = "import ast, re\nast.parse = re.compile = None\ndef solve():\n    return 1\n"
    assert run(source).value == 1
    assert run("def solve():\n    return 1\ndel solve\n").outcome == GuestError(
        "NameError", "the program defines no entry 'solve'", None
    )


def test_a_caller_may_name_another_function(run: RunProgram) -> None:
    assert run("def solve(): return 1\ndef other(): return 2\n", entry="other").value == 2


def test_a_missing_entry_is_an_error_of_the_program(run: RunProgram) -> None:
    outcome = run("x = 1\n").outcome
    assert outcome == GuestError("NameError", "the program defines no entry 'solve'", None)


def test_arguments_come_as_an_expression(run: RunProgram) -> None:
    source = "def f(a, b=(), *, c=None):\n    return a, b, c\n"
    for arguments, value in {
        "[1, 1, 3]": ([1, 1, 3], (), None),
        "'x', 3": ("x", 3, None),
        "(1,), b={1: 2}, c=b'x'": ((1,), {1: 2}, b"x"),
        "*range(2), c=dict(d=1)": (0, 1, {"d": 1}),
    }.items():
        assert run(source, contract="function", arguments=arguments).outcome == Completed(value), arguments


def test_arguments_may_use_names_that_the_program_defines(run: RunProgram) -> None:
    source = "start = [1, 2]\ndef f(a):\n    return a\n"
    assert run(source, contract="function", arguments="start[:]").value == [1, 2]


def test_arguments_are_evaluated_before_the_program_can_change_anything(run: RunProgram) -> None:
    source = "import builtins\nbuiltins.dict = list\ndef f(a):\n    return a\n"
    assert run(source, contract="function", arguments="dict(a=1)").value == {"a": 1}


def test_arguments_that_are_none_are_a_fault_of_the_harness(run: RunProgram) -> None:
    for arguments in ("1 +", "1); (2", "unknown", "1/0"):
        outcome = run("def f(a): return a\n", contract="function", arguments=arguments).outcome
        assert isinstance(outcome, HostFailure), arguments
        assert outcome.message.startswith("the arguments ")


@pytest.mark.parametrize("body", ["raise NameError('mine')", "return 1 / 0", "return nothing"])
def test_what_a_programs_own_names_make_of_the_arguments_is_its_own_fault(run: RunProgram, body: str) -> None:
    source = f"def make():\n    {body}\ndef f(a):\n    return a\n"
    outcome = run(source, contract="function", arguments="make()", entry="f").outcome
    assert isinstance(outcome, GuestError)
    assert outcome.line == 2


def test_a_script_leaves_its_answer_in_a_variable(run: RunProgram) -> None:
    source = "if __name__ == '__main__':\n    ans = abs(-3.0)\n"
    script = parse_contract(SCRIPT, "script.toml")
    assert run(source, contract=script).outcome == Completed(3.0)
    missing = run("answer = 1\n", contract=script).outcome
    assert missing == GuestError("NameError", "the program leaves no variable 'ans'", None)


def test_a_method_entry_queries_solver_objects(run: RunProgram) -> None:
    source = """
def forward(self, taskInfo):
    agent = LLMAgentBase(['thinking', 'answer'], 'Expert', temperature=0.8)
    thinking, answer = agent([taskInfo], 'Think.')
    critic = LLMAgentBase(['verdict'], 'Critic')
    (verdict,) = critic.query([taskInfo, thinking, answer], 'Judge.', 0)
    return answer.content, answer.name, answer.author, verdict
"""
    replies = CycleSolver(('{"thinking": "hm", "answer": "B"}', "not JSON"))
    result = run(source, contract="adas", solver=replies)
    content, name, author, verdict = result.value
    assert (content, name, author) == ("B", "answer", "Expert 0001")
    assert verdict.type_name == "Info"
    assert verdict.content == ("verdict", "Critic 0002", "not JSON", 0)
    first, second = result.calls
    assert first.prompt == "# Your Task:\nWhich one?\n\n(A) one\n(B) two\n\nThink."
    assert first.config["temperature"] == 0.8
    assert "### answer by Expert 0001:\nB\n\n" in second.prompt


def test_helpers_are_importable_from_the_contracts_modules(run: RunProgram) -> None:
    source = "from helpers.llm import llm_model as ask\nimport helpers.llm\ndef solve():\n    return ask('x', {})\n"
    assert run(source).outcome == Completed("B")


def test_the_extraction_helper_finds_the_first_standalone_capital(run: RunProgram) -> None:
    source = (
        "def solve():\n    return [extract_answer(text) for text in ('A man', 'answer: (C)', 'BAD b', '', 'X-Y')]\n"
    )
    assert run(source).value == ["A", "C", "X", "X", "X"]


def test_helpers_take_only_the_contracts_parameters(run: RunProgram) -> None:
    assert run("def solve():\n    return llm_model(exp_config={}, prompt='x')\n").value == "B"
    outcome = run("def solve():\n    return llm_model('x')\n").outcome
    assert isinstance(outcome, GuestError)
    assert outcome.message == "llm_model() missing 1 required positional argument: 'exp_config'"


def test_a_prelude_is_there_before_the_program(run: RunProgram) -> None:
    contract = parse_contract(SCRIPT + '[prelude]\nsource = "def double(x):\\n    return 2 * x\\n"\n', "p.toml")
    result = run("ans = double(4)\n", contract=contract)
    assert result.value == 8
    assert result.lines == (1,)


def test_lines_are_those_that_ran(run: RunProgram) -> None:
    source = "def solve(question):\n    if question:\n        return 1\n    return 2\n\n\ndef unused():\n    return 3\n"
    assert run(source).lines == (1, 2, 3, 7)


BRANCHES = [
    ("if question: pass", ["question: true"]),
    ("for one in 'ab':\n        if one == 'a': pass", ["one == 'a': false", "one == 'a': true"]),
    ("if not question or options: pass", ["options: true", "question: true"]),
    ("found = question or options or 1", ["question or options or 1: true"]),
    ("found = 1 if question else 2", ["question: true"]),
    ("found = [one for one in 'ab' if one > 'a' if one]", ["one > 'a': false", "one > 'a': true", "one: true"]),
    ("if any(one for one in ()): pass", ["any(one for one in ()): false", "any(one for one in ()): true"]),
    ("while question:\n        question = ''", ["question: false", "question: true"]),
    ("assert question", ["question: true"]),
    ("if question is None: pass", ["question is None: not none"]),
    ("if question is not None: pass", ["question is not None: not none"]),
    ("if 'a' < 'b' < question: pass", ["'a' < 'b' < question: false", "'a' < 'b' < question: true"]),
    ("if (short := 'äöü') and question == 'ä': pass", ["question == 'ä': false", "short := 'äöü': true"]),
    ("def unused(one):\n        return 1 if one else 2", []),
]


@pytest.mark.parametrize(("text", "outcomes"), BRANCHES, ids=[text for text, _ in BRANCHES])
def test_branches_say_which_way_each_test_went(run: RunProgram, text: str, outcomes: list[str]) -> None:
    source = f"def solve(question, options):\n    {text}\n    return 1\n"
    tests: dict[tuple[int, int], str | None] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.expr):
            tests.setdefault((node.lineno, node.col_offset), ast.get_source_segment(source, node))
    first = run(source)
    assert first.branches is not None
    assert sorted(f"{tests[line, column]}: {outcome}" for line, column, outcome in first.branches) == outcomes
    again = run(source)
    assert (again.branches, again.fuel) == (first.branches, first.fuel)


def test_a_program_that_copies_code_has_no_known_branches(run: RunProgram) -> None:
    copy = "    solve.__code__.replace(co_name='other')\n"
    assert run("def solve(question):\n    if question: pass\n").branches == ((2, 7, "true"),)
    assert run(f"def solve(question):\n    if question: pass\n{copy}").branches is None
    assert run("def solve(question):\n    if question: pass\n    raise ValueError\n").branches == ((2, 7, "true"),)
    assert run("def solve(question):\n    while question: pass\n", limits=Limits(fuel=10**8)).branches is None


def test_output_is_kept(run: RunProgram) -> None:
    source = "import sys\ndef solve():\n    print('a', 'ä')\n    sys.stderr.write('b')\n    return sys.stdin.read()\n"
    result = run(source)
    assert (result.output, result.value) == ("a ä\nb", "")


def test_dataclasses_and_enums_work_in_programs(run: RunProgram) -> None:
    source = """
from dataclasses import dataclass, field
from enum import Enum

class Kind(Enum):
    ONE = 1

@dataclass
class Vote:
    letter: str
    weights: list[int] = field(default_factory=list)
    kind: "Kind" = Kind.ONE

def solve():
    return repr(Vote("A")), Vote("A") == Vote("A")
"""
    text, equal = run(source).value
    assert text == "Vote(letter='A', weights=[], kind=<Kind.ONE: 1>)"
    assert equal is True


def test_the_line_of_an_exception_is_the_programs(run: RunProgram) -> None:
    source = "import json\n\ndef solve():\n    value = 1\n    return json.loads('{')\n"
    outcome = run(source).outcome
    assert isinstance(outcome, GuestError)
    assert (outcome.type_name, outcome.line) == ("JSONDecodeError", 5)


@pytest.mark.parametrize(
    "parameters",
    [
        "",
        "item",
        "question, options",
        "options, question",
        "item, /, question",
        "item, question, /",
        "*, question",
        "question, *, options",
        "other=3, question=None",
        "question, *rest",
        "question, *rest, options",
        "*rest, item=None, **more",
        "item, /, *rest, options, **more",
        "**more",
    ],
)
def test_a_function_is_called_as_its_signature_says_also_where_it_is_wrapped(run: RunProgram, parameters: str) -> None:
    plain = f"def solve({parameters}): return sorted(locals().items())"
    wrapped = f"import functools\n@functools.partial\n{plain}"
    result = run(plain)
    assert isinstance(result.outcome, Completed)
    assert run(wrapped).outcome == result.outcome
