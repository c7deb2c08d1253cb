"""What provenance says beside the answer's sources: channels, returns, evidence, prompts, and what it gives up on."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.index import build_index
from cgr_audit.analysis.interpreter.watch import Watch
from cgr_audit.analysis.queries.provenance import VALUE, Provenance, find_provenance
from cgr_audit.analysis.queries.sources import Source
from cgr_audit.analysis.queries.straight_scripts import plain_answer
from cgr_audit.analysis.scopes import build_scopes
from cgr_audit.source.contract import load_contract

FALLBACK = """
def solve(question, exp_config):
    gen = "B"
    default = "A"
    answer = extract_answer(llm_model(question + gen, exp_config))
    if answer == "X":
        return default, gen, 3
    return answer, gen, 3
"""


def provenance(source: str, contract: str = "cgr") -> Provenance:
    return Facts(ast.parse(source), load_contract(contract)).provenance


def test_every_field_of_the_contract_is_a_channel() -> None:
    found = provenance(FALLBACK)
    assert {name: channel.sources for name, channel in found.channels.items()} == {
        "solverLLM_answer": (Source.SOLVER, Source.FALLBACK),
        "genLLM_answer": (Source.LITERAL,),
        "genLLM_difficulty": (Source.LITERAL,),
    }
    assert found.solver is found.channels["solverLLM_answer"]


def test_each_return_has_the_sources_of_its_own_path() -> None:
    found = provenance(FALLBACK)
    assert found.solver is not None
    by_line = [(flow.returned.lineno, flow.source) for flow in found.solver.flows]  # type: ignore[attr-defined]
    assert by_line == [(7, Source.FALLBACK), (8, Source.SOLVER)]


def test_a_fallback_carries_the_assignments_and_the_test_that_led_to_it() -> None:
    found = provenance(FALLBACK)
    assert found.solver is not None
    fallback = next(flow for flow in found.solver.flows if flow.source is Source.FALLBACK)
    assert (fallback.constant, fallback.is_known) == ("A", True)
    assert ast.unparse(fallback.origin) == "'A'"
    assert ast.unparse(fallback.position) == "default"
    assert [(ast.unparse(node), message) for node, message in fallback.chain] == [
        ("'A'", "written here"),
        ("default", "assigned to `default`"),
        ("answer == 'X'", "when this fails, runs out, or finds nothing"),
    ]


def test_what_reaches_a_prompt_is_kept_by_call() -> None:
    found = provenance(FALLBACK)
    (call, records), *others = found.prompts.items()
    assert others == []
    assert ast.unparse(call) == "llm_model(question + gen, exp_config)"
    assert {ast.unparse(node) for record in records for node in record.origins} == {"'B'"}


def test_a_contract_without_fields_has_one_channel() -> None:
    agent = "agent = LLMAgentBase(['answer'], 'x')"
    source = f"def forward(self, taskInfo):\n    {agent}\n    return agent([taskInfo], 'go')[0]\n"
    found = provenance(source, "adas")
    assert list(found.channels) == [VALUE]
    assert found.answer == ("solver",)


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("ans = 3 * 4\n", ("literal",)),
        ("total = 0\nfor i in range(10):\n    total += i\nans = total\n", ("literal",)),
        ("import sympy\nx = sympy.Symbol('x')\nans = solve_it(x - 2, x)[x]\n", ("literal",)),
        ("ans = undefined_name\n", ("unknown",)),
        ("other = 1\n", ()),
    ],
)
def test_the_answer_of_a_script_is_its_variable_at_the_end(source: str, answer: tuple[str, ...]) -> None:
    assert provenance(source, "pot").answer == answer


@pytest.mark.parametrize(
    ("source", "answer"),
    [("def f(x):\n    return x + 1\n", ("item",)), ("def f(x):\n    return 7\n", ("literal",)), ("x = 1\n", ())],
)
def test_the_arguments_of_a_function_by_expression_are_the_item(source: str, answer: tuple[str, ...]) -> None:
    assert provenance(source, "function").answer == answer


AGENT = """
def forward(self, taskInfo):
    agent = LLMAgentBase(["thinking", "answer"], "Solver")
    thinking, answer = agent([taskInfo], "Think step by step.")
    letter = answer.content.strip()[:1]
    {test}
    return Info("answer", "Final", letter, 0)
"""


@pytest.mark.parametrize(
    ("test", "answer"),
    [
        ("pass", ("solver",)),
        ("letter = 'B'", ("literal",)),
        ("letter = letter if letter in 'ABCD' else 'A'", ("solver", "fallback")),
        ("letter = 'A' if letter == '1' else 'B'", ("selected",)),
    ],
)
def test_a_record_is_what_its_one_changing_field_is(test: str, answer: tuple[str, ...]) -> None:
    assert provenance(AGENT.format(test=test), "adas").answer == answer


def multiplied(innermost: str, returned: str) -> str:
    """A program of functions that each call the one before three times."""
    calls = "\n".join(f"def f{n}(x):\n    return f{n + 1}(f{n + 1}(f{n + 1}(x)))\n" for n in range(12))
    return f"seen = []\n{calls}\ndef f12(x):\n    {innermost}\n\ndef solve(question):\n    return {returned}, 'B', 3\n"


def test_a_program_too_large_to_follow_is_unknown_and_says_so() -> None:
    found = provenance(multiplied("seen.append(x)\n    return x", "f0('B')"))
    assert found.exhausted
    assert found.answer == ("unknown",)


@pytest.mark.parametrize(
    ("innermost", "returned", "answer"),
    [
        ("return x", "f0('B')", ("literal",)),
        ("return x", "f0(question)", ("item",)),
        ("return llm_model(x)", "f0(question)", ("solver",)),
        ("return x", "f0(llm_model(question))", ("solver",)),
    ],
)
def test_calls_that_multiply_give_what_they_gave_before(innermost: str, returned: str, answer: tuple[str, ...]) -> None:
    found = provenance(multiplied(innermost, returned))
    assert (found.answer, found.exhausted) == (answer, False)


def test_calls_that_multiply_are_followed_where_a_variable_around_them_changes() -> None:
    lines = "".join(f"    letter = 'B' if {n} < 11 else llm_model(question)\n    last = f0('A')\n" for n in range(12))
    source = multiplied("return letter", "f0('A')").replace("    return f0", f"    global letter\n{lines}    return f0")
    assert provenance(source).answer == ("solver",)


@pytest.mark.parametrize(("depth", "answer"), [(20, ("literal",)), (40, ("solver", "unknown"))])
def test_what_is_returned_deeper_than_calls_are_followed_may_be_anything(depth: int, answer: tuple[str, ...]) -> None:
    chain = "def f0(x):\n    return 'B'\n" + "".join(f"def f{n}(x):\n    return f{n - 1}(x)\n" for n in range(1, depth))
    source = f"{chain}def solve(question):\n    return f{depth - 1}(llm_model(question)), 'A', 3\n"
    found = provenance(source)
    assert (found.answer, found.exhausted) == (answer, False)


def test_what_cut_off_calls_return_stays_unknown_through_an_extraction() -> None:
    chain = "def f0(x):\n    return 'B'\n" + "".join(f"def f{n}(x):\n    return f{n - 1}(x)\n" for n in range(1, 40))
    source = f"{chain}def solve(question):\n    return extract_answer(f39(llm_model(question))), 'A', 3\n"
    assert provenance(source).answer == ("solver", "unknown")


def test_every_published_agent_returns_what_the_solver_said(data_folder: Path) -> None:
    contract = load_contract("adas")
    rows = [json.loads(line) for line in (data_folder / "adas" / "programs.jsonl").read_text("utf-8").splitlines()]
    found = [Facts(ast.parse(row["source"]), contract).provenance for row in rows]
    assert len(found) == 174
    assert {one.answer for one in found} == {("solver",)}


@pytest.mark.parametrize(("folder", "contract"), [("cruxeval", "function"), ("reflexion", "function"), ("pot", "pot")])
def test_no_published_program_is_too_much(data_folder: Path, folder: str, contract: str) -> None:
    """A share is read here; all of them are in the complete audit of each folder."""
    lines = (data_folder / folder / "programs.jsonl").read_text("utf-8").splitlines()
    exhausted = parsed = 0
    for line in lines[::21]:
        try:
            tree = ast.parse(json.loads(line)["source"])
        except (SyntaxError, ValueError):
            continue
        parsed += 1
        exhausted += Facts(tree, load_contract(contract)).provenance.exhausted
    assert parsed > 30
    assert exhausted == 0


STRAIGHT = """
from math import sqrt
side = 3
ans = sqrt(side ** 2 + 4 ** 2)
"""


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        (STRAIGHT, "ans"),
        ("rate = 0.5\nans = 100 * rate\nans += 1\n", "ans"),
        ("x = Symbol('x')\nans = solve_it(x - 2, x)[x]\n", "ans"),
        ("ans = rate\nrate = 3\n", None),
        ("import random\nans = random.random()\n", None),
        ("ans = input()\n", None),
        ("ans = (1).__class__\n", None),
        ("for i in range(3):\n    ans = i\n", None),
        ("other = 3\n", None),
    ],
)
def test_a_straight_script_is_literal_without_a_run(source: str, answer: str | None) -> None:
    found = plain_answer(ast.parse(source), "ans", {"Symbol", "solve_it"})
    assert (None if found is None else found.id) == answer


def test_a_straight_script_is_said_to_be_what_a_run_says(data_folder: Path) -> None:
    contract = load_contract("pot")
    lines = (data_folder / "pot" / "programs.jsonl").read_text("utf-8").splitlines()[::23]
    straight = 0
    for line in lines:
        try:
            tree = ast.parse(json.loads(line)["source"])
        except (SyntaxError, ValueError):
            continue
        if plain_answer(tree, "ans", {"math", "Symbol", "simplify", "solve", "solve_it"}) is not None:
            straight += 1
            run = find_provenance(build_index(tree), build_scopes(tree), contract, None, Watch())
            assert run.answer == ("literal",), json.loads(line)["source"]
    assert straight > len(lines) // 2


def test_a_script_is_found_fault_with_where_it_binds_its_answer_last() -> None:
    found = provenance("ans = 1\nans = 2\n", "pot")
    assert found.solver is not None
    assert [ast.unparse(flow.position) for flow in found.solver.flows] == ["ans"]
    assert [flow.position.lineno for flow in found.solver.flows] == [2]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "body",
    [
        "    raise NotImplementedError\n",
        "    while True:\n        pass\n",
        "    return solve(question)\n",
        "    while True:\n        llm_model(question)\n",
    ],
)
def test_an_entry_that_no_path_leaves_by_a_return_has_an_unknown_answer(body: str) -> None:
    found = provenance(f"def solve(question):\n{body}")
    assert (found.answer, found.never_returns, found.solver) == (("unknown",), True, None)


@pytest.mark.parametrize("body", ["    pass\n", "    return None\n"])
def test_an_entry_that_returns_nothing_returns(body: str) -> None:
    assert not provenance(f"def solve(question):\n{body}").never_returns


@pytest.mark.parametrize("store", ["locals()['a'] = 'B'", "vars().update(a='B')", "locals().__setitem__('a', 'B')"])
def test_what_a_function_stores_into_its_locals_is_no_variable(store: str) -> None:
    source = f"def solve(question):\n    a = extract_answer(llm_model(question))\n    {store}\n    return a, 'A', 3\n"
    assert provenance(source).answer == ("solver",)


def test_what_a_function_stores_into_its_locals_is_found_there_again() -> None:
    source = "def solve(question):\n    d = locals()\n    d['b'] = 'B'\n    return d['b'], 'A', 3\n"
    assert provenance(source).answer == ("literal",)


def test_what_a_module_stores_into_its_locals_is_its_variable() -> None:
    source = "a = 'A'\nlocals()['a'] = llm_model('x')\ndef solve(question):\n    return a, 'A', 3\n"
    assert provenance(source).answer == ("solver",)


def test_a_reduction_of_options_from_an_initial_value_is_what_the_function_returns() -> None:
    source = (
        "from functools import reduce\ndef solve(question, options):\n"
        "    return reduce(lambda a, o: llm_model(a + str(o)), options, 'X'), 'A', 3\n"
    )
    assert provenance(source).answer == ("solver",)
