"""The call graph: which calls reach the solver, however the callable got there."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.queries.call_bound import BoundKind
from cgr_audit.source.contract import Contract, load_contract, parse_contract

CGR = load_contract("cgr")
ADAS = load_contract("adas")


def sites(source: str, contract: Contract = CGR) -> list[str]:
    """The solver calls that a run may reach, as text."""
    return [ast.unparse(site) for site in Facts(ast.parse(source), contract).solver_calls.reached_sites]


def reached(source: str, contract: Contract = CGR) -> set[str]:
    """The names of the functions that a run may reach."""
    callers = Facts(ast.parse(source), contract).solver_calls.reachable
    return {getattr(caller, "name", "lambda") for caller in callers if caller is not None}


def is_unknown(source: str) -> bool:
    """Whether the entry may call what cannot be followed."""
    return Facts(ast.parse(source), CGR).call_bound.kind is BoundKind.UNKNOWN


REACHING = {
    "directly": ("def solve(q):\n    return llm_model(q, {})\n", ["llm_model(q, {})"]),
    "by an alias": ("def solve(q):\n    ask = llm_model\n    return ask(q, {})\n", ["ask(q, {})"]),
    "by a dispatch table": (
        "def a(q): return llm_model(q, {})\ndef b(q): return 'B'\ndef solve(q):\n    return {'a': a, 'b': b}[q](q)\n",
        ["llm_model(q, {})"],
    ),
    "by a partial": (
        (
            "import functools\ndef ask(c, q): return llm_model(q, c)\ndef solve(q):\n"
            "    return functools.partial(ask, {})(q)\n"
        ),
        ["llm_model(q, c)"],
    ),
    "by a partial of the helper": (
        (
            "from functools import partial\ndef solve(q):\n    ask = partial(llm_model, exp_config={})\n"
            "    return ask(q)\n"
        ),
        ["ask(q)"],
    ),
    "by a lambda handed over": (
        "def retry(f):\n    return f()\ndef solve(q):\n    return retry(lambda: llm_model(q, {}))\n",
        ["llm_model(q, {})"],
    ),
    "by the helper handed over": (
        "def twice(f, q):\n    return f(f(q, {}), {})\ndef solve(q):\n    return twice(llm_model, q)\n",
        ["f(f(q, {}), {})", "f(q, {})"],
    ),
    "by map": ("def solve(qs):\n    return list(map(llm_model, qs, qs))\n", ["map(llm_model, qs, qs)"]),
    "by a sort key": ("def solve(xs):\n    return sorted(xs, key=lambda x: llm_model(x, {}))\n", ["llm_model(x, {})"]),
    "by a method": (
        (
            "class S:\n    def ask(self, q): return llm_model(q, {})\n"
            "    def go(self, q): return self.ask(q)\ndef solve(q):\n    return S().go(q)\n"
        ),
        ["llm_model(q, {})"],
    ),
    "by an attribute": (
        (
            "class S:\n    def __init__(self, f): self.f = f\n    def go(self, q): return self.f(q, {})\n"
            "def solve(q):\n    return S(llm_model).go(q)\n"
        ),
        ["self.f(q, {})"],
    ),
    "by an inherited method": (
        (
            "class A:\n    def ask(self, q): return llm_model(q, {})\nclass B(A):\n"
            "    def go(self, q): return super().ask(q)\ndef solve(q):\n    return B().go(q)\n"
        ),
        ["llm_model(q, {})"],
    ),
    "by calling an object": (
        ("class S:\n    def __call__(self, q): return llm_model(q, {})\ndef solve(q):\n    s = S()\n    return s(q)\n"),
        ["llm_model(q, {})"],
    ),
    "by a property": (
        (
            "class S:\n    @property\n    def reply(self): return llm_model('q', {})\ndef solve(q):\n"
            "    return S().reply\n"
        ),
        ["llm_model('q', {})"],
    ),
    "by a class method": (
        (
            "class S:\n    @classmethod\n    def ask(cls, q): return llm_model(q, {})\ndef solve(q):\n"
            "    return S.ask(q)\n"
        ),
        ["llm_model(q, {})"],
    ),
    "through a decorator": (
        (
            "def again(f):\n    def inner(*a):\n        return f(*a)\n    return inner\n@again\n"
            "def ask(q): return llm_model(q, {})\ndef solve(q):\n    return ask(q)\n"
        ),
        ["llm_model(q, {})"],
    ),
    "through a closure": (
        (
            "def make(c):\n    def ask(q): return llm_model(q, c)\n    return ask\ndef solve(q):\n"
            "    return make({})(q)\n"
        ),
        ["llm_model(q, c)"],
    ),
    "through a list that is appended to": (
        (
            "def ask(q): return llm_model(q, {})\ndef solve(q):\n    fs = []\n    fs.append(ask)\n"
            "    for f in fs:\n        f(q)\n"
        ),
        ["llm_model(q, {})"],
    ),
    "through an aliased list": (
        "def solve(q):\n    a = []\n    b = a\n    b.append(llm_model)\n    return a[0](q, {})\n",
        ["a[0](q, {})"],
    ),
    "through a list filled by a helper": (
        (
            "def fill(into):\n    into.append(llm_model)\ndef solve(q):\n    fs = []\n    fill(fs)\n"
            "    return fs[0](q, {})\n"
        ),
        ["fs[0](q, {})"],
    ),
    "through a default": ("def solve(q, ask=llm_model):\n    return ask(q, {})\n", ["ask(q, {})"]),
    "through unpacking": ("def solve(q):\n    (a, b), c = (llm_model, 1), 2\n    return a(q, {})\n", ["a(q, {})"]),
    "through a constant getattr": (
        ("class S:\n    def ask(self, q): return llm_model(q, {})\ndef solve(q):\n    return getattr(S(), 'ask')(q)\n"),
        ["llm_model(q, {})"],
    ),
    "from under its own name": (
        "_real = llm_model\ndef llm_model(p, c): return _real(p, c)\ndef solve(q):\n    return llm_model(q, {})\n",
        ["_real(p, c)"],
    ),
    "where it is replaced on some paths": (
        (
            "def solve(q):\n    if q:\n        global llm_model\n        def llm_model(p, c): return 'A'\n"
            "    return llm_model(q, {})\n"
        ),
        ["llm_model(q, {})"],
    ),
    "where it is replaced only if absent": (
        (
            "try:\n    llm_model\nexcept NameError:\n    def llm_model(p, c): return 'A'\ndef solve(q):\n"
            "    return llm_model(q, {})\n"
        ),
        ["llm_model(q, {})"],
    ),
}


@pytest.mark.parametrize(("source", "found"), REACHING.values(), ids=REACHING.keys())
def test_the_solver_is_reached(source: str, found: list[str]) -> None:
    assert sites(source) == found


NOT_REACHING = {
    "a helper of the program's own": "def llm_model(p, c): return 'A'\ndef solve(q):\n    return llm_model(q, {})\n",
    "a helper imported from elsewhere": "from elsewhere import llm_model\ndef solve(q):\n    return llm_model(q, {})\n",
    "a parameter": "def solve(q, llm_model):\n    return llm_model(q, {})\n",
    "a function that nobody calls": "def ask(q): return llm_model(q, {})\ndef solve(q):\n    return q\n",
    "a helper that is only looked at": "def solve(q):\n    print(llm_model)\n    return callable(llm_model)\n",
}


@pytest.mark.parametrize("source", NOT_REACHING.values(), ids=NOT_REACHING.keys())
def test_the_solver_is_not_reached(source: str) -> None:
    assert sites(source) == []


UNKNOWN = {
    "a computed attribute of what may be a module": (
        "import statistics\ndef solve(q):\n    for one in (q, statistics):\n        return getattr(one, q)()\n"
    ),
    "a computed attribute of an object": (
        "class A:\n    def ask(self, q): return q\ndef solve(q):\n    return getattr(A(), q)(q)\n"
    ),
    "eval out of a table": "TABLE = {'x': eval}\ndef solve(q):\n    return TABLE[q](q)\n",
    "eval handed over": "def run(f, q): return f(q)\ndef solve(q):\n    return run(eval, q)\n",
    "a look-up in globals": "def solve(q):\n    return globals()[q](q, {})\n",
    "eval": "def solve(q):\n    return eval(q)\n",
    "the helper given to a stranger": "import elsewhere\ndef solve(q):\n    return elsewhere.go(llm_model, q)\n",
}


@pytest.mark.parametrize("source", UNKNOWN.values(), ids=UNKNOWN.keys())
def test_what_cannot_be_followed_is_said_to_be_unknown(source: str) -> None:
    assert is_unknown(source)


@pytest.mark.parametrize(
    "source",
    [
        (
            "def field(item, name):\n    return item.get(name) if isinstance(item, dict) else getattr(item, name, '')\n"
            "def solve(item):\n    return [field(o, 'id').strip() for o in field(item, 'options')]\n"
        ),
    ],
)
def test_computed_attributes_of_data_are_not_unknown(source: str) -> None:
    assert not is_unknown(source)


def test_ordinary_calls_are_not_unknown() -> None:
    source = "import re, json\ndef solve(q):\n    return re.sub('a', 'b', json.dumps(q)).strip().format(*q, **q)\n"
    assert not is_unknown(source)


AGENTS = {
    "in a list": "    agents = [LLMAgentBase(['a'], r) for r in 'ab']\n    agents[0]([], '')\n",
    "in a dictionary": "    agents = {'x': LLMAgentBase(['a'], 'x')}\n    agents.get('x')([], '')\n",
    "zipped": (
        "    agents = [LLMAgentBase(['a'], 'x')]\n    for r, agent in zip('ab', agents):\n        agent([], '')\n"
    ),
    "unpacked": "    a, b = LLMAgentBase(['a'], 'x'), LLMAgentBase(['a'], 'y')\n    a([], '')\n",
    "at once": "    LLMAgentBase(['a'], 'x')([], '')\n",
    "kept on self": "    self.agent = LLMAgentBase(['a'], 'x')\n    self.agent([], '')\n",
    "made by a helper": "    def make(): return LLMAgentBase(['a'], 'x')\n    make()([], '')\n",
    "made by map": "    agents = list(map(LLMAgentBase, ['a'], ['x']))\n    agents[0]([], '')\n",
}


@pytest.mark.parametrize("body", AGENTS.values(), ids=AGENTS.keys())
def test_an_agent_is_a_solver_wherever_it_is_kept(body: str) -> None:
    assert len(sites(f"def forward(self, taskInfo):\n{body}", ADAS)) == 1


def test_choosing_among_agents_calls_none() -> None:
    source = (
        "def forward(self, taskInfo):\n    agents = [LLMAgentBase(['a'], r) for r in 'ab']\n"
        "    return max(agents, key=lambda a: 1), len(agents)\n"
    )
    assert sites(source, ADAS) == []


def test_a_module_may_offer_the_helpers() -> None:
    contract = parse_contract(
        (
            'name = "own"\n[entry]\nkind = "function"\nname = "solve"\n'
            '[solver]\nmodules = ["tools.llm"]\n[solver.functions]\n'
            'ask = ["prompt"]\n'
        ),
        "own",
    )
    assert sites("from tools.llm import ask as a\ndef solve(q):\n    return a(q)\n", contract) == ["a(q)"]
    assert sites("import tools.llm as t\ndef solve(q):\n    return t.ask(q)\n", contract) == ["t.ask(q)"]


def test_only_what_runs_is_reachable() -> None:
    source = "def a(): b()\ndef b(): pass\ndef c(): a()\ndef solve(q):\n    return [a() for _ in q]\n"
    assert reached(source) == {"solve", "a", "b"}


def test_the_targets_of_a_call_name_what_it_runs() -> None:
    facts = Facts(
        ast.parse("def ask(q): return llm_model(q, {})\ndef solve(qs):\n    return list(map(ask, qs))\n"), CGR
    )
    mapping = next(call for call in facts.index.of(ast.Call) if ast.unparse(call.func) == "map")
    targets = facts.call_graph.targets(mapping)
    assert [getattr(function, "name", "") for function in targets.passed] == ["ask"]
    assert not targets.functions
    assert not targets.is_solver


@pytest.mark.parametrize(
    ("assignment", "asking", "reading"),
    [
        ("ask, read = llm_model, extract_answer", "ask", "read"),
        ("ask, *rest, read = llm_model, 1, 2, extract_answer", "ask", "read"),
        ("[read, ask] = both = (extract_answer, llm_model)", "ask", "read"),
        ("box.ask, box.read = llm_model, extract_answer", "box.ask", "box.read"),
    ],
)
def test_what_is_unpacked_element_by_element_is_told_apart(assignment: str, asking: str, reading: str) -> None:
    source = f"class Box: ...\nbox = Box()\ndef solve(q):\n    {assignment}\n    return {reading}({asking}(q, {{}}))\n"
    assert sites(source) == [f"{asking}(q, {{}})"]


def test_a_cycle_is_found_in_a_program_whose_body_calls_functions_too() -> None:
    source = "def ask(n):\n    return ask(n - 1)\nask(3)\ndef solve(q):\n    return ask(2), llm_model(q, {})\n"
    facts = Facts(ast.parse(source), CGR)
    assert facts.call_graph.cycle(facts.tree.body[0]) == {facts.tree.body[0]}
