"""What the lines of one run show, and which collections are the options' ids."""

from __future__ import annotations

import ast
import textwrap

import pytest

from cgr_audit.analysis.index import build_index
from cgr_audit.analysis.interpreter.executed import Answers, Executed

PROGRAM = """
def ask(text):
    if text:
        a = text.upper()
    else:
        a = text.lower()
    return a

def solve(question, options):
    if question:
        b = ask(question)
    if options:
        b = 1
    else:
        b = 2
    for one in options:
        if one:
            c = len(one)
    try:
        d = int(b)
    except ValueError:
        d = 0
    return d
"""


def executed(program: str, lines: set[int], options: frozenset[str] | None = None) -> tuple[Executed, ast.Module]:
    tree = ast.parse(textwrap.dedent(program))
    entry = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "solve")
    return Executed(build_index(tree), entry, frozenset(lines), Answers(frozenset(), options)), tree


def at(tree: ast.Module, line: int) -> ast.stmt:
    return next(node for node in ast.walk(tree) if isinstance(node, ast.stmt) and node.lineno == line)


ALL = {2, 3, 4, 7, 9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 23}


def test_statements_that_did_not_run_were_not_reached() -> None:
    run, tree = executed(PROGRAM, ALL)
    unreached = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt) and run.is_unreached(node)]
    assert sorted(unreached) == [6, 15, 22]


def test_the_only_execution_of_a_test_went_where_lines_ran() -> None:
    run, tree = executed(PROGRAM, ALL)
    outcomes = {node.lineno: run.outcome(node) for node in ast.walk(tree) if isinstance(node, ast.If)}
    assert outcomes == {3: True, 10: True, 12: True, 17: None}
    run, tree = executed(PROGRAM, ALL - {13} | {15})
    outcomes = {node.lineno: run.outcome(node) for node in ast.walk(tree) if isinstance(node, ast.If)}
    assert outcomes == {3: True, 10: True, 12: False, 17: None}


def test_a_handler_that_ran_says_that_its_try_raised() -> None:
    run, tree = executed(PROGRAM, ALL | {21, 22})
    (node,) = (node for node in ast.walk(tree) if isinstance(node, ast.Try))
    assert run.was_handled(node)
    run, tree = executed(PROGRAM, ALL | {21})
    (node,) = (node for node in ast.walk(tree) if isinstance(node, ast.Try))
    assert not run.was_handled(node)


@pytest.mark.parametrize(
    "change",
    [
        ("        b = ask(question)", "        b = ask(question) or ask('')"),
        ("def ask", "@print\ndef ask"),
        ("    for one", "    ask = len\n    for one"),
        ("        b = ask(question)", "        b = [ask(one) for one in question]"),
        ("        b = ask(question)", "        b = (lambda: ask(question))()"),
        ("        b = ask(question)", "        b = list(map(ask, question))"),
        ("        b = ask(question)", "        b = globals()['ask'](question) + ask(question)"),
    ],
    ids=["two calls", "decorated", "bound twice", "comprehension", "lambda", "handed on", "looked up"],
)
def test_nothing_is_said_of_a_function_that_may_run_several_times(change: tuple[str, str]) -> None:
    program = PROGRAM.replace(*change)
    assert program != PROGRAM
    every = set(range(1, 40))
    run, tree = executed(program, every)
    (node,) = (node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "text")
    assert run.outcome(node) is None


HOLDING = "def solve(question, options, item):\n    ids = {0}\n    return 'A' in ids\n"
IDS = "[o['id'] for o in options]"


def members(program: str) -> frozenset[str] | None:
    run, tree = executed(program, {1, 2, 3}, frozenset("AB"))
    (node,) = (node for node in ast.walk(tree) if isinstance(node, ast.Compare) and ast.unparse(node.left) == "'A'")
    return run.members(node.comparators[0])


@pytest.mark.parametrize(
    "made",
    [
        IDS,
        "{o['id'] for o in options}",
        "{o['id']: o['text'] for o in options}",
        "set(o['id'] for o in options)",
        "sorted([each['id'] for each in item['options']])",
    ],
)
def test_a_collection_of_the_ids_of_the_options_is_known(made: str) -> None:
    assert members(HOLDING.format(made)) == frozenset("AB")
    assert members(HOLDING.format("0").replace("'A' in ids", f"'A' in {made}")) == frozenset("AB")


@pytest.mark.parametrize(
    "made",
    [
        "[o['id'] for o in options if o['text']]",
        "[o['text'] for o in options]",
        "[o['id'] for o in options[1:]]",
        "[o['id'] for p in options for o in p]",
        "[o['id'] for o in others]",
        "[o['id'] for o in item['other']]",
        IDS + " + ['X']",
        "map(str, options)",
        f"{IDS}; ids.remove('A')",
        f"{IDS}; ids += ['X']",
        f"{IDS}; other = ids",
        f"{IDS}; options.pop()",
        f"{IDS}; mine = options",
        f"{IDS}; item['options'].pop()",
        f"{IDS}; item['options'][0]['id'] = 'X'",
        f"{IDS}; first = item.get('options')[0]; first['id'] = 'X'",
        f"{IDS}; first = item.get('options')[0]; first |= {{'id': 'X'}}",
        f"{IDS}; mine = item.get('options'); mine += [{{'id': 'X'}}]",
        f"{IDS}; [o.update(id='X') for o in options]",
        f"{IDS}; options = []",
        f"{IDS}; ids = []",
        f"{IDS}; exec('ids.clear()')",
        f"{IDS}; __import__('heapq').heappop(options)",
        "(lambda sorted: sorted)(" + IDS + ")",
    ],
)
def test_any_other_collection_or_one_that_may_change_is_not(made: str) -> None:
    assert members(HOLDING.format(made)) is None


def test_a_chain_of_calls_is_followed_however_long() -> None:
    helpers = "".join(f"def f{n}(q):\n    return f{n + 1}(q)\n" for n in range(2000))
    program = helpers + "def f2000(q):\n    if q:\n        return 1\n\ndef solve(question):\n    return f0(question)\n"
    run, tree = executed(program, set(range(1, 4010)))
    (node,) = (node for node in ast.walk(tree) if isinstance(node, ast.If))
    assert run.outcome(node) is True


def test_nothing_is_said_of_a_module_that_may_be_executed_again() -> None:
    program = "mode = len('a')\nif mode:\n    b = len('b')\nelse:\n    b = 2\ndef solve(question):\n    return b\n"
    runs = [executed(text, {1, 2, 3, 7, 8}) for text in (program, program + "import importlib\n")]
    outcomes = [run.outcome(next(node for node in tree.body if isinstance(node, ast.If))) for run, tree in runs]
    assert outcomes == [True, None]


@pytest.mark.parametrize(
    ("again", "outcome"),
    [
        ("pass", True),
        ("self.solve(question)", None),
        ("Agent().solve(question)", None),
        ("super().solve(question)", None),
        ("handle = self.solve", None),
        ("match self:\n                case Agent(solve=handle): pass", None),
    ],
)
def test_a_method_that_is_taken_from_an_object_may_run_several_times(again: str, outcome: bool | None) -> None:
    program = f"""
class Agent:
    def solve(self, question):
        if question:
            b = 1
        else:
            {again}
"""
    tree = ast.parse(program)
    (entry,) = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    (node,) = (node for node in ast.walk(tree) if isinstance(node, ast.If))
    run = Executed(build_index(tree), entry, frozenset({3, 4, 5}))
    assert run.outcome(node) is outcome
